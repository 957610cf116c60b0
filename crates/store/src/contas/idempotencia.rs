//! Answers kept under an `Idempotency-Key`, written in the same transaction as the change they answer.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::StoreError;
use crate::base::schema::idempotencia;
use crate::base::{Conn, Tx, on};

/// Whose key it is: the same text under another token is another key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Chave {
    /// The application.
    pub aplicacao: AplicacaoId,
    /// The token that the key is scoped to.
    pub token_id: i64,
    /// The caller's text.
    pub texto: String,
}

/// A kept answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RespostaGuardada {
    /// What the request was: method, path, query and body, hashed.
    pub impressao: [u8; 32],
    /// The HTTP status.
    pub status: i16,
    /// Headers as JSON.
    pub cabecalhos: String,
    /// The body.
    pub corpo: Vec<u8>,
}

/// Answers are kept this long.
pub const VALIDADE_SEGUNDOS: i64 = 24 * 60 * 60;

/// The answer kept under a key, unless it has grown too old.
pub fn find(
    conn: &mut Conn<'_>,
    chave: &Chave,
    agora: Instante,
) -> Result<Option<RespostaGuardada>, StoreError> {
    let achada: Option<(Vec<u8>, i16, String, Vec<u8>)> = on!(conn, c => idempotencia::table
        .find((chave.aplicacao.0, chave.token_id, &chave.texto))
        .filter(idempotencia::criado_em.gt(limite(agora)))
        .select((idempotencia::impressao, idempotencia::status, idempotencia::cabecalhos, idempotencia::corpo))
        .first(c)
        .optional())?;
    achada
        .map(|(impressao, status, cabecalhos, corpo)| {
            let impressao =
                impressao.try_into().map_err(|_| StoreError::Corrompido("idempotencia".to_owned()))?;
            Ok(RespostaGuardada { impressao, status, cabecalhos, corpo })
        })
        .transpose()
}

/// Takes the key for this transaction; false when another transaction, on any server, holds it.
pub fn tomar(tx: &mut Tx<'_>, chave: &Chave) -> Result<bool, StoreError> {
    tx.tentar_exclusivo(
        "idempotencia",
        LojaId { aplicacao: chave.aplicacao, loja: 0 },
        &format!("{}:{}", chave.token_id, chave.texto),
    )
}

/// Keeps an answer; it replaces one that has grown too old.
pub fn insert(tx: &mut Tx<'_>, chave: &Chave, resposta: &RespostaGuardada) -> Result<(), StoreError> {
    let agora = tx.agora().micros();
    on!(tx, c => {
        diesel::delete(idempotencia::table.find((chave.aplicacao.0, chave.token_id, &chave.texto))).execute(c)?;
        diesel::insert_into(idempotencia::table)
            .values((
                idempotencia::aplicacao_id.eq(chave.aplicacao.0),
                idempotencia::token_id.eq(chave.token_id),
                idempotencia::chave.eq(&chave.texto),
                idempotencia::impressao.eq(resposta.impressao.as_slice()),
                idempotencia::status.eq(resposta.status),
                idempotencia::cabecalhos.eq(&resposta.cabecalhos),
                idempotencia::corpo.eq(&resposta.corpo),
                idempotencia::criado_em.eq(agora),
            ))
            .execute(c)?
    });
    Ok(())
}

/// Deletes answers that have grown too old; answers how many.
pub fn purge(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    let limite = limite(tx.agora());
    Ok(
        on!(tx, c => diesel::delete(idempotencia::table.filter(idempotencia::criado_em.le(limite))).execute(c))?,
    )
}

fn limite(agora: Instante) -> i64 {
    agora.mais_segundos(-VALIDADE_SEGUNDOS).micros()
}
