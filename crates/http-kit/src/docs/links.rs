//! OpenAPI links: which values of an answer are the parameters of other operations, so that programs find what
//! they can do with a created or listed resource.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::operation::{answers, operations, parameters};

/// Where an answer contains a parameter of other operations. For each operation that gives such an answer: the
/// path prefix that ends in the parameter, as `/sku/{sku}`, and the JSON pointer of its value in the body.
pub(super) type LinkSources<'a> = BTreeMap<&'a str, &'a BTreeMap<String, String>>;

/// An operation that a link can lead to.
struct Target {
    id: String,
    path: String,
    /// The parameters: name, and `path` or `query`.
    parameters: Vec<(String, String)>,
}

/// Adds links to the successful answers of the operations in `sources`.
pub(super) fn add(document: &mut Value, sources: &LinkSources<'_>) {
    let targets: Vec<Target> =
        operations(document).filter_map(|(_, path, operation)| Target::of(path, operation)).collect();
    for (method, path, operation) in operations(document) {
        let key = format!("{} {path}", method.to_uppercase());
        let (Some(values), Some(from)) = (sources.get(key.as_str()), Target::of(path, operation)) else {
            continue;
        };
        let links: Map<String, Value> = values
            .iter()
            .flat_map(|(path_prefix, pointer)| {
                let within = targets.iter().filter(move |to| to.is_within(path_prefix));
                within.filter_map(|to| Some((to.id.clone(), link(&from, to, path_prefix, pointer)?)))
            })
            .collect();
        for (_, answer) in answers(operation).filter(|(status, _)| ["200", "201"].contains(status)) {
            answer.insert("links".to_owned(), links.clone().into());
        }
    }
}

impl Target {
    fn of(path: &str, operation: &mut Map<String, Value>) -> Option<Self> {
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let all = parameters(operation).filter_map(|p| Some((text(p.get("name"))?, text(p.get("in"))?)));
        let parameters = all.filter(|(_, location)| location == "path" || location == "query").collect();
        Some(Self { id: text(operation.get("operationId"))?, path: path.to_owned(), parameters })
    }

    fn is_within(&self, path_prefix: &str) -> bool {
        self.path.strip_prefix(path_prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// Parameters that keep their value in linked requests: the store, and the kind of identifier.
const CARRIED_OVER: [&str; 2] = ["usuarioId", "tipoIdentificador"];

/// The link between two operations; `None` when a parameter of the path has no value.
fn link(from: &Target, to: &Target, path_prefix: &str, pointer: &str) -> Option<Value> {
    let parameter = path_prefix.rsplit('/').next().unwrap_or_default().trim_matches(['{', '}']);
    let mut values = Map::new();
    for (name, location) in &to.parameters {
        let value = match from.parameters.iter().find(|(known, _)| known == name) {
            _ if name == parameter && pointer.is_empty() => "$response.body".to_owned(),
            _ if name == parameter => format!("$response.body#{pointer}"),
            Some((_, other)) if other == "path" || CARRIED_OVER.contains(&name.as_str()) => {
                format!("$request.{other}.{name}")
            }
            _ if location == "path" => return None,
            _ => continue,
        };
        values.insert(format!("{location}.{name}"), value.into());
    }
    Some(json!({ "operationId": to.id, "parameters": values }))
}

/// Updates the links of an operation after operations were renamed.
pub(super) fn rename(operation: &mut Map<String, Value>, names: &BTreeMap<String, String>) {
    for (_, answer) in answers(operation) {
        let links = answer.get_mut("links").and_then(Value::as_object_mut);
        for link in links.into_iter().flat_map(Map::values_mut) {
            if let Some(Value::String(id)) = link.get_mut("operationId")
                && let Some(new) = names.get(id)
            {
                id.clone_from(new);
            }
        }
    }
}
