//! Behind a pooler that hands connections on by the transaction, the next transaction meets another session
//! of PostgreSQL.

use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;
use db::diesel::{self, RunQueryDsl};
use db::{Config as GroundConfig, Database as Ground, DbError, NoUnit, on};
use reqwest::Method;
use serde_json::json;
use server::config::Config;
use store::{Store, StoreConfig};

use crate::concurrency::with_patience;
use crate::support::app::config;
use crate::support::pgbouncer::PgBouncer;
use crate::support::{Database, TestApp, TestClient, TestDatabase, models};

const CLIENTS: usize = 12;
const ROUNDS: usize = 10;

#[test]
fn many_clients_work_through_a_few_sessions() {
    let Some(pooler) = PgBouncer::start() else { return };
    let database = TestDatabase::new(Database::Postgres).unwrap();
    let config = Config { pooler: true, connections: 8, ..config(&pooler.url(&database.url)) };
    rt::System::new().block_on(async {
        let app = TestApp::with_config(database, &config);
        app.loja_with_stock("u", &["S"], 1_000).await;
        let tasks: Vec<_> = (0..CLIENTS).map(|n| rt::spawn(one_client(app.a.clone(), n))).collect();
        for task in tasks {
            task.await.unwrap();
        }
        let orders = app.a.get("/Pedido?usuarioId=u&quantidade_registros=250").await.json_of(200);
        assert_eq!(orders["resultado"].as_array().unwrap().len(), CLIENTS * ROUNDS);
        let sku = app.a.get("/sku/S?usuarioId=u").await.json_of(200);
        assert_eq!(sku["estoque"], 1_000 + CLIENTS * ROUNDS);
        let b = app.b_as(app.loja("u"));
        let day = "/pedidos?dataInicial=2020-01-01&dataFinal=2040-01-01";
        let total = b.get(day).await.with_status(200).header("x-total-count").to_owned();
        assert_eq!(total, (CLIENTS * ROUNDS).to_string());
        app.admin.get("/ready").await.with_status(200);
    });
}

/// Orders, changes of stock under keys, moves and reads, as they come.
async fn one_client(client: TestClient, n: usize) {
    for m in 0..ROUNDS {
        let order = models::pedido("canal", &format!("P-{n}-{m}"), "S");
        let created = with_patience(async || client.post("/Pedido?usuarioId=u", &order).await).await;
        let number = created.with_status(201).json()["pedidoId"].as_i64().unwrap();
        let (key, change) = (format!("k-{n}-{m}"), json!({ "variacao": 1 }));
        for _ in 0..2 {
            let (path, headers) = ("/sku/S/Estoque?usuarioId=u", [("idempotency-key", key.as_str())]);
            with_patience(async || client.json_with(Method::PUT, path, &headers, &change).await)
                .await
                .with_status(200);
        }
        for path in ["/sku/S?usuarioId=u", "/Pedido?usuarioId=u", &format!("/Pedido/{number}?usuarioId=u")] {
            with_patience(async || client.get(path).await).await.with_status(200);
        }
    }
}

#[test]
fn limits_hold_in_every_transaction() {
    let Some(pooler) = PgBouncer::start() else { return };
    let database = TestDatabase::new(Database::Postgres).unwrap();
    let ground: Ground<NoUnit> = Ground::open(
        &GroundConfig {
            pooler: true,
            statement_timeout: Some(Duration::from_secs(1)),
            ..GroundConfig::new(pooler.url(&database.url))
        },
        Arc::default(),
    )
    .unwrap();
    let late = ground.read_blocking(|mut backend| -> Result<(), DbError> {
        on!(backend, c => diesel::sql_query("SELECT pg_sleep(5)").execute(c))?;
        Ok(())
    });
    assert!(matches!(late, Err(DbError::TooSlow(_))), "{late:?}");
}

#[test]
fn a_pooler_that_nobody_mentioned_is_named_with_the_remedy() {
    let Some(pooler) = PgBouncer::start() else { return };
    let database = TestDatabase::new(Database::Postgres).unwrap();
    let refused = Store::open(&StoreConfig::new(pooler.url(&database.url))).map(|_| ()).unwrap_err();
    assert!(refused.to_string().contains("switch the setting pooler on"), "{refused}");
}

#[test]
fn migrations_ask_for_the_database_itself() {
    let Some(pooler) = PgBouncer::start() else { return };
    let database = TestDatabase::empty(Database::Postgres).unwrap();
    let through = StoreConfig { pooler: true, ..StoreConfig::new(pooler.url(&database.url)) };
    let refused = Store::open(&through).unwrap().migrate().unwrap_err();
    assert!(refused.to_string().contains("the address of the database itself"), "{refused}");
    Store::open(&StoreConfig::new(database.url.as_str())).unwrap().migrate().unwrap();
    assert!(Store::open(&through).unwrap().migrate().unwrap().is_empty());
}
