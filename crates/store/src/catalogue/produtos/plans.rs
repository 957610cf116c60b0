//! How SQLite finds products: from which index it starts, without statistics to guide it.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::{Arc, Mutex};

use diesel::connection::{Instrumentation, InstrumentationEvent, SimpleConnection};
use diesel::prelude::*;
use diesel::sql_types::Text;
use domain::categoria_loja::LojaTree;
use domain::values::ids::{AplicacaoId, LojaId};

use super::{Filter, in_categories, list};
use crate::base::paging::PageRequest;
use crate::base::{Backend, Conn};

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<String>>>);

impl Instrumentation for Listener {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            self.0.lock().unwrap().push(query.to_string());
        }
    }
}

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// The plans of all statements on SKUs that `f` runs, one line each.
fn plans(f: impl FnOnce(&mut Conn<'_>)) -> Vec<String> {
    let mut c = SqliteConnection::establish(":memory:").unwrap();
    c.batch_execute(include_str!("../../../../../migrations/sqlite/00000000000001_base/up.sql")).unwrap();
    let latest = include_str!("../../../../../migrations/sqlite/00000000000015_catalogo_da_loja/up.sql");
    c.batch_execute(latest).unwrap();
    let listener = Listener::default();
    c.set_instrumentation(listener.clone());
    f(&mut Conn::new(Backend::Sqlite(&mut c)));
    let statements: Vec<String> = listener.0.lock().unwrap().drain(..).collect();
    let of_skus = statements.iter().filter(|sql| sql.contains("`skus`"));
    let plan = |sql: &String| {
        let steps: Vec<Step> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}")).load(&mut c).unwrap();
        steps.into_iter().map(|step| step.detail).collect::<Vec<_>>().join("; ")
    };
    of_skus.map(plan).collect()
}

#[test]
fn brands_and_groups_are_counted_by_their_indexes_and_listed_out_of_one_store() {
    let brands = Filter { brands: Some(vec!["X".into(), "Y".into()]), ..Filter::default() };
    let group = Filter { produto: Some(1), ..Filter::default() };
    for (filter, index) in [
        (brands, "skus_marca (aplicacao_id=? AND loja_id=? AND marca=?)"),
        (group, "skus_produto_num (aplicacao_id=? AND loja_id=? AND produto_num=?)"),
    ] {
        let plans = plans(|conn| {
            list(conn, LOJA, &filter, PageRequest::first(10)).unwrap();
        });
        let [rows, total] = plans.as_slice() else { panic!("{plans:?}") };
        assert!(rows.contains("(aplicacao_id=? AND loja_id=?") && !rows.contains("SCAN"), "{rows}");
        assert!(total.contains(index), "{total}");
    }
}

#[test]
fn categories_are_looked_for_in_one_store_alone() {
    let tree = LojaTree::new(Vec::new());
    let plans = plans(|conn| {
        in_categories(conn, LOJA, &Filter::default(), (&tree, &[1])).unwrap();
    });
    assert_eq!(plans.len(), 1, "{plans:?}");
    assert!(
        plans.iter().all(|plan| plan.contains("PRIMARY KEY (aplicacao_id=? AND loja_id=? AND sku_num>?)")),
        "{plans:?}"
    );
}
