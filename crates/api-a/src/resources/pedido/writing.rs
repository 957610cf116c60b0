//! Orders come in, once each.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, post};
use domain::pedido::Pedido;
use domain::values::ids::LojaId;
use http_kit::{Mount, Then};
use store::orders::{self, CreatePedidoOutcome, PedidoInput};

use crate::answer::Answer;
use crate::context::{ForLoja, loja_address};
use crate::doc::{BodyErrors, Errors};
use crate::error::ErrorA;
use crate::interface::Body;
use crate::query::{Nothing, UsuarioParam};
use crate::subject::Subject;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(create);
}

/// Takes an order in. The same order again (channel and `sourceId`) changes nothing; until it is invoiced it adds
/// what was not known of buyer, addresses, freight and payment.
#[utoipa::path(tag = "Pedido", params(UsuarioParam), request_body = Pedido, responses(
    (status = 201, body = Pedido, headers(
        ("Location", description = "The order's address."),
        ("X-Aviso", description = "What is odd about the order, once per notice: `codigo; detalhe`, percent-encoded. \
            `sku-nao-cadastrado` names the SKU, `sem-comprador` the buyer's name, `cpf-e-cnpj` what the buyer \
            counts as, \
            `forma-de-pagamento-desconhecida` what counts instead, `valor-mascarado` and \
            `valor-invalido` the member, `total-divergente` both totals."))),
    (status = 200, body = Pedido, description = "The same order came before; the order as it stands now.", headers(
        ("X-Aviso", description = "What is odd about what was added, as above, and `nao-mantido; status` where the \
            order stands elsewhere: it moves by its own address."))),
    Errors, BodyErrors))]
#[post("/Pedido")]
async fn create(Then(req, body): Then<ForLoja<Nothing>, Body<Pedido>>) -> Result<HttpResponse, ErrorA> {
    let (usuario_id, fingerprint) = (req.usuario_id().clone(), body.fingerprint());
    let input = Arc::new(PedidoInput::from(body.into_inner()));
    let answer = move |loja: LojaId, outcome| match outcome {
        CreatePedidoOutcome::Created { pedido, avisos } => {
            let path = loja_address(&usuario_id, &["Pedido", &pedido.pedido_id.to_string()]);
            let about = Subject::Pedido(loja.loja, pedido.pedido_id);
            let answer = Answer::ready(StatusCode::CREATED, pedido.documento).about(about);
            Ok(answer.location(path).with_avisos(&avisos).with_etag())
        }
        CreatePedidoOutcome::Equal { pedido, avisos } => {
            let about = Subject::Pedido(loja.loja, pedido.pedido_id);
            let answer = Answer::ready(StatusCode::OK, pedido.documento).about(about);
            Ok(answer.with_avisos(&avisos).with_etag())
        }
        CreatePedidoOutcome::Different(id) => Err(ErrorA::OrderExists(id)),
        CreatePedidoOutcome::ChannelMissing => Err(canal_missing()),
    };
    if !req.has_key()
        && let Some((loja, outcome)) =
            req.store().create_order(req.aplicacao(), req.usuario_id(), &input).await?
    {
        return Ok(answer(loja, outcome)?.into());
    }
    req.write(fingerprint, move |tx, loja| answer(loja.id, orders::create(tx, loja.id, &input)?)).await
}

/// The channel is part of the order: its absence is a problem of the body.
pub(super) fn canal_missing() -> ErrorA {
    ErrorA::invalid("canalId", "o canal não foi encontrado")
}
