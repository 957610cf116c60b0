//! Queues, their readers and the rows of the readers.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::evento::{Evento, TipoEvento};
use domain::fila::VISIBILIDADE_MAX;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, ConsumidorId, LojaId};

use crate::base::schema::fila_consumidores::{self, dsl};
use crate::base::sequences::{Sequence, next_i32};
use crate::base::{Conn, DeleteOutcome, StoreError, Tx, latest, locked, on};
use crate::events;

/// Whose order events a queue holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fila {
    /// The application.
    pub aplicacao: AplicacaoId,
    /// Of one user; `None` = of all users of the application.
    pub loja: Option<LojaId>,
}

impl Fila {
    /// As stored: numbers of users start at 1.
    pub(super) fn loja_id(&self) -> i32 {
        self.loja.map_or(0, |loja| loja.loja)
    }
}

/// A reader of a queue.
#[derive(Debug, Clone, Copy)]
pub struct QueueReader<'a> {
    /// The queue.
    pub fila: Fila,
    /// The reader's name in it.
    pub nome: &'a ConsumidorId,
}

/// An item of a queue.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// What happened.
    pub evento: Evento,
    /// How often it has been handed out since it came, or since it was last revived.
    pub entregas: i32,
}

/// Both values of `morto`, so that queries can use the key, of which it is a part.
pub(super) const DEAD_OR_NOT: [bool; 2] = [false, true];

/// Ends of running leases. A lease that ends earlier is over; one that ends later than any lease lasts was
/// written by a clock that was ahead, and is over too.
#[derive(Debug, Clone, Copy)]
pub(super) struct Running {
    pub(super) first: i64,
    pub(super) last: i64,
}

impl Running {
    pub(super) fn at(now: Instante) -> Self {
        Self { first: now.micros().saturating_add(1), last: latest(now, VISIBILIDADE_MAX) }
    }

    pub(super) fn contains(self, end: i64) -> bool {
        (self.first..=self.last).contains(&end)
    }
}

/// Codes of the event kinds in queues: those of orders, except shortfalls at creation, which the first event
/// of the order covers.
pub(super) fn pedido_kinds() -> Vec<i16> {
    let kinds = TipoEvento::ALL.iter();
    kinds
        .filter(|kind| kind.of_pedido() && **kind != TipoEvento::PedidoFalta)
        .map(|kind| kind.code())
        .collect()
}

/// The events at some positions.
pub(super) fn eventos_at(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    posicoes: &[i64],
) -> Result<HashMap<i64, Evento>, StoreError> {
    if posicoes.is_empty() {
        return Ok(HashMap::new());
    }
    events::find_all(conn, aplicacao, posicoes)?
        .into_iter()
        .map(|row| {
            let evento = serde_json::from_str(&row.documento);
            Ok((row.posicao, evento.map_err(|e| StoreError::corrupt("eventos.corpo", e))?))
        })
        .collect()
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = fila_consumidores)]
pub(super) struct Consumidor {
    pub(super) aplicacao_id: i32,
    pub(super) consumidor_id: i32,
    pub(super) loja_id: i32,
    pub(super) nome: String,
    pub(super) posicao: i64,
    pub(super) criado_em: i64,
    pub(super) visto_em: i64,
}

/// The reader of this name.
pub(super) fn find(conn: &mut Conn<'_>, reader: QueueReader<'_>) -> Result<Option<Consumidor>, StoreError> {
    Ok(on!(conn, c => fila_consumidores::table
        .filter(dsl::aplicacao_id.eq(reader.fila.aplicacao.0))
        .filter(dsl::loja_id.eq(reader.fila.loja_id()))
        .filter(dsl::nome.eq(reader.nome.as_str()))
        .select(Consumidor::as_select())
        .first(c)
        .optional())?)
}

/// Locks the reader of this name.
pub(super) fn lock(tx: &mut Tx<'_>, reader: QueueReader<'_>) -> Result<Option<Consumidor>, StoreError> {
    let found = locked!(
        tx,
        fila_consumidores::table
            .filter(dsl::aplicacao_id.eq(reader.fila.aplicacao.0))
            .filter(dsl::loja_id.eq(reader.fila.loja_id()))
            .filter(dsl::nome.eq(reader.nome.as_str()))
            .select(Consumidor::as_select()),
        first
    );
    Ok(found.optional()?)
}

/// Locks readers by their numbers, in this order; missing ones are left out.
pub(super) fn lock_all(tx: &mut Tx<'_>, fila: Fila, numbers: &[i32]) -> Result<Vec<Consumidor>, StoreError> {
    let found_rows: Vec<Consumidor> = locked!(
        tx,
        fila_consumidores::table
            .filter(dsl::aplicacao_id.eq(fila.aplicacao.0))
            .filter(dsl::consumidor_id.eq_any(numbers))
            .order(dsl::consumidor_id)
            .select(Consumidor::as_select()),
        load
    )?;
    // without a user, receipts of every queue of the application are accepted
    Ok(found_rows.into_iter().filter(|c| fila.loja.is_none_or(|loja| loja.loja == c.loja_id)).collect())
}

/// Readers that one queue may have.
pub const READERS_MAX: i64 = 100;

/// True when a reader is there or may still be made: a queue has at most [`READERS_MAX`].
pub fn fits(tx: &mut Tx<'_>, reader: QueueReader<'_>) -> Result<bool, StoreError> {
    if find(tx, reader)?.is_some() {
        return Ok(true);
    }
    let loja = LojaId { aplicacao: reader.fila.aplicacao, loja: reader.fila.loja_id() };
    tx.exclusive("leitores da fila", loja, "")?;
    let readers: i64 = on!(tx, c => fila_consumidores::table
        .filter(dsl::aplicacao_id.eq(loja.aplicacao.0))
        .filter(dsl::loja_id.eq(loja.loja))
        .count()
        .get_result(c))?;
    Ok(readers < READERS_MAX)
}

/// The reader, locked; new ones start behind `posicao`.
pub(super) fn lock_or_create(
    tx: &mut Tx<'_>,
    reader: QueueReader<'_>,
    posicao: i64,
    now: Instante,
) -> Result<Consumidor, StoreError> {
    if let Some(found) = lock(tx, reader)? {
        return Ok(found);
    }
    let new = Consumidor {
        aplicacao_id: reader.fila.aplicacao.0,
        consumidor_id: next_i32(tx, Sequence::FilaConsumidores)?,
        loja_id: reader.fila.loja_id(),
        nome: reader.nome.as_str().to_owned(),
        posicao,
        criado_em: now.micros(),
        visto_em: now.micros(),
    };
    on!(tx, c => diesel::insert_into(fila_consumidores::table)
        .values(&new)
        .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::nome))
        .do_nothing()
        .execute(c))?;
    // another transaction may have been faster; it has committed by now
    lock(tx, reader)?.ok_or_else(|| StoreError::Concurrency("a reader of the queue vanished".to_owned()))
}

/// Stores the position of a reader.
pub(super) fn write(tx: &mut Tx<'_>, consumidor: &Consumidor) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(
        fila_consumidores::table.find((consumidor.aplicacao_id, consumidor.consumidor_id)))
        .set((dsl::posicao.eq(consumidor.posicao), dsl::visto_em.eq(consumidor.visto_em)))
        .execute(c))?;
    Ok(())
}

/// Deletes a reader with its unconfirmed items; its receipts are unknown from then on.
pub fn delete(tx: &mut Tx<'_>, reader: QueueReader<'_>) -> Result<DeleteOutcome, StoreError> {
    let deleted = on!(tx, c => diesel::delete(fila_consumidores::table
        .filter(dsl::aplicacao_id.eq(reader.fila.aplicacao.0))
        .filter(dsl::loja_id.eq(reader.fila.loja_id()))
        .filter(dsl::nome.eq(reader.nome.as_str())))
        .execute(c))?;
    Ok(if deleted == 0 { DeleteOutcome::Missing } else { DeleteOutcome::Deleted })
}
