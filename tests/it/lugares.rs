//! Much that waits for its place in the log, as PostgreSQL has it after a server was away or a database was filled.

use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use delivery::{Config, Engine, SystemClock};
use domain::values::ids::AplicacaoId;
use store::{Store, StoreConfig, eventos};

use crate::entrega::apoio::Carteiro;
use crate::suporte::{Banco, BancoDeTeste, postgres};

/// More than two of the store's batches.
const ESPERAM: i64 = 12_000;

/// Places that one batch gives.
const UM_LOTE: i64 = 5_000;

/// A database with events of two applications that have no place, every third the other's; `None` without
/// PostgreSQL.
fn banco_atrasado() -> Option<(BancoDeTeste, Store)> {
    let banco = BancoDeTeste::novo(Banco::Postgres)?;
    postgres::servidor()?.executar(
        &banco.url,
        &format!(
            "INSERT INTO eventos_novos (aplicacao_id, loja_id, tipo, assunto, sorteio, data, corpo) \
             SELECT 1 + (n % 3) / 2, 1, 1, n, n, n, '{{}}' FROM generate_series(1, {ESPERAM}) n"
        ),
    );
    let store = Store::open(&StoreConfig { connections: 2, ..StoreConfig::new(banco.url.as_str()) }).unwrap();
    Some((banco, store))
}

/// The last places of both logs.
fn ultimas(store: &Store) -> (i64, i64) {
    let ultima = |id| store.read_blocking(|conn| eventos::extremos(conn, AplicacaoId(id))).unwrap().1;
    (ultima(1), ultima(2))
}

#[test]
fn every_batch_asks_once_where_a_log_ends_and_reads_only_what_it_moves() {
    let Some((banco, store)) = banco_atrasado() else { return };
    store.place_events_blocking().unwrap();
    // a connection's figures are complete when it has ended
    drop(store);
    let contas = || {
        let linha = postgres::servidor().unwrap().perguntar(
            &banco.url,
            "SELECT e.n_tup_ins, e.seq_scan + e.idx_scan, n.seq_tup_read FROM pg_stat_user_tables e, \
             pg_stat_user_tables n WHERE e.relname = 'eventos' AND n.relname = 'eventos_novos'",
        );
        let contas: Vec<i64> = linha.split('|').map(|conta| conta.parse().unwrap()).collect();
        (contas[0], contas[1], contas[2])
    };
    for _ in 0..100 {
        if contas().0 == ESPERAM {
            break;
        }
        sleep(Duration::from_millis(50));
    }
    let (movidos, olhares, lidos_em_ordem) = contas();
    assert_eq!(movidos, ESPERAM);
    assert!(olhares <= 12, "{olhares} looks into the log for three batches of two applications");
    assert_eq!(lidos_em_ordem, 0, "rows read by a walk through all that waits");
    // and each log is whole, in the order in which its events were written
    let erradas = postgres::servidor().unwrap().perguntar(
        &banco.url,
        "SELECT count(*) FROM (SELECT posicao, row_number() OVER (PARTITION BY aplicacao_id ORDER BY assunto) AS n \
         FROM eventos) l WHERE posicao <> n",
    );
    assert_eq!(erradas, "0");
}

#[test]
fn a_stop_is_heard_before_all_that_waits_has_its_place() {
    let Some((_banco, store)) = banco_atrasado() else { return };
    actix_web::rt::System::new().block_on(async {
        let carteiro = Carteiro::novo(|_| Some(200));
        let engine = Engine::new(store.clone(), Arc::new(SystemClock), carteiro, Config::default());
        engine.run(std::future::ready(()), Duration::from_secs(1)).await;
        let (de_uma, da_outra) = ultimas(&store);
        assert!(de_uma + da_outra <= UM_LOTE, "{de_uma} and {da_outra} events were given their places first");
        // a reader of the log goes on until all of it is there
        store.place_events().await.unwrap();
        assert!(!store.place_some_events().await.unwrap());
        assert_eq!(ultimas(&store), (ESPERAM / 3 * 2, ESPERAM / 3));
    });
}

#[test]
fn an_engine_goes_on_until_nothing_waits() {
    let Some((_banco, store)) = banco_atrasado() else { return };
    actix_web::rt::System::new().block_on(async {
        let carteiro = Carteiro::novo(|_| Some(200));
        let mut engine = Engine::new(store.clone(), Arc::new(SystemClock), carteiro, Config::default());
        engine.passo().await.unwrap();
        assert_eq!(ultimas(&store), (ESPERAM / 3 * 2, ESPERAM / 3));
    });
}
