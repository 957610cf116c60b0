//! Secrets at rest: nothing stands in the clear, a value opens at its place alone, and keys can be changed while
//! servers write.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use domain::console::Role;
use reqwest::Method;
use serde_json::{Value, json};
use server::app::Application;
use store::accesses::Scope;
use store::channels::{self, Acesso};
use store::secrets::{Tally, examine};
use store::{Secrets, Store, StoreConfig, StoreError, archive, idempotencia, pessoas};

use crate::support::app::{config, run_blocking};
use crate::support::connected::Connected;
use crate::support::program::Program;
use crate::support::{Database, TestApp, models, run_with};

/// Starts with a key file of its own, which goes away with the database.
fn with_own_keys<R: Future<Output = ()>>(database: Database, test: impl FnOnce(TestApp) -> R) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.keys");
    run_with(database, |config| server::config::Config { secrets_key_file: Some(file), ..config }, test);
}

fn canal(token: &str) -> Value {
    let settings = [("endereco", "https://loja.example/admin-api"), ("usuario", "u"), ("senha", token)];
    let settings = settings.map(|(code, value)| json!({ "codigo": code, "valor": value }));
    json!({ "canalId": "ml", "nome": "ML", "tipoCanal": "Vendure", "configuracoesAdicionais": settings })
}

/// A channel with tokens, a notification whose secret was changed, a subscription with a header, and kept answers; what of
/// them is secret.
async fn fill(app: &TestApp) -> Vec<String> {
    app.a.post("/Usuario", &models::usuario("u")).await.with_status(201);
    app.a.post("/Canal?usuarioId=u", &canal("um-segredo")).await.with_status(201);
    let connected = Connected::new(app, "u", "ml").key;
    run_blocking(&app.store, move |store| {
        store.write_blocking(move |tx| {
            let acesso = Acesso {
                token: "um-token".to_owned(),
                desde: 0,
                ate: None,
                renovar_em: None,
                renovacao: Some("outro-token".to_owned()),
            };
            assert!(channels::consented(tx, (connected, "1"), &acesso, &Default::default())?);
            let ana = pessoas::create(tx, ("Ana", "ana@loja.example"), (Role::Look, Scope::All))?;
            pessoas::set_second_factor(tx, ana.unwrap().id, Some(("SEGREDODOTELEFONE", 0, &[])))?;
            Ok::<_, StoreError>(())
        })
    });
    let key = |text| [("idempotency-key", text)];
    let new = json!({ "url": "https://erp.example/", "ativo": false });
    let created = app.a.json_with(Method::POST, "/Notificacao", &key("k1"), &new).await.with_status(201);
    let other = format!("{}/Segredo", created.header("location"));
    let other = app.a.send(Method::POST, &other, &key("k2"), None::<Vec<u8>>).await.json_of(200);
    let b = app.b_as(app.loja("u"));
    let new = models::with(models::inscricao(), "/headers/0/valor", json!("outro-segredo"));
    let subscribed =
        b.post("/webhook/inscricao", &models::with(new, "/ativo", json!(false))).await.with_status(200);
    let secret = |text: &str| text.strip_prefix("whsec_").unwrap().to_owned();
    vec![
        "um-segredo".to_owned(),
        "um-token".to_owned(),
        "outro-token".to_owned(),
        "SEGREDODOTELEFONE".to_owned(),
        "outro-segredo".to_owned(),
        secret(created.json()["segredo"].as_str().unwrap()),
        secret(other["segredo"].as_str().unwrap()),
        secret(subscribed.header("x-webhook-segredo")),
    ]
}

fn tally(store: &Store) -> Tally {
    run_blocking(store, |store| store.read_blocking(examine))
}

/// A server of its own process, as far as keys go.
fn another(app: &TestApp, secrets: Secrets) -> Store {
    Store::open(&StoreConfig::new(app.database.url.as_str()), secrets).unwrap()
}

on_both_databases! {
    async fn no_dump_shows_a_secret(app: TestApp) {
        let secrets = fill(&app).await;
        let mut dump = run_blocking(&app.store, |store| store.read_blocking(|conn| {
            let mut out = Vec::new();
            archive::write(conn, &mut out, &mut |_| {}).unwrap();
            Ok::<_, StoreError>(out)
        }));
        if let Some(path) = app.database.url.strip_prefix("sqlite://") {
            dump.extend(fs::read(path).unwrap());
            dump.extend(fs::read(format!("{path}-wal")).unwrap_or_default());
        }
        for secret in &secrets {
            assert!(!dump.windows(secret.len()).any(|found| found == secret.as_bytes()), "{secret}");
        }
        assert_eq!(tally(&app.store).opened.values().sum::<u64>(), 9);
        // a kept answer is given as it was
        let key = [("idempotency-key", "k2")];
        let again = app.a.send(Method::POST, "/Notificacao/1/Segredo", &key, None::<Vec<u8>>).await.json_of(200);
        assert!(again["segredo"].as_str().unwrap().starts_with("whsec_"), "{again}");
        // bodies are compressed, so a dump does not show whether a secret is in one: sealed answers have none
        app.database.execute("DELETE FROM idempotencia WHERE cabecalhos LIKE 'sealed:%' AND length(corpo) < 8");
        let aplicacao = app.aplicacao;
        let bodies = run_blocking(&app.store, move |store| store.read_blocking(|conn| {
            Ok::<_, StoreError>(idempotencia::list_after(conn, aplicacao, None)?.into_iter().flat_map(|a| a.corpo).collect::<Vec<u8>>())
        }));
        for secret in secrets {
            assert!(!bodies.windows(secret.len()).any(|found| found == secret.as_bytes()), "{secret}");
        }
    }

    async fn a_value_that_was_moved_does_not_open(app: TestApp) {
        fill(&app).await;
        app.database.execute("UPDATE notificacoes SET segredo = segredo_anterior WHERE segredo_anterior IS NOT NULL");
        let found = tally(&app.store);
        assert_eq!(found.opened.values().sum::<u64>(), 8);
        assert!(found.wrong[0].contains(":segredo does not open with its key"), "{found:?}");
        let refused = app.a.get("/Notificacao").await.with_status(500);
        assert!(!refused.text().contains("segredo"), "{refused:?}");
    }

    async fn what_does_not_open_is_given_up_alone(app: TestApp) {
        fill(&app).await;
        app.database.execute("UPDATE canais SET configuracoes = 'sealed:AQ=='");
        app.database.execute("UPDATE conexoes SET acesso = 'sealed:AQ=='");
        app.database.execute("UPDATE console_pessoas SET segundo_fator = 'sealed:AQ=='");
        app.database.execute("UPDATE notificacoes SET segredo = 'sealed:AQ==', cadastro = 'sealed:AQ==' WHERE notificacao_id = 2");
        app.database.execute("UPDATE idempotencia SET cabecalhos = 'sealed:AQ==' WHERE chave = 'k1'");
        app.a.get("/Canal/ml?usuarioId=u").await.with_status(500);
        assert_eq!(run_blocking(&app.store, Store::discard_secrets), 6);
        let found = tally(&app.store);
        assert_eq!((found.wrong.len(), found.opened.values().sum::<u64>()), (0, 6));
        let loja = app.loja("u");
        let acesso = app.store.read_blocking(|conn| {
            let key = channels::list_connections(conn, loja)?[0].key;
            channels::acesso(conn, key)
        });
        assert_eq!(acesso.unwrap(), None);
        let shown = app.a.get("/Canal/ml?usuarioId=u").await.json_of(200);
        assert_eq!(shown["configuracoesAdicionais"], json!([]));
        app.b_as(app.loja("u")).get("/webhook/inscricao").await.with_status(200);
    }

    async fn a_server_with_another_key_file_does_not_start(app: TestApp) {
        fill(&app).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("other.keys");
        let start = || {
            let config = server::config::Config { secrets_key_file: Some(file.clone()), ..config(&app.database.url) };
            thread::spawn(move || Application::build(&config).map(drop)).join().unwrap()
        };
        let said = format!("{:#}", start().unwrap_err());
        assert!(said.contains("there is no key file") && !file.exists(), "{said}");
        fs::write(&file, format!("outra:{}=", "B".repeat(42) + "A")).unwrap();
        let said = format!("{:#}", start().unwrap_err());
        assert!(said.contains("sealed with the key \"teste\""), "{said}");
        fs::write(&file, format!("teste:{}=", "B".repeat(42) + "A")).unwrap();
        let said = format!("{:#}", start().unwrap_err());
        assert!(said.contains("does not open with its key"), "{said}");
    }
}

async fn keys_change_while_a_server_writes(app: TestApp) {
    fill(&app).await;
    let before = tally(&app.store);
    let file = app.store.secrets().path().unwrap().to_owned();
    let (stop, other) = (Arc::new(AtomicBool::new(false)), another(&app, Secrets::file(&file)));
    let rotating = {
        let stop = Arc::clone(&stop);
        thread::spawn(move || {
            let mut sealed = Vec::new();
            for _ in 0..3 {
                other.add_secrets_key().unwrap();
                sealed.push(other.reseal_secrets(&mut |_| {}).unwrap());
            }
            stop.store(true, Ordering::Release);
            sealed
        })
    };
    let mut last = 0;
    while !stop.load(Ordering::Acquire) {
        last += 1;
        app.a.put("/Canal/ml?usuarioId=u", &canal(&format!("segredo-{last}"))).await.with_status(200);
    }
    let sealed = rotating.join().unwrap();
    assert!(sealed.iter().all(|count| *count >= 6), "{sealed:?}");
    app.a.put("/Canal/ml?usuarioId=u", &canal("o-ultimo")).await.with_status(200);

    let after = tally(&app.store);
    assert_eq!(after.wrong, [""; 0]);
    assert_eq!(after.opened.keys().collect::<Vec<_>>(), [after.first.as_ref().unwrap()]);
    assert_ne!(after.first, before.first);
    // the first key alone opens all; nothing is left to seal anew
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 4);
    fs::write(&file, text.lines().next().unwrap()).unwrap();
    let other = another(&app, Secrets::file(&file));
    let (found, left) =
        thread::spawn(move || (tally(&other), other.reseal_secrets(&mut |_| {}).unwrap())).join().unwrap();
    assert_eq!((found.wrong.len(), left), (0, 0));
    // each sealing gives another text, and is no change
    let shown = app.a.get("/Canal/ml?usuarioId=u").await.with_status(200);
    app.a.put("/Canal/ml?usuarioId=u", &canal("o-ultimo")).await.with_status(200);
    let again = app.a.get("/Canal/ml?usuarioId=u").await.with_status(200);
    assert_eq!((again.header("etag"), again.text()), (shown.header("etag"), shown.text()));
}

#[test]
fn keys_change_while_a_server_writes_sqlite() {
    with_own_keys(Database::Sqlite, keys_change_while_a_server_writes);
}

#[test]
fn keys_change_while_a_server_writes_postgres() {
    with_own_keys(Database::Postgres, keys_change_while_a_server_writes);
}

#[test]
fn the_key_file_is_made_beside_the_database_and_looked_after_by_commands() {
    let p = Program::without_keys();
    let made = p.run(&["migrate"]);
    assert_eq!(made.codigo, 0, "{}", made.stderr);
    assert!(
        made.stderr.contains("a key file was made") && made.stderr.contains("data/entreposto.keys"),
        "{}",
        made.stderr
    );
    let file = p.folder.path().join("data/entreposto.keys");
    let mode = |mode| fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!p.run(&["migrate"]).stderr.contains("key file"));

    p.ok(&["seed", "--orders", "0", "--skus", "1"]);
    let count = |json: String| serde_json::from_str::<Value>(&json).unwrap()[0]["secrets"].as_u64().unwrap();
    let sealed = count(p.ok(&["secrets", "check", "--json"]));
    assert!(p.ok(&["secrets", "rotate"]).starts_with(&format!("{sealed} secret(s) were sealed anew")));
    assert_eq!(count(p.ok(&["secrets", "check", "--json"])), sealed);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 2);

    assert!(!p.run(&["check"]).stderr.contains("key file"));
    mode(0o604);
    assert!(p.run(&["check"]).stderr.contains("others can read the key file: chmod 600"));

    fs::write(&file, format!("outra:{}=", "B".repeat(42) + "A")).unwrap();
    let said = p.failure(1, &["secrets", "check"]);
    assert!(said.contains(&format!("{sealed} secret(s) do not open")), "{said}");
    assert!(p.failure(1, &["secrets", "rotate"]).contains("nothing was changed"));
    fs::remove_file(&file).unwrap();
    assert!(p.failure(1, &["migrate"]).contains("there is no key file"));
    // whoever has lost it goes on without what was sealed
    assert!(p.failure(1, &["secrets", "discard"]).contains("--yes gives them up") && !file.exists());
    assert!(p.ok(&["secrets", "discard", "--yes"]).starts_with(&format!("{sealed} secret(s) were given up")));
    p.ok(&["migrate"]);
}
