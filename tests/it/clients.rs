//! The clients beside the workspace are generated, and committed, from the documents.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::crates::root;
use crate::support::contract::Contract;

/// Its words alone: a comment begins each line with a star, and may not hold its own end.
fn words(text: &str) -> String {
    let text = text.replace("*\\/", "*/");
    text.split_whitespace().filter(|word| *word != "*").collect::<Vec<_>>().join(" ")
}

fn descriptions<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get("description").and_then(Value::as_str));
            members.values().for_each(|member| descriptions(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| descriptions(item, found)),
        _ => {}
    }
}

#[test]
fn the_clients_say_what_the_documents_say() {
    for (contract, file) in [(Contract::a(), "a.ts"), (Contract::b(), "b.ts")] {
        let client = words(&fs::read_to_string(root().join("clients/typescript/src").join(file)).unwrap());
        let mut found = BTreeSet::new();
        descriptions(&contract.documento["paths"], &mut found);
        descriptions(&contract.documento["components"]["schemas"], &mut found);
        assert!(found.len() > 300, "{}", found.len());
        let missing = found.into_iter().find(|said| !client.contains(&words(said)));
        assert_eq!(
            missing, None,
            "{file} is of another document: run clients/generate, commit what it writes"
        );
    }
}
