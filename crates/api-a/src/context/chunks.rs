//! Batches, written in chunks while several applications share one writer: small writes of others come in
//! between. Each chunk has a transaction of its own; the last one keeps the answer under the request's key.

use std::sync::Arc;

use actix_web::HttpResponse;
use domain::values::ids::{AplicacaoId, UsuarioId};
use store::Tx;
use store::usuarios::Loja;

use super::loja::{ForLoja, to_write};
use crate::error::ErrorA;
use crate::lote::{Done, Item, Mode, ModeParam, Separated, run_together};
use crate::outcome::Outcome;

/// Items of one chunk: some milliseconds of the writer's time.
const CHUNK: usize = 25;

/// Items of a batch.
pub trait Written: Sized + Send + Sync + 'static {
    /// The outcome of one.
    type Outcome: Clone + Send + Sync + 'static;
    /// Separates those that can be written from the invalid ones.
    fn separate(items: &[Item<Self>]) -> Vec<Separated<'_, Self>>;
    /// Writes some; returns their outcomes, in order.
    fn write(tx: &mut Tx<'_>, loja: Loja, items: &[&Self]) -> Result<Vec<Self::Outcome>, ErrorA>;
    /// What the client is told.
    fn done(outcome: Self::Outcome) -> Result<Done, ErrorA>;
}

impl ForLoja<ModeParam> {
    /// Writes a batch below the store, once per `Idempotency-Key`. `body` is the print of the request's body.
    pub async fn write_lote<T: Written>(
        &self,
        body: [u8; 32],
        items: Vec<Item<T>>,
    ) -> Result<HttpResponse, ErrorA> {
        let (mode, keyed, items) = (self.filter.modo, self.keyed(body)?, Arc::new(items));
        let valid = T::separate(&items).iter().filter(|(_, item, _)| item.is_ok()).count();
        let is_long = |written: usize| {
            mode == Mode::Parcial && valid > written + CHUNK && self.store().is_writer_shared()
        };
        if is_long(0)
            && let Some(keyed) = &keyed
            && let Some(answer) = self.previous(keyed).await?
        {
            return Ok(answer);
        }
        let mut written: Vec<T::Outcome> = Vec::new();
        let whose = (self.aplicacao(), self.usuario_id().clone());
        while is_long(written.len()) {
            let (whose, all, from) = (whose.clone(), Arc::clone(&items), written.len());
            match self.store().write(move |tx| write_some(tx, &whose, &all, from, CHUNK)).await {
                Ok(chunk) => written.extend(chunk),
                Err(error) => return partly(&items, written, error),
            }
        }
        let (all, earlier) = (Arc::clone(&items), written.clone());
        let last = move |tx: &mut Tx<'_>| {
            let mut outcomes = earlier.clone();
            outcomes.extend(write_some(tx, &whose, &all, earlier.len(), usize::MAX)?);
            run_together(mode, T::separate(&all), |_| Ok(outcomes), T::done)
        };
        match self.write_under(keyed, last).await {
            Err(error) => partly(&items, written, error),
            answer => answer,
        }
    }
}

/// Writes so many of the valid items, from one of them on.
fn write_some<T: Written>(
    tx: &mut Tx<'_>,
    (aplicacao, usuario_id): &(AplicacaoId, UsuarioId),
    items: &[Item<T>],
    from: usize,
    count: usize,
) -> Result<Vec<T::Outcome>, ErrorA> {
    let loja = to_write(tx, *aplicacao, usuario_id)?;
    let valid = T::separate(items).into_iter().filter_map(|(_, item, _)| item.ok());
    T::write(tx, loja, &valid.skip(from).take(count).collect::<Vec<_>>())
}

/// The answer when a chunk failed after others were committed: the rest has the error. It is not kept under the
/// key, so that the same request can be sent again.
fn partly<T: Written>(
    items: &[Item<T>],
    written: Vec<T::Outcome>,
    error: ErrorA,
) -> Result<HttpResponse, ErrorA> {
    if written.is_empty() {
        return Err(error);
    }
    let outcomes = |valid: &[&T]| {
        let rest = valid.len() - written.len();
        Ok(written.into_iter().map(Some).chain((0..rest).map(|_| None)).collect())
    };
    let done = |outcome: Option<_>| outcome.map_or_else(|| Ok(Done::failed(&error)), T::done);
    match run_together(Mode::Parcial, T::separate(items), outcomes, done)? {
        Outcome::Done(answer) | Outcome::Undo(answer) => Ok(answer.into()),
    }
}
