//! Keys at the door: what opens it, what does not, and how soon a key stops working.

use reqwest::Method;
use server::config::Config;
use server::owners;
use store::tokens;

use crate::support::app::run_blocking;
use crate::support::wait::until;
use crate::support::{Answer, Database, TestApp, TestClient, run, run_with};

async fn with_header(client: &TestClient, value: &str) -> Answer {
    client.with_key(None).send(Method::GET, "/Usuario", &[("authorization", value)], None::<Vec<u8>>).await
}

#[track_caller]
fn refused(answer: Answer) -> String {
    let answer = answer.with_status(401);
    assert!(answer.header("www-authenticate").starts_with("Basic"), "{answer:?}");
    answer.json()["message"].as_str().unwrap().to_owned()
}

on_both_databases! {
    async fn a_key_goes_in_as_it_is(app: TestApp) {
        let key = app.a.chave.clone().unwrap();
        for right in [format!("Basic {key}"), format!("basic {key}"), format!("BASIC  {key}"), key.clone()] {
            with_header(&app.a, &right).await.with_status(200);
        }
        refused(app.a.with_key(None).get("/Usuario").await);
        let other_letter = if key.ends_with('a') { "b" } else { "a" };
        let swapped = format!("{}{other_letter}", &key[..key.len() - 1]);
        for wrong in ["", "Basic", "Basic ", "Basic x", "Basic eap_", &format!("Basic {swapped}")] {
            refused(with_header(&app.a, wrong).await);
        }
        refused(with_header(&app.a, &format!("Bearer {key}")).await);
        // what `curl -u chave:` sends
        use_base64(&app, &key).await;
    }

    async fn the_key_of_a_store_does_not_open_interface_a(app: TestApp) {
        let loja = app.create_loja("u1");
        let of_loja = app.loja_key(loja);
        refused(app.a.with_key(Some(&of_loja)).get("/Usuario").await);
        app.b.with_key(Some(&of_loja)).get("/categorias").await.with_status(200);
        app.b.with_key(app.a.chave.as_deref()).get("/categorias").await.with_status(401);
    }

    async fn a_revoked_key_stops(app: TestApp) {
        app.a.get("/Usuario").await.with_status(200);
        let id = run_blocking(&app.store, |store| store.read_blocking(tokens::list))[0].id;
        run_blocking(&app.store, move |store| store.write_blocking(move |tx| tokens::revoke(tx, id)));
        until_refused(&app.a).await;
    }

    async fn an_expired_key_stops(app: TestApp) {
        let aplicacao = app.aplicacao;
        let span = "1s".parse().unwrap();
        let key = run_blocking(&app.store, move |store| {
            owners::create_key(store, aplicacao, None, "curta".into(), Some(span))
        });
        let client = app.a.with_key(Some(&key));
        client.get("/Usuario").await.with_status(200);
        until_refused(&client).await;
    }

    async fn the_last_use_is_noted(app: TestApp) {
        app.a.get("/Usuario").await.with_status(200);
        until("the key's use is noted", async || {
            run_blocking(&app.store, |store| store.read_blocking(tokens::list))[0].usado_em.is_some()
        })
        .await;
    }
}

async fn use_base64(app: &TestApp, key: &str) {
    let encoded = base64(format!("{key}:").as_bytes());
    let message = refused(with_header(&app.a, &format!("Basic {encoded}")).await);
    assert!(message.contains("base64"), "{message}");
}

/// Enough of RFC 4648 for a test.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let number = part.iter().fold(0_usize, |n, b| n << 8 | usize::from(*b)) << (8 * (3 - part.len()));
        for i in 0..=part.len() {
            text.push(LETTERS[number >> (18 - 6 * i) & 63].into());
        }
        text.push_str(&"="[..1].repeat(3 - part.len()));
    }
    text
}

/// Waits until a key ends.
async fn until_refused(client: &TestClient) {
    until("the key ends", async || client.get("/Usuario").await.status != 200).await;
    refused(client.get("/Usuario").await);
}

#[test]
fn a_key_revoked_elsewhere_stops_here_too() {
    run(Database::Sqlite, async |app| {
        app.a.get("/Usuario").await.with_status(200);
        let other = store::Store::open(
            &store::StoreConfig::new(app.database.url.as_str()),
            crate::support::secrets(),
        )
        .unwrap();
        run_blocking(&other, |store| {
            let id = store.read_blocking(tokens::list)?[0].id;
            store.write_blocking(move |tx| tokens::revoke(tx, id))
        });
        until_refused(&app.a).await;
    });
}

#[test]
fn guessing_is_slowed_down_but_a_right_key_passes() {
    let limited = |config| Config { failed_keys_per_minute: 5, ..config };
    run_with(Database::Sqlite, limited, async |app| {
        let mut last = with_header(&app.a, "Basic x").await;
        for _ in 0..10 {
            last = with_header(&app.a, "Basic x").await;
        }
        let last = last.with_status(429);
        assert!(last.header("retry-after").parse::<u32>().unwrap() >= 1);
        app.a.get("/Usuario").await.with_status(200);
    });
}

#[test]
fn a_rate_limit_counts_by_key_and_first_segment_on_interface_b_alone() {
    const REMAINING: &str = "x-rate-limit-remaining";
    run(Database::Sqlite, async |app| {
        let loja = app.create_loja("u1");
        let free = app.b_as(loja).get("/categorias").await.with_status(200);
        assert!(!free.headers.contains_key(REMAINING), "the limit is off by default");
    });
    let limited = |config| Config { rate_limit: 2, ..config };
    run_with(Database::Sqlite, limited, async |app| {
        let loja = app.create_loja("u1");
        let (one, other) = (app.b_as(loja), app.b_as(loja));
        let cases = [
            (&one, "/categorias", 200, "1"),
            (&one, "/Categorias/1", 404, "0"),
            (&one, "/categorias", 429, "0"),
            (&one, "/formasPagamento", 200, "1"),
            (&other, "/categorias", 200, "1"),
            // nobody's requests: nothing is counted
            (&app.b, "/categorias", 401, "2"),
            (&one, "/nada", 404, "2"),
        ];
        for (client, path, status, remaining) in cases {
            let answer = client.get(path).await.with_status(status);
            assert_eq!(answer.header(REMAINING), remaining, "{path}");
            if status == 429 {
                let wait: u32 = answer.header("retry-after").parse().unwrap();
                assert!((1..=31).contains(&wait), "{wait}");
                assert_eq!(answer.json()["codigo"], 429);
            }
        }
        for _ in 0..4 {
            let free = app.a.get("/Usuario").await.with_status(200);
            assert!(!free.headers.contains_key(REMAINING));
        }
    });
}

#[test]
fn interface_a_has_a_limit_of_its_own() {
    let limited = |config| Config { rate_limit_a: 2, ..config };
    run_with(Database::Sqlite, limited, async |app| {
        app.a.get("/Usuario").await.with_status(200);
        app.a.get("/usuario/nada").await.with_status(404);
        let refused = app.a.get("/Usuario").await.with_status(429);
        assert!(refused.header("retry-after").parse::<u32>().unwrap() <= 31);
        app.a.get("/Canal/Tipo_Canal").await.with_status(200);
        app.other_aplicacao("outra").get("/Usuario").await.with_status(200);
    });
}
