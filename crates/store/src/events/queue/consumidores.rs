//! The readers of the queue: made by their first request, forgotten on demand.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::schema::fila_consumidores::{self, dsl};
use crate::base::sequences::{Sequence, next_i32};
use crate::base::{Conn, Tx, locked, on};
use crate::base::{DeleteOutcome, StoreError};
use crate::events::queue::queue::{Fila, QueueReader};

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

/// The same, keeping others that ask for it waiting until this transaction ends.
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

/// Those of some numbers that there are, locked in the order of their numbers.
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
    // without a user, receipts of every queue of the application are taken: each says whose it is
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

/// Keeps where a reader stands.
pub(super) fn write(tx: &mut Tx<'_>, consumidor: &Consumidor) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(
        fila_consumidores::table.find((consumidor.aplicacao_id, consumidor.consumidor_id)))
        .set((dsl::posicao.eq(consumidor.posicao), dsl::visto_em.eq(consumidor.visto_em)))
        .execute(c))?;
    Ok(())
}

/// Forgets a reader with all that it has not confirmed; its receipts are unknown from then on.
pub fn delete(tx: &mut Tx<'_>, reader: QueueReader<'_>) -> Result<DeleteOutcome, StoreError> {
    let deleted = on!(tx, c => diesel::delete(fila_consumidores::table
        .filter(dsl::aplicacao_id.eq(reader.fila.aplicacao.0))
        .filter(dsl::loja_id.eq(reader.fila.loja_id()))
        .filter(dsl::nome.eq(reader.nome.as_str())))
        .execute(c))?;
    Ok(if deleted == 0 { DeleteOutcome::Missing } else { DeleteOutcome::Deleted })
}
