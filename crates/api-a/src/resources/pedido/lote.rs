//! Orders come in and move by the batch.

use actix_web::{HttpResponse, post};
use domain::pedido::aviso::Aviso;
use domain::pedido::{MudancaStatus, Pedido};
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::values::ids::PedidoId;
use http_kit::{Mount, Then};
use store::Tx;
use store::orders::{self, CreatePedidoOutcome, MovePedidoOutcome, PedidoInput};
use store::usuarios::Loja;
use utoipa::ToSchema;

use super::status::changed;
use super::writing::canal_missing;
use crate::context::{ForLoja, Written};
use crate::doc::{BodyErrors, Errors};
use crate::error::ErrorA;
use crate::interface::Body;
use crate::lote::{Done, Item, Lote, LoteItem, ModeParam, ResultadoItem, Separated, split_by};
use crate::query::UsuarioParam;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(create).service(change_status);
}

impl LoteItem for Pedido {
    const KEY: &'static str = "sourceId";
}

/// A move and the order that it is for.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct MudancaDePedido {
    /// The order.
    pedido_id: PedidoId,
    #[schema(inline)]
    #[serde(flatten)]
    change: MudancaStatus,
}

impl FromJson for MudancaDePedido {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let pedido_id = value.object(p)?.required("pedidoId", p).map(PedidoId);
        let change = MudancaStatus::read(value, p);
        Some(Self { pedido_id: pedido_id?, change: change? })
    }
}

impl LoteItem for MudancaDePedido {
    const KEY: &'static str = "pedidoId";
}

/// Takes up to 500 orders in. `chave` is the `sourceId`; what is odd about an order is in its history.
#[utoipa::path(tag = "Pedido", params(UsuarioParam, ModeParam), request_body = Vec<Pedido>,
    responses((status = 200, body = Vec<ResultadoItem>), Errors, BodyErrors))]
#[post("/Pedido/Lote")]
async fn create(
    Then(req, body): Then<ForLoja<ModeParam>, Body<Lote<Pedido>>>,
) -> Result<HttpResponse, ErrorA> {
    let fingerprint = body.fingerprint();
    let Lote(items) = body.into_inner();
    // made ready here: whatever the transaction does, other writes wait for
    let prepare = |item: Item<Pedido>| item.read(|pedido| Ok((PedidoInput::from(pedido), Vec::new())));
    let all = move || Ok::<Vec<_>, ErrorA>(items.into_iter().map(prepare).collect());
    let items = req.store().off_thread(all).await?;
    req.write_lote(fingerprint, items).await
}

/// Moves up to 500 orders, each at most once. `chave` is the `pedidoId`.
#[utoipa::path(tag = "Pedido", params(UsuarioParam, ModeParam), request_body = Vec<MudancaDePedido>,
    responses((status = 200, body = Vec<ResultadoItem>), Errors, BodyErrors))]
#[post("/Pedido/Status/Lote")]
async fn change_status(
    Then(req, body): Then<ForLoja<ModeParam>, Body<Lote<MudancaDePedido>>>,
) -> Result<HttpResponse, ErrorA> {
    let fingerprint = body.fingerprint();
    let Lote(items) = body.into_inner();
    req.write_lote(fingerprint, items).await
}

impl Written for PedidoInput {
    type Outcome = CreatePedidoOutcome;

    fn separate(items: &[Item<Self>]) -> Vec<Separated<'_, Self>> {
        split_by(items, |_, input| (&input.pedido().canal_id, &input.pedido().source_id))
    }

    fn write(tx: &mut Tx<'_>, loja: Loja, items: &[&Self]) -> Result<Vec<Self::Outcome>, ErrorA> {
        Ok(orders::create_lote(tx, loja.id, items)?)
    }

    fn done(created: CreatePedidoOutcome) -> Result<Done, ErrorA> {
        match created {
            CreatePedidoOutcome::Created { pedido, avisos } => {
                Ok(Done::pedido(201, pedido.pedido_id, &avisos))
            }
            CreatePedidoOutcome::Equal { pedido, avisos } => Ok(Done::pedido(200, pedido.pedido_id, &avisos)),
            CreatePedidoOutcome::Different(id) => Err(ErrorA::OrderExists(id)),
            CreatePedidoOutcome::ChannelMissing => Err(canal_missing()),
        }
    }
}

impl Written for MudancaDePedido {
    type Outcome = (MovePedidoOutcome, Vec<Aviso>);

    fn separate(items: &[Item<Self>]) -> Vec<Separated<'_, Self>> {
        split_by(items, |_, item| item.pedido_id)
    }

    fn write(tx: &mut Tx<'_>, loja: Loja, items: &[&Self]) -> Result<Vec<Self::Outcome>, ErrorA> {
        let steps: Vec<_> =
            items.iter().map(|item| (item.pedido_id, std::slice::from_ref(&item.change))).collect();
        let moved = orders::move_lote(tx, loja.id, &steps)?.into_iter();
        Ok(moved.zip(items.iter().map(|item| Aviso::left_out(&item.change.left_out))).collect())
    }

    fn done((change, avisos): Self::Outcome) -> Result<Done, ErrorA> {
        Ok(Done::pedido(200, changed(change)?.pedido_id, &avisos))
    }
}
