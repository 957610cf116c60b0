//! Orders that come at once are taken in together: each is answered for itself, once, whatever else comes
//! with it.

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::rt;
use domain::pedido::Pedido;
use domain::reading::json::read_json;
use domain::values::ids::UsuarioId;
use futures_util::future::join4;
use reqwest::Method;
use serde_json::{Value, json};
use store::idempotencia::{IdempotencyKey, KeptAnswer};
use store::keeping::Keep;
use store::pedidos::{CreatePedidoOutcome, GatheredPedido, check_counts, check_registros};
use store::{Engine, StoreError, estoque};

use crate::support::app::run_blocking;
use crate::support::running::run;
use crate::support::stranger::Stranger;
use crate::support::{Answer, Database, TestApp, TestClient, models};

const SHOPS: [&str; 5] = ["l0", "l1", "l2", "l3", "l4"];
const CODES: [&str; 4] = ["S0", "S1", "S2", "S3"];

/// An order of a SKU that is registered, and of one that may not be.
fn order(source: &str, sku: &str) -> Value {
    let mut order = models::pedido("canal", source, sku);
    order["produtos"] = json!([
        { "sku": sku, "quantidade": 2, "preco": 10 },
        { "sku": if source.ends_with('7') { "não cadastrado" } else { "S3" }, "quantidade": 1, "preco": 5 },
    ]);
    order["total"] = json!(25);
    order
}

/// Sends all at once; answers in their order.
async fn at_once(all: Vec<(TestClient, &str, Option<String>, Value)>) -> Vec<Answer> {
    let sending = all.into_iter().map(|(client, usuario, key, order)| {
        let path = format!("/Pedido?usuarioId={usuario}");
        rt::spawn(async move {
            let key = key.as_deref().map(|key| ("idempotency-key", key));
            client.json_with(Method::POST, &path, key.as_slice(), &order).await
        })
    });
    let sending: Vec<_> = sending.collect();
    let mut answers = Vec::new();
    for one in sending {
        answers.push(one.await.unwrap());
    }
    answers
}

/// Shops whose stock is kept by nobody, the owner or the hub.
async fn shops(app: &TestApp) {
    for (shop, control) in SHOPS.iter().zip(["nenhum", "erp", "hub"].iter().cycle()) {
        app.loja_with_skus(shop, &CODES).await;
        let body = json!({ "controleEstoque": control });
        app.a.put(&format!("/Usuario/{shop}/Estoque"), &body).await.with_status(200);
    }
}

/// Every number that hangs on the orders of the shops agrees with every other.
fn agree(app: &TestApp) {
    for shop in SHOPS {
        let loja = app.loja(shop);
        let (stock, records, counters) = run_blocking(&app.store, move |store| {
            store.settle_blocking()?;
            store.read_blocking(|conn| {
                let stock = estoque::check(conn, loja, 0, 10_000)?;
                Ok::<_, StoreError>((stock, check_registros(conn, loja)?, check_counts(conn, loja)?))
            })
        });
        assert_eq!(stock.problems, []);
        assert!(records.divergences.is_empty() && counters.divergences.is_empty());
    }
}

on_both_databases! {
    async fn each_of_many_at_once_comes_in_once(app: TestApp) {
        shops(&app).await;
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &models::usuario("l0")).await.with_status(201);
        other.post("/Canal?usuarioId=l0", &models::canal("canal")).await.with_status(201);
        let mut all = Vec::new();
        for n in 0..12 {
            for shop in SHOPS {
                let order = order(&format!("P-{n}"), CODES[n % 3]);
                // every one twice, some under the same key
                let key = (n % 2 == 0).then(|| format!("{shop}-{n}"));
                all.push((app.a.clone(), shop, key, order.clone()));
                all.push((app.a.clone(), shop, None, order));
            }
            all.push((other.clone(), "l0", None, order(&format!("P-{n}"), "S0")));
        }
        let whose = |n: usize| if n % 11 == 10 { "theirs" } else { "ours" };
        let sent: Vec<_> = all
            .iter()
            .enumerate()
            .map(|(n, (_, shop, _, order))| (whose(n), *shop, order["sourceId"].to_string()))
            .collect();
        let mut by_order: BTreeMap<_, (Vec<u16>, Vec<Value>)> = BTreeMap::new();
        for (answer, sent) in at_once(all).await.into_iter().zip(sent) {
            let (statuses, ids) = by_order.entry(sent).or_default();
            statuses.push(answer.status);
            ids.push(answer.json()["pedidoId"].clone());
        }
        assert_eq!(by_order.len(), 72);
        for ((whose, shop, source), (mut statuses, ids)) in by_order {
            statuses.sort_unstable();
            let expected: &[u16] = if whose == "theirs" { &[201] } else { &[200, 201] };
            assert_eq!(statuses, expected, "{shop} {source}");
            assert!(ids.iter().all(|id| *id == ids[0] && id.is_i64()), "{ids:?}");
        }
        for shop in SHOPS {
            let list = app.a.get(&format!("/Pedido?usuarioId={shop}")).await.json_of(200);
            assert_eq!(list["metadados"]["total"], 12, "{shop}");
        }
        let log = app.a.get("/Evento?tipo=pedido.criado&quantidade=200").await.json_of(200);
        let mut told: Vec<i64> = log["eventos"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| event["pedidoId"].as_i64().unwrap())
            .collect();
        told.sort_unstable();
        let all = told.len();
        told.dedup();
        assert_eq!((all, told.len()), (60, 60));
        agree(&app);
    }

    async fn what_cannot_come_in_keeps_nobody_else_out(app: TestApp) {
        shops(&app).await;
        app.a.put("/Usuario/l4", &models::with(models::usuario("l4"), "/ativo", json!(false))).await;
        let first = order("OLD", "S0");
        app.a.post("/Pedido?usuarioId=l0", &first).await.with_status(201);
        let mut all = Vec::new();
        for n in 0..10 {
            let good = order(&format!("P-{n}"), "S0");
            let elsewhere = models::with(good.clone(), "/canalId", json!("nenhum"));
            let different = models::with(first.clone(), "/sourceId", json!("OLD"));
            let different = models::with(different, "/produtos/0/quantidade", json!(9));
            all.push((app.a.clone(), "l1", None, good.clone()));
            all.push((app.a.clone(), "l1", None, elsewhere));
            all.push((app.a.clone(), "l0", None, different));
            all.push((app.a.clone(), "l4", None, good.clone()));
            all.push((app.a.clone(), "ninguém", None, good.clone()));
            // one key for other orders: the first one has it
            all.push((app.a.clone(), "l2", Some("one key".to_owned()), good));
        }
        let answers = at_once(all).await;
        for (answer, expected) in answers.iter().zip([201, 400, 409, 409, 404].iter().chain(&[0]).cycle()) {
            assert!(*expected == 0 || answer.status == *expected, "{expected}: {answer:?}");
        }
        let under_key: Vec<u16> = answers.iter().skip(5).step_by(6).map(|answer| answer.status).collect();
        assert_eq!(under_key.iter().filter(|status| **status == 201).count(), 1, "{under_key:?}");
        agree(&app);
    }

    async fn outcomes_are_those_of_an_order_alone(app: TestApp) {
        shops(&app).await;
        let gathered = async |usuario: &str, body: Value| {
            let pedido: Pedido = read_json(body.to_string().as_bytes()).unwrap();
            let order = GatheredPedido {
                aplicacao: app.aplicacao,
                usuario: UsuarioId::parse(usuario).unwrap(),
                input: Arc::new(pedido.into()),
                keep: None,
            };
            app.store.create_gathered(order).await.unwrap()
        };
        if app.store.engine() == Engine::Sqlite {
            // its writer gathers every write
            return assert_eq!(gathered("l1", order("P", "S0")).await, None);
        }
        let Some(CreatePedidoOutcome::Created { pedido, .. }) = gathered("l1", order("P", "S0")).await else {
            panic!("not taken in")
        };
        assert_eq!(
            gathered("l1", order("P", "S0")).await,
            Some(CreatePedidoOutcome::Equal(pedido.clone()))
        );
        let different = gathered("l1", order("P", "S1")).await;
        assert_eq!(different, Some(CreatePedidoOutcome::Different(pedido.pedido_id)));
        let elsewhere = models::with(order("P", "S0"), "/canalId", json!("nenhum"));
        assert_eq!(gathered("l1", elsewhere).await, Some(CreatePedidoOutcome::CanalMissing));
        assert_eq!(gathered("ninguém", order("P", "S0")).await, None);
    }

    async fn of_two_under_one_key_the_first_comes_in_with_the_others(app: TestApp) {
        // a client that hangs up and comes again under its key meets itself
        shops(&app).await;
        let keep = |texto: &str| Keep::<CreatePedidoOutcome> {
            key: IdempotencyKey { aplicacao: app.aplicacao, token_id: 1, texto: texto.to_owned() },
            answer: Arc::new(|_| {
                Ok(Some(KeptAnswer {
                    impressao: [7; 32],
                    status: 201,
                    cabecalhos: "{}".to_owned(),
                    corpo: Vec::new(),
                }))
            }),
        };
        let put = |canal: &str, keep| {
            let order = models::with(order("P", "S0"), "/canalId", json!(canal));
            let pedido: Pedido = read_json(order.to_string().as_bytes()).unwrap();
            app.store.create_gathered(GatheredPedido {
                aplicacao: app.aplicacao,
                usuario: UsuarioId::parse("l1").unwrap(),
                input: Arc::new(pedido.into()),
                keep,
            })
        };
        // the others wait while the first one is written, on the way that equal numbers go
        let (first, twice, again, other) = join4(
            put("canal", None),
            put("canal", Some(keep("K"))),
            put("canal", Some(keep("K"))),
            put("nenhum", None),
        )
        .await;
        if app.store.engine() == Engine::Sqlite {
            return assert_eq!(first.unwrap(), None);
        }
        let Some(CreatePedidoOutcome::Created { pedido, .. }) = first.unwrap() else {
            panic!("not taken in")
        };
        assert_eq!(twice.unwrap(), Some(CreatePedidoOutcome::Equal(pedido)));
        assert_eq!(again.unwrap(), None, "its answer is kept by then");
        assert_eq!(other.unwrap(), Some(CreatePedidoOutcome::CanalMissing));
    }
}

#[test]
fn a_sku_that_somebody_else_is_at_holds_up_nobody_but_its_orders() {
    run(Database::Postgres, async |app: TestApp| {
        shops(&app).await;
        let stranger = Stranger::holds(&app.database.url, "skus WHERE sku = 'S0'");
        let client = app.a.clone();
        // of a buyer of its own: orders of one who is new to the store wait for each other
        let held = models::with(order("H", "S0"), "/usuario/cpf", json!("11144477735"));
        let waiting = rt::spawn(async move {
            loop {
                let answer = client.post("/Pedido?usuarioId=l1", &held).await;
                if answer.status != 503 {
                    return answer;
                }
            }
        });
        let others =
            (0..30).map(|n| (app.a.clone(), SHOPS[n % 5], None, order(&format!("P-{n}"), CODES[1 + n % 2])));
        for answer in at_once(others.collect()).await {
            answer.with_status(201);
        }
        assert!(!waiting.is_finished(), "the order of the SKU did not wait");
        stranger.leaves();
        waiting.await.unwrap().with_status(201);
    });
}
