//! Replies stored under an `Idempotency-Key`, in the transaction of their change.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::StoreError;
use crate::base::schema::idempotencia;
use crate::base::{Conn, Tx, latest, on};

/// Whose key it is: the same text under another token is another key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IdempotencyKey {
    /// The application.
    pub aplicacao: AplicacaoId,
    /// The token that the key is scoped to.
    pub token_id: i64,
    /// The caller's text.
    pub texto: String,
}

/// A kept answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    /// Hash of the request: method, path, query and body.
    pub impressao: [u8; 32],
    /// The HTTP status.
    pub status: i16,
    /// Headers as JSON.
    pub cabecalhos: String,
    /// The body.
    pub corpo: Vec<u8>,
}

/// Replies are kept this long, at least.
pub const VALIDITY_SECONDS: i64 = 24 * 60 * 60;

/// The answer kept under a key. It counts for as long as it is there, whatever the clock says: a clock that is
/// ahead for a moment must not have a write done twice.
pub fn find(conn: &mut Conn<'_>, key: &IdempotencyKey) -> Result<Option<KeptAnswer>, StoreError> {
    let found: Option<(Vec<u8>, i16, String, Vec<u8>)> = on!(conn, c => idempotencia::table
        .find((key.aplicacao.0, key.token_id, &key.texto))
        .select((idempotencia::impressao, idempotencia::status, idempotencia::cabecalhos, idempotencia::corpo))
        .first(c)
        .optional())?;
    found
        .map(|(impressao, status, cabecalhos, corpo)| {
            let impressao =
                impressao.try_into().map_err(|_| StoreError::Corrupt("idempotencia".to_owned()))?;
            Ok(KeptAnswer { impressao, status, cabecalhos, corpo })
        })
        .transpose()
}

/// Takes the key for this transaction; false when another transaction, on any server, holds it.
pub fn take(tx: &mut Tx<'_>, key: &IdempotencyKey) -> Result<bool, StoreError> {
    let owner = LojaId { aplicacao: key.aplicacao, loja: 0 };
    tx.try_exclusive("idempotencia", owner, &format!("{}:{}", key.token_id, key.texto))
}

/// Keeps an answer.
pub fn insert(tx: &mut Tx<'_>, key: &IdempotencyKey, answer: &KeptAnswer) -> Result<(), StoreError> {
    let kept = Row::new(key, answer, tx.now());
    on!(tx, c => diesel::insert_into(idempotencia::table).values(&kept).execute(c))?;
    Ok(())
}

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = idempotencia)]
struct Row<'a> {
    aplicacao_id: i32,
    token_id: i64,
    chave: &'a str,
    impressao: &'a [u8],
    status: i16,
    cabecalhos: &'a str,
    corpo: &'a [u8],
    criado_em: i64,
}

impl<'a> Row<'a> {
    fn new(key: &'a IdempotencyKey, answer: &'a KeptAnswer, now: Instante) -> Self {
        Self {
            aplicacao_id: key.aplicacao.0,
            token_id: key.token_id,
            chave: &key.texto,
            impressao: &answer.impressao,
            status: answer.status,
            cabecalhos: &answer.cabecalhos,
            corpo: &answer.corpo,
            criado_em: now.micros(),
        }
    }
}

/// A stored reply with its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundAnswer {
    /// Its key.
    pub key: IdempotencyKey,
    /// The HTTP status.
    pub status: i16,
    /// The body.
    pub corpo: Vec<u8>,
    /// When it was given, microseconds since 1970.
    pub criado_em: i64,
}

/// Replies read at once: they may be long.
const LOOKED_AT: i64 = 32;

/// The next stored replies of an application after a key, a few at a time, in the order of their keys.
pub fn list_after(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    after: Option<&IdempotencyKey>,
) -> Result<Vec<FoundAnswer>, StoreError> {
    let (token, text) = after.map_or((0, ""), |key| (key.token_id, key.texto.as_str()));
    let found: Vec<(i64, String, i16, Vec<u8>, i64)> = on!(conn, c => idempotencia::table
        .filter(idempotencia::aplicacao_id.eq(aplicacao.0))
        .filter(idempotencia::token_id.ge(token))
        .filter(idempotencia::token_id.gt(token).or(idempotencia::chave.gt(text)))
        .order((idempotencia::token_id, idempotencia::chave))
        .select((
            idempotencia::token_id,
            idempotencia::chave,
            idempotencia::status,
            idempotencia::corpo,
            idempotencia::criado_em,
        ))
        .limit(LOOKED_AT)
        .load(c))?;
    let answer = |(token_id, texto, status, corpo, criado_em)| FoundAnswer {
        key: IdempotencyKey { aplicacao, token_id, texto },
        status,
        corpo,
        criado_em,
    };
    Ok(found.into_iter().map(answer).collect())
}

/// Deletes the replies stored under some keys: the same request is then processed again. Returns how many.
pub fn forget(tx: &mut Tx<'_>, keys: &[IdempotencyKey]) -> Result<usize, StoreError> {
    let mut forgotten = 0;
    for key in keys {
        let row = idempotencia::table.find((key.aplicacao.0, key.token_id, &key.texto));
        forgotten += on!(tx, c => diesel::delete(row).execute(c))?;
    }
    Ok(forgotten)
}

/// Deletes replies that are too old; returns how many. Those of a clock that was ahead begin to age now.
pub fn purge(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    let now = tx.now();
    let limit = now.plus_seconds(-VALIDITY_SECONDS).micros();
    let old = idempotencia::table.filter(idempotencia::criado_em.le(limit));
    let ahead = idempotencia::table.filter(idempotencia::criado_em.gt(latest(now, 0)));
    on!(tx, c => diesel::update(ahead).set(idempotencia::criado_em.eq(now.micros())).execute(c))?;
    Ok(on!(tx, c => diesel::delete(old).execute(c))?)
}
