//! Changes of stock and prices that come at once are made together: each is answered for itself, and none
//! pays for another.

use actix_web::rt;
use domain::sku::AjusteEstoque;
use domain::values::ids::{SkuId, UsuarioId};
use reqwest::Method;
use serde_json::{Value, json};
use store::Engine;
use store::skus::{Gathered, GatheredChange, NewBalance};

use super::steps::{agrees, control_by, events, kept_by, ledger, line, sold};
use crate::support::running::run;
use crate::support::stranger::Stranger;
use crate::support::{Answer, Database, TestApp, TestClient, models};

const CODES: [&str; 4] = ["S0", "S1", "S2", "S3"];

/// Sends all at once; answers in their order.
async fn at_once(client: &TestClient, all: Vec<(String, Option<String>, Value)>) -> Vec<Answer> {
    let sending = all.into_iter().map(|(path, key, body)| {
        let client = client.clone();
        rt::spawn(async move {
            let key = key.as_deref().map(|key| ("idempotency-key", key));
            client.json_with(Method::PUT, &path, key.as_slice(), &body).await
        })
    });
    let sending: Vec<_> = sending.collect();
    let mut answers = Vec::new();
    for one in sending {
        answers.push(one.await.unwrap());
    }
    answers
}

fn stock_of(sku: &str, body: Value) -> (String, Option<String>, Value) {
    (format!("/sku/{sku}/Estoque?usuarioId=u"), None, body)
}

fn change(app: &TestApp, sku: &str, ajuste: AjusteEstoque) -> GatheredChange {
    GatheredChange {
        aplicacao: app.aplicacao,
        usuario: UsuarioId::parse("u").unwrap(),
        sku: SkuId::parse(sku).unwrap(),
        change: NewBalance::Estoque(ajuste.into()),
        keep: None,
    }
}

on_both_databases! {
    async fn what_is_plain_is_made_together_and_whatever_else_by_itself(app: TestApp) {
        kept_by(&app, "erp", &["S", "T"]).await;
        sold(&app, "M-1", "T", 3).await;
        let gathered =
            async |sku, ajuste| app.store.change_gathered(change(&app, sku, ajuste)).await.unwrap();
        let (set, vary) = (AjusteEstoque::Absolute(7), AjusteEstoque::Variacao(-8));
        let plain = match app.store.engine() {
            Engine::Postgres => [Gathered::Done(7), Gathered::Refused(7), Gathered::Done(7)],
            // its writer gathers every write
            Engine::Sqlite => [Gathered::Alone; 3],
        };
        assert_eq!([gathered("S", set).await, gathered("S", vary).await, gathered("S", set).await], plain);
        assert_eq!(gathered("missing", set).await, Gathered::Alone);
        app.a.put("/Usuario/u", &models::with(models::usuario("u"), "/ativo", json!(false))).await;
        assert_eq!(gathered("S", set).await, Gathered::Alone, "an inactive user");
        agrees(&app);
    }

    async fn what_is_looked_up_at_once_is_what_each_would_find_alone(app: TestApp) {
        app.loja_with_skus("u", &CODES).await;
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &models::usuario("u")).await.with_status(201);
        let theirs = models::with(models::sku("S0"), "/nome", json!("deles"));
        other.post("/sku?usuarioId=u", &theirs).await.with_status(201);
        let b = app.b_as(app.loja("u"));
        let asking = (0..48).map(|n| {
            let (a, other, b) = (app.a.clone(), other.clone(), b.clone());
            rt::spawn(async move {
                let code = CODES[n % 4];
                match n % 5 {
                    0 => (code, "own", a.get(&format!("/sku/{code}?usuarioId=u")).await),
                    1 => ("S0", "theirs", other.get("/sku/S0?usuarioId=u").await),
                    2 => ("", "none", other.get(&format!("/sku/{}?usuarioId=u", CODES[1 + n % 3])).await),
                    3 => ("", "none", a.get("/sku/missing?usuarioId=u").await),
                    _ => {
                        let path = format!("/produtos/{code}?tipoIdentificador=Sku");
                        (code, "product", b.get(&path).await)
                    }
                }
            })
        });
        let asking: Vec<_> = asking.collect();
        for one in asking {
            let (code, whose, answer) = one.await.unwrap();
            match whose {
                "none" => drop(answer.with_status(404)),
                "theirs" => assert_eq!(answer.json_of(200)["nome"], "deles"),
                _ => {
                    let found = answer.json_of(200);
                    assert_eq!(found["sku"], code, "{found}");
                    assert_ne!(found["nome"], "deles");
                }
            }
        }
        // what was changed is what is read next, whichever way either goes
        for n in 0..20 {
            app.a.put("/sku/S0/Estoque?usuarioId=u", &json!({ "estoque": n })).await.with_status(200);
            assert_eq!(app.a.get("/sku/S0?usuarioId=u").await.json_of(200)["estoque"], n);
        }
        let (usuario, sku) = (UsuarioId::parse("u").unwrap(), SkuId::parse("S0").unwrap());
        let found = app.store.gathered_sku(app.aplicacao, &usuario, &sku).await.unwrap();
        match app.store.engine() {
            Engine::Postgres => assert_eq!(found.unwrap().unwrap().estoque, 19),
            Engine::Sqlite => assert!(found.is_none(), "there is no round trip to save"),
        }
    }

    async fn users_that_nobody_remembers_are_looked_up_together_with_what_is_asked_of_them(app: TestApp) {
        let users: Vec<String> = (0..6).map(|n| format!("u{n}")).collect();
        for (n, user) in users.iter().enumerate() {
            app.loja_with_skus(user, &["S0"]).await;
            let path = format!("/sku/S0/Estoque?usuarioId={user}");
            app.a.put(&path, &json!({ "estoque": 100 + n })).await.with_status(200);
        }
        // a change of a user forgets what is remembered of all
        let forget = async |nome: &str| {
            let body = models::with(models::usuario("u0"), "/nome", json!(nome));
            app.a.put("/Usuario/u0", &body).await.with_status(200);
        };
        forget("um").await;
        let asking = (0..48).map(|n| {
            let (a, user) = (app.a.clone(), users[n % 6].clone());
            rt::spawn(async move {
                match n % 8 {
                    6 => drop(a.get(&format!("/sku/missing?usuarioId={user}")).await.with_status(404)),
                    7 => drop(a.get("/sku/S0?usuarioId=nobody").await.with_status(404)),
                    _ => {
                        let found = a.get(&format!("/sku/S0?usuarioId={user}")).await.json_of(200);
                        assert_eq!(found["estoque"], 100 + n % 6);
                    }
                }
            })
        });
        for one in asking.collect::<Vec<_>>() {
            one.await.unwrap();
        }
        forget("outro").await;
        let find = async |user: &str, sku: &str| {
            let (user, sku) = (UsuarioId::parse(user).unwrap(), SkuId::parse(sku).unwrap());
            let found = app.store.gathered_sku(app.aplicacao, &user, &sku).await.unwrap();
            found.map(|sku| sku.map(|sku| sku.estoque))
        };
        let found = [find("u3", "S0").await, find("u3", "missing").await, find("nobody", "S0").await];
        match app.store.engine() {
            // who is nobody is for the read by itself to say
            Engine::Postgres => assert_eq!(found, [Some(Some(103)), Some(None), None]),
            Engine::Sqlite => assert_eq!(found, [None; 3], "there is no round trip to save"),
        }
    }

    async fn each_of_many_at_once_is_answered_for_itself(app: TestApp) {
        app.loja_with_skus("u", &CODES).await;
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &models::usuario("u")).await.with_status(201);
        other.post("/sku?usuarioId=u", &models::sku("S0")).await.with_status(201);
        let mut all = Vec::new();
        for n in 0..12 {
            all.push(stock_of("S0", json!({ "variacao": 1 })));
            all.push(stock_of("S1", json!({ "variacao": -1_000 })));
            all.push(stock_of("missing", json!({ "estoque": 5 })));
            all.push(stock_of("S2", json!({ "estoque": 100 + n })));
            let prices = json!({ "precoDe": 100, "precoPor": 40 + n });
            all.push(("/sku/S3/Preco?usuarioId=u".to_owned(), None, prices));
        }
        let theirs = at_once(&other, (0..12).map(|_| stock_of("S0", json!({ "variacao": 2 }))).collect());
        let (answers, theirs) = tokio::join!(at_once(&app.a, all), theirs);
        for (answer, expected) in answers.iter().zip([200, 409, 404, 200, 200].iter().cycle()) {
            assert_eq!(answer.status, *expected, "{answer:?}");
        }
        assert!(theirs.iter().all(|answer| answer.status == 200));
        let stock = async |client: &TestClient, sku: &str| {
            client.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200)["estoque"].clone()
        };
        assert_eq!([stock(&app.a, "S0").await, stock(&app.a, "S1").await], [json!(22), json!(10)]);
        assert_eq!(stock(&other, "S0").await, 34);
        // each price is told of once, as a change of the one before
        let told = events(&app, "sku.preco").await;
        let mut before = Value::Null;
        for event in told.iter().map(|event| &event["dados"]) {
            assert!(before.is_null() || event["precoPorAnterior"] == before, "{event}");
            before = event["precoPor"].clone();
        }
        assert_eq!(app.a.get("/sku/S3?usuarioId=u").await.json()["precoPor"], before);
    }

    async fn many_changes_of_one_sku_stand_in_its_ledger_one_by_one(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let all = (0..40).map(|_| stock_of("S", json!({ "variacao": 2 }))).collect();
        let mut shown: Vec<i64> = Vec::new();
        for answer in at_once(&app.a, all).await {
            shown.push(answer.json_of(200)["estoque"].as_i64().unwrap());
        }
        shown.sort_unstable();
        let expected: Vec<i64> = (1..=40).map(|n| 10 + 2 * n).collect();
        assert_eq!(shown, expected, "each is answered its own stock");
        let entries = ledger(&app, "S").await;
        let varied: Vec<_> = expected.iter().map(|stock| line("variacao", *stock, 0)).collect();
        assert_eq!(entries[entries.len() - 40..], varied);
        control_by(&app, "nenhum").await;
        agrees(&app);
    }

    async fn keys_at_once_change_once_each(app: TestApp) {
        app.loja_with_skus("u", &CODES).await;
        // every key three times at once
        let all = |n: usize| {
            let (path, _, body) = stock_of(CODES[n % 4], json!({ "variacao": 1 }));
            (path, Some(format!("key-{}", n / 3)), body)
        };
        let same = |n: usize| {
            // the same request: the same key never comes for two SKUs
            let (_, key, body) = all(n);
            (format!("/sku/{}/Estoque?usuarioId=u", CODES[(n / 3) % 4]), key, body)
        };
        let answers = at_once(&app.a, (0..60).map(same).collect()).await;
        let done = answers.iter().filter(|answer| answer.status == 200).count();
        assert!(done >= 20, "{done}");
        assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status)), "{answers:?}");
        // and once more, one after the other: all are replays
        for n in 0..60 {
            let (path, key, body) = same(n);
            let key = key.unwrap();
            let answer = app.a.json_with(Method::PUT, &path, &[("idempotency-key", &key)], &body).await;
            assert_eq!((answer.status, answer.header("idempotent-replayed")), (200, "true"), "{answer:?}");
        }
        for sku in CODES {
            let stock = app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200)["estoque"].clone();
            assert_eq!(stock, 15, "{sku}");
        }
        // another request under a key that was used
        let (path, key, body) =
            ("/sku/S3/Estoque?usuarioId=u", [("idempotency-key", "key-0")], json!({ "estoque": 1 }));
        app.a.json_with(Method::PUT, path, &key, &body).await.with_status(409);
    }
}

#[test]
fn a_sku_that_somebody_else_is_at_holds_up_nobody_but_its_own() {
    run(Database::Postgres, async |app: TestApp| {
        app.loja_with_skus("u", &CODES).await;
        let stranger = Stranger::holds(&app.database.url, "skus WHERE sku = 'S0'");
        let client = app.a.clone();
        let waiting =
            rt::spawn(
                async move { client.put("/sku/S0/Estoque?usuarioId=u", &json!({ "variacao": 1 })).await },
            );
        let others = (0..30).map(|n| stock_of(CODES[1 + n % 3], json!({ "variacao": 1 }))).collect();
        for answer in at_once(&app.a, others).await {
            answer.with_status(200);
        }
        assert!(!waiting.is_finished(), "the change of the SKU did not wait");
        stranger.leaves();
        waiting.await.unwrap().with_status(200);
    });
}
