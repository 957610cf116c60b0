//! The command line, driven as an operator drives it: answers on stdout, advice on stderr, exit codes.

use std::fs;

use serde_json::Value;

use crate::suporte::programa::Programa;
use crate::suporte::{Banco, BancoDeTeste};

#[test]
fn keys_are_created_listed_rotated_and_revoked() {
    let p = Programa::novo();
    let chave = p.ok(&["token", "create", "app", "--name", "erp", "--expires", "90d"]);
    assert!(chave.starts_with("eap_") && !chave.contains(char::is_whitespace), "{chave}");
    let lista = p.ok(&["token", "list"]);
    let linha: Vec<&str> = lista.lines().nth(1).unwrap().split('\t').collect();
    assert_eq!((linha[1], linha[2], linha[5]), ("app", "erp", "active"));
    assert!(!lista.contains(&chave), "a key is shown once");

    let nova = p.ok(&["token", "rotate", linha[0]]);
    assert_ne!(nova, chave);
    let lista = p.ok(&["token", "list"]);
    assert_eq!(lista.lines().count(), 3, "{lista}");
    p.ok(&["token", "rotate", "2", "--overlap", "0s"]);
    let estado =
        |n: usize| p.ok(&["token", "list"]).lines().nth(n).unwrap().split('\t').nth(5).unwrap().to_owned();
    assert_eq!(estado(2), "expired");
    assert_eq!(p.ok(&["token", "revoke", "1"]), "");
    assert_eq!(estado(1), "revoked");
    assert!(p.falha(1, &["token", "rotate", "1"]).contains("token create"));
    assert!(p.falha(1, &["token", "revoke", "99"]).contains("token list"));
    p.falha(2, &["token", "rotate", "1", "--overlap", "soon"]);
    p.falha(2, &["token", "create", "app"]);
}

#[test]
fn a_store_key_wants_an_application_and_a_user_that_exist() {
    let p = Programa::novo();
    let criar =
        |app: &'static str, user: &'static str| ["token", "create", "store", "--app", app, "--user", user];
    assert!(p.falha(1, &criar("erp", "u1")).contains("app create"));
    p.ok(&["app", "create", "erp"]);
    assert!(p.falha(1, &["app", "create", "erp"]).contains("app list"));
    assert!(p.ok(&["app", "list"]).contains("\terp\t"));
    assert!(p.falha(1, &criar("erp", "u1")).contains("POST /Usuario"));
    p.falha(2, &["app", "create", "  "]);
    p.ok(&["seed", "--orders", "0", "--skus", "1"]);
    assert!(p.ok(&criar("seed", "loja-1")).starts_with("elo_"));
}

#[test]
fn the_configuration_says_where_each_value_came_from() {
    let p = Programa::novo()
        .env("DATABASE_URL", "postgres://ana:s3nha@banco/entreposto")
        .env("ENTREPOSTO_WORKERS", "3");
    fs::write(p.pasta.path().join("entreposto.toml"), "workers = 2\ntimezone = \"America/Sao_Paulo\"\n")
        .unwrap();
    let config = p.ok(&["config", "--log", "warn"]);
    for linha in [
        r#"database_url = "postgres://ana:****@banco/entreposto"  # environment DATABASE_URL"#,
        r#"workers = "3"  # environment ENTREPOSTO_WORKERS"#,
        r#"timezone = "America/Sao_Paulo"  # file entreposto.toml, key timezone"#,
        r#"log = "warn"  # flag --log"#,
        r#"durability = "full"  # default"#,
    ] {
        assert!(config.lines().any(|l| l == linha), "{linha}\n{config}");
    }
    assert!(!config.contains("s3nha"));
}

#[test]
fn a_bad_value_names_its_origin() {
    let p = Programa::novo();
    assert!(p.falha(2, &["--durability", "half"]).contains("flag --durability"));
    let p = Programa::novo().env("ENTREPOSTO_LISTEN_A", "here");
    assert!(p.falha(2, &["serve"]).contains("environment ENTREPOSTO_LISTEN_A"));
    let p = Programa::novo();
    fs::write(p.pasta.path().join("outro.toml"), "body_limit = \"huge\"\n").unwrap();
    assert!(p.falha(2, &["serve", "--config", "outro.toml"]).contains("file outro.toml, key body_limit"));
    fs::write(p.pasta.path().join("outro.toml"), "boddy_limit = 1\n").unwrap();
    assert!(p.falha(2, &["serve", "--config", "outro.toml"]).contains("no such setting"));
    assert!(p.falha(2, &["serve", "--config", "none.toml"]).contains("none.toml"));
}

#[test]
fn an_unknown_scheme_is_an_error_and_never_a_file() {
    for url in ["mysql://x/y", "postgre://x/y", "entreposto.db", "sqlite3://x.db"] {
        let p = Programa::novo().env("DATABASE_URL", url);
        for comando in [&["migrate"][..], &["migrate", "--check"], &["token", "list"], &["serve"]] {
            assert!(p.falha(2, comando).contains("environment DATABASE_URL"));
        }
        assert_eq!(fs::read_dir(p.pasta.path()).unwrap().count(), 0, "{url}");
    }
}

#[test]
fn migrate_applies_and_checks() {
    let p = Programa::novo();
    assert!(p.falha(1, &["migrate", "--check"]).contains("server migrate"));
    assert_eq!(fs::read_dir(p.pasta.path()).unwrap().count(), 0, "a check changes nothing");
    assert!(p.ok(&["migrate"]).contains("applied"));
    assert!(p.ok(&["migrate", "--check"]).contains("up to date"));
    assert!(p.ok(&["migrate"]).contains("up to date"));
}

#[test]
fn migrate_checks_an_empty_postgres() {
    let Some(banco) = BancoDeTeste::vazio(Banco::Postgres) else { return };
    let p = Programa::novo().env("DATABASE_URL", &banco.url);
    assert!(p.falha(1, &["migrate", "--check"]).contains("pending"));
    p.ok(&["migrate"]);
    p.ok(&["migrate", "--check"]);
}

#[test]
fn a_database_that_is_away_is_an_error_and_not_a_hang() {
    let p = Programa::novo().env("DATABASE_URL", "postgres://ana:s3nha@127.0.0.1:9/x");
    let inicio = std::time::Instant::now();
    let erro = p.falha(1, &["token", "list"]);
    assert!(inicio.elapsed() < std::time::Duration::from_secs(10));
    assert!(erro.contains("database") && !erro.contains("s3nha"), "{erro}");
}

#[test]
fn operators_add_channel_types() {
    let p = Programa::novo();
    let arquivo = p.pasta.path().join("tipos.toml");
    fs::write(&arquivo, "[[tipos]]\ncodigo = \"Feira\"\ntitulo = \"Feira livre\"\n").unwrap();
    let tipos = server::tipos_canal::catalogue(Some(&arquivo)).unwrap();
    assert!(tipos.find("Feira").is_some() && tipos.find("Amazon").is_some());
    fs::write(&arquivo, "[[tipos]]\ncodigo = 1\n").unwrap();
    let args = ["serve", "--channel-types", "tipos.toml", "--listen-a", "127.0.0.1:0"];
    assert!(p.falha(2, &args).contains("tipos.toml"));
}

#[test]
fn completions_and_help_need_nothing() {
    let p = Programa::novo();
    for shell in ["bash", "zsh", "fish"] {
        assert!(p.ok(&["completions", shell]).contains("server"));
    }
    assert!(p.ok(&["--help"]).contains("--database-url"));
    assert_eq!(fs::read_dir(p.pasta.path()).unwrap().count(), 0);
}

#[test]
fn seed_prints_json_and_nothing_else() {
    let p = Programa::novo();
    let saida = p.ok(&["seed", "--orders", "30", "--skus", "40", "--users", "2", "--days", "30", "--json"]);
    let json: Value = serde_json::from_str(&saida).unwrap();
    assert!(json["appKey"].as_str().unwrap().starts_with("eap_"));
    assert_eq!(json["stores"].as_array().unwrap().len(), 2);
    assert_eq!(json["stores"][1]["usuarioId"], "loja-2");
    assert!(json["stores"][0]["storeKey"].as_str().unwrap().starts_with("elo_"));
    assert_eq!(json["orders"], 30);
    assert!(json["from"].as_str().unwrap() < json["to"].as_str().unwrap());
    assert_eq!(json.as_object().unwrap().len(), 5);
    // a second time: another application beside the first
    let segunda = p.ok(&["seed", "--orders", "1"]);
    assert!(segunda.contains("application seed-2: eap_"), "{segunda}");
    p.falha(2, &["seed"]);
}
