//! Reads at a standby: it answers what the primary would, or is not asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use actix_web::rt;
use db::diesel::sql_types::BigInt;
use db::diesel::{self, RunQueryDsl};
use db::{Backend, Config as GroundConfig, Database as Ground, DbError, NoUnit, on};
use serde_json::{Value, json};
use server::config::{Config, Durability};
use store::{ReplicaStats, Store, StoreConfig};

use crate::support::app::{Server, config};
use crate::support::own_postgres::OwnPostgres;
use crate::support::{Database, TestApp, TestClient, TestDatabase, models};

const PATIENCE: Duration = Duration::from_secs(20);
/// Until a busy machine calls a standby late.
const LAG: u64 = 1_000;

/// A primary and a standby.
struct Two {
    primary: OwnPostgres,
    standby: OwnPostgres,
}

impl Two {
    fn start(settings: &[(&str, &str)]) -> Option<Self> {
        let primary = OwnPostgres::start()?;
        let standby = primary.standby(settings);
        Some(Self { primary, standby })
    }

    fn config(&self) -> Config {
        Config {
            replica: Some(self.standby.url()),
            replica_lag: LAG,
            durability: Durability::Full,
            ..config(&self.primary.url())
        }
    }

    fn app(&self, config: &Config) -> TestApp {
        TestApp::with_config(TestDatabase::of(self.primary.url()), config)
    }

    /// A database without our schema, and a table.
    fn ground(&self, lag: Duration) -> Ground<NoUnit> {
        self.primary.execute("CREATE TABLE notes AS SELECT n FROM generate_series(1, 1000) AS n");
        let config = GroundConfig {
            replica: Some(self.standby.url()),
            replica_lag: lag,
            ..GroundConfig::new(self.primary.url())
        };
        let ground = Ground::open(&config, Arc::default()).unwrap();
        until(|| ground.replicas().unwrap().replicas[0].serves);
        ground
    }
}

fn until(holds: impl Fn() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < PATIENCE, "it never comes true");
        sleep(Duration::from_millis(20));
    }
}

fn stats(app: &TestApp) -> ReplicaStats {
    app.store.replicas().unwrap()
}

fn served(app: &TestApp) -> u64 {
    stats(app).replicas[0].answered
}

fn serves(app: &TestApp) -> bool {
    stats(app).replicas[0].serves
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    rt::System::new().block_on(work)
}

/// Reads at the standby, or else at the primary.
async fn anywhere(
    ground: &Ground<NoUnit>,
    f: impl FnOnce(Backend<'_>) -> Result<i64, DbError> + Clone + Send + 'static,
) -> Result<i64, DbError> {
    match ground.read_at_replica(true, f.clone()).await {
        Some(read) => read,
        None => ground.read(f).await,
    }
}

/// What both interfaces show of a store with one order: who asks, and what.
async fn readable(app: &TestApp) -> Vec<(TestClient, String)> {
    app.loja_with_skus("u", &["S"]).await;
    let order = app.create_pedido("u", &models::pedido("canal", "P1", "S")).await;
    let number = order["pedidoId"].as_i64().unwrap();
    let b = app.b_as(app.loja("u"));
    let in_a = ["/Pedido?usuarioId=u", "/sku?usuarioId=u", "/Canal?usuarioId=u"].map(str::to_owned);
    let in_a = in_a.into_iter().chain([format!("/Pedido/{number}?usuarioId=u"), "/sku/S?usuarioId=u".into()]);
    let in_b = ["/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31", "/produtos", "/categorias"];
    let in_b = in_b
        .map(str::to_owned)
        .into_iter()
        .chain([format!("/pedidos/{number}"), "/produtos/S?tipoIdentificador=Sku".into()]);
    in_a.map(|path| (app.a.clone(), path)).chain(in_b.map(|path| (b.clone(), path))).collect()
}

#[test]
fn what_is_shown_is_read_at_the_standby() {
    let Some(two) = Two::start(&[]) else { return };
    block_on(async {
        let app = two.app(&two.config());
        let paths = readable(&app).await;
        until(|| serves(&app));
        for (client, path) in paths {
            let before = served(&app);
            client.get(&path).await.with_status(200);
            assert_eq!(served(&app), before + 1, "{path}");
        }
        // what is not there is an answer, too
        let before = (served(&app), stats(&app).failed);
        app.a.get("/Pedido/99999?usuarioId=u").await.with_status(404);
        assert_eq!((served(&app), stats(&app).failed), (before.0 + 1, before.1));
        let figures = app.admin.get("/metrics").await.with_status(200).text();
        for figure in ["replicated_reads_total{replica=\"1\"}", "replica_serving{replica=\"1\"} 1"] {
            assert!(figures.contains(&format!("entreposto_{figure}")), "{figures}");
        }
        let asked = "SELECT sum(idx_scan + seq_scan) > 4 FROM pg_stat_user_tables WHERE relname = 'pedidos'";
        drop(app);
        until(|| two.standby.ask(asked) == "t");
    });
}

#[test]
fn while_a_standby_stands_still_nothing_that_was_acknowledged_is_missing_through_any_server() {
    let Some(two) = Two::start(&[]) else { return };
    block_on(async {
        let config = Config { replica_lag: 100, ..two.config() };
        let app = two.app(&config);
        app.loja_with_skus("u", &["S"]).await;
        let other = Server::start(&config);
        let through_other = app.a.at(other.at("listen_a"));
        until(|| serves(&app) && other.store.replicas().unwrap().replicas[0].serves);
        two.standby.execute("SELECT pg_wal_replay_pause()");
        for stock in 1..=5 {
            app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": stock })).await.with_status(200);
            for client in [&through_other, &app.a] {
                let page = client.get("/sku?usuarioId=u").await.json_of(200);
                assert_eq!(page["resultado"][0]["estoque"], stock);
            }
        }
        assert!(!serves(&app), "it is known to lag behind");
        app.admin.get("/ready").await.with_status(200);
        // whoever waits for nothing goes to the primary at once
        let since = Instant::now();
        app.a.get("/sku?usuarioId=u").await.with_status(200);
        assert!(since.elapsed() < Duration::from_millis(90));
        two.standby.execute("SELECT pg_wal_replay_resume()");
        until(|| serves(&app));
        let before = served(&app);
        app.a.get("/sku?usuarioId=u").await.with_status(200);
        assert_eq!(served(&app), before + 1);
        other.stop();
    });
}

#[test]
fn a_standby_that_dies_or_hangs_under_load_fails_nobody_and_comes_back() {
    let Some(two) = Two::start(&[]) else { return };
    block_on(async {
        let app = two.app(&Config { replica_lag: 200, ..two.config() });
        let paths = readable(&app).await;
        until(|| serves(&app));
        let ends = Arc::new(AtomicBool::new(false));
        let clients: Vec<_> = paths
            .iter()
            .cloned()
            .map(|(client, path)| {
                let ends = Arc::clone(&ends);
                rt::spawn(async move {
                    let mut slowest = Duration::ZERO;
                    while !ends.load(Ordering::Relaxed) {
                        let since = Instant::now();
                        client.get(&path).await.with_status(200);
                        slowest = slowest.max(since.elapsed());
                    }
                    slowest
                })
            })
            .collect();
        let before = served(&app);
        let standby = two.standby;
        let (standby, app_store) = (standby, app.store.clone());
        let state = move || app_store.replicas().unwrap().replicas[0];
        let trial = thread::spawn(move || {
            until(|| state().answered > before + 20);
            standby.freeze(true);
            until(|| !state().serves);
            sleep(Duration::from_secs(3));
            standby.freeze(false);
            until(|| state().serves);
            standby.stop();
            until(|| !state().serves);
            sleep(Duration::from_secs(1));
            standby.serve();
            until(|| state().serves);
            let before = state().answered;
            until(|| state().answered > before + 20);
            standby
        });
        while !trial.is_finished() {
            rt::time::sleep(Duration::from_millis(50)).await;
        }
        ends.store(true, Ordering::Relaxed);
        let _standby = trial.join().unwrap();
        for client in clients {
            let slowest = client.await.unwrap();
            assert!(slowest < Duration::from_secs(4), "{slowest:?}");
        }
        let (client, path) = &paths[0];
        client.get(path).await.with_status(200);
    });
}

#[test]
fn a_promoted_standby_is_not_asked() {
    let Some(two) = Two::start(&[]) else { return };
    block_on(async {
        let app = two.app(&two.config());
        app.loja_with_skus("u", &["S"]).await;
        until(|| serves(&app));
        two.standby.promote();
        until(|| !serves(&app));
        // a life of its own
        two.standby.execute("UPDATE skus SET estoque = 99");
        for stock in 1..=3 {
            app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": stock })).await.with_status(200);
            let page = app.a.get("/sku?usuarioId=u").await.json_of(200);
            assert_eq!(page["resultado"][0]["estoque"], stock);
        }
        sleep(Duration::from_secs(1));
        assert!(!serves(&app));
        app.admin.get("/ready").await.with_status(200);
    });
}

#[test]
fn a_read_that_the_standby_cancels_is_made_at_the_primary() {
    let Some(two) = Two::start(&[("max_standby_streaming_delay", "0")]) else { return };
    let ground = two.ground(Duration::from_secs(1));
    let begun = Arc::new(AtomicBool::new(false));
    let says = Arc::clone(&begun);
    let read = thread::spawn(move || {
        let count = block_on(anywhere(&ground, move |mut backend| -> Result<i64, DbError> {
            let count = "SELECT count(*) FROM notes";
            let before: i64 = on!(backend, c => diesel::dsl::sql::<BigInt>(count).get_result(c))?;
            says.store(true, Ordering::Relaxed);
            sleep(Duration::from_secs(2));
            on!(backend, c => diesel::dsl::sql::<BigInt>(count).get_result::<i64>(c))?;
            Ok(before)
        }));
        (count, ground.replicas().unwrap())
    });
    until(|| begun.load(Ordering::Relaxed));
    two.primary.execute("DELETE FROM notes WHERE n > 10");
    two.primary.execute("VACUUM notes");
    let (count, stats) = read.join().unwrap();
    assert_eq!((count.unwrap(), stats.failed, stats.primary), (10, 1, 1));
}

#[test]
fn after_a_failover_a_standby_that_did_not_follow_is_not_believed() {
    let Some(two) = Two::start(&[]) else { return };
    let (lost, primary) = (two.primary, two.standby);
    let (ahead, follower) = (lost.standby(&[]), lost.standby(&[]));
    let caught_up = |count: usize| {
        let all = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()";
        until(|| lost.ask(all) == count.to_string());
    };
    caught_up(3);
    primary.stop();
    follower.stop();
    // it comes further on the old timeline than the new one has come
    lost.execute("CREATE TABLE further AS SELECT n FROM generate_series(1, 50000) AS n");
    caught_up(1);
    lost.stop();
    primary.serve();
    primary.promote();
    let position = primary.ask("SELECT pg_current_wal_lsn()");
    assert_eq!(ahead.ask(&format!("SELECT pg_last_wal_replay_lsn() > '{position}'")), "t");
    follower.serve();
    follower.follow(&primary);
    ahead.follow(&primary);
    let config = GroundConfig {
        replica: Some(ahead.url_with(&follower)),
        replica_lag: Duration::from_secs(1),
        ..GroundConfig::new(primary.url())
    };
    let ground: Ground<NoUnit> = Ground::open(&config, Arc::default()).unwrap();
    let serves = || ground.replicas().unwrap().replicas.iter().map(|one| one.serves).collect::<Vec<_>>();
    until(|| serves()[1]);
    sleep(Duration::from_secs(1));
    assert_eq!(serves(), [false, true]);
}

#[test]
fn what_is_no_standby_of_the_database_is_not_asked() {
    let (Some(primary), Some(foreign)) = (OwnPostgres::start(), OwnPostgres::start()) else { return };
    let nobody = "postgres://postgres@127.0.0.1:1/postgres";
    let both = "postgres://postgres@127.0.0.1:1,127.0.0.1:2/postgres".to_owned();
    for replica in [foreign.url(), primary.url(), nobody.to_owned(), both] {
        let config = GroundConfig { replica: Some(replica), ..GroundConfig::new(primary.url()) };
        let ground: Ground<NoUnit> = Ground::open(&config, Arc::default()).unwrap();
        sleep(Duration::from_secs(1));
        let one = block_on(anywhere(&ground, |mut backend| -> Result<i64, DbError> {
            Ok(on!(backend, c => diesel::dsl::sql::<BigInt>("SELECT 1::bigint").get_result(c))?)
        }));
        let stats = ground.replicas().unwrap();
        assert_eq!((one.unwrap(), stats.primary, stats.failed), (1, 1, 0));
    }
}

#[test]
fn sqlite_has_no_replica() {
    let database = TestDatabase::new(Database::Sqlite).unwrap();
    let config =
        StoreConfig { replica: Some("postgres://b/x".to_owned()), ..StoreConfig::new(database.url.as_str()) };
    let refused = Store::open(&config).map(drop).unwrap_err().to_string();
    assert!(refused.contains("SQLite has no replica"), "{refused}");
}

/// Clients that write through either of two servers and read at once what they wrote through the other one,
/// while the standby is late now and then.
#[test]
fn nobody_ever_reads_less_than_was_acknowledged() {
    const CLIENTS: usize = 8;
    const ROUNDS: i64 = 25;
    let Some(two) = Two::start(&[("recovery_min_apply_delay", "5ms")]) else { return };
    block_on(async {
        let config = Config { replica_lag: 60, ..two.config() };
        let app = two.app(&config);
        let other = Server::start(&config);
        let skus: Vec<String> = (0..CLIENTS).map(|n| format!("S{n}")).collect();
        app.loja_with_stock("u", &skus.iter().map(String::as_str).collect::<Vec<_>>(), 100_000).await;
        until(|| serves(&app));
        let servers = [app.a.clone(), app.a.at(other.at("listen_a"))];
        let (b, at) = (app.b_as(app.loja("u")), other.at("listen_b"));
        let both_b = [b.clone(), b.at(at)];
        let ends = Arc::new(AtomicBool::new(false));
        let (unsteady, stops) = (two.standby, Arc::clone(&ends));
        let unsteady = thread::spawn(move || {
            while !stops.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(400));
                unsteady.execute("SELECT pg_wal_replay_pause()");
                sleep(Duration::from_millis(100));
                unsteady.execute("SELECT pg_wal_replay_resume()");
            }
            unsteady
        });
        let clients: Vec<_> =
            (0..CLIENTS).map(|n| rt::spawn(one_client(servers.clone(), both_b.clone(), n, ROUNDS))).collect();
        for client in clients {
            client.await.unwrap();
        }
        ends.store(true, Ordering::Relaxed);
        let _standby = unsteady.join().unwrap();
        let all = [stats(&app), other.store.replicas().unwrap()];
        let at_standby: u64 = all.iter().map(|stats| stats.replicas[0].answered).sum();
        let at_primary: u64 = all.iter().map(|stats| stats.primary).sum();
        assert!(at_standby > 100, "{at_standby} at the standby, {at_primary} at the primary");
        other.stop();
    });
}

async fn one_client(servers: [TestClient; 2], both_b: [TestClient; 2], n: usize, rounds: i64) {
    let sku = format!("S{n}");
    for round in 0..rounds {
        let (here, there) = (usize::from(round % 2 == 0), usize::from(round % 3 == 0));
        let order = models::pedido("canal", &format!("P-{n}-{round}"), &sku);
        let created = servers[here].post("/Pedido?usuarioId=u", &order).await.json_of(201);
        let number = created["pedidoId"].as_i64().unwrap();
        let shown = both_b[there].get(&format!("/pedidos/{number}")).await.json_of(200);
        assert_eq!(shown["pedidoId"].as_i64(), Some(number), "{shown}");
        let newest = servers[there].get("/Pedido?usuarioId=u&quantidade_registros=50").await.json_of(200);
        let shows = |row: &Value| row["pedidoId"].as_i64() == Some(number);
        assert!(newest["resultado"].as_array().unwrap().iter().any(shows), "{number} is missing");
        let price = 1_000 + round;
        let path = format!("/sku/{sku}/Preco?usuarioId=u");
        let prices = json!({ "precoDe": price, "precoPor": price });
        servers[there].put(&path, &prices).await.with_status(200);
        let page = servers[here].get("/sku?usuarioId=u").await.json_of(200);
        let row = page["resultado"].as_array().unwrap().iter().find(|row| row["sku"] == json!(sku)).unwrap();
        assert_eq!(row["precoPor"], json!(price));
        let alone = servers[here].get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200);
        assert_eq!(alone["precoPor"], json!(price));
    }
}
