//! How far a channel lags behind its offers: what waits to be told, and how long acceptances took.

use diesel::dsl;
use diesel::prelude::*;
use domain::conexao::EstadoAnuncio;
use domain::values::dates::Instante;

use super::connections::loja;
use super::listings::with_offer;
use super::orders::held_units;
use super::{CanalKey, of_canal};
use crate::base::schema::{anuncios, conexoes, ofertas_ditas, skus};
use crate::base::{Conn, StoreError, on};

/// Latest acceptances that the window is computed from.
const WINDOW_ROWS: i64 = 1000;
/// Rows that differ, or wait, that are looked at for a sum.
const WAITING_MAX: i64 = 10_000;

/// Connections that an operator's sum is of.
const BACKLOG_CONNECTIONS: i64 = 20;

/// What waits to be told at a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waiting {
    /// Listings with something due.
    pub devidos: i64,
    /// Since when the first of them waits.
    pub mais_antigo: Option<Instante>,
    /// Units that the channel still offers though they are gone: what it may sell too much.
    pub unidades: i64,
}

/// What waits to be told at the connections of all stores that wait longest.
pub fn backlog(conn: &mut Conn<'_>) -> Result<Waiting, StoreError> {
    let rows: Vec<(i32, i32, i32)> = on!(conn, c => {
        let due = || anuncios::table
            .filter(anuncios::aplicacao_id.eq(conexoes::aplicacao_id))
            .filter(anuncios::loja_id.eq(conexoes::loja_id))
            .filter(anuncios::canal_num.eq(conexoes::canal_num))
            .filter(anuncios::devida_em.is_not_null());
        conexoes::table
            .filter(dsl::exists(due()))
            .order(due().select(dsl::min(anuncios::devida_em)).single_value())
            .select((conexoes::aplicacao_id, conexoes::loja_id, conexoes::canal_num))
            .limit(BACKLOG_CONNECTIONS)
            .load(c)
    })?;
    let mut all = Waiting::default();
    for (aplicacao, l, canal) in rows {
        let one = waiting(conn, CanalKey { loja: loja(aplicacao, l), canal })?;
        all.devidos += one.devidos;
        all.unidades += one.unidades;
        all.mais_antigo = [all.mais_antigo, one.mais_antigo].into_iter().flatten().min();
    }
    Ok(all)
}

/// What waits to be told at a channel.
pub fn waiting(conn: &mut Conn<'_>, key: CanalKey) -> Result<Waiting, StoreError> {
    let rows: Vec<(i64, Option<i64>, i32, bool, String)> = on!(conn, c => with_offer!(key)
        .filter(anuncios::devida_em.is_not_null())
        .filter(anuncios::estado.eq_any([EstadoAnuncio::Ativo.code(), EstadoAnuncio::Procurando.code()]))
        .order(anuncios::devida_em)
        .select((
            anuncios::quer_em,
            anuncios::tem_estoque,
            ofertas_ditas::estoque,
            ofertas_ditas::publicavel,
            skus::sku,
        ))
        .limit(WAITING_MAX)
        .load(c))?;
    if rows.is_empty() {
        return Ok(Waiting::default());
    }
    let held = held_units(conn, key)?;
    let mut waiting = Waiting { devidos: rows.len() as i64, ..Waiting::default() };
    for (quer_em, tem, estoque, publicavel, sku) in rows {
        let since = Instante::from_micros(quer_em);
        waiting.mais_antigo = Some(waiting.mais_antigo.map_or(since, |before| before.min(since)));
        let free = if publicavel { i64::from(estoque) } else { 0 } + held.get(&sku).copied().unwrap_or(0);
        waiting.unidades += tem.map_or(0, |tem| (tem - free).max(0));
    }
    Ok(waiting)
}

/// Milliseconds from the change of an offer until the channel had accepted it, of the latest acceptances: the median
/// and the 99th percentile; `None` while there are none.
pub fn window(conn: &mut Conn<'_>, key: CanalKey) -> Result<Option<(i64, i64)>, StoreError> {
    let rows: Vec<(i64, Option<i64>)> = on!(conn, c => of_canal!(anuncios, key)
        .filter(anuncios::tem_em.is_not_null())
        .order(anuncios::tem_em.desc())
        .select((anuncios::quer_em, anuncios::tem_em))
        .limit(WINDOW_ROWS)
        .load(c))?;
    let mut times: Vec<i64> =
        rows.into_iter().filter_map(|(quer, tem)| Some((tem? - quer).max(0) / 1000)).collect();
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len().saturating_sub(1) * percent / 100).copied();
    Ok(at(50).zip(at(99)))
}
