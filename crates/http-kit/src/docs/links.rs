//! What an answer holds that other operations ask for: how programs that walk a document find their way from
//! what was created, or listed, to all that can be done with it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::operation::{answers, operations, parameters};

/// What the answers of operations give: by operation, by the beginning of a path that ends in a parameter,
/// where in the body its value is.
pub(super) type Given<'a> = BTreeMap<&'a str, &'a BTreeMap<String, String>>;

/// An operation that a link can lead to.
struct Target {
    id: String,
    path: String,
    /// Names of its parameters, with their places.
    parameters: Vec<(String, String)>,
}

/// Links the successes of those operations with whatever takes what they give.
pub(super) fn add(document: &mut Value, given: &Given<'_>) {
    let targets: Vec<Target> =
        operations(document).filter_map(|(_, path, operation)| Target::of(path, operation)).collect();
    for (method, path, operation) in operations(document) {
        let key = format!("{} {path}", method.to_uppercase());
        let (Some(given), Some(source)) = (given.get(key.as_str()), Target::of(path, operation)) else {
            continue;
        };
        let links: Map<String, Value> = given
            .iter()
            .flat_map(|(begin, pointer)| {
                let within = targets.iter().filter(move |to| to.is_within(begin));
                within.filter_map(|to| Some((to.id.clone(), link(&source, to, begin, pointer)?)))
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
        let parameters = all.filter(|(_, place)| place == "path" || place == "query").collect();
        Some(Self { id: text(operation.get("operationId"))?, path: path.to_owned(), parameters })
    }

    fn is_within(&self, begin: &str) -> bool {
        self.path.strip_prefix(begin).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// What says whose a thing is, or how it is named: what held for one request holds for the next.
const KEPT: [&str; 2] = ["usuarioId", "tipoIdentificador"];

/// How one operation is asked with what the answer of another one gives; `None` where that is not enough.
fn link(from: &Target, to: &Target, begin: &str, pointer: &str) -> Option<Value> {
    let of_path = begin.rsplit('/').next().unwrap_or_default().trim_matches(['{', '}']);
    let mut asked = Map::new();
    for (name, place) in &to.parameters {
        let value = match from.parameters.iter().find(|(known, _)| known == name) {
            _ if name == of_path && pointer.is_empty() => "$response.body".to_owned(),
            _ if name == of_path => format!("$response.body#{pointer}"),
            Some((_, other)) if other == "path" || KEPT.contains(&name.as_str()) => {
                format!("$request.{other}.{name}")
            }
            _ if place == "path" => return None,
            _ => continue,
        };
        asked.insert(format!("{place}.{name}"), value.into());
    }
    Some(json!({ "operationId": to.id, "parameters": asked }))
}

/// Lets the links of an operation lead to operations by their new names.
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
