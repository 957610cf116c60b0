//! `Idempotency-Key`: a request sent twice is done once and answered the same.

use std::collections::BTreeSet;

use actix_web::rt;
use reqwest::Method;
use serde_json::{Value, json};
use server::owners;
use store::idempotencia;

use crate::support::app::run_blocking;
use crate::support::{Answer, TestApp, TestClient, models};

async fn with_key(client: &TestClient, key: &str, method: Method, path: &str, body: &Value) -> Answer {
    client.json_with(method, path, &[("idempotency-key", key)], body).await
}

fn repeated(answer: &Answer) -> bool {
    match answer.header("idempotent-replayed") {
        "" => false,
        value => {
            assert_eq!(value, "true");
            true
        }
    }
}

/// In microseconds, as the database has them.
const DAY: i64 = 86_400_000_000;

const ESTOQUE: &str = "/sku/S/Estoque?usuarioId=u";

/// Varies the stock by one under a key.
async fn plus_one(client: &TestClient, key: &str) -> Answer {
    with_key(client, key, Method::PUT, ESTOQUE, &json!({ "variacao": 1 })).await
}

async fn estoque(app: &TestApp) -> i64 {
    app.a.get("/sku/S?usuarioId=u").await.json_of(200)["estoque"].as_i64().unwrap()
}

on_both_databases! {
    async fn a_repeated_write_is_done_once_and_answered_the_same(app: TestApp) {
        app.loja_with_skus("u", &["S", "T"]).await;
        let pedido = models::with(models::pedido("canal", "P", "X"), "/total", json!(1));
        let writes = [
            (Method::POST, "/Usuario", models::usuario("v")),
            (Method::PUT, "/Usuario/w", models::usuario("w")),
            (Method::PATCH, "/Canal/canal?usuarioId=u", json!({ "prazo": 9 })),
            (Method::PUT, ESTOQUE, json!({ "variacao": 5 })),
            (Method::POST, "/sku/Estoque/Lote?usuarioId=u", json!([{ "sku": "S", "variacao": -1 }, { "sku": "Z", "estoque": 1 }])),
            (Method::POST, "/Pedido?usuarioId=u", pedido),
            (Method::DELETE, "/sku/T?usuarioId=u", json!(null)),
        ];
        for (i, (method, path, body)) in writes.iter().enumerate() {
            let key = format!("chave-{i}");
            let first = with_key(&app.a, &key, method.clone(), path, body).await;
            assert!(first.status < 300 && !repeated(&first), "{path}: {first:?}");
            for _ in 0..2 {
                let second = with_key(&app.a, &key, method.clone(), path, body).await;
                assert!(repeated(&second), "{path}: {second:?}");
                assert_eq!((second.status, &second.corpo), (first.status, &first.corpo), "{path}");
                for name in ["location", "etag", "content-type", "x-aviso"] {
                    let all = |r: &Answer| r.headers.get_all(name).iter().cloned().collect::<Vec<_>>();
                    assert_eq!(all(&second), all(&first), "{path}: {name}");
                }
            }
        }
        assert_eq!(estoque(&app).await, 10 + 5 - 1);
        // without a key the second creation is a 200, and the second deletion a 404
        app.a.post("/Usuario", &models::usuario("v")).await.with_status(200);
        app.a.delete("/sku/T?usuarioId=u").await.with_status(404);
    }

    async fn the_answer_is_the_one_of_then(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        assert_eq!(plus_one(&app.a, "k").await.json_of(200)["estoque"], 11);
        app.a.put(ESTOQUE, &json!({ "estoque": 50 })).await.with_status(200);
        let again = plus_one(&app.a, "k").await;
        assert!(repeated(&again));
        assert_eq!(again.json_of(200)["estoque"], 11);
        assert_eq!(estoque(&app).await, 50);
    }

    async fn of_a_long_answer_what_it_was_about_is_read_again(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        // nothing that could be compressed
        let long = |from: u64, words: u64| {
            let word = |n: u64| format!("{:x}", n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            (from..from + words).map(word).collect::<String>()
        };
        let item = |n: u64| json!({ "sku": long(n * 6, 6), "quantidade": 1, "preco": 1, "nome": long(n * 9, 9) });
        let mut pedido = models::with(models::pedido("canal", "P", "S"), "/total", json!(90));
        pedido["produtos"] = json!((0..90).map(item).collect::<Vec<_>>());
        app.a.patch("/sku/S?usuarioId=u", &json!({ "descricao": long(0, 2500) })).await.with_status(200);
        let id = app.create_pedido("u", &pedido).await["pedidoId"].clone();
        let move_on = format!("/Pedido/{id}/Status?usuarioId=u");
        let writes = [
            (Method::PATCH, "/sku/S?usuarioId=u", json!({})),
            (Method::PUT, move_on.as_str(), json!({ "status": "Pago" })),
        ];
        for (method, path, body) in &writes {
            let key = format!("k{}", path.len());
            let first = with_key(&app.a, &key, method.clone(), path, body).await.with_status(200);
            let again = with_key(&app.a, &key, method.clone(), path, body).await.with_status(200);
            assert!(repeated(&again) && first.header("x-aviso") != again.header("x-aviso"));
            assert_eq!(again.header("x-aviso"), "resposta-atual; Idempotency-Key");
            assert_eq!((again.json(), again.header("etag")), (first.json(), first.header("etag")), "{path}");
        }
        // as it is now
        app.a.put(ESTOQUE, &json!({ "estoque": 3 })).await.with_status(200);
        let (method, path, body) = &writes[0];
        let again = with_key(&app.a, &format!("k{}", path.len()), method.clone(), path, body).await;
        assert_eq!(again.json_of(200)["estoque"], 3);
        // of a batch, what came of each
        let mut lote = json!((0..200).map(|n| json!({ "sku": long(n * 6, 6) })).collect::<Vec<_>>());
        lote[0] = json!({ "sku": "S", "estoque": 5 });
        let path = "/sku/Estoque/Lote?usuarioId=u";
        let [first, again] = [
            with_key(&app.a, "l", Method::POST, path, &lote).await,
            with_key(&app.a, "l", Method::POST, path, &lote).await,
        ];
        assert_eq!(again.header("x-aviso"), "resposta-resumida; Idempotency-Key");
        let outcomes = |answer: &Answer| {
            let all = answer.json();
            all.as_array().unwrap().iter().map(|one| [one["chave"].clone(), one["status"].clone()]).collect::<Vec<_>>()
        };
        assert_eq!(outcomes(&again), outcomes(&first));
        app.database.execute("CREATE TABLE kept (bytes INTEGER CHECK (bytes < 12000))");
        app.database.execute("INSERT INTO kept SELECT max(length(corpo)) FROM idempotencia");
    }

    async fn another_request_under_the_same_key_is_a_conflict(app: TestApp) {
        app.loja_with_skus("u", &["S", "T"]).await;
        app.loja_with_skus("v", &["S"]).await;
        plus_one(&app.a, "k").await.with_status(200);
        let one = json!({ "variacao": 1 });
        for (method, path, body) in [
            (Method::PUT, ESTOQUE, json!({ "variacao": 2 })),
            (Method::PUT, "/sku/T/Estoque?usuarioId=u", one.clone()),
            (Method::PUT, "/sku/S/Estoque?usuarioId=v", one.clone()),
            (Method::POST, "/Usuario", one.clone()),
            (Method::PATCH, "/sku/S?usuarioId=u", one),
        ] {
            let refused = with_key(&app.a, "k", method, path, &body).await;
            // a body that is not even valid for its operation is refused as what it is
            if path != "/Usuario" {
                let refused = refused.with_status(409);
                assert!(refused.json()["message"].as_str().unwrap().contains("Idempotency-Key"), "{refused:?}");
            } else {
                refused.with_status(400);
            }
        }
        assert_eq!(estoque(&app).await, 11);
        assert_eq!(app.a.get("/sku/T?usuarioId=u").await.json()["estoque"], 10);
        assert!(repeated(&plus_one(&app.a, "k").await));
    }

    async fn a_key_is_the_tokens_own(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let aplicacao = app.aplicacao;
        let second = run_blocking(&app.store, move |store| {
            owners::create_key(store, aplicacao, None, "segunda".into(), None)
        });
        let peer = app.a.with_key(Some(&second));
        let neighbour = app.other_aplicacao("vizinha");
        neighbour.post("/Usuario", &models::usuario("u")).await.with_status(201);
        neighbour.post("/sku?usuarioId=u", &models::sku("S")).await.with_status(201);
        for client in [&app.a, &peer, &neighbour] {
            let done = plus_one(client, "k").await.with_status(200);
            assert!(!repeated(&done));
            assert!(repeated(&plus_one(client, "k").await));
        }
        assert_eq!(estoque(&app).await, 12);
    }

    async fn a_refusal_is_not_kept(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let minus = json!({ "variacao": -11 });
        for _ in 0..2 {
            let refused = with_key(&app.a, "k", Method::PUT, ESTOQUE, &minus).await.with_status(409);
            assert!(!repeated(&refused));
        }
        app.a.put(ESTOQUE, &json!({ "estoque": 11 })).await.with_status(200);
        // the same request may succeed once the world has changed
        assert!(!repeated(&with_key(&app.a, "k", Method::PUT, ESTOQUE, &minus).await.with_status(200)));
        assert!(repeated(&with_key(&app.a, "k", Method::PUT, ESTOQUE, &minus).await.with_status(200)));
        // a batch that was undone has done nothing either
        let lote = json!([{ "sku": "S", "variacao": 1 }, { "sku": "Z", "variacao": 1 }]);
        let undone = "/sku/Estoque/Lote?usuarioId=u&modo=tudoOuNada";
        for _ in 0..2 {
            assert!(!repeated(&with_key(&app.a, "l", Method::POST, undone, &lote).await.with_status(200)));
        }
        assert_eq!(estoque(&app).await, 0);
    }

    async fn a_batch_of_which_nothing_was_done_is_not_kept(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let post = async |key: &str, path: &str, body: &Value| {
            with_key(&app.a, key, Method::POST, path, body).await.with_status(200)
        };
        let orders = json!([models::pedido("ainda-nao", "1", "A")]);
        let refused = post("k", "/Pedido/Lote?usuarioId=u", &orders).await;
        assert_eq!(refused.json()[0]["status"], 400, "{refused:?}");
        app.a.post("/Canal?usuarioId=u", &models::canal("ainda-nao")).await.with_status(201);
        let taken = post("k", "/Pedido/Lote?usuarioId=u", &orders).await;
        assert_eq!(taken.json()[0]["status"], 201, "{taken:?}");
        // one that was done in part is kept as it is
        let stocks = json!([{ "sku": "A", "estoque": 3 }, { "sku": "B", "estoque": 4 }]);
        let first = post("s", "/sku/Estoque/Lote?usuarioId=u", &stocks).await;
        app.a.post("/sku?usuarioId=u", &models::sku("B")).await.with_status(201);
        let again = post("s", "/sku/Estoque/Lote?usuarioId=u", &stocks).await;
        assert_eq!((again.header("idempotent-replayed"), again.json()), ("true", first.json()));
    }

    async fn what_a_key_may_be(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let long = "k".repeat(255);
        plus_one(&app.a, &long).await.with_status(200);
        assert!(repeated(&plus_one(&app.a, &long).await));
        plus_one(&app.a, "a;\"c\"/%~").await.with_status(200);
        for bad in ["", "   ", "a b", "a\tb", &"k".repeat(256)] {
            let refused = plus_one(&app.a, bad).await.with_status(400);
            assert!(refused.problems()[0].starts_with("Idempotency-Key: "), "{refused:?}");
        }
        assert_eq!(estoque(&app).await, 12);
        // reads have nothing to repeat
        let parsed = app.a.send(Method::GET, "/sku/S?usuarioId=u", &[("idempotency-key", "")], None::<Vec<u8>>).await;
        assert!(!repeated(&parsed.with_status(200)));
    }

    async fn at_once_it_is_still_done_once(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let tasks: Vec<_> = (0..30)
            .map(|_| {
                let client = app.a.clone();
                rt::spawn(async move { plus_one(&client, "k").await })
            })
            .collect();
        let (mut bodies, mut first) = (BTreeSet::new(), 0);
        for task in tasks {
            let answer = task.await.unwrap();
            match answer.status {
                200 => {
                    first += u32::from(!repeated(&answer));
                    bodies.insert(answer.text());
                }
                // another one is being worked on: come again
                409 | 503 => assert!(!answer.header("retry-after").is_empty(), "{answer:?}"),
                _ => panic!("{answer:?}"),
            }
        }
        assert_eq!((bodies.len(), first), (1, 1));
        assert_eq!(estoque(&app).await, 11);
        assert!(repeated(&plus_one(&app.a, "k").await.with_status(200)));
    }

    async fn a_clock_that_is_days_ahead_does_not_do_a_write_again(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        // housekeeping clears old answers away when it begins, and not again for ten minutes
        for key in ["chave", "outra"] {
            plus_one(&app.a, key).await.with_status(200);
            let once = estoque(&app).await;
            app.database.execute(&format!("UPDATE idempotencia SET criado_em = criado_em - {}", 2 * DAY));
            if repeated(&plus_one(&app.a, key).await) {
                return assert_eq!(estoque(&app).await, once);
            }
        }
        panic!("done twice");
    }

    async fn an_answer_that_a_clock_years_ahead_has_dated_goes_a_day_later(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for key in ["chave", "outra"] {
            plus_one(&app.a, key).await.with_status(200);
            app.database.execute(&format!("UPDATE idempotencia SET criado_em = criado_em + {}", 400 * DAY));
            assert_eq!(app.store.write(idempotencia::purge).await.unwrap(), 0);
            assert!(repeated(&plus_one(&app.a, key).await));
            app.database.execute(&format!("UPDATE idempotencia SET criado_em = criado_em - {DAY}"));
            if app.store.write(idempotencia::purge).await.unwrap() == 1 {
                return;
            }
        }
        panic!("it stayed");
    }
}
