#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use proptest::prelude::*;
use serde_json::{Map, json};

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

fn merged(base: &str, patch: &str) -> String {
    merge(&raw(base), &raw(patch)).get().to_owned()
}

/// The RFC's own pseudo-code, but for an empty text in the place of what is not a text.
fn naive(base: Option<Value>, patch: &Value) -> Value {
    let blank = patch.as_str().is_some_and(|text| text.trim().is_empty());
    let Value::Object(added) = patch else {
        return base.filter(|base| blank && !base.is_string()).unwrap_or_else(|| patch.clone());
    };
    let mut target = match base {
        Some(Value::Object(members)) => members,
        _ => Map::new(),
    };
    for (name, new) in added {
        if new.is_null() {
            target.remove(name);
        } else {
            let old = target.remove(name);
            target.insert(name.clone(), naive(old, new));
        }
    }
    Value::Object(target)
}

#[test]
fn examples_of_the_rfc() {
    let cases = [
        (r#"{"a":"b"}"#, r#"{"a":"c"}"#, json!({"a":"c"})),
        (r#"{"a":"b"}"#, r#"{"b":"c"}"#, json!({"a":"b","b":"c"})),
        (r#"{"a":"b"}"#, r#"{"a":null}"#, json!({})),
        (r#"{"a":"b","b":"c"}"#, r#"{"a":null}"#, json!({"b":"c"})),
        (r#"{"a":["b"]}"#, r#"{"a":"c"}"#, json!({"a":"c"})),
        (r#"{"a":"c"}"#, r#"{"a":["b"]}"#, json!({"a":["b"]})),
        (r#"{"a":{"b":"c"}}"#, r#"{"a":{"b":"d","c":null}}"#, json!({"a":{"b":"d"}})),
        (r#"{"a":[{"b":"c"}]}"#, r#"{"a":[1]}"#, json!({"a":[1]})),
        (r#"["a","b"]"#, r#"["c","d"]"#, json!(["c", "d"])),
        (r#"{"a":"b"}"#, r#"["c"]"#, json!(["c"])),
        (r#"{"a":"foo"}"#, "null", json!(null)),
        (r#"{"a":"foo"}"#, r#""bar""#, json!("bar")),
        (r#"{"e":null}"#, r#"{"a":1}"#, json!({"e":null,"a":1})),
        ("[1,2]", r#"{"a":"b","c":null}"#, json!({"a":"b"})),
        ("{}", r#"{"a":{"bb":{"ccc":null}}}"#, json!({"a":{"bb":{}}})),
    ];
    for (base, patch, expected) in cases {
        let obtained: Value = serde_json::from_str(&merged(base, patch)).unwrap();
        assert_eq!(obtained, expected, "{base} + {patch}");
    }
}

#[test]
fn an_empty_text_leaves_what_is_no_text() {
    let base = r#"{"n":1,"t":"x","f":true,"o":{"n":2},"z":null}"#;
    let patch = r#"{"n":"","t":"","f":" ","o":{"n":""},"z":"","new":""}"#;
    let obtained: Value = serde_json::from_str(&merged(base, patch)).unwrap();
    assert_eq!(obtained, json!({"n":1,"t":"","f":true,"o":{"n":2},"z":null,"new":""}));
    assert_eq!(unsaid(&raw(base), &raw(patch)).collect::<Vec<_>>(), ["f", "n", "z"]);
}

#[test]
fn numbers_keep_their_digits() {
    assert_eq!(
        merged(r#"{"a":1.10,"b":0.1}"#, r#"{"b":12345678901.2340}"#),
        r#"{"a":1.10,"b":12345678901.2340}"#
    );
}

#[test]
fn a_member_given_twice_counts_as_its_last_value() {
    assert_eq!(merged(r#"{"a":1,"a":2}"#, r#"{"b":1,"b":null}"#), r#"{"a":2}"#);
}

#[test]
fn a_deep_patch_is_harmless() {
    let depth = 100_000;
    let patch = format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
    assert_eq!(merged("{}", &patch), patch);
}

#[test]
fn aliases_get_their_real_name() {
    let aliases = [("produtoId", "parentId"), ("produtod", "parentId")];
    let with = |text: &str| rename(&raw(text), &aliases).get().to_owned();
    assert_eq!(with(r#"{"produtoId":"a","x":1}"#), r#"{"parentId":"a","x":1}"#);
    assert_eq!(with(r#"{"produtod":"a","produtoId":null}"#), r#"{"parentId":null}"#);
    assert_eq!(with(r#"{"produtod":"a","parentId":"b"}"#), r#"{"parentId":"b"}"#);
    assert_eq!(with("[1]"), "[1]");
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,4}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inside| {
        prop_oneof![
            proptest::collection::vec(inside.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-d\"é]", inside, 0..5)
                .prop_map(|m| Value::Object(m.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn agrees_with_the_pseudo_code(base in json(), patch in json()) {
        let obtained: Value = serde_json::from_str(&merged(&base.to_string(), &patch.to_string())).unwrap();
        prop_assert_eq!(obtained, naive(Some(base), &patch));
    }

    #[test]
    fn twice_is_once(base in json(), patch in json()) {
        let one = merged(&base.to_string(), &patch.to_string());
        let two: Value = serde_json::from_str(&merged(&one, &patch.to_string())).unwrap();
        prop_assert_eq!(two, serde_json::from_str::<Value>(&one).unwrap());
    }
}
