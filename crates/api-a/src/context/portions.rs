//! Batches that let others in between.
//!
//! A batch of hundreds of orders is a long transaction, and where there is one writer everybody else's small
//! change waits for all of it. The items of a batch stand for themselves unless its sender says otherwise: so
//! while others write, too, they are written portion by portion, each in a transaction of its own. The last
//! one keeps the answer under the request's key.

use std::ops::Range;
use std::sync::Arc;

use actix_web::HttpResponse;
use domain::values::ids::{AplicacaoId, UsuarioId};
use store::Tx;
use store::usuarios::Loja;

use super::loja::{ForLoja, to_write};
use crate::error::ErrorA;
use crate::lote::{Done, Item, Mode, ModeParam, Separated, run_together};
use crate::outcome::Outcome;

/// Items of one portion: some milliseconds of the writer's time.
const PORTION: usize = 25;

/// Items that are written many at once.
pub trait Written: Sized + Send + Sync + 'static {
    /// What comes of one.
    type Outcome: Clone + Send + Sync + 'static;

    /// Which of them can be tried.
    fn separate(items: &[Item<Self>]) -> Vec<Separated<'_, Self>>;

    /// Writes those that can be; answers for each, in order.
    fn write(tx: &mut Tx<'_>, loja: Loja, items: &[&Self]) -> Result<Vec<Self::Outcome>, ErrorA>;

    /// What is told of it.
    fn done(outcome: Self::Outcome) -> Result<Done, ErrorA>;
}

impl ForLoja<ModeParam> {
    /// Writes a batch below the store, once per `Idempotency-Key`. `body` is the print of the request's body.
    pub async fn write_lote<T: Written>(
        &self,
        body: [u8; 32],
        items: Vec<Item<T>>,
    ) -> Result<HttpResponse, ErrorA> {
        let mode = self.filter.modo;
        let keyed = self.keyed(body)?;
        let items = Arc::new(items);
        let mut before = Vec::new();
        if mode == Mode::Parcial && self.store().is_writer_shared() && items.len() > PORTION {
            if let Some(keyed) = &keyed
                && let Some(answered) = self.previous(keyed).await?
            {
                return Ok(answered);
            }
            if let Err(error) = self.write_portions(&items, &mut before).await {
                return left(&items, before, error);
            }
        }
        let (aplicacao, usuario_id) = (self.aplicacao(), self.usuario_id().clone());
        let (all, earlier) = (Arc::clone(&items), before.clone());
        let last = move |tx: &mut Tx<'_>| {
            let loja = to_write(tx, aplicacao, &usuario_id)?;
            run_together(mode, T::separate(&all), |good| rest(tx, loja, good, &earlier), T::done)
        };
        match self.write_under(keyed, last).await {
            Err(error) => left(&items, before, error),
            answered => answered,
        }
    }

    /// Writes all portions but the last; `before` gets what came of them.
    async fn write_portions<T: Written>(
        &self,
        items: &Arc<Vec<Item<T>>>,
        before: &mut Vec<T::Outcome>,
    ) -> Result<(), ErrorA> {
        let good: Arc<[usize]> = positions(items);
        while good.len() > before.len() + PORTION && self.store().is_writer_shared() {
            let portion = Portion {
                aplicacao: self.aplicacao(),
                usuario_id: self.usuario_id().clone(),
                items: Arc::clone(items),
                good: Arc::clone(&good),
                range: before.len()..before.len() + PORTION,
            };
            before.extend(self.store().write(move |tx| portion.write(tx)).await?);
        }
        Ok(())
    }
}

struct Portion<T> {
    aplicacao: AplicacaoId,
    usuario_id: UsuarioId,
    items: Arc<Vec<Item<T>>>,
    /// Places of those that can be tried.
    good: Arc<[usize]>,
    /// Which of these.
    range: Range<usize>,
}

impl<T: Written> Portion<T> {
    fn write(&self, tx: &mut Tx<'_>) -> Result<Vec<T::Outcome>, ErrorA> {
        let loja = to_write(tx, self.aplicacao, &self.usuario_id)?;
        let places = self.good.get(self.range.clone()).unwrap_or_default();
        let these = places.iter().filter_map(|place| self.items.get(*place)?.valor.as_ref().ok());
        T::write(tx, loja, &these.collect::<Vec<_>>())
    }
}

/// Places of the items that can be tried.
fn positions<T: Written>(items: &[Item<T>]) -> Arc<[usize]> {
    let separated = T::separate(items).into_iter().enumerate();
    separated.filter(|(_, (_, value))| value.is_ok()).map(|(place, _)| place).collect()
}

/// Writes what was not written before.
fn rest<T: Written>(
    tx: &mut Tx<'_>,
    loja: Loja,
    good: &[&T],
    before: &[T::Outcome],
) -> Result<Vec<T::Outcome>, ErrorA> {
    let mut outcomes = before.to_vec();
    outcomes.extend(T::write(tx, loja, good.get(before.len()..).unwrap_or_default())?);
    Ok(outcomes)
}

/// The answer when a portion failed: what is written stays so, and the others are told why they are not. That
/// is not kept, so that whoever sends the same again gets the others written. Where nothing is written, the
/// request failed.
fn left<T: Written>(
    items: &[Item<T>],
    before: Vec<T::Outcome>,
    error: ErrorA,
) -> Result<HttpResponse, ErrorA> {
    if before.is_empty() {
        return Err(error);
    }
    let all = |good: &[&T]| {
        let mut outcomes: Vec<_> = before.into_iter().map(Some).collect();
        outcomes.resize_with(good.len(), || None);
        Ok(outcomes)
    };
    let done = |outcome| match outcome {
        Some(outcome) => T::done(outcome),
        None => Ok(Done::failed(&error)),
    };
    match run_together(Mode::Parcial, T::separate(items), all, done)? {
        Outcome::Done(answer) | Outcome::Undo(answer) => Ok(answer.into()),
    }
}
