//! Batches: up to 500 items, each with its own outcome.

use std::collections::HashSet;
use std::hash::Hash;

use domain::pedido::aviso::Aviso;
use domain::reading::json::{FromJson, InputValue, ReadError, read_list};
use domain::reading::problems::{Notice, Problems};
use domain::values::ids::PedidoId;
use http_kit::{Fault, FromQuery, QueryReader};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use crate::answer::Answer;
use crate::error::{ErrorA, ErrorBody};
use crate::outcome::Outcome;

/// Items of one batch.
pub const BATCH_MAX: usize = 500;

/// What happens to the good items of a batch that has bad ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "camelCase")]
pub enum Mode {
    /// They are done.
    Parcial,
    /// Nothing is done.
    TudoOuNada,
}

/// How a batch is done.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ModeParam {
    /// What happens to the good items when there are bad ones.
    #[param(value_type = Option<Mode>, inline)]
    pub modo: Mode,
}

impl FromQuery for ModeParam {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let mode = c.one_of("modo", &[("parcial", Mode::Parcial), ("tudoOuNada", Mode::TudoOuNada)]);
        Some(Self { modo: mode.unwrap_or(Mode::Parcial) })
    }
}

/// The outcome of one item.
#[derive(Serialize, ToSchema)]
pub struct ResultadoItem {
    /// Its place in the batch, from 0.
    pub indice: usize,
    /// Its key, as sent.
    pub chave: String,
    /// What it would have been answered on its own; 424: undone because of another item.
    pub status: u16,
    /// Why it was not done; null when it was.
    pub erro: Option<ErrorBody>,
    /// The order's number, in batches of orders.
    #[serde(rename = "pedidoId", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pedido_id: Option<i64>,
    /// What was odd about an order that was taken in or moved all the same, and what of an item was taken otherwise
    /// than it was said; absent when nothing was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub avisos: Vec<String>,
}

/// An item that knows what it is called, even when the rest of it is bad.
pub trait LoteItem: FromJson {
    /// The JSON member that names it.
    const KEY: &'static str;
}

/// A batch as read: each item good or bad on its own.
pub struct Lote<T>(pub Vec<Item<T>>);

/// One item.
pub struct Item<T> {
    /// Its key as sent, empty when it has none.
    pub chave: String,
    /// The item, or what is wrong with it. Paths start at the item.
    pub valor: Result<T, Problems>,
    /// What of it was taken otherwise than it was said.
    pub notices: Vec<Notice>,
}

impl<T: LoteItem> FromJson for Item<T> {
    fn read(value: &InputValue<'_>, _: &mut Problems) -> Option<Self> {
        // what is wrong with one item must not hide the others: it is kept with the item
        let (mut ignored, mut p) = (Problems::new(), Problems::new());
        let object = value.object(&mut ignored);
        let chave = object
            .as_ref()
            .and_then(|obj| obj.with(T::KEY, &mut ignored, |v, p| v.string(p).map(|s| s.into_owned())));
        let parsed = T::read(&value.as_document(object.as_ref()), &mut p);
        let (valor, notices) = separate_notices(p.or_noting(parsed));
        Some(Self { chave: chave.flatten().unwrap_or_default(), valor, notices })
    }
}

fn separate_notices<T>(read: Result<(T, Vec<Notice>), Problems>) -> (Result<T, Problems>, Vec<Notice>) {
    match read {
        Ok((value, notices)) => (Ok(value), notices),
        Err(problems) => (Err(problems), Vec::new()),
    }
}

impl<T: LoteItem> FromJson for Lote<T> {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        value.list(BATCH_MAX, p).map(Self)
    }

    fn document(text: &[u8]) -> Result<(Self, Vec<Notice>), ReadError> {
        // its items tell theirs themselves
        read_list(text, BATCH_MAX).map(|items| (Self(items), Vec::new()))
    }
}

impl<T> Item<T> {
    /// The item read further, by someone who knows more than its text.
    pub fn read<U>(self, f: impl FnOnce(T) -> Result<(U, Vec<Notice>), Problems>) -> Item<U> {
        let (valor, further) = separate_notices(self.valor.and_then(f));
        Item { chave: self.chave, valor, notices: [self.notices, further].concat() }
    }
}

/// What was done for one item.
pub struct Done {
    /// As if on its own.
    pub status: u16,
    /// For orders.
    pub pedido_id: Option<i64>,
    /// What is to be noticed of it.
    pub avisos: Vec<String>,
    /// Why it was not done, where others of the batch were done before the server failed.
    pub erro: Option<ErrorBody>,
}

impl Done {
    /// 201 or 200.
    pub fn stored(new: bool) -> Self {
        Self { status: if new { 201 } else { 200 }, pedido_id: None, avisos: Vec::new(), erro: None }
    }

    /// For an order.
    pub fn pedido(status: u16, id: PedidoId, avisos: &[Aviso]) -> Self {
        let avisos = avisos.iter().map(ToString::to_string).collect();
        Self { status, pedido_id: Some(id.0), avisos, erro: None }
    }

    /// With what of the item was taken otherwise than it was said.
    pub fn noticing(mut self, notices: &[Notice]) -> Self {
        self.avisos.extend(notices.iter().map(ToString::to_string));
        self
    }

    /// For what a failure of the server kept from being done.
    pub fn failed(error: &ErrorA) -> Self {
        let (status, body) = error.for_item();
        Self { status, pedido_id: None, avisos: Vec::new(), erro: Some(body) }
    }
}

/// The answer to a batch whose items had these outcomes, in order. In all-or-nothing mode a bad item has the
/// good ones undone. Where nothing was done there is nothing to keep: what stood in the way may be gone when
/// the batch comes again.
pub fn respond(mode: Mode, results: Vec<(String, Result<Done, ErrorA>)>) -> Result<Outcome, ErrorA> {
    // a failure of the server itself is not an item's outcome
    let mut items = Vec::with_capacity(results.len());
    let mut any_invalid = false;
    for (indice, (chave, result)) in results.into_iter().enumerate() {
        items.push(match result {
            Ok(Done { status, pedido_id, avisos, erro }) => {
                ResultadoItem { indice, chave, status, erro, pedido_id, avisos }
            }
            Err(error) if error.is_failure() => return Err(error),
            Err(error) => {
                any_invalid = true;
                let (status, body) = error.for_item();
                ResultadoItem { indice, chave, status, erro: Some(body), pedido_id: None, avisos: Vec::new() }
            }
        });
    }
    if mode == Mode::TudoOuNada && any_invalid {
        for item in items.iter_mut().filter(|item| item.erro.is_none()) {
            item.status = 424;
            item.pedido_id = None;
            item.avisos.clear();
            item.erro = Some(ErrorBody {
                message: "O item não foi gravado porque outro item do lote foi recusado.".to_owned(),
                validation_errors: Vec::new(),
                exception: None,
            });
        }
    }
    let none_done = items.iter().all(|item| item.erro.is_some());
    let mut answer = Answer::ok(&items)?;
    if items.iter().any(|item| item.erro.is_some() || !item.avisos.is_empty()) {
        answer = answer.or_short(|| without_reasons(items))?;
    }
    Ok(if none_done { Outcome::Undo(answer) } else { Outcome::Done(answer) })
}

/// What is kept of a long answer: what came of each item, not why.
fn without_reasons(mut items: Vec<ResultadoItem>) -> Vec<ResultadoItem> {
    for item in &mut items {
        item.avisos.clear();
        if let Some(error) = &mut item.erro {
            error.message = "O item foi recusado; o motivo estava na primeira resposta.".to_owned();
            error.validation_errors.clear();
        }
    }
    items
}

/// An item's key, the item or what is wrong with it, and what of it was taken otherwise than it was said.
pub type Separated<'a, T> = (&'a str, Result<&'a T, ErrorA>, &'a [Notice]);

/// Splits a batch into what can be tried and what is bad already; a key that stands twice is bad the second
/// time, since the order of two writes in one statement is nobody's to choose.
pub fn separate<T>(items: &[Item<T>]) -> Vec<Separated<'_, T>> {
    split_by(items, |chave, _| chave)
}

/// The same for items that are known by something else than the key that they show.
pub fn split_by<'a, T, K: Hash + Eq>(
    items: &'a [Item<T>],
    identity: impl Fn(&'a str, &'a T) -> K,
) -> Vec<Separated<'a, T>> {
    let mut seen = HashSet::with_capacity(items.len());
    items
        .iter()
        .map(|item| {
            let value = match &item.valor {
                Err(problems) => Err(ErrorA::Invalid(problems.clone())),
                Ok(value) if !seen.insert(identity(&item.chave, value)) => {
                    Err(ErrorA::invalid("", "a chave está repetida no lote"))
                }
                Ok(value) => Ok(value),
            };
            (item.chave.as_str(), value, item.notices.as_slice())
        })
        .collect()
}

/// Does what can be tried all at once, and answers for all: `all` answers for each of the good items, in
/// order, and `done` says what that means.
pub fn run_together<T, R>(
    mode: Mode,
    separated: Vec<Separated<'_, T>>,
    all: impl FnOnce(&[&T]) -> Result<Vec<R>, ErrorA>,
    done: impl Fn(R) -> Result<Done, ErrorA>,
) -> Result<Outcome, ErrorA> {
    let valid: Vec<&T> = separated.iter().filter_map(|(_, value, _)| value.as_ref().ok().copied()).collect();
    let mut answers = all(&valid)?.into_iter();
    let lost = || ErrorA::from(Fault::new("a batch lost an item"));
    let outcomes = separated.into_iter().map(|(chave, value, notices)| {
        let done = value.and_then(|_| answers.next().ok_or_else(lost)).and_then(&done);
        (chave.to_owned(), done.map(|done| done.noticing(notices)))
    });
    respond(mode, outcomes.collect())
}
