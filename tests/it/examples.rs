//! Every documented example is true: sent as it stands to a server with the data of the demonstration it
//! succeeds, and is answered what the document shows. The headers that the document names are obeyed.
//!
//! `ENTREPOSTO_RECORD=1 cargo test -p entreposto-tests --test it examples::` writes the answers down anew.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::app::with_public_url;
use crate::support::contract::{Contract, Operation};
use crate::support::layout::layout;
use crate::support::shown::{Example, demonstration};
use crate::support::{Answer, Database, TestApp, TestClient, run_with};

/// Longest answer that is shown, in bytes.
const SHOWN: usize = 8_000;

/// By operation, then by status.
type Recorded = BTreeMap<String, BTreeMap<String, Value>>;

/// Reading changes nothing, and what is deleted is not there for others.
fn in_order(contract: &Contract) -> Vec<Operation<'_>> {
    let mut operations = contract.operations();
    let place =
        |o: &Operation<'_>| ["GET", "POST", "PUT", "PATCH", "DELETE"].iter().position(|m| *m == o.method);
    // what is below something goes before it
    let below = |o: &Operation<'_>| {
        if o.method == "DELETE" { Reverse(o.model.split('/').count()) } else { Reverse(0) }
    };
    operations.sort_by_key(|o| (place(o), below(o)));
    operations
}

fn obeys(operation: &Operation<'_>, header: &str) -> bool {
    operation.parameters("header").contains(&header)
}

/// True for the answer to a batch all of whose items were refused.
fn nothing_done(answer: &Answer) -> bool {
    let items = serde_json::from_slice::<Vec<Value>>(&answer.corpo).unwrap_or_default();
    !items.is_empty() && items.iter().all(|item| item["erro"].is_object())
}

/// Sends all examples of an interface; answers what came back.
async fn send_all(contract: &'static Contract, client: &TestClient) -> Recorded {
    let client = client.clone().with_contract(contract);
    let mut recorded = Recorded::new();
    for operation in in_order(contract) {
        let (name, example) = (operation.name(), Example::of(&operation));
        if obeys(&operation, "If-Match") {
            let late = example.send(&client, &[("if-match", "\"outra\"")]).await;
            assert_eq!(late.status, 412, "{name} obeys no If-Match: {late:?}");
        }
        // a key is visible characters without blanks
        let visible = name.replace(' ', "-");
        let key = [("idempotency-key", visible.as_str()), ("if-match", "\"outra\"")];
        let may_repeat = obeys(&operation, "Idempotency-Key");
        // reads look at it too; the writes that do not tell of it do not
        let blind = operation.method != "GET" && !obeys(&operation, "If-Match");
        let headers = if blind { &key[..] } else { &key[..1] };
        let answer = example.send(&client, headers).await;
        // what a hub does not have: the document promises no success, and says so
        let refused = !(200..300).any(|status| operation.promises(status));
        assert!(
            if refused { answer.status == 422 } else { (200..300).contains(&answer.status) },
            "{name} {}: {answer:?}",
            example.path
        );
        let again = may_repeat.then_some(()).map(|()| example.send(&client, headers));
        if let Some(again) = again {
            let again = again.await;
            // a batch of which nothing was done is done anew
            let kept = if nothing_done(&answer) { "" } else { "true" };
            assert_eq!(again.header("idempotent-replayed"), kept, "{name}: {again:?}");
            assert_eq!(again.corpo, answer.corpo, "{name}");
        }
        for header in ["ETag", "Link", "Location", "X-Aviso", "X-Request-Id", "x-total-count"] {
            let told = &operation.said["responses"][answer.status.to_string()]["headers"];
            let there = answer.headers.contains_key(header);
            assert!(told.get(header).is_some() || !there, "{name} does not tell of {header}");
        }
        if !answer.corpo.is_empty() && answer.corpo.len() < SHOWN {
            recorded.entry(name.clone()).or_default().insert(answer.status.to_string(), answer.json());
        }
    }
    recorded
}

/// A value without what differs from one day and one run to the next.
fn kinds(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            members.iter().map(|(name, member)| (name.clone(), kinds(member))).collect()
        }
        Value::Array(items) => items.iter().map(kinds).collect(),
        Value::Number(_) => json!("number"),
        Value::String(_) => json!("text"),
        Value::Bool(_) => json!("boolean"),
        Value::Null => Value::Null,
    }
}

fn compare(interface: &str, contract: &Contract, seen: &Recorded) {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../crates/api-{interface}/src/doc/answers.json"));
    if std::env::var_os("ENTREPOSTO_RECORD").is_some() {
        fs::write(&file, layout(&serde_json::to_value(seen).unwrap(), usize::MAX)).unwrap();
        return;
    }
    for (name, answers) in seen {
        let (method, model) = name.split_once(' ').unwrap();
        let operations = contract.operations();
        let operation = operations.iter().find(|o| o.method == method && o.model == model).unwrap();
        for (status, body) in answers {
            let content = operation.said["responses"][status]["content"].as_object().unwrap();
            let shown = &content.values().next().unwrap()["example"];
            assert_eq!(
                kinds(shown),
                kinds(body),
                "{name}: the document shows another answer; the first lines of this file say how it is \
                 written down anew"
            );
        }
    }
}

async fn every_example_succeeds(app: TestApp) {
    for (interface, (contract, client)) in ["a", "b"].into_iter().zip(demonstration(&app)) {
        let seen = send_all(contract, &client).await;
        compare(interface, contract, &seen);
    }
}

#[test]
fn every_example_succeeds_on_sqlite() {
    run_with(Database::Sqlite, with_public_url, every_example_succeeds);
}

#[test]
fn every_example_succeeds_on_postgres() {
    if std::env::var_os("ENTREPOSTO_RECORD").is_none() {
        run_with(Database::Postgres, with_public_url, every_example_succeeds);
    }
}
