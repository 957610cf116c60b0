//! How PostgreSQL finds the SKUs that have changed, and what a change costs there for that.

use domain::sku::AjusteEstoque;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, SkuId, UsuarioId};
use sample::Plan;
use server::made_up;
use store::paging::{PageRequest, Range};
use store::skus::{self, Filter};
use store::{Store, StoreConfig, aplicacoes, inventory, usuarios};

use crate::support::wait::wait_until;
use crate::support::{Database, TestDatabase, postgres};

const PLAN: Plan =
    Plan::new(Instante::from_micros(1_780_000_000_000_000)).users(1).skus(200).orders(1).days(1).seed(3);

fn full_database() -> Option<(TestDatabase, Store, LojaId)> {
    let database = TestDatabase::new(Database::Postgres)?;
    let store = Store::open(
        &StoreConfig { connections: 2, ..StoreConfig::new(database.url.as_str()) },
        crate::support::secrets(),
    )
    .unwrap();
    let (name, _) = made_up::fill(&store, &PLAN, "x", TypeCatalogue::shipped().kinds()).unwrap();
    let aplicacao = store.read_blocking(|conn| aplicacoes::find(conn, &name)).unwrap().unwrap().id;
    let id = UsuarioId::parse("loja-1").unwrap();
    let loja = store.read_blocking(|conn| usuarios::resolve(conn, aplicacao, &id)).unwrap().unwrap().id;
    Some((database, store, loja))
}

fn parsed(store: &Store, loja: LojaId, changed: Range) -> (Vec<SkuId>, i64) {
    let filter = Filter { changed, ..Filter::default() };
    let page = PageRequest::first(500);
    let page = store.read_blocking(move |conn| skus::list(conn, loja, &filter, page)).unwrap();
    (page.rows.into_iter().map(|sku| sku.sku).collect(), page.total)
}

#[test]
fn a_change_of_stock_leaves_the_indexes_alone() {
    let Some((database, store, loja)) = full_database() else { return };
    let (codes, _) = parsed(&store, loja, Range::default());
    // a connection's figures are complete when it has ended
    drop(store);
    let count = |column: &str| -> i64 {
        // in one piece or in parts
        let sql = format!("SELECT sum({column}) FROM pg_stat_user_tables WHERE relname ~ '^skus(_\\d+)*$'");
        postgres::server().unwrap().ask(&database.url, &sql).parse().unwrap()
    };
    let wait = |column: &str, expected_count: i64| {
        wait_until(column, || count(column) >= expected_count);
    };
    wait("n_tup_ins", i64::try_from(codes.len()).unwrap());
    let (changed_rows, light) = (count("n_tup_upd"), count("n_tup_hot_upd"));
    let store = Store::open(
        &StoreConfig { connections: 1, ..StoreConfig::new(database.url.as_str()) },
        crate::support::secrets(),
    )
    .unwrap();
    // far from each other and few: their pages have room, whether or not old versions can be cleared away
    let some: Vec<&SkuId> = codes.iter().step_by(20).collect();
    for estoque in [10_001, 10_002] {
        for sku in &some {
            let (sku, ajuste) = ((*sku).clone(), AjusteEstoque::Set(estoque));
            store.write_blocking(move |tx| inventory::change_stock(tx, loja, sku.as_str(), ajuste)).unwrap();
        }
    }
    drop(store);
    let each = i64::try_from(some.len()).unwrap();
    wait("n_tup_upd", changed_rows + 2 * each);
    // between the two rounds, or before them, another stretch of time may have begun: once
    let light = count("n_tup_hot_upd") - light;
    assert!(light >= each, "{light} of {} changes left the indexes alone", 2 * each);
}

#[test]
fn every_range_of_instants_finds_what_changed_in_it() {
    let Some((database, store, loja)) = full_database() else { return };
    const MINUTE: i64 = 60_000_000;
    const START: i64 = 1_780_000_000_000_000;
    // one each minute
    postgres::server().unwrap().execute(
        &database.url,
        &format!(
            "UPDATE skus s SET alterado_em = {START} + n * {MINUTE} FROM (SELECT sku_num, row_number() \
             OVER (ORDER BY sku_num) - 1 AS n FROM skus) o WHERE o.sku_num = s.sku_num"
        ),
    );
    let (all, _) = parsed(&store, loja, Range::default());
    let at = |minute: Option<i64>| minute.map(|m| Instante::from_micros(START + m * MINUTE));
    let minutes =
        [None, Some(-1), Some(0), Some(3), Some(9), Some(10), Some(17), Some(20), Some(199), Some(300)];
    for from in minutes {
        for until in minutes {
            let expected: Vec<SkuId> = (0_i64..)
                .zip(&all)
                .filter(|(n, _)| from.is_none_or(|from| *n >= from) && until.is_none_or(|until| *n < until))
                .map(|(_, sku)| sku.clone())
                .collect();
            let range = Range { de: at(from), ate: at(until) };
            let total = i64::try_from(expected.len()).unwrap();
            assert_eq!(parsed(&store, loja, range), (expected, total), "{from:?} {until:?}");
        }
    }
}
