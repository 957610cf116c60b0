//! Events that were given up: seen, and handed out again on demand.

use actix_web::{HttpResponse, get, post};
use domain::evento::TipoEvento;
use domain::pedido::StatusPedido;
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use http_kit::{Fault, Mount, Then};
use serde::Serialize;
use store::paging::PageRequest;
use store::queue::{self, Item as DeadItem};
use utoipa::ToSchema;

use super::confirmation::{results, valid_items};
use super::reader::{ConsumidorParam, of_pedido};
use crate::context::ForAplicacao;
use crate::doc::{BodyErrors, Errors};
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::Body;
use crate::lote::{Done, Lote, LoteItem, Mode, ResultadoItem, respond};
use crate::query::{OptionalUsuarioParam, PageParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(revive);
}

/// A dead event.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EventoMorto {
    /// The event's identifier.
    evento_id: String,
    /// The event's place in the log, to revive it by.
    posicao: i64,
    /// What kind of change it tells of, one of `pedido.*`.
    tipo: TipoEvento,
    /// The user that the order belongs to.
    usuario_id: String,
    /// The order.
    pedido_id: PedidoId,
    /// Where the order stood after the change.
    status: StatusPedido,
    /// When the service recorded the change.
    data: Instante,
    /// How often it has been handed out.
    entregas: i32,
}

impl EventoMorto {
    fn of(item: DeadItem) -> Result<Self, ErrorA> {
        let (tipo, pedido_id, status) = of_pedido(&item.evento)?;
        Ok(Self {
            evento_id: item.evento.evento_id,
            posicao: item.evento.posicao,
            tipo,
            usuario_id: item.evento.usuario_id,
            pedido_id,
            status,
            data: item.evento.data,
            entregas: item.entregas,
        })
    }
}

/// Lists the dead events of a reader in the order of their places: handed out ten times and never confirmed.
/// They do not hold up later events of their orders. One that is confirmed after all, by its last receipt,
/// leaves the list.
#[utoipa::path(tag = "Fila", params(OptionalUsuarioParam, ConsumidorParam, PageParams),
    responses((status = 200, body = RetornoPaginado<EventoMorto>), Errors))]
#[get("/Pedido/Fila/Mortos")]
async fn list(req: ForAplicacao<(ConsumidorParam, PageRequest)>) -> Result<HttpResponse, ErrorA> {
    req.store().place_events().await?;
    let (aplicacao, loja) = (req.aplicacao(), req.loja());
    let (consumidor, wanted) = (req.filter.0.clone(), req.filter.1);
    let page = req
        .read(move |conn| {
            let reader = consumidor.reader(aplicacao, loja(conn)?);
            let page = queue::mortos(conn, reader, wanted, Instante::now())?;
            let page = page.ok_or(ErrorA::NotFound(Resource::Consumidor))?;
            write_page(wanted, page.try_map(EventoMorto::of)?)
        })
        .await?;
    Ok(page.respond(&req))
}

/// A dead event to be revived.
#[derive(Clone, ToSchema)]
struct Revivido {
    /// Its place in the log.
    posicao: i64,
}

impl FromJson for Revivido {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        Some(Self { posicao: value.object(p)?.required("posicao", p)? })
    }
}

impl LoteItem for Revivido {
    const KEY: &'static str = "posicao";
}

/// Revives up to 500 dead events: they are handed out again as if they never had been. `status` of an item:
/// 200 revived, or not dead anyway; 404 the reader has no unconfirmed event there.
#[utoipa::path(tag = "Fila", params(OptionalUsuarioParam, ConsumidorParam), request_body = Vec<Revivido>,
    responses((status = 200, body = Vec<ResultadoItem>), Errors, BodyErrors))]
#[post("/Pedido/Fila/Reviver")]
async fn revive(
    Then(req, body): Then<ForAplicacao<ConsumidorParam>, Body<Lote<Revivido>>>,
) -> Result<HttpResponse, ErrorA> {
    let (aplicacao, loja, fingerprint) = (req.aplicacao(), req.loja(), body.fingerprint());
    let (consumidor, Lote(items)) = (req.filter.clone(), body.into_inner());
    let posicoes: Vec<i64> = valid_items(&items).map(|item| item.posicao).collect();
    req.write(fingerprint, move |tx| {
        let reader = consumidor.reader(aplicacao, loja(tx)?);
        let outcomes = queue::revive(tx, reader, &posicoes, Instante::now())?;
        let mut outcomes = outcomes.ok_or(ErrorA::NotFound(Resource::Consumidor))?.into_iter();
        respond(Mode::Parcial, results(&items, || done(outcomes.next())))
    })
    .await
}

fn done(found: Option<bool>) -> Result<Done, ErrorA> {
    match found {
        Some(true) => Ok(Done::stored(false)),
        Some(false) => Err(ErrorA::NotFound(Resource::FilaItem)),
        None => Err(Fault::new("a batch lost a place").into()),
    }
}
