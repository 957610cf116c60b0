//! The bounds that the documents state are the readers': what is beyond one is refused, and what a reader
//! refuses for being too long, too many or too large is stated.

use reqwest::Method;
use serde_json::{Value, json};

use crate::parameters;
use crate::support::contract::{Contract, Operation};
use crate::support::shown::{Example, FILE, demonstration};
use crate::support::{Answer, Database, TestApp, TestClient, run, schema};

/// A member that a body may have: its path, and its schema.
struct Member<'a> {
    path: Vec<Step<'a>>,
    schema: &'a Value,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Name(&'a str),
    First,
}

/// The schema behind references, and behind an `oneOf` whose other half is null.
fn plain<'a>(document: &'a Value, said: &'a Value) -> &'a Value {
    let said = schema::resolve(document, said);
    let mut parts = said["oneOf"].as_array().into_iter().flatten().filter(|part| part["type"] != "null");
    match (parts.next(), parts.next()) {
        (Some(only), None) => plain(document, only),
        _ => said,
    }
}

/// Every member of a body, its own place included.
fn members<'a>(document: &'a Value, said: &'a Value, path: Vec<Step<'a>>, found: &mut Vec<Member<'a>>) {
    let schema = plain(document, said);
    assert!(path.len() < 8, "a shape holds itself");
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        members(document, member, [&path[..], &[Step::Name(name)]].concat(), found);
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        members(document, part, path.clone(), found);
    }
    if let Some(items) = schema.get("items") {
        members(document, items, [&path[..], &[Step::First]].concat(), found);
    }
    found.push(Member { path, schema });
}

/// The body with a value at a place; what lies between is made.
fn with(body: &Value, path: &[Step<'_>], value: Value) -> Value {
    match path {
        [] => value,
        [Step::Name(name), rest @ ..] => {
            let mut body = if body.is_object() { body.clone() } else { json!({}) };
            body[*name] = with(&body[*name], rest, value);
            body
        }
        [Step::First, rest @ ..] => json!([with(&body[0], rest, value)]),
    }
}

/// How problems name a place, seen from `from`.
fn name(path: &[Step<'_>]) -> String {
    path.iter().fold(String::new(), |text, step| match step {
        Step::Name(name) if text.is_empty() => (*name).to_owned(),
        Step::Name(name) => format!("{text}.{name}"),
        Step::First => format!("{text}[0]"),
    })
}

/// The problems that an answer tells of, those of the items of a batch included.
fn problems(answer: &Answer) -> String {
    if answer.corpo.is_empty() || answer.status == 413 {
        return String::new();
    }
    let body = answer.json();
    let mut all = vec![&body["validationErrors"], &body["mensagem"]];
    let lists = ["erro", "produtosNaoAtualizados"].map(|list| &body[list]);
    for item in lists.iter().chain([&&body]).filter_map(|list| list.as_array()).flatten() {
        all.extend([&item["erro"]["validationErrors"], &item["detalhes"], &item["erro"]["message"]]);
    }
    all.iter().map(|value| value.to_string()).filter(|text| text != "null").collect::<Vec<_>>().join(" ")
}

/// True when nothing was taken, or one item of a batch was not.
fn is_refused(answer: &Answer) -> bool {
    let refused = |item: &Value| item["status"].as_i64().is_some_and(|status| status >= 400);
    let items = || answer.json().as_array().is_some_and(|items| items.iter().any(refused));
    answer.status >= 400 || (!answer.corpo.is_empty() && items())
}

/// The number between two pieces of a text.
fn number(text: &str, before: &str, after: &str) -> Option<f64> {
    text.split(before).skip(1).find_map(|rest| rest.split_once(after)?.0.parse().ok())
}

/// One place in a request that a value can be put to.
struct Place<'a> {
    /// For the reader of a failure.
    name: String,
    /// How problems name it.
    said: String,
    schema: &'a Value,
}

impl Place<'_> {
    fn is(&self, kind: &str) -> bool {
        let said = &self.schema["type"];
        said == kind || said.as_array().is_some_and(|kinds| kinds.iter().any(|one| one == kind))
    }

    fn bound(&self, word: &str) -> Option<f64> {
        self.schema.get(word).map(|bound| bound.as_f64().unwrap())
    }

    /// What was wrong with this place.
    fn told(&self, answer: &Answer) -> Option<String> {
        let all = problems(answer);
        if self.said.is_empty() {
            return (!all.is_empty()).then_some(all);
        }
        let quoted = [format!("\"{}: ", self.said), format!(" {}: ", self.said)];
        let own = |mark: &String| all.find(mark.as_str()).map(|at| all[at + mark.len()..].to_owned());
        let text = quoted.iter().find_map(own)?;
        // up to the next problem
        Some(text.split("\",").next().unwrap_or_default().split(';').next().unwrap_or_default().to_owned())
    }

    /// What to try, and which word of the document says how far it may go.
    fn trials(&self) -> Vec<(&'static str, Value)> {
        if self.schema.get("enum").is_some() || self.schema["format"] == "date-time" {
            return Vec::new();
        }
        if self.is("string") {
            let longer = |bound: f64| json!("x".repeat(bound as usize + 1));
            return vec![("maxLength", self.bound("maxLength").map_or_else(|| longer(200_000.0), longer))];
        }
        if self.is("array") {
            let more = |bound: f64| Value::Array(vec![json!(1); bound as usize + 1]);
            return vec![("maxItems", self.bound("maxItems").map_or_else(|| more(60_000.0), more))];
        }
        if self.is("integer") || self.is("number") {
            let above = self.bound("maximum").map(|bound| bound + 1.0).or(self.bound("exclusiveMaximum"));
            let whole = |value: f64| if self.is("integer") { json!(value as i64) } else { json!(value) };
            // beyond 32 bits it is another problem, which the format states
            let (low, high) = if self.schema["format"] == "int32" {
                (f64::from(i32::MIN), f64::from(i32::MAX))
            } else {
                (-1e12, 1e13)
            };
            return vec![
                ("minimum", whole(self.bound("minimum").map_or(low, |bound| bound - 1.0))),
                ("maximum", whole(above.unwrap_or(high))),
            ];
        }
        Vec::new()
    }

    /// Holds what is refused against what is stated.
    fn judge(&self, word: &str, value: &Value, answer: &Answer, found: &mut Vec<String>) {
        let stated = self.bound(word).or(match word {
            "maximum" => self.bound("exclusiveMaximum"),
            _ => None,
        });
        let short: String = value.to_string().chars().take(40).collect();
        match (stated, self.told(answer)) {
            (Some(bound), None) if !is_refused(answer) && !is_left_out(answer) => {
                found.push(format!("{}: {word} {bound} is stated, {short} was taken: {answer:?}", self.name));
            }
            (None, Some(told)) => {
                let limit = match word {
                    "maxLength" => number(&told, " a ", " caracteres").or(number(&told, "máximo ", " car")),
                    "maxItems" => number(&told, "no máximo ", " itens"),
                    _ if told.contains("ou igual a zero") || told.contains("em módulo") => Some(0.0),
                    _ => number(&told, "um inteiro de ", " a "),
                };
                if let Some(limit) = limit {
                    found.push(format!("{}: {word} is not stated ({limit}): {told}", self.name));
                }
            }
            _ => {}
        }
        if word == "maxLength"
            && let Some(told) = self.told(answer)
            && let (Some(least), Some(_)) =
                (number(&told, "deve ter de ", " a "), number(&told, " a ", " caracteres"))
            && least > self.bound("minLength").unwrap_or_default()
        {
            found.push(format!("{}: minLength {least} is not stated", self.name));
        }
    }
}

/// Tries every member of the body of an operation.
async fn try_body(
    contract: &'static Contract,
    operation: &Operation<'_>,
    client: &TestClient,
) -> Vec<String> {
    let (mut found, mut all) = (Vec::new(), Vec::new());
    let Some(body) = operation.body() else { return found };
    members(&contract.documento, body, Vec::new(), &mut all);
    let example = Example::of(operation);
    let shown: Value = match &example.body {
        // it has no members
        Some((kind, _)) if kind == FILE => return found,
        Some((_, text)) => serde_json::from_str(text).unwrap(),
        None => json!({}),
    };
    for Member { path, schema } in all {
        // the items of a batch are judged one by one, each as a body of its own
        let of_item = matches!(path.first(), Some(Step::First)) && is_batch(operation);
        let said = name(if of_item { &path[1..] } else { &path });
        if of_item && path.len() == 1 {
            continue;
        }
        let place = format!("{}, {}", operation.name(), name(&path));
        let place = Place { name: place, said, schema };
        for (word, value) in place.trials() {
            let method = Method::from_bytes(operation.method.as_bytes()).unwrap();
            let answer = client.json(method, &example.path, &with(&shown, &path, value.clone())).await;
            place.judge(word, &value, &answer, &mut found);
        }
    }
    found
}

/// True of a move that was made without a detail, which it names.
fn is_left_out(answer: &Answer) -> bool {
    answer.header("x-aviso").contains("nao-mantido") || answer.text().contains("não foi mantido")
}

/// True when one bad item does not make the whole request a bad one.
fn is_batch(operation: &Operation<'_>) -> bool {
    let model = operation.model;
    let of_b = ["/produtos/estoques", "/produtos/precos", "/produtos/precos/lote"];
    model.contains("/Lote") && !model.contains("/Categoria/")
        || model.starts_with("/Pedido/Fila/")
        || of_b.contains(&model)
        || model.starts_with("/tabelaPrecos/")
}

/// Tries every parameter of a reading operation.
async fn try_parameters(
    contract: &'static Contract,
    operation: &Operation<'_>,
    client: &TestClient,
) -> Vec<String> {
    let mut found = Vec::new();
    if operation.method != "GET" {
        return found;
    }
    let path = Example::of(operation).path;
    for parameter in operation.said["parameters"].as_array().into_iter().flatten() {
        if parameter["in"] != "query" {
            continue;
        }
        let name = parameter["name"].as_str().unwrap();
        let said = name.to_owned();
        let schema = plain(&contract.documento, &parameter["schema"]);
        let place = Place { name: format!("GET {}, {name}", operation.model), said, schema };
        for (word, value) in place.trials() {
            let text = match &value {
                Value::String(text) => text.chars().take(3000).collect(),
                Value::Array(items) => vec!["1"; items.len().min(1001)].join(","),
                other => other.to_string(),
            };
            let answer = client.get(&parameters::with(&path, name, &text)).await;
            place.judge(word, &value, &answer, &mut found);
        }
    }
    found
}

async fn bounds_are_the_readers(app: TestApp) {
    let mut found = Vec::new();
    for (contract, client) in demonstration(&app) {
        for operation in contract.operations() {
            found.extend(try_body(contract, &operation, &client).await);
            found.extend(try_parameters(contract, &operation, &client).await);
        }
    }
    assert!(found.is_empty(), "{} bounds:\n{}", found.len(), found.join("\n"));
}

/// (What a reader says does not depend on the database.)
#[test]
fn what_is_beyond_a_bound_is_refused_and_every_bound_is_stated() {
    run(Database::Sqlite, bounds_are_the_readers);
}
