//! `server store`: what the operator sets for a store, and what the store's own system sees of it.

use std::fs;

use serde_json::{Value, json};

use crate::support::program::Program;

const LOJA: [&str; 4] = ["--app", "seed", "--user", "loja-1"];

fn with_command<'a>(command: &[&'a str], rest: &[&'a str]) -> Vec<&'a str> {
    [command, &LOJA, rest].concat()
}

#[test]
fn a_store_s_settings_are_shown_and_changed_one_by_one() {
    let p = Program::new();
    p.ok(&["seed", "--orders", "0", "--skus", "1"]);
    let start = p.ok(&with_command(&["store", "show"], &[]));
    assert!(
        start.starts_with(
            "profile\tdocumento (the program's)\ntimezone\tAmerica/Sao_Paulo (the program's)\nlocal-dates\tfalse\n"
        ),
        "{start}"
    );

    let changed = p.ok(&with_command(
        &["store", "set"],
        &["--timezone", "America/Sao_Paulo", "--local-dates", "true", "--site-url", "https://loja.example"],
    ));
    assert!(
        changed
            .contains("\ntimezone\tAmerica/Sao_Paulo\nlocal-dates\ttrue\nsite-url\thttps://loja.example\n")
    );
    fs::write(p.folder.path().join("formas.json"), r#"[{"formaPagamentoId": 30, "nome": "Vale"}]"#).unwrap();
    let changed = p.ok(&with_command(
        &["store", "set"],
        &["--payment-methods", "formas.json", "--cep", "01001-000", "--cart-url", "https://loja.example/c"],
    ));
    assert!(
        changed.contains("timezone\tAmerica/Sao_Paulo") && changed.contains("cep\t01001000"),
        "{changed}"
    );
    assert!(
        changed.contains("payment-methods\t1\n") && changed.contains(r#""nomeExibicao":"Vale""#),
        "{changed}"
    );
    assert_eq!(p.ok(&with_command(&["store", "show"], &[])), changed);
    let json: Value = serde_json::from_str(&p.ok(&with_command(&["store", "show"], &["--json"]))).unwrap();
    assert_eq!(
        (&json["paymentMethods"][0]["nomeExibicao"], &json["cep"]),
        (&json!("Vale"), &json!("01001000"))
    );
    assert_eq!(json["usual"], json!(["profile"]));

    let compatible = p.ok(&with_command(&["store", "set"], &["--profile", "compativel"]));
    assert!(compatible.starts_with("profile\tcompativel\n"), "{compatible}");
    let round = [
        "--profile",
        "",
        "--timezone",
        "",
        "--local-dates",
        "false",
        "--site-url",
        "",
        "--payment-methods",
        "",
    ];
    let round =
        p.ok(&with_command(&["store", "set"], &[&round[..], &["--cep", "", "--cart-url", ""]].concat()));
    assert_eq!(round, start);
}

#[test]
fn wrong_settings_are_refused_by_name() {
    let p = Program::new();
    p.ok(&["seed", "--orders", "0", "--skus", "1"]);
    fs::write(p.folder.path().join("formas.json"), r#"[{"formaPagamentoId": 0}]"#).unwrap();
    for (flag, value) in [
        ("--profile", "antigo"),
        ("--timezone", "Brasil"),
        ("--local-dates", "sim"),
        ("--site-url", "loja.example"),
        ("--cart-url", "/c"),
        ("--cep", "1"),
        ("--payment-methods", "formas.json"),
    ] {
        let error = p.failure(2, &with_command(&["store", "set"], &[flag, value]));
        assert!(error.contains(flag), "{error}");
    }
    assert!(
        p.failure(1, &with_command(&["store", "set"], &["--payment-methods", "nada.json"]))
            .contains("nada.json")
    );
    assert!(p.failure(1, &["store", "show", "--app", "x", "--user", "loja-1"]).contains("app create"));
    assert!(p.failure(1, &["store", "show", "--app", "seed", "--user", "x"]).contains("POST /Usuario"));
    p.failure(2, &["store", "show"]);
}
