//! OpenAPI document of an interface: utoipa's document of the routes, completed with texts and examples.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::StatusCode;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use super::DocumentError;
use super::headers;
use super::links;
use super::members::Members;
use super::operation::{answers, operations, set};
use super::schemas;
use super::texts::Texts;
use crate::interface::Mount;

/// Answers by operation, then by status.
type Recorded = BTreeMap<String, BTreeMap<String, Value>>;

/// Texts and examples that a document has beside its routes.
#[derive(Debug, Clone, Copy)]
pub struct Sources {
    /// Texts in Portuguese and example requests, in the TOML format of `docs/texts.rs`.
    pub texts: &'static str,
    /// Descriptions of schemas and their members, in the TOML format of `docs/members.rs`.
    pub members: &'static str,
    /// The answers to the example requests, in JSON: by operation, then by status.
    pub answers: &'static str,
}

impl Default for Sources {
    fn default() -> Self {
        Self { texts: "", members: "", answers: "{}" }
    }
}

/// The document of a handler crate: `base`, the routes that `register` adds, and their `sources`.
///
/// # Errors
/// The sources are invalid.
pub fn document(
    base: OpenApi,
    register: fn(&mut Mount<'_>),
    sources: Sources,
) -> Result<Value, DocumentError> {
    complete_document(&document_of_routes(base, register), sources)
}

/// utoipa's document of the routes.
pub(crate) fn document_of_routes(base: OpenApi, register: fn(&mut Mount<'_>)) -> OpenApi {
    let mut document = base;
    register(&mut Mount::in_document(&mut document));
    document
}

/// The document that clients see.
pub(crate) fn complete_document(routes: &OpenApi, sources: Sources) -> Result<Value, DocumentError> {
    let texts = Texts::parse(sources.texts)?;
    let members = Members::parse(sources.members)?;
    let recorded: Recorded = serde_json::from_str(sources.answers).map_err(DocumentError::Answers)?;
    let mut document = serde_json::to_value(routes)?;
    schemas::inlined_to_references(&mut document);
    members.describe(&mut document);
    let known = schemas::all(&document);
    for (method, path, operation) in operations(&mut document) {
        plain_text_to_json(operation);
        describe_answers(operation);
        headers::add(method, operation);
        let key = format!("{} {path}", method.to_uppercase());
        texts.describe(&key, operation, &known)?;
        show_answers(operation, recorded.get(&key));
        members.describe_operation(operation);
    }
    schemas::split_and_prune(&mut document, &texts.absent);
    links::add(&mut document, &texts.link_sources());
    set(&mut document, &["servers"], json!([{ "url": "/" }]));
    set(&mut document, &["components", "securitySchemes", "chave"], key_scheme());
    set(&mut document, &["security"], json!([{ "chave": [] }]));
    Ok(document)
}

/// Adds the recorded answers of an operation as examples.
fn show_answers(operation: &mut Map<String, Value>, recorded: Option<&BTreeMap<String, Value>>) {
    for (status, answer) in answers(operation) {
        let Some(body) = recorded.and_then(|all| all.get(status)) else { continue };
        let kinds = answer.get_mut("content").and_then(Value::as_object_mut);
        for kind in kinds.into_iter().flat_map(Map::values_mut) {
            set(kind, &["example"], body.clone());
        }
    }
}

/// Renames the operations of a document that have the name of one in another document.
fn rename_operations(document: &mut Value, taken: &mut BTreeSet<String>, name: &str) {
    let mut renamed = BTreeMap::new();
    for (_, _, operation) in operations(document) {
        let Some(Value::String(id)) = operation.get_mut("operationId") else { continue };
        if !taken.insert(id.clone()) {
            let new = format!("{id}{}", name.to_uppercase());
            renamed.insert(std::mem::replace(id, new.clone()), new);
        }
    }
    for (_, _, operation) in operations(document) {
        links::rename(operation, &renamed);
    }
}

/// Merges the documents of several interfaces under a common title.
pub(crate) fn merge(documents: Vec<(&'static str, Value)>, title: &str) -> Value {
    let several = documents.len() > 1;
    let mut taken = BTreeSet::new();
    let documents = documents.into_iter().map(|(name, mut document)| {
        rename_operations(&mut document, &mut taken, name);
        document
    });
    let merged = documents.reduce(|mut merged, document| {
        for pointer in ["/paths", "/components/schemas"] {
            let Some(Value::Object(others)) = document.pointer(pointer).cloned() else { continue };
            if let Some(Value::Object(known)) = merged.pointer_mut(pointer) {
                others.into_iter().for_each(|(name, value)| {
                    known.entry(name).or_insert(value);
                });
            }
        }
        if let (Some(Value::Array(known)), Some(Value::Array(others))) =
            (merged.get_mut("tags"), document.get("tags"))
        {
            known.extend(others.iter().cloned());
        }
        merged
    });
    let mut merged = merged.unwrap_or_default();
    if several {
        set(&mut merged, &["info", "title"], title.into());
    }
    merged
}

/// The security scheme of keys. Not `http` with `basic`: generated clients would encode the key as user and
/// password.
fn key_scheme() -> Value {
    json!({
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "A chave vai como está, sem base64: `Basic <chave>`.",
    })
}

/// Describes answers without a description by the name of their status: a valid document needs descriptions.
fn describe_answers(operation: &mut Map<String, Value>) {
    for (status, answer) in answers(operation) {
        if answer.get("description").and_then(Value::as_str).is_none_or(str::is_empty) {
            let known = status.parse().ok().and_then(|code: StatusCode| code.canonical_reason());
            answer.insert("description".to_owned(), known.unwrap_or(status).into());
        }
    }
}

/// Declares a bare boolean or number as JSON; utoipa declares it as plain text.
fn plain_text_to_json(operation: &mut Map<String, Value>) {
    for (_, answer) in answers(operation) {
        if let Some(kinds) = answer.get_mut("content").and_then(Value::as_object_mut)
            && let Some(body) = kinds.remove("text/plain")
        {
            kinds.insert("application/json".to_owned(), body);
        }
    }
}
