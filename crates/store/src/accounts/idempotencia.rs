//! Replies stored under an `Idempotency-Key`, in the transaction of their change. What is stored is short whatever
//! the reply was: a request of some bytes must not fill the disk.

use std::borrow::Cow;

use diesel::prelude::*;
use domain::notificacao::Segredo;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::idempotencia;
use crate::base::{Conn, Packed, Place, StoreError, Tx, from_json, is_sealed, latest, on, to_json};

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

impl IdempotencyKey {
    fn place(&self) -> Place {
        Place::Resposta { aplicacao: self.aplicacao.0, token: self.token_id, chave: self.texto.clone() }
    }

    /// What it is locked by.
    fn lock(&self) -> (LojaId, String) {
        (LojaId { aplicacao: self.aplicacao, loja: 0 }, format!("{}:{}", self.token_id, self.texto))
    }
}

/// A kept answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    /// Hash of the request: method, path, query and body.
    pub impressao: [u8; 32],
    /// The HTTP status.
    pub status: i16,
    /// Headers as JSON. Of an answer that shows the secret of a notification, head and body are sealed here.
    pub cabecalhos: String,
    /// The body.
    pub corpo: String,
    /// What is read again for the body, as JSON.
    pub assunto: Option<String>,
}

/// Bytes of a packed body from which on a shorter answer is kept, where there is one.
pub const SHORT: usize = 4 << 10;

/// Replies are kept this long, at least.
pub const VALIDITY_SECONDS: i64 = 24 * 60 * 60;

/// The answer kept under a key. It counts for as long as it is there, whatever the clock says: a clock that is
/// ahead for a moment must not have a write done twice.
pub fn find(conn: &mut Conn<'_>, key: &IdempotencyKey) -> Result<Option<KeptAnswer>, StoreError> {
    type Found = (Vec<u8>, i16, String, Packed, Option<String>);
    let found: Option<Found> = on!(conn, c => idempotencia::table
        .find((key.aplicacao.0, key.token_id, &key.texto))
        .select((
            idempotencia::impressao,
            idempotencia::status,
            idempotencia::cabecalhos,
            idempotencia::corpo,
            idempotencia::assunto,
        ))
        .first(c)
        .optional())?;
    found
        .map(|(impressao, status, cabecalhos, corpo, assunto)| {
            let impressao =
                impressao.try_into().map_err(|_| StoreError::Corrupt("idempotencia".to_owned()))?;
            let (cabecalhos, corpo) = opened(conn, key, (cabecalhos, corpo))?;
            Ok(KeptAnswer { impressao, status, cabecalhos, corpo, assunto })
        })
        .transpose()
}

/// The column of bodies, in error messages.
const BODY: &str = "idempotencia.corpo";

/// Headers and body of a stored answer.
fn opened(
    conn: &Conn<'_>,
    key: &IdempotencyKey,
    (cabecalhos, corpo): (String, Packed),
) -> Result<(String, String), StoreError> {
    match is_sealed(&cabecalhos) {
        true => from_json("idempotencia.cabecalhos", &conn.open(&key.place(), &cabecalhos)?),
        false => Ok((cabecalhos, corpo.text(BODY)?)),
    }
}

/// Takes the key for this transaction; false when another transaction, on any server, holds it.
pub fn take(tx: &mut Tx<'_>, key: &IdempotencyKey) -> Result<bool, StoreError> {
    let (owner, name) = key.lock();
    tx.try_exclusive("idempotencia", owner, &name)
}

/// Takes the key for this transaction; waits for another transaction that holds it.
pub fn wait(tx: &mut Tx<'_>, key: &IdempotencyKey) -> Result<(), StoreError> {
    let (owner, name) = key.lock();
    tx.exclusive("idempotencia", owner, &name)
}

/// Keeps an answer; of a long one, `short` instead.
pub fn insert(
    tx: &mut Tx<'_>,
    key: &IdempotencyKey,
    answer: &KeptAnswer,
    short: Option<&KeptAnswer>,
) -> Result<(), StoreError> {
    let (mut answer, mut corpo) = (answer, Packed::new(&answer.corpo));
    if let Some(short) = short.filter(|_| corpo.as_bytes().len() > SHORT) {
        (answer, corpo) = (short, Packed::new(&short.corpo));
    }
    let mut cabecalhos = Cow::Borrowed(&answer.cabecalhos);
    if Segredo::is_in(&answer.cabecalhos) || Segredo::is_in(&answer.corpo) {
        cabecalhos = Cow::Owned(tx.seal(&key.place(), &to_json(&(&answer.cabecalhos, &answer.corpo))?)?);
        corpo = Packed::new("");
    }
    let now = tx.now();
    on!(tx, c => diesel::insert_into(idempotencia::table)
        .values((
            idempotencia::aplicacao_id.eq(key.aplicacao.0),
            idempotencia::token_id.eq(key.token_id),
            idempotencia::chave.eq(&key.texto),
            idempotencia::impressao.eq(answer.impressao.as_slice()),
            idempotencia::status.eq(answer.status),
            idempotencia::cabecalhos.eq(cabecalhos.as_ref()),
            idempotencia::corpo.eq(&corpo),
            idempotencia::assunto.eq(&answer.assunto),
            idempotencia::criado_em.eq(now.micros()),
        ))
        .execute(c))?;
    Ok(())
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
    type Found = (i64, String, i16, (String, Packed), i64);
    let found: Vec<Found> = on!(conn, c => idempotencia::table
        .filter(idempotencia::aplicacao_id.eq(aplicacao.0))
        .filter(idempotencia::token_id.ge(token))
        .filter(idempotencia::token_id.gt(token).or(idempotencia::chave.gt(text)))
        .order((idempotencia::token_id, idempotencia::chave))
        .select((
            idempotencia::token_id,
            idempotencia::chave,
            idempotencia::status,
            (idempotencia::cabecalhos, idempotencia::corpo),
            idempotencia::criado_em,
        ))
        .limit(LOOKED_AT)
        .load(c))?;
    let answer = |(token_id, texto, status, stored, criado_em): Found| {
        let key = IdempotencyKey { aplicacao, token_id, texto };
        let (_, corpo) = opened(conn, &key, stored)?;
        Ok(FoundAnswer { key, status, corpo: corpo.into_bytes(), criado_em })
    };
    found.into_iter().map(answer).collect()
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
