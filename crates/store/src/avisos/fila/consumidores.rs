//! The readers of the queue: made by their first request, forgotten on demand.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::queue::{Fila, Leitor};
use crate::base::schema::fila_consumidores::{self, dsl};
use crate::base::sequences::{Sequencia, proximo_i32};
use crate::base::{Conn, Tx, locked, on};
use crate::base::{Exclusao, StoreError};

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
pub(super) fn find(conn: &mut Conn<'_>, leitor: Leitor<'_>) -> Result<Option<Consumidor>, StoreError> {
    Ok(on!(conn, c => fila_consumidores::table
        .filter(dsl::aplicacao_id.eq(leitor.fila.aplicacao.0))
        .filter(dsl::loja_id.eq(leitor.fila.loja_id()))
        .filter(dsl::nome.eq(leitor.nome.as_str()))
        .select(Consumidor::as_select())
        .first(c)
        .optional())?)
}

/// The same, keeping others that ask for it waiting until this transaction ends.
pub(super) fn travar(tx: &mut Tx<'_>, leitor: Leitor<'_>) -> Result<Option<Consumidor>, StoreError> {
    let achado = locked!(
        tx,
        fila_consumidores::table
            .filter(dsl::aplicacao_id.eq(leitor.fila.aplicacao.0))
            .filter(dsl::loja_id.eq(leitor.fila.loja_id()))
            .filter(dsl::nome.eq(leitor.nome.as_str()))
            .select(Consumidor::as_select()),
        first
    );
    Ok(achado.optional()?)
}

/// Those of some numbers that there are, locked in the order of their numbers.
pub(super) fn travar_todos(
    tx: &mut Tx<'_>,
    fila: Fila,
    numeros: &[i32],
) -> Result<Vec<Consumidor>, StoreError> {
    let achados: Vec<Consumidor> = locked!(
        tx,
        fila_consumidores::table
            .filter(dsl::aplicacao_id.eq(fila.aplicacao.0))
            .filter(dsl::consumidor_id.eq_any(numeros))
            .order(dsl::consumidor_id)
            .select(Consumidor::as_select()),
        load
    )?;
    // without a user, receipts of every queue of the application are taken: each says whose it is
    Ok(achados.into_iter().filter(|c| fila.loja.is_none_or(|loja| loja.loja == c.loja_id)).collect())
}

/// Readers that one queue may have.
pub const LEITORES_MAX: i64 = 100;

/// True when a reader is there or may still be made: a queue has at most [`LEITORES_MAX`].
pub fn cabe(tx: &mut Tx<'_>, leitor: Leitor<'_>) -> Result<bool, StoreError> {
    if find(tx, leitor)?.is_some() {
        return Ok(true);
    }
    let loja = LojaId { aplicacao: leitor.fila.aplicacao, loja: leitor.fila.loja_id() };
    tx.exclusivo("leitores da fila", loja, "")?;
    let leitores: i64 = on!(tx, c => fila_consumidores::table
        .filter(dsl::aplicacao_id.eq(loja.aplicacao.0))
        .filter(dsl::loja_id.eq(loja.loja))
        .count()
        .get_result(c))?;
    Ok(leitores < LEITORES_MAX)
}

/// The reader, locked; new ones start behind `posicao`.
pub(super) fn travar_ou_criar(
    tx: &mut Tx<'_>,
    leitor: Leitor<'_>,
    posicao: i64,
    agora: Instante,
) -> Result<Consumidor, StoreError> {
    if let Some(achado) = travar(tx, leitor)? {
        return Ok(achado);
    }
    let novo = Consumidor {
        aplicacao_id: leitor.fila.aplicacao.0,
        consumidor_id: proximo_i32(tx, Sequencia::FilaConsumidores)?,
        loja_id: leitor.fila.loja_id(),
        nome: leitor.nome.as_str().to_owned(),
        posicao,
        criado_em: agora.micros(),
        visto_em: agora.micros(),
    };
    on!(tx, c => diesel::insert_into(fila_consumidores::table)
        .values(&novo)
        .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::nome))
        .do_nothing()
        .execute(c))?;
    // another transaction may have been faster; it has committed by now
    travar(tx, leitor)?.ok_or_else(|| StoreError::Concorrencia("a reader of the queue vanished".to_owned()))
}

/// Keeps where a reader stands.
pub(super) fn gravar(tx: &mut Tx<'_>, consumidor: &Consumidor) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(
        fila_consumidores::table.find((consumidor.aplicacao_id, consumidor.consumidor_id)))
        .set((dsl::posicao.eq(consumidor.posicao), dsl::visto_em.eq(consumidor.visto_em)))
        .execute(c))?;
    Ok(())
}

/// Forgets a reader with all that it has not confirmed; its receipts are unknown from then on.
pub fn delete(tx: &mut Tx<'_>, leitor: Leitor<'_>) -> Result<Exclusao, StoreError> {
    let excluidos = on!(tx, c => diesel::delete(fila_consumidores::table
        .filter(dsl::aplicacao_id.eq(leitor.fila.aplicacao.0))
        .filter(dsl::loja_id.eq(leitor.fila.loja_id()))
        .filter(dsl::nome.eq(leitor.nome.as_str())))
        .execute(c))?;
    Ok(if excluidos == 0 { Exclusao::Ausente } else { Exclusao::Excluido })
}
