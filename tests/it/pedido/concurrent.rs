//! Orders that come in at once: each is stored once and answered for itself, whatever else comes in.

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::rt;
use domain::pedido::Pedido;
use domain::reading::json::read_json;
use domain::values::ids::UsuarioId;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use store::orders::{self, CreatePedidoOutcome, PedidoInput, check_counts, check_registros};
use store::{Engine, StoreError, inventory};

use crate::support::app::run_blocking;
use crate::support::running::run;
use crate::support::stranger::Stranger;
use crate::support::{Answer, Database, TestApp, TestClient, models};

const LOJAS: [&str; 5] = ["l0", "l1", "l2", "l3", "l4"];
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
            loop {
                let answer = client.json_with(Method::POST, &path, key.as_slice(), &order).await;
                // more orders at once than a busy machine takes in within the wait for the database
                if answer.status != 503 {
                    return answer;
                }
            }
        })
    });
    let sending: Vec<_> = sending.collect();
    let mut answers = Vec::new();
    for one in sending {
        answers.push(one.await.unwrap());
    }
    answers
}

/// Stores whose stock is kept by nobody, the owner or the hub.
async fn lojas(app: &TestApp) {
    for (loja, control) in LOJAS.iter().zip(["nenhum", "erp", "hub"].iter().cycle()) {
        app.loja_with_skus(loja, &CODES).await;
        let body = json!({ "controleEstoque": control });
        app.a.put(&format!("/Usuario/{loja}/Estoque"), &body).await.with_status(200);
    }
}

/// Every number that hangs on the orders of the stores agrees with every other.
fn agree(app: &TestApp, lojas: &[&str]) {
    for loja in lojas {
        let loja = app.loja(loja);
        let (stock, records, counters) = run_blocking(&app.store, move |store| {
            store.settle_blocking()?;
            store.read_blocking(|conn| {
                let stock = inventory::check(conn, loja, 0, 10_000)?;
                Ok::<_, StoreError>((stock, check_registros(conn, loja)?, check_counts(conn, loja)?))
            })
        });
        assert_eq!(stock.problems, []);
        assert!(records.divergences.is_empty() && counters.divergences.is_empty());
    }
}

fn input(order: &Value) -> Arc<PedidoInput> {
    Arc::new(read_json::<Pedido>(order.to_string().as_bytes()).unwrap().into())
}

/// What is answered, without the order's number.
fn answered(outcome: CreatePedidoOutcome) -> Value {
    let (status, pedido, avisos) = match outcome {
        CreatePedidoOutcome::Created { pedido, avisos } => (201, pedido, avisos),
        CreatePedidoOutcome::Equal { pedido, avisos } => (200, pedido, avisos),
        CreatePedidoOutcome::Different(_) => return json!(409),
        CreatePedidoOutcome::ChannelMissing => return json!(400),
    };
    let avisos: Vec<String> = avisos.iter().map(ToString::to_string).collect();
    let documento: Value = serde_json::from_str(&pedido.documento).unwrap();
    json!([status, models::without(documento, "pedidoId"), avisos])
}

/// What a store's orders have left behind: their histories and events, stocks and offers.
async fn left_behind(app: &TestApp, loja: &str) -> Vec<String> {
    let mut all = Vec::new();
    let orders = app.a.get(&format!("/Pedido?usuarioId={loja}")).await.json_of(200);
    for order in orders["resultado"].as_array().unwrap() {
        let path = format!("/Pedido/{}/Historico?usuarioId={loja}", order["pedidoId"]);
        for entry in app.a.get(&path).await.json_of(200).as_array().unwrap() {
            all.push(json!([order["sourceId"], entry["status"], entry["avisos"]]).to_string());
        }
    }
    let log = app.a.get(&format!("/Evento?usuarioId={loja}&quantidade=200")).await.json_of(200);
    for event in log["eventos"].as_array().unwrap() {
        // offers are told a moment later
        if event["tipo"] != "oferta.alterada" {
            all.push(json!([event["tipo"], event["canalId"], event["sku"], event["dados"]]).to_string());
        }
    }
    for sku in CODES {
        let path = format!("/sku/{sku}/Estoque?usuarioId={loja}");
        all.push(app.a.get(&path).await.json_of(200).to_string());
        let path = format!("/sku/{sku}/Canal/canal/Oferta?usuarioId={loja}");
        all.push(app.a.get(&path).await.json_of(200)["estoque"].to_string());
    }
    all.sort();
    all
}

on_both_databases! {
    async fn orders_made_together_are_what_they_are_one_by_one(app: TestApp) {
        const WAYS: [&str; 3] = ["l0", "l1", "l2"];
        for loja in WAYS {
            app.loja_with_skus(loja, &CODES).await;
            let body = json!({ "controleEstoque": "hub" });
            app.a.put(&format!("/Usuario/{loja}/Estoque"), &body).await.with_status(200);
        }
        let a = order("A", "S0");
        let short = models::with(order("B", "S1"), "/produtos/0/quantidade", json!(50));
        let sent = [
            order("0", "S3"),
            models::without(a.clone(), "endereco"),
            a.clone(),
            models::with(a.clone(), "/produtos/0/quantidade", json!(9)),
            a,
            short.clone(),
            models::with(short.clone(), "/canalId", json!("nenhum")),
            order("C7", "S2"),
            short,
        ];
        let sent: Vec<Arc<PedidoInput>> = sent.iter().map(input).collect();
        let [single, lote, _] = WAYS.map(|loja| app.loja(loja));
        let mut alone = Vec::new();
        for input in sent.clone() {
            let created = app.store.write(move |tx| orders::create(tx, single, &input));
            alone.push(answered(created.await.unwrap_or_else(|e: StoreError| panic!("{e}"))));
        }
        let statuses: Vec<&Value> = alone.iter().map(|one| one.get(0).unwrap_or(one)).collect();
        assert_eq!(json!(statuses), json!([201, 201, 200, 409, 200, 201, 400, 201, 200]));
        let all = sent.clone();
        let of_lote = app.store.write(move |tx| orders::create_lote(tx, lote, &all)).await;
        let of_lote: Vec<CreatePedidoOutcome> = of_lote.unwrap_or_else(|e: StoreError| panic!("{e}"));
        assert_eq!(of_lote.into_iter().map(answered).collect::<Vec<_>>(), alone);
        let usuario = UsuarioId::parse(WAYS[2]).unwrap();
        let together = sent.iter().map(|input| app.store.create_order(app.aplicacao, &usuario, input));
        let together: Vec<_> = join_all(together).await.into_iter().map(Result::unwrap).collect();
        if app.store.engine() == Engine::Sqlite {
            assert!(together.iter().all(Option::is_none), "its writer makes every write in batches");
        } else {
            let together: Vec<Value> = together.into_iter().map(|one| answered(one.unwrap().1)).collect();
            assert_eq!(together, alone);
            assert_eq!(left_behind(&app, WAYS[2]).await, left_behind(&app, WAYS[0]).await);
        }
        assert_eq!(left_behind(&app, WAYS[1]).await, left_behind(&app, WAYS[0]).await);
        agree(&app, &WAYS);
    }

    async fn each_of_many_at_once_comes_in_once(app: TestApp) {
        lojas(&app).await;
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &models::usuario("l0")).await.with_status(201);
        other.post("/Canal?usuarioId=l0", &models::canal("canal")).await.with_status(201);
        let mut all = Vec::new();
        for n in 0..12 {
            for loja in LOJAS {
                let order = order(&format!("P-{n}"), CODES[n % 3]);
                // every one twice, some under the same key
                let key = (n % 2 == 0).then(|| format!("{loja}-{n}"));
                all.push((app.a.clone(), loja, key, order.clone()));
                all.push((app.a.clone(), loja, None, order));
            }
            all.push((other.clone(), "l0", None, order(&format!("P-{n}"), "S0")));
        }
        let whose = |n: usize| if n % 11 == 10 { "theirs" } else { "ours" };
        let sent: Vec<_> = all
            .iter()
            .enumerate()
            .map(|(n, (_, loja, _, order))| (whose(n), *loja, order["sourceId"].to_string()))
            .collect();
        let mut by_order: BTreeMap<_, (Vec<u16>, Vec<Value>)> = BTreeMap::new();
        for (answer, sent) in at_once(all).await.into_iter().zip(sent) {
            let (statuses, ids) = by_order.entry(sent).or_default();
            statuses.push(answer.status);
            ids.push(answer.json()["pedidoId"].clone());
        }
        assert_eq!(by_order.len(), 72);
        for ((whose, loja, source), (mut statuses, ids)) in by_order {
            statuses.sort_unstable();
            let expected: &[u16] = if whose == "theirs" { &[201] } else { &[200, 201] };
            assert_eq!(statuses, expected, "{loja} {source}");
            assert!(ids.iter().all(|id| *id == ids[0] && id.is_i64()), "{ids:?}");
        }
        for loja in LOJAS {
            let list = app.a.get(&format!("/Pedido?usuarioId={loja}")).await.json_of(200);
            assert_eq!(list["metadados"]["total"], 12, "{loja}");
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
        agree(&app, &LOJAS);
    }

    async fn what_cannot_come_in_keeps_nobody_else_out(app: TestApp) {
        lojas(&app).await;
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
            all.push((app.a.clone(), "l2", Some("one-key".to_owned()), good));
        }
        let answers = at_once(all).await;
        for (answer, expected) in answers.iter().zip([201, 400, 409, 409, 404].iter().chain(&[0]).cycle()) {
            assert!(*expected == 0 || answer.status == *expected, "{expected}: {answer:?}");
        }
        let under_key: Vec<u16> = answers.iter().skip(5).step_by(6).map(|answer| answer.status).collect();
        assert_eq!(under_key.iter().filter(|status| **status == 201).count(), 1, "{under_key:?}");
        agree(&app, &LOJAS);
    }
}

#[test]
fn a_sku_that_somebody_else_is_at_holds_up_nobody_but_its_orders() {
    run(Database::Postgres, async |app: TestApp| {
        lojas(&app).await;
        let stranger = Stranger::holds(&app.database.url, "skus WHERE sku = 'S0'");
        // of a buyer of its own: orders of one who is new to the store wait for each other
        let held = models::with(order("H", "S0"), "/usuario/cpf", json!("11144477735"));
        let waiting = rt::spawn(at_once(vec![(app.a.clone(), "l1", None, held)]));
        let others =
            (0..30).map(|n| (app.a.clone(), LOJAS[n % 5], None, order(&format!("P-{n}"), CODES[1 + n % 2])));
        for answer in at_once(others.collect()).await {
            answer.with_status(201);
        }
        assert!(!waiting.is_finished(), "the order of the SKU did not wait");
        stranger.leaves();
        assert_eq!(waiting.await.unwrap().remove(0).status, 201);
    });
}
