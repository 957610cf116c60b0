//! `server store`: what the operator sets for a store, and what the store's own system sees of it.

use std::fs;

use crate::suporte::programa::Programa;

const LOJA: [&str; 4] = ["--app", "seed", "--user", "loja-1"];

fn com<'a>(comando: &[&'a str], resto: &[&'a str]) -> Vec<&'a str> {
    [comando, &LOJA, resto].concat()
}

#[test]
fn a_store_s_settings_are_shown_and_changed_one_by_one() {
    let p = Programa::novo();
    p.ok(&["seed", "--orders", "0", "--skus", "1"]);
    let inicio = p.ok(&com(&["store", "show"], &[]));
    assert!(inicio.starts_with("timezone\t- (the program's)\nlocal-dates\tfalse\n"), "{inicio}");

    let mudada = p.ok(&com(
        &["store", "set"],
        &["--timezone", "America/Sao_Paulo", "--local-dates", "true", "--site-url", "https://loja.example"],
    ));
    assert!(
        mudada
            .starts_with("timezone\tAmerica/Sao_Paulo\nlocal-dates\ttrue\nsite-url\thttps://loja.example\n")
    );
    fs::write(p.pasta.path().join("formas.json"), r#"[{"formaPagamentoId": 30, "nome": "Vale"}]"#).unwrap();
    let mudada = p.ok(&com(
        &["store", "set"],
        &["--payment-methods", "formas.json", "--cep", "01001-000", "--cart-url", "https://loja.example/c"],
    ));
    assert!(mudada.contains("timezone\tAmerica/Sao_Paulo") && mudada.contains("cep\t01001000"), "{mudada}");
    assert!(
        mudada.contains("payment-methods\t1\n") && mudada.contains(r#""nomeExibicao":"Vale""#),
        "{mudada}"
    );
    assert_eq!(p.ok(&com(&["store", "show"], &[])), mudada);

    let volta = ["--timezone", "", "--local-dates", "false", "--site-url", "", "--payment-methods", ""];
    let volta = p.ok(&com(&["store", "set"], &[&volta[..], &["--cep", "", "--cart-url", ""]].concat()));
    assert_eq!(volta, inicio);
}

#[test]
fn wrong_settings_are_refused_by_name() {
    let p = Programa::novo();
    p.ok(&["seed", "--orders", "0", "--skus", "1"]);
    fs::write(p.pasta.path().join("formas.json"), r#"[{"formaPagamentoId": 0}]"#).unwrap();
    for (flag, valor) in [
        ("--timezone", "Brasil"),
        ("--local-dates", "sim"),
        ("--site-url", "loja.example"),
        ("--cart-url", "/c"),
        ("--cep", "1"),
        ("--payment-methods", "formas.json"),
    ] {
        let erro = p.falha(2, &com(&["store", "set"], &[flag, valor]));
        assert!(erro.contains(flag), "{erro}");
    }
    assert!(p.falha(1, &com(&["store", "set"], &["--payment-methods", "nada.json"])).contains("nada.json"));
    assert!(p.falha(1, &["store", "show", "--app", "x", "--user", "loja-1"]).contains("app create"));
    assert!(p.falha(1, &["store", "show", "--app", "seed", "--user", "x"]).contains("POST /Usuario"));
    p.falha(2, &["store", "show"]);
}
