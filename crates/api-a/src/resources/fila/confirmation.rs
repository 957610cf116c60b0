//! Events are confirmed by their receipts.

use actix_web::{HttpResponse, post};
use domain::fila::Recibo;
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use http_kit::{Fault, Mount, Then};
use store::queue::{self, ConfirmOutcome, Fila};
use utoipa::ToSchema;

use crate::context::ForAplicacao;
use crate::doc::{BodyErrors, Errors};
use crate::error::{ErrorA, Resource};
use crate::interface::Body;
use crate::lote::{Done, Item, Lote, LoteItem, Mode, ResultadoItem, respond};
use crate::query::{Nothing, OptionalUsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(confirm);
}

/// One event to be confirmed.
#[derive(Clone, ToSchema)]
struct ReciboDaFila {
    /// As handed out with the event.
    #[schema(value_type = String)]
    recibo: Recibo,
}

impl FromJson for ReciboDaFila {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        Some(Self { recibo: value.object(p)?.required("recibo", p)? })
    }
}

impl LoteItem for ReciboDaFila {
    const KEY: &'static str = "recibo";
}

/// Confirms up to 500 events: they are not handed out again. The receipt says whose they are; with a
/// `usuarioId` only receipts of that user's queue are known. `status` of an item: 200 confirmed, also when it
/// was before and when the lease has ended but nobody else was handed the event; 409 handed out again since;
/// 404 unknown; 400 not a receipt.
#[utoipa::path(tag = "Fila", params(OptionalUsuarioParam), request_body = Vec<ReciboDaFila>,
    responses((status = 200, body = Vec<ResultadoItem>), Errors, BodyErrors))]
#[post("/Pedido/Fila/Confirmar")]
async fn confirm(
    Then(req, body): Then<ForAplicacao<Nothing>, Body<Lote<ReciboDaFila>>>,
) -> Result<HttpResponse, ErrorA> {
    let (aplicacao, loja, fingerprint) = (req.aplicacao(), req.loja(), body.fingerprint());
    let Lote(items) = body.into_inner();
    let recibos: Vec<Recibo> = valid_items(&items).map(|item| item.recibo).collect();
    req.write(fingerprint, move |tx| {
        let fila = Fila { aplicacao, loja: loja(tx)? };
        let mut outcomes = queue::confirm(tx, fila, &recibos)?.into_iter();
        respond(Mode::Parcial, results(&items, || done(outcomes.next())))
    })
    .await
}

/// The items that could be read.
pub(super) fn valid_items<T>(items: &[Item<T>]) -> impl Iterator<Item = &T> {
    items.iter().filter_map(|item| item.valor.as_ref().ok())
}

/// One outcome per item: that of the next one that could be read, or why it could not.
pub(super) fn results<T>(
    items: &[Item<T>],
    mut next: impl FnMut() -> Result<Done, ErrorA>,
) -> Vec<(String, Result<Done, ErrorA>)> {
    let mut result = |item: &Item<T>| match &item.valor {
        Ok(_) => next(),
        Err(problems) => Err(ErrorA::Invalid(problems.clone())),
    };
    items.iter().map(|item| (item.chave.clone(), result(item))).collect()
}

fn done(confirmation: Option<ConfirmOutcome>) -> Result<Done, ErrorA> {
    match confirmation {
        Some(ConfirmOutcome::Confirmed) => Ok(Done::stored(false)),
        Some(ConfirmOutcome::Expired) => Err(ErrorA::ReceiptExpired),
        Some(ConfirmOutcome::Unknown) => Err(ErrorA::NotFound(Resource::Recibo)),
        None => Err(Fault::new("a batch lost a receipt").into()),
    }
}
