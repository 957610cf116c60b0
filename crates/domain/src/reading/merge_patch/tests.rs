#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use proptest::prelude::*;
use serde_json::{Map, json};

fn raw(texto: &str) -> Box<RawValue> {
    RawValue::from_string(texto.to_owned()).unwrap()
}

fn mesclado(base: &str, patch: &str) -> String {
    mesclar(&raw(base), &raw(patch)).get().to_owned()
}

/// The RFC's own pseudo-code.
fn ingenuo(base: Value, patch: &Value) -> Value {
    let Value::Object(novos) = patch else { return patch.clone() };
    let mut alvo = match base {
        Value::Object(membros) => membros,
        _ => Map::new(),
    };
    for (nome, novo) in novos {
        if novo.is_null() {
            alvo.remove(nome);
        } else {
            let antigo = alvo.remove(nome).unwrap_or(Value::Null);
            alvo.insert(nome.clone(), ingenuo(antigo, novo));
        }
    }
    Value::Object(alvo)
}

#[test]
fn examples_of_the_rfc() {
    let casos = [
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
    for (base, patch, esperado) in casos {
        let obtido: Value = serde_json::from_str(&mesclado(base, patch)).unwrap();
        assert_eq!(obtido, esperado, "{base} + {patch}");
    }
}

#[test]
fn numbers_keep_their_digits() {
    assert_eq!(
        mesclado(r#"{"a":1.10,"b":0.1}"#, r#"{"b":12345678901.2340}"#),
        r#"{"a":1.10,"b":12345678901.2340}"#
    );
}

#[test]
fn a_member_given_twice_counts_as_its_last_value() {
    assert_eq!(mesclado(r#"{"a":1,"a":2}"#, r#"{"b":1,"b":null}"#), r#"{"a":2}"#);
}

#[test]
fn a_deep_patch_is_harmless() {
    let fundo = 100_000;
    let patch = format!("{}1{}", r#"{"a":"#.repeat(fundo), "}".repeat(fundo));
    assert_eq!(mesclado("{}", &patch), patch);
}

#[test]
fn aliases_get_their_real_name() {
    let apelidos = [("produtoId", "parentId"), ("produtod", "parentId")];
    let com = |texto: &str| renomear(&raw(texto), &apelidos).get().to_owned();
    assert_eq!(com(r#"{"produtoId":"a","x":1}"#), r#"{"parentId":"a","x":1}"#);
    assert_eq!(com(r#"{"produtod":"a","produtoId":null}"#), r#"{"parentId":null}"#);
    assert_eq!(com(r#"{"produtod":"a","parentId":"b"}"#), r#"{"parentId":"b"}"#);
    assert_eq!(com("[1]"), "[1]");
}

fn json() -> impl Strategy<Value = Value> {
    let folha = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,4}".prop_map(Value::from),
    ];
    folha.prop_recursive(4, 40, 5, |dentro| {
        prop_oneof![
            proptest::collection::vec(dentro.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-d\"é]", dentro, 0..5)
                .prop_map(|m| Value::Object(m.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn agrees_with_the_pseudo_code(base in json(), patch in json()) {
        let obtido: Value = serde_json::from_str(&mesclado(&base.to_string(), &patch.to_string())).unwrap();
        prop_assert_eq!(obtido, ingenuo(base, &patch));
    }

    #[test]
    fn twice_is_once(base in json(), patch in json()) {
        let uma = mesclado(&base.to_string(), &patch.to_string());
        let duas: Value = serde_json::from_str(&mesclado(&uma, &patch.to_string())).unwrap();
        prop_assert_eq!(duas, serde_json::from_str::<Value>(&uma).unwrap());
    }
}
