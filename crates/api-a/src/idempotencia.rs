//! `Idempotency-Key`: the same request twice changes things once and is answered the same.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use domain::reading::problems::Problems;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::{AplicacaoId, LojaId};
use http_kit::KitError;
use sha2::{Digest, Sha256};
use store::idempotencia::{self, IdempotencyKey};
use store::{Conn, StoreError, Tx, canais, orders, skus};

use crate::answer::Answer;
use crate::error::{ErrorA, Resource};
use crate::outcome::{Outcome, Rollback};
use crate::subject::Subject;

/// The header of a key.
pub const HEADER: &str = "idempotency-key";
const SIZE_MAX: usize = 255;

/// The keys whose requests this server is working on.
#[derive(Clone, Default)]
pub struct InProgress(Arc<Mutex<HashSet<IdempotencyKey>>>);

/// A key being worked on, until it is dropped.
pub struct Turn {
    in_progress: InProgress,
    chave: IdempotencyKey,
}

impl InProgress {
    /// Takes a key; refused while another request of this server has it.
    pub fn take(&self, key: &IdempotencyKey) -> Result<Turn, ErrorA> {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !keys.insert(key.clone()) {
            return Err(ErrorA::KeyInUse);
        }
        Ok(Turn { in_progress: self.clone(), chave: key.clone() })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.in_progress.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.chave);
    }
}

/// The key of a request, if it has one.
pub fn key(
    req: &HttpRequest,
    aplicacao: AplicacaoId,
    token_id: i64,
) -> Result<Option<IdempotencyKey>, ErrorA> {
    let mut values = req.headers().get_all(HEADER);
    let Some(value) = values.next() else { return Ok(None) };
    let text = value.to_str().unwrap_or_default();
    let visible = text.bytes().all(|b| b.is_ascii_graphic());
    if text.is_empty() || !visible || text.len() > SIZE_MAX || values.next().is_some() {
        let mut problems = Problems::new();
        problems.push(
            "Idempotency-Key",
            format_args!("deve ser informada uma vez, com 1 a {SIZE_MAX} caracteres ASCII visíveis"),
        );
        return Err(KitError::Query(problems).into());
    }
    Ok(Some(IdempotencyKey { aplicacao, token_id, texto: text.to_owned() }))
}

/// What a request is: two with the same print are the same request.
pub fn fingerprint(req: &HttpRequest, body: [u8; 32]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in [req.method().as_str(), req.uri().path(), req.query_string()] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.update(body);
    hash.finalize().into()
}

/// The answer that was given before, if any: of one that was too long to keep, what it was about as it is now.
pub fn previous(
    conn: &mut Conn<'_>,
    key: &IdempotencyKey,
    fingerprint: [u8; 32],
    kinds: &TypeCatalogue,
) -> Result<Option<Answer>, ErrorA> {
    let Some(mut kept) = idempotencia::find(conn, key)? else { return Ok(None) };
    if kept.impressao != fingerprint {
        return Err(ErrorA::KeyReused);
    }
    let about = kept.assunto.take();
    let answer = Answer::kept(kept)?;
    let Some(about) = about else { return Ok(Some(answer)) };
    let corrupt = |e: serde_json::Error| StoreError::Corrupt(format!("idempotencia.assunto: {e}"));
    let about = serde_json::from_str(&about).map_err(corrupt)?;
    Ok(Some(answer.with_present(present(conn, key.aplicacao, about, kinds)?)))
}

/// What an answer was about, as it is now.
fn present(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    about: Subject,
    kinds: &TypeCatalogue,
) -> Result<Answer, ErrorA> {
    let of = |loja| LojaId { aplicacao, loja };
    match about {
        Subject::Sku(loja, id) => {
            let sku = skus::find(conn, of(loja), &id)?.ok_or(ErrorA::NotFound(Resource::Sku))?;
            Ok(Answer::ok(&sku)?.with_etag())
        }
        Subject::Canal(loja, id) => {
            let row = canais::find(conn, of(loja), &id)?.ok_or(ErrorA::NotFound(Resource::Canal))?;
            Ok(Answer::ok(&row.canal.visible(kinds))?.with_etag())
        }
        Subject::Pedido(loja, id) => {
            let pedido = orders::find(conn, of(loja), id)?.ok_or(ErrorA::NotFound(Resource::Pedido))?;
            Ok(Answer::ready(StatusCode::OK, pedido.documento).with_etag())
        }
    }
}

/// Runs `f` under a key, in the transaction that also keeps its answer. The flag tells a replay.
pub fn under_key(
    tx: &mut Tx<'_>,
    key: &IdempotencyKey,
    fingerprint: [u8; 32],
    kinds: &TypeCatalogue,
    f: impl FnOnce(&mut Tx<'_>) -> Result<Outcome, ErrorA>,
) -> Result<(Answer, bool), Rollback> {
    if !idempotencia::take(tx, key)? {
        return Err(ErrorA::KeyInUse.into());
    }
    if let Some(answer) = previous(tx, key, fingerprint, kinds)? {
        return Ok((answer, true));
    }
    let answer = Result::from(f(tx)?)?;
    idempotencia::insert(tx, key, &answer.keep(fingerprint)?, answer.keep_short(fingerprint)?.as_ref())?;
    Ok((answer, false))
}
