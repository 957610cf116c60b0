//! Descriptions of schemas and their members, in Portuguese.
//!
//! ```toml
//! [every]                     # by name, for members without a text of their own schema
//! sku = "O código do SKU."
//!
//! [Sku]
//! _ = "Um item à venda."      # the schema itself
//! nome = "Nome do produto."
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::DocumentError;
use super::operation::{answers, parameters};

type ByName = BTreeMap<String, String>;

/// The key of the schema's own description.
const ITSELF: &str = "_";

/// Members of a schema that contain other schemas.
const PARTS: [&str; 4] = ["items", "oneOf", "allOf", "anyOf"];

/// The texts of an interface's schemas.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Members {
    every: ByName,
    /// All other tables.
    #[serde(flatten)]
    schemas: BTreeMap<String, ByName>,
}

impl Members {
    /// Parses the texts.
    pub(super) fn parse(text: &str) -> Result<Self, DocumentError> {
        Ok(toml::from_str(text)?)
    }

    /// Replaces the descriptions of a document's schemas, which come from the code's comments. Without any
    /// texts the document keeps those.
    pub(super) fn describe(&self, document: &mut Value) {
        if self.schemas.is_empty() {
            return;
        }
        let schemas = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
        for (name, schema) in schemas.into_iter().flatten() {
            // a generic schema has the name of its argument too: `RetornoPaginado_Canal`
            let general = name.split('_').next().unwrap_or(name);
            let own = [name.as_str(), general].map(|name| self.schemas.get(name));
            self.describe_schema(schema, &own);
            set_description(schema, own.iter().flatten().find_map(|texts| texts.get(ITSELF)));
        }
    }

    /// Replaces the descriptions of schemas within an operation.
    pub(super) fn describe_operation(&self, operation: &mut Map<String, Value>) {
        if self.schemas.is_empty() {
            return;
        }
        let mut describe = |holder: &mut Map<String, Value>| {
            if let Some(schema) = holder.get_mut("schema") {
                self.describe_schema(schema, &[]);
                set_description(schema, None);
            }
        };
        parameters(operation).for_each(&mut describe);
        for (_, answer) in answers(operation) {
            contents(answer).for_each(&mut describe);
        }
        let body = operation.get_mut("requestBody").and_then(Value::as_object_mut);
        body.into_iter().flat_map(contents).for_each(describe);
    }

    /// Replaces the descriptions of a schema's members, also nested ones.
    fn describe_schema(&self, schema: &mut Value, own: &[Option<&ByName>]) {
        let Some(schema) = schema.as_object_mut() else { return };
        for (name, member) in
            schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten()
        {
            self.describe_schema(member, own);
            let mut texts = own.iter().copied().flatten().chain([&self.every]);
            set_description(member, texts.find_map(|texts| texts.get(name)));
        }
        for part in PARTS {
            match schema.get_mut(part) {
                Some(Value::Array(parts)) => parts.iter_mut().for_each(|part| {
                    self.describe_schema(part, own);
                    set_description(part, None);
                }),
                Some(part) => {
                    self.describe_schema(part, own);
                    set_description(part, None);
                }
                None => {}
            }
        }
    }
}

/// The media types of a body.
fn contents(holder: &mut Map<String, Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    let kinds = holder.get_mut("content").and_then(Value::as_object_mut).into_iter();
    kinds.flat_map(Map::values_mut).filter_map(Value::as_object_mut)
}

/// Sets the description of a schema, or removes it.
fn set_description(schema: &mut Value, text: Option<&String>) {
    let Some(schema) = schema.as_object_mut() else { return };
    match text {
        Some(text) => schema.insert("description".to_owned(), text.as_str().into()),
        None => schema.remove("description"),
    };
}
