//! Events are handed out.

use std::collections::BTreeMap;

use actix_web::http::header;
use actix_web::{HttpResponse, get};
use domain::evento::TipoEvento;
use domain::fila::VISIBILIDADE_MAX;
use domain::pedido::{Pedido, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use http_kit::canonicalize::headers_only;
use http_kit::{FromQuery, Mount, QueryReader};
use serde::Serialize;
use serde_json::value::RawValue;
use store::queue::{self, Inicio, Leased, Wanted};
use utoipa::{IntoParams, ToSchema};

use super::orders::{self, orders};
use super::reader::{ConsumidorParam, of_pedido};
use crate::answer::Answer;
use crate::context::ForAplicacao;
use crate::doc::Errors;
use crate::error::ErrorA;
use crate::query::OptionalUsuarioParam;

/// Events per answer when the client does not say.
const COUNT_DEFAULT: i64 = 50;
/// Most events per answer.
const COUNT_MAX: i64 = 500;
/// Seconds of a lease when the client does not say.
const VISIBILIDADE_DEFAULT: i64 = 300;
/// Transactions that one request looks through the log with before it answers that there is nothing yet.
const ROUNDS: usize = 50;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(lease);
}

/// Where a new reader starts.
#[derive(Clone, Copy, ToSchema)]
#[schema(rename_all = "camelCase")]
enum Since {
    /// At the first event that is kept.
    Inicio,
    /// Behind the last event.
    Agora,
}

impl From<Since> for Inicio {
    fn from(since: Since) -> Self {
        match since {
            Since::Inicio => Self::Inicio,
            Since::Agora => Self::Agora,
        }
    }
}

/// How much is wanted, and for how long.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct FilaFilter {
    /// Most events in the answer.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 500, default = 50)]
    quantidade: i64,
    /// For how many seconds nobody else is handed these events.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 43200, default = 300)]
    visibilidade: i64,
    /// Where a new reader starts: `inicio`, at the first event that is kept (default), or `agora`, behind the
    /// last. Means nothing once the reader is known.
    #[param(value_type = Option<Since>, inline)]
    desde: Since,
    /// True: every event comes with its order, as it stands now.
    #[param(value_type = Option<bool>, default = false)]
    incluir_pedido: bool,
}

impl FromQuery for FilaFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let since = c.one_of("desde", &[("inicio", Since::Inicio), ("agora", Since::Agora)]);
        Some(Self {
            quantidade: c.integer_between("quantidade", 1, COUNT_MAX).unwrap_or(COUNT_DEFAULT),
            visibilidade: c
                .integer_between("visibilidade", 1, VISIBILIDADE_MAX)
                .unwrap_or(VISIBILIDADE_DEFAULT),
            desde: since.unwrap_or(Since::Inicio),
            incluir_pedido: c.boolean("incluirPedido").unwrap_or(false),
        })
    }
}

/// An event of an order, handed out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EventoDaFila {
    /// The event's identifier, the same however often it is handed out: what to know it again by.
    evento_id: String,
    /// What kind of change it tells of, one of `pedido.*`.
    tipo: TipoEvento,
    /// The order.
    pedido_id: PedidoId,
    /// Where the order stood after the change. It may have moved since.
    status: StatusPedido,
    /// When the service recorded the change.
    data: Instante,
    /// How often it has been handed out to this reader, this time included.
    entrega: i32,
    /// What confirms it.
    recibo: String,
    /// The user that the order belongs to.
    usuario_id: String,
    /// The event's place in the log.
    posicao: i64,
    /// With `incluirPedido=true`: the order as it stands now. Absent where the orders of one answer would
    /// have more than 16 MiB together: `GET /Pedido/{pedidoId}` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Pedido>, nullable = false)]
    pedido: Option<Box<RawValue>>,
}

impl EventoDaFila {
    fn of(leased: Leased) -> Result<Self, ErrorA> {
        let evento = leased.item.evento;
        let (tipo, pedido_id, status) = of_pedido(&evento)?;
        Ok(Self {
            evento_id: evento.evento_id,
            tipo,
            pedido_id,
            status,
            data: evento.data,
            entrega: leased.item.entregas,
            recibo: leased.recibo.to_string(),
            usuario_id: evento.usuario_id,
            posicao: evento.posicao,
            pedido: None,
        })
    }
}

/// Hands out events of orders to a reader, which is made by its first request. Whatever is not confirmed
/// (`POST /Pedido/Fila/Confirmar`) within `visibilidade` is handed out again, up to ten times; then it is
/// dead: listed (`GET /Pedido/Fila/Mortos`) and no longer handed out. Events of one order come in their
/// order, also to several clients of one reader: as long as one of them is leased, later ones wait. Delivery
/// is at least once. With `incluirPedido` their orders come with them. An empty answer means that there is
/// nothing at the moment. `HEAD` hands nothing out. Works for inactive users too.
#[utoipa::path(tag = "Fila", params(OptionalUsuarioParam, ConsumidorParam, FilaFilter),
    responses((status = 200, body = Vec<EventoDaFila>,
        headers(("Cache-Control", description = "`no-store`"))), Errors))]
#[get("/Pedido/Fila")]
async fn lease(req: ForAplicacao<(ConsumidorParam, FilaFilter)>) -> Result<HttpResponse, ErrorA> {
    let mut items = Vec::new();
    if !headers_only(req.req()) {
        req.store().place_events().await?;
        for _ in 0..ROUNDS {
            let entrega = turn(&req).await?;
            items = entrega.itens;
            if !items.is_empty() || !entrega.has_more {
                break;
            }
        }
    }
    let mut items: Vec<EventoDaFila> = items.into_iter().map(EventoDaFila::of).collect::<Result<_, _>>()?;
    if req.filter.1.incluir_pedido {
        let mut wanted = BTreeMap::new();
        for item in &items {
            let new = || orders::Wanted { usuario: item.usuario_id.clone(), times: 0 };
            wanted.entry(item.pedido_id).or_insert_with(new).times += 1;
        }
        let orders = orders(&req, wanted).await?;
        for item in &mut items {
            item.pedido = orders.get(&item.pedido_id).cloned();
        }
    }
    let mut answer = HttpResponse::from(Answer::ok(&items)?);
    answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// One transaction.
async fn turn(req: &ForAplicacao<(ConsumidorParam, FilaFilter)>) -> Result<queue::Entrega, ErrorA> {
    let (aplicacao, loja) = (req.aplicacao(), req.loja());
    let (consumidor, filter) = (req.filter.0.clone(), &req.filter.1);
    let (quantidade, visibilidade, inicio) = (filter.quantidade, filter.visibilidade, filter.desde.into());
    req.store()
        .write(move |tx| {
            let reader = consumidor.reader(aplicacao, loja(tx)?);
            let wanted = Wanted { quantidade, visibilidade, inicio, agora: Instante::now() };
            if !queue::fits(tx, reader)? {
                return Err(ErrorA::TooManyReaders(queue::READERS_MAX));
            }
            Ok(queue::lease(tx, reader, wanted)?)
        })
        .await
}
