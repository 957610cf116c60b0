//! How PostgreSQL finds the SKUs that have changed, and what a change costs there for that.

use std::thread::sleep;
use std::time::Duration;

use domain::sku::AjusteEstoque;
use domain::tipo_canal::CatalogoTipos;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, SkuId, UsuarioId};
use sample::Plan;
use server::made_up;
use store::paging::{Faixa, PageRequest};
use store::skus::{self, Filtro};
use store::{Store, StoreConfig, aplicacoes, usuarios};

use crate::suporte::{Banco, BancoDeTeste, postgres};

const PLANO: Plan =
    Plan::new(Instante::from_micros(1_780_000_000_000_000)).users(1).skus(200).orders(1).days(1).seed(3);

fn banco_cheio() -> Option<(BancoDeTeste, Store, LojaId)> {
    let banco = BancoDeTeste::novo(Banco::Postgres)?;
    let store = Store::open(&StoreConfig { connections: 2, ..StoreConfig::new(banco.url.as_str()) }).unwrap();
    let (nome, _) = made_up::fill(&store, &PLANO, "x", CatalogoTipos::shipped().tipos()).unwrap();
    let aplicacao = store.read_blocking(|conn| aplicacoes::find(conn, &nome)).unwrap().unwrap().id;
    let id = UsuarioId::parse("loja-1").unwrap();
    let loja = store.read_blocking(|conn| usuarios::resolver(conn, aplicacao, &id)).unwrap().unwrap().id;
    Some((banco, store, loja))
}

fn lidos(store: &Store, loja: LojaId, alterado: Faixa) -> (Vec<SkuId>, i64) {
    let filtro = Filtro { alterado, ..Filtro::default() };
    let pagina = PageRequest::first(500);
    let pagina = store.read_blocking(move |conn| skus::list(conn, loja, &filtro, pagina)).unwrap();
    (pagina.rows.into_iter().map(|sku| sku.sku).collect(), pagina.total)
}

#[test]
fn a_change_of_stock_leaves_the_indexes_alone() {
    let Some((banco, store, loja)) = banco_cheio() else { return };
    let (codigos, _) = lidos(&store, loja, Faixa::default());
    // a connection's figures are complete when it has ended
    drop(store);
    let conta = |coluna: &str| -> i64 {
        let sql = format!("SELECT {coluna} FROM pg_stat_user_tables WHERE relname = 'skus'");
        postgres::servidor().unwrap().perguntar(&banco.url, &sql).parse().unwrap()
    };
    let esperar = |coluna: &str, quantos: i64| {
        for _ in 0..200 {
            if conta(coluna) >= quantos {
                return;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("{coluna} is {} and not {quantos}", conta(coluna));
    };
    esperar("n_tup_ins", i64::try_from(codigos.len()).unwrap());
    let (mudados, leves) = (conta("n_tup_upd"), conta("n_tup_hot_upd"));
    let store = Store::open(&StoreConfig { connections: 1, ..StoreConfig::new(banco.url.as_str()) }).unwrap();
    // far from each other and few: their pages have room, whether or not old versions can be cleared away
    let alguns: Vec<&SkuId> = codigos.iter().step_by(20).collect();
    for estoque in [10_001, 10_002] {
        for sku in &alguns {
            let (sku, ajuste) = ((*sku).clone(), AjusteEstoque::Absoluto(estoque));
            store.write_blocking(move |tx| skus::ajustar_estoque(tx, loja, &sku, ajuste)).unwrap();
        }
    }
    drop(store);
    let cada = i64::try_from(alguns.len()).unwrap();
    esperar("n_tup_upd", mudados + 2 * cada);
    // between the two rounds, or before them, another stretch of time may have begun: once
    let leves = conta("n_tup_hot_upd") - leves;
    assert!(leves >= cada, "{leves} of {} changes left the indexes alone", 2 * cada);
}

#[test]
fn every_range_of_instants_finds_what_changed_in_it() {
    let Some((banco, store, loja)) = banco_cheio() else { return };
    const MINUTO: i64 = 60_000_000;
    const INICIO: i64 = 1_780_000_000_000_000;
    // one each minute
    postgres::servidor().unwrap().executar(
        &banco.url,
        &format!(
            "UPDATE skus s SET alterado_em = {INICIO} + n * {MINUTO} FROM (SELECT sku_num, row_number() \
             OVER (ORDER BY sku_num) - 1 AS n FROM skus) o WHERE o.sku_num = s.sku_num"
        ),
    );
    let (todos, _) = lidos(&store, loja, Faixa::default());
    let em = |minuto: Option<i64>| minuto.map(|m| Instante::from_micros(INICIO + m * MINUTO));
    let minutos =
        [None, Some(-1), Some(0), Some(3), Some(9), Some(10), Some(17), Some(20), Some(199), Some(300)];
    for de in minutos {
        for ate in minutos {
            let esperados: Vec<SkuId> = (0_i64..)
                .zip(&todos)
                .filter(|(n, _)| de.is_none_or(|de| *n >= de) && ate.is_none_or(|ate| *n < ate))
                .map(|(_, sku)| sku.clone())
                .collect();
            let faixa = Faixa { de: em(de), ate: em(ate) };
            let total = i64::try_from(esperados.len()).unwrap();
            assert_eq!(lidos(&store, loja, faixa), (esperados, total), "{de:?} {ate:?}");
        }
    }
}
