//! Much that waits for its place in the log, as PostgreSQL has it after a server was away or a database was
//! filled.

use std::sync::Arc;
use std::time::Duration;

use delivery::{Config, Engine, SystemClock};
use domain::values::ids::AplicacaoId;
use store::{Store, StoreConfig, events};

use crate::entrega::helpers::Postman;
use crate::support::wait::wait_until;
use crate::support::{Database, TestDatabase, postgres};

/// More than two of the store's batches.
const WAITING: i64 = 12_000;

/// Places that one batch gives.
const ONE_LOTE: i64 = 5_000;

/// A database with events of two applications that have no place, every third the other's; `None` without
/// PostgreSQL.
fn late_database() -> Option<(TestDatabase, Store)> {
    let database = TestDatabase::new(Database::Postgres)?;
    postgres::server()?.execute(
        &database.url,
        &format!(
            "INSERT INTO eventos_novos (aplicacao_id, loja_id, tipo, assunto, sorteio, data, corpo) \
             SELECT 1 + (n % 3) / 2, 1, 1, n, n, n, '{{}}' FROM generate_series(1, {WAITING}) n"
        ),
    );
    let store = Store::open(
        &StoreConfig { connections: 2, ..StoreConfig::new(database.url.as_str()) },
        crate::support::secrets(),
    )
    .unwrap();
    Some((database, store))
}

/// The last places of both logs.
fn last(store: &Store) -> (i64, i64) {
    let last = |id| store.read_blocking(|conn| events::extremes(conn, AplicacaoId(id))).unwrap().1;
    (last(1), last(2))
}

#[test]
fn every_batch_asks_once_where_a_log_ends_and_reads_only_what_it_moves() {
    let Some((database, store)) = late_database() else { return };
    store.place_events_blocking().unwrap();
    // a connection's figures are complete when it has ended
    drop(store);
    let accounts = || {
        let row = postgres::server().unwrap().ask(
            &database.url,
            "SELECT e.n_tup_ins, e.seq_scan + e.idx_scan, n.seq_tup_read FROM pg_stat_user_tables e, \
             pg_stat_user_tables n WHERE e.relname = 'eventos' AND n.relname = 'eventos_novos'",
        );
        let accounts: Vec<i64> = row.split('|').map(|count| count.parse().unwrap()).collect();
        (accounts[0], accounts[1], accounts[2])
    };
    wait_until("the statistics of the move", || accounts().0 == WAITING);
    let (moved, looks, read_in_order) = accounts();
    assert_eq!(moved, WAITING);
    assert!(looks <= 12, "{looks} looks into the log for three batches of two applications");
    assert_eq!(read_in_order, 0, "rows read by a walk through all that waits");
    // and each log is whole, in the order in which its events were written
    let wrong = postgres::server().unwrap().ask(
        &database.url,
        "SELECT count(*) FROM (SELECT posicao, row_number() OVER (PARTITION BY aplicacao_id ORDER BY assunto) AS n \
         FROM eventos) l WHERE posicao <> n",
    );
    assert_eq!(wrong, "0");
}

#[test]
fn a_stop_is_heard_before_all_that_waits_has_its_place() {
    let Some((_database, store)) = late_database() else { return };
    actix_web::rt::System::new().block_on(async {
        let postman = Postman::new(|_| Some(200));
        let engine = Engine::new(store.clone(), Arc::new(SystemClock), postman, Config::default());
        engine.run(std::future::ready(()), Duration::from_secs(1)).await;
        let (of_one, of_other) = last(&store);
        assert!(
            of_one + of_other <= ONE_LOTE,
            "{of_one} and {of_other} events were given their places first"
        );
        // a reader of the log goes on until all of it is there
        store.place_events().await.unwrap();
        assert!(!store.place_some_events().await.unwrap());
        assert_eq!(last(&store), (WAITING / 3 * 2, WAITING / 3));
    });
}

#[test]
fn an_engine_goes_on_until_nothing_waits() {
    let Some((_database, store)) = late_database() else { return };
    actix_web::rt::System::new().block_on(async {
        let postman = Postman::new(|_| Some(200));
        let mut engine = Engine::new(store.clone(), Arc::new(SystemClock), postman, Config::default());
        engine.step().await.unwrap();
        assert_eq!(last(&store), (WAITING / 3 * 2, WAITING / 3));
    });
}
