//! What clients read of shapes and of their members, in Portuguese, and where the links of answers lead.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::contract::Contract;

/// Words that an English sentence hardly does without, and none of which a Portuguese one has.
const ENGLISH: [&str; 20] = [
    "the", "of", "and", "is", "with", "are", "to", "its", "it", "when", "what", "where", "not", "by", "in",
    "an", "how", "from", "this", "which",
];

/// Fails unless there is a text, and it is Portuguese.
pub fn portuguese(place: &str, text: &Value) {
    let text = text.as_str().unwrap_or_default();
    assert!(
        !text.is_empty(),
        "{place}: there is no text for it in doc/texts.toml or members.toml of its interface"
    );
    let plain = text.split('`').step_by(2).collect::<String>();
    let mut words = plain.split(|c: char| !c.is_alphanumeric());
    let english = words.find(|word| ENGLISH.contains(&word.to_lowercase().as_str()));
    assert_eq!(english, None, "{place}: clients read Portuguese: {text}");
}

/// Calls `look` with every member of a shape, those of the shapes that stand within it included.
fn members<'a>(shape: &'a Value, look: &mut impl FnMut(&'a str, &'a Value)) {
    for (name, member) in shape["properties"].as_object().into_iter().flatten() {
        look(name, member);
        members(member, look);
    }
    for part in ["oneOf", "allOf", "anyOf"] {
        shape[part].as_array().into_iter().flatten().for_each(|part| members(part, look));
    }
    if let Some(items) = shape.get("items") {
        members(items, look);
    }
}

fn shapes(contract: &Contract) -> &serde_json::Map<String, Value> {
    contract.documento["components"]["schemas"].as_object().unwrap()
}

#[test]
fn every_shape_and_member_says_in_portuguese_what_it_is() {
    for contract in [Contract::a(), Contract::b()] {
        for (name, shape) in shapes(contract) {
            portuguese(name, &shape["description"]);
            members(shape, &mut |member, said| portuguese(&format!("{name}.{member}"), &said["description"]));
        }
    }
}

/// What `members.toml` of an interface speaks of: the members by shape.
fn texts(interface: &str) -> BTreeMap<String, BTreeSet<String>> {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../crates/api-{interface}/src/doc/members.toml"));
    let (mut found, mut shape) = (BTreeMap::<String, BTreeSet<String>>::new(), String::new());
    for line in fs::read_to_string(file).unwrap().lines() {
        let starts = |c: char| c.is_alphabetic() || c == '_';
        let is_name =
            |text: &str| text.starts_with(starts) && text.chars().all(|c| c.is_alphanumeric() || c == '_');
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            shape = name.to_owned();
            assert!(found.insert(shape.clone(), BTreeSet::new()).is_none(), "{shape} twice");
        } else if let Some((member, _)) = line.split_once(" = ").filter(|(name, _)| is_name(name)) {
            found.get_mut(&shape).unwrap().insert(member.to_owned());
        }
    }
    found
}

#[test]
fn no_text_speaks_of_a_shape_or_member_that_is_gone() {
    for (interface, contract) in [("a", Contract::a()), ("b", Contract::b())] {
        let mut known = BTreeMap::<&str, BTreeSet<&str>>::new();
        for (name, shape) in shapes(contract) {
            let name = name.strip_suffix("Entrada").unwrap_or(name);
            for name in ["every", name, name.split('_').next().unwrap()] {
                let own = known.entry(name).or_insert_with(|| BTreeSet::from(["_"]));
                members(shape, &mut |member, _| {
                    own.insert(member);
                });
            }
        }
        for (shape, members) in texts(interface) {
            let own = known.get(shape.as_str()).unwrap_or_else(|| panic!("{interface}: there is no {shape}"));
            let gone: Vec<&String> = members.iter().filter(|member| !own.contains(member.as_str())).collect();
            assert!(gone.is_empty(), "{interface}: {shape} has no {gone:?}");
        }
    }
}

#[test]
fn links_lead_to_operations_with_all_that_their_paths_need() {
    for contract in [Contract::a(), Contract::b()] {
        let operations = contract.operations();
        let mut led = 0;
        for from in &operations {
            for (status, answer) in from.said["responses"].as_object().unwrap() {
                for (id, link) in answer["links"].as_object().into_iter().flatten() {
                    let place = format!("{} {}, {status}, {id}", from.method, from.model);
                    assert_eq!(&link["operationId"], id, "{place}");
                    let to = operations.iter().find(|to| to.said["operationId"] == **id);
                    let to = to.unwrap_or_else(|| panic!("{place}: there is no such operation"));
                    let given = link["parameters"].as_object().unwrap();
                    for needed in to.parameters("path") {
                        assert!(
                            given.contains_key(&format!("path.{needed}")),
                            "{place}: {needed} is not given"
                        );
                    }
                    for (name, value) in given {
                        let (position, name) = name.split_once('.').unwrap();
                        assert!(to.parameters(position).contains(&name), "{place}: {name} is not taken");
                        leads_somewhere(&place, from, answer, value.as_str().unwrap());
                    }
                    led += 1;
                }
            }
        }
        assert!(led > 20, "{led} links");
    }
}

/// Fails unless the request has the parameter, or the shown answer the value, that an expression means.
fn leads_somewhere(
    place: &str,
    from: &crate::support::contract::Operation<'_>,
    answer: &Value,
    expression: &str,
) {
    if let Some(pointer) = expression.strip_prefix("$response.body") {
        let example = &answer["content"]["application/json"]["example"];
        // of one method's statuses only one is shown
        if !example.is_null() {
            let found = example.pointer(pointer.trim_start_matches('#'));
            assert!(
                found.is_some_and(|v| v.is_string() || v.is_number()),
                "{place}: {expression}: {example}"
            );
        }
        return;
    }
    let (position, name) = expression.strip_prefix("$request.").unwrap().split_once('.').unwrap();
    assert!(from.parameters(position).contains(&name), "{place}: {expression}");
}
