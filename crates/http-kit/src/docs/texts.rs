//! Texts of operations in Portuguese, and example requests that succeed with the data of `server demo`.
//!
//! ```toml
//! [parameters]                          # by name, for all routes
//! pagina = "Página, a partir de 1."
//!
//! [answers]                             # by status
//! 200 = "Feito."
//!
//! [absent]                              # members that even answers may omit
//! Rastreio = ["dataEnvio"]
//!
//! [headers.Idempotency-Key]             # of requests
//! text = "…"
//! longest = 255                         # if a longer one is refused
//! on = ["POST", "PUT /sku/{sku}"]       # methods or operations, without those behind a `!`
//!
//! [told.Location]                       # headers of answers, by status
//! text = "…"
//! status = "201"
//!
//! ["GET /Pedido"]
//! id = "listarPedidos"                  # as a programmer would name the function
//! summary = "Lista pedidos"             # one line
//! text = "Os mais novos primeiro."      # Markdown
//! request = "/Pedido?usuarioId=loja-1"  # the example: fills path and query in
//! body = '{ "nome": "…" }'              # the example's body
//! most = 500                            # maximum items of a body that is a list
//! parameters.status = "…"               # instead of the common text
//! answers.200 = "…"
//! gives."/sku/{sku}" = "/sku"           # path parameter of other operations, and its JSON pointer in the answer
//! ```

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::DocumentError;
use super::headers;
use super::links::LinkSources;
use super::operation::{answers, parameters, set};
use super::schemas::{Schemas, resolved};

type ByName = BTreeMap<String, String>;

/// The texts of an interface.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Texts {
    parameters: ByName,
    answers: ByName,
    /// Members that even answers may omit, by schema.
    pub(super) absent: BTreeMap<String, Vec<String>>,
    headers: BTreeMap<String, RequestHeader>,
    told: BTreeMap<String, AnswerHeader>,
    /// All other tables.
    #[serde(flatten)]
    operations: BTreeMap<String, OperationText>,
}

/// A header that requests may have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestHeader {
    text: String,
    /// Maximum length, if longer values are refused.
    longest: Option<u32>,
    on: Vec<String>,
}

/// A header that answers may have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerHeader {
    text: String,
    status: Vec<String>,
    #[serde(default)]
    on: Vec<String>,
}

/// The text of an operation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OperationText {
    id: String,
    summary: String,
    text: String,
    request: Option<String>,
    body: Option<String>,
    most: Option<u32>,
    #[serde(default)]
    parameters: ByName,
    #[serde(default)]
    answers: ByName,
    #[serde(default)]
    gives: ByName,
}

impl OperationText {
    /// Adds the example and the limit of the body.
    fn add_body(&self, key: &str, operation: &mut Map<String, Value>) -> Result<(), DocumentError> {
        let broken = |error| DocumentError::Example { operation: key.to_owned(), error };
        let example: Option<Value> =
            self.body.as_deref().map(serde_json::from_str).transpose().map_err(broken)?;
        let kinds = operation.get_mut("requestBody").and_then(|body| body.get_mut("content"));
        for kind in kinds.and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut) {
            if let Some(example) = &example {
                set(kind, &["example"], example.clone());
            }
            if let Some(most) = self.most {
                set(kind, &["schema", "maxItems"], most.into());
            }
        }
        Ok(())
    }
}

/// True when a list of methods and operations contains this one, or is empty, and does not except it.
fn applies_to(on: &[String], method: &str, key: &str) -> bool {
    if on.iter().any(|one| one.strip_prefix('!') == Some(key)) {
        return false;
    }
    on.is_empty() || on.iter().any(|one| one == key || one.eq_ignore_ascii_case(method))
}

impl Texts {
    /// Parses the texts.
    pub(super) fn parse(text: &str) -> Result<Self, DocumentError> {
        Ok(toml::from_str(text)?)
    }

    /// Adds the texts and examples of an operation.
    pub(super) fn describe(
        &self,
        key: &str,
        operation: &mut Map<String, Value>,
        schemas: &Schemas,
    ) -> Result<(), DocumentError> {
        let (method, path) = key.split_once(' ').unwrap_or_default();
        let text = self.operations.get(key);
        if let Some(text) = text {
            operation.insert("operationId".to_owned(), text.id.as_str().into());
            operation.insert("summary".to_owned(), text.summary.as_str().into());
            operation.insert("description".to_owned(), text.text.as_str().into());
        }
        for (name, header) in &self.headers {
            if applies_to(&header.on, method, key) {
                headers::request_header(operation, name, &header.text, header.longest);
            }
        }
        let values = text.and_then(|text| text.request.as_deref()).map(|request| Values::of(path, request));
        for parameter in parameters(operation) {
            let Some(name) = parameter.get("name").and_then(Value::as_str).map(str::to_owned) else {
                continue;
            };
            let own = text.and_then(|text| text.parameters.get(&name));
            let in_header = parameter.get("in").is_some_and(|place| place == "header");
            if let Some(description) = own.or_else(|| self.parameters.get(&name).filter(|_| !in_header)) {
                parameter.insert("description".to_owned(), description.as_str().into());
            }
            if let Some(value) = values.as_ref().and_then(|values| values.get(&name)) {
                parameter.insert("example".to_owned(), typed(parameter.get("schema"), &value, schemas));
            }
        }
        if let Some(text) = text {
            text.add_body(key, operation)?;
        }
        for (status, answer) in answers(operation) {
            let own = text.and_then(|text| text.answers.get(status));
            if let Some(description) = own.or_else(|| self.answers.get(status)) {
                answer.insert("description".to_owned(), description.as_str().into());
            }
            let with_status = |header: &AnswerHeader| header.status.iter().any(|known| known == status);
            for (name, header) in self.told.iter().filter(|(_, header)| with_status(header)) {
                if applies_to(&header.on, method, key) {
                    headers::answer_header(answer, name, &header.text);
                }
            }
        }
        Ok(())
    }

    /// For each operation, where its answer contains parameters of other operations.
    pub(super) fn link_sources(&self) -> LinkSources<'_> {
        let all = self.operations.iter().filter(|(_, text)| !text.gives.is_empty());
        all.map(|(key, text)| (key.as_str(), &text.gives)).collect()
    }
}

/// The values of path and query parameters in an example request.
struct Values<'a> {
    path: &'a str,
    filled: &'a str,
    query: &'a str,
}

impl<'a> Values<'a> {
    fn of(path: &'a str, request: &'a str) -> Self {
        let (filled, query) = request.split_once('?').unwrap_or((request, ""));
        Self { path, filled, query }
    }

    fn get(&self, name: &str) -> Option<String> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        let segments = self.path.split('/').zip(self.filled.split('/'));
        let segments = segments.map(|(model, value)| (model.trim_matches(['{', '}']), value));
        let found = segments.chain(pairs).find(|(known, value)| *known == name && name != *value)?;
        Some(percent_decode_str(found.1).decode_utf8_lossy().into_owned())
    }
}

/// A value as JSON of the kind that a schema asks for.
fn typed(schema: Option<&Value>, text: &str, schemas: &Schemas) -> Value {
    let schema = schema.map(|schema| resolved(schema, schemas));
    let kind = schema.and_then(|schema| schema.get("type")).and_then(Value::as_str).unwrap_or_default();
    match kind {
        "integer" | "boolean" => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
        "array" => {
            let items = schema.and_then(|schema| schema.get("items"));
            json!(text.split(',').map(|item| typed(items, item, schemas)).collect::<Vec<_>>())
        }
        _ => text.into(),
    }
}
