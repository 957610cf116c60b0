//! Dead items: list and revival.

use std::collections::{HashMap, HashSet};

use diesel::dsl::not;
use diesel::prelude::*;
use domain::fila::ENTREGAS_MAX;
use domain::values::dates::Instante;

use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::fila_itens::{self, dsl};
use crate::base::{Conn, Tx, on};
use crate::events;
use crate::events::queue::readers::{self, Consumidor};
use crate::events::queue::readers::{DEAD_OR_NOT, Item, QueueReader, Running, eventos_at};

/// Dead items of a reader from the first kept position on: marked, or to be marked by its next request. A
/// macro, because the type of such a condition cannot be written down.
macro_rules! mortos {
    ($consumidor:expr, $first:expr, $running:expr) => {
        fila_itens::table
            .filter(dsl::aplicacao_id.eq($consumidor.aplicacao_id))
            .filter(dsl::consumidor_id.eq($consumidor.consumidor_id))
            .filter(dsl::posicao.ge($first))
            .filter(
                dsl::morto.eq(true).or(dsl::entregas
                    .ge(ENTREGAS_MAX)
                    .and(not(dsl::arrendado_ate.between($running.first, $running.last)))),
            )
    };
}

/// How many of a reader's events are dead.
pub(super) fn count(
    conn: &mut Conn<'_>,
    consumidor: &Consumidor,
    first: i64,
    now: Instante,
) -> Result<i64, StoreError> {
    let running = Running::at(now);
    Ok(on!(conn, c => mortos!(consumidor, first, running).count().get_result(c))?)
}

/// The dead events of a reader, the oldest first; `None` when there is no such reader.
pub fn mortos(
    conn: &mut Conn<'_>,
    reader: QueueReader<'_>,
    page_number: PageRequest,
    now: Instante,
) -> Result<Option<Page<Item>>, StoreError> {
    let Some(consumidor) = readers::find(conn, reader)? else { return Ok(None) };
    let (first, _) = events::extremes(conn, reader.fila.aplicacao)?;
    let running = Running::at(now);
    let (rows, total): (Vec<(i64, i32)>, i64) = on!(conn, c => {
        let mut q = mortos!(consumidor, first, running).into_boxed();
        if let Some([after, _]) = page_number.after() {
            q = q.filter(dsl::posicao.gt(after));
        }
        let rows = q
            .order(dsl::posicao)
            .limit(page_number.limit())
            .offset(page_number.offset())
            .select((dsl::posicao, dsl::entregas))
            .load(c)?;
        (rows, mortos!(consumidor, first, running).count().get_result(c)?)
    });
    let posicoes: Vec<i64> = rows.iter().map(|(posicao, _)| *posicao).collect();
    let mut eventos = eventos_at(conn, reader.fila.aplicacao, &posicoes)?;
    let page = page_number.page(
        rows,
        total,
        |(posicao, _)| [*posicao, 0],
        |(posicao, entregas)| {
            let evento = eventos.remove(&posicao);
            let evento = evento.ok_or_else(|| StoreError::Internal("an event vanished".to_owned()))?;
            Ok(Item { evento, entregas })
        },
    )?;
    Ok(Some(page))
}

/// Revives dead items with a fresh count of leases. Returns for each position whether the reader has an
/// unconfirmed item there; items that are not dead are unchanged. `None` when there is no such reader.
pub fn revive(
    tx: &mut Tx<'_>,
    reader: QueueReader<'_>,
    posicoes: &[i64],
    now: Instante,
) -> Result<Option<Vec<bool>>, StoreError> {
    let Some(consumidor) = readers::lock(tx, reader)? else { return Ok(None) };
    let running = Running::at(now);
    let found: HashMap<i64, bool> = on!(tx, c => fila_itens::table
        .filter(dsl::aplicacao_id.eq(consumidor.aplicacao_id))
        .filter(dsl::consumidor_id.eq(consumidor.consumidor_id))
        .filter(dsl::morto.eq_any(DEAD_OR_NOT))
        .filter(dsl::posicao.eq_any(posicoes))
        .select((dsl::posicao, dsl::entregas, dsl::arrendado_ate, dsl::morto))
        .load::<(i64, i32, i64, bool)>(c))?
    .into_iter()
    .map(|(posicao, entregas, until, morto)| {
        (posicao, morto || (entregas >= ENTREGAS_MAX && !running.contains(until)))
    })
    .collect();
    let of_dead: HashSet<i64> = found.iter().filter(|(_, morto)| **morto).map(|(p, _)| *p).collect();
    on!(tx, c => diesel::update(fila_itens::table
        .filter(dsl::aplicacao_id.eq(consumidor.aplicacao_id))
        .filter(dsl::consumidor_id.eq(consumidor.consumidor_id))
        .filter(dsl::morto.eq_any(DEAD_OR_NOT))
        .filter(dsl::posicao.eq_any(of_dead)))
        .set((dsl::morto.eq(false), dsl::entregas.eq(0), dsl::arrendado_ate.eq(0_i64)))
        .execute(c))?;
    Ok(Some(posicoes.iter().map(|posicao| found.contains_key(posicao)).collect()))
}
