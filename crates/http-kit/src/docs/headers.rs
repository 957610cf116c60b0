//! Documentation of the headers that the kit reads and writes, for each operation that has them.

use serde_json::{Map, Value, json};

use super::operation::{answers, set};

const NEXT: &str = "A página seguinte, `rel=\"next\"`; não vem na última.";

/// Adds the headers of requests and answers to an operation.
pub(super) fn add(method: &str, operation: &mut Map<String, Value>) {
    let has_etag = operation.get("responses").is_some_and(|all| all.get("304").is_some());
    let paged = parameters(operation).any(|p| p.get("name").is_some_and(|name| name == "cursor"));
    if method == "get" && has_etag {
        request_header(
            operation,
            "If-None-Match",
            "O `ETag` de uma leitura anterior: se nada mudou, a resposta é 304.",
            None,
        );
    }
    let text = "Identifica a requisição nos registros do servidor; sem ele o servidor escolhe um.";
    request_header(operation, "X-Request-Id", text, None);
    for (status, answer) in answers(operation) {
        let mut describe = |name: &str, description: &str| answer_header(answer, name, description);
        describe("X-Request-Id", "Identifica a requisição nos registros do servidor.");
        match status {
            "200" | "304" if has_etag => {
                describe("ETag", "A versão do que foi lido, para `If-None-Match` e `If-Match`.")
            }
            "200" if paged => describe("Link", NEXT),
            "401" => describe("WWW-Authenticate", "Diz que falta uma chave válida."),
            "405" => describe("Allow", "Os métodos que o caminho tem."),
            "429" | "503" | "507" => describe("Retry-After", "Depois de quantos segundos tentar de novo."),
            _ => {}
        }
        // the routes describe these in English
        reword(answer, "Link", NEXT);
        reword(answer, "x-total-count", "Quantos há ao todo, não só nesta página.");
    }
}

/// Replaces the description of a header, if the answer has it.
fn reword(answer: &mut Map<String, Value>, name: &str, description: &str) {
    if let Some(header) = answer.get_mut("headers").and_then(|all| all.get_mut(name)) {
        set(header, &["description"], description.into());
    }
}

fn parameters(operation: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    operation.get("parameters").and_then(Value::as_array).into_iter().flatten()
}

/// Adds an optional request header; a value longer than `longest` is refused.
pub(super) fn request_header(
    operation: &mut Map<String, Value>,
    name: &str,
    description: &str,
    longest: Option<u32>,
) {
    let mut schema = json!({ "type": "string" });
    if let Some(longest) = longest {
        set(&mut schema, &["minLength"], 1.into());
        set(&mut schema, &["maxLength"], longest.into());
    }
    let all = operation.entry("parameters").or_insert_with(|| json!([]));
    if let Some(all) = all.as_array_mut() {
        all.push(json!({
            "name": name,
            "in": "header",
            "description": description,
            "required": false,
            "schema": schema,
        }));
    }
}

/// Adds a header to an answer, or replaces it.
pub(super) fn answer_header(answer: &mut Map<String, Value>, name: &str, description: &str) {
    let all = answer.entry("headers").or_insert_with(|| json!({}));
    if let Some(all) = all.as_object_mut() {
        all.retain(|known, _| !known.eq_ignore_ascii_case(name));
        let kind = if name == "Retry-After" { "integer" } else { "string" };
        all.insert(name.to_owned(), json!({ "description": description, "schema": { "type": kind } }));
    }
}
