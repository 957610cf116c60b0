//! Which orders a page has, and each as of which change: what finds their records in memory.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::values::ids::LojaId;

use crate::base::schema::pedidos;
use crate::base::{Conn, Slice, StoreError, on};
use crate::orders::filter::RegistrosFilter;
use crate::orders::search::{Cutoff, WithDates, filtered, ordered};

/// Which state of an order is on a page.
#[derive(Debug, Clone, Copy)]
pub(in crate::orders) struct Version {
    /// Its place in the list: its date and its number.
    pub key: [i64; 2],
    /// When the order changed last.
    pub alterado_em: i64,
}

impl Version {
    pub fn pedido_id(&self) -> i64 {
        let [_, pedido_id] = self.key;
        pedido_id
    }
}

/// The first orders of a list from a cutoff on.
pub(in crate::orders) fn versions(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    cutoff: Cutoff,
    limit: i64,
) -> Result<Vec<Version>, StoreError> {
    let found: Vec<(Option<i64>, i64, i64)> = on!(conn, c => {
        let q = filtered!(pedidos::table, loja, filter, cutoff, c.date_of(filter));
        let columns = (c.date_of(filter), pedidos::pedido_id, pedidos::alterado_em);
        Slice::new(ordered!(q, filter, c.date_of(filter)).select(columns), limit, 0).load(c)
    })?;
    let version = |(date, id, alterado_em): (Option<i64>, i64, i64)| Version {
        key: [date.unwrap_or_default(), id],
        alterado_em,
    };
    Ok(found.into_iter().map(version).collect())
}

/// Orders by their keys, in the order of these.
pub(in crate::orders) fn versions_of(
    conn: &mut Conn<'_>,
    loja: LojaId,
    keys: &[[i64; 2]],
) -> Result<Vec<Version>, StoreError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let changes: Vec<(i64, i64)> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq_any(keys.iter().map(|[_, id]| *id)))
        .select((pedidos::pedido_id, pedidos::alterado_em))
        .load(c))?;
    let changes: HashMap<i64, i64> = changes.into_iter().collect();
    let version = |key: &[i64; 2]| {
        let alterado_em = changes.get(&key[1]).copied();
        let vanished = || StoreError::Concurrency("an order vanished".to_owned());
        Ok(Version { key: *key, alterado_em: alterado_em.ok_or_else(vanished)? })
    };
    keys.iter().map(version).collect()
}
