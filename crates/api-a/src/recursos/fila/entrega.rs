//! Events are handed out.

use actix_web::http::header;
use actix_web::{HttpResponse, get};
use domain::evento::TipoEvento;
use domain::pedido::StatusPedido;
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use http_kit::canonizar::so_cabecalhos;
use http_kit::{FromConsulta, Leitor};
use serde::Serialize;
use store::fila::{self, Arrendado, Inicio, Pedida};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::leitor::{ParamConsumidor, de_pedido};
use crate::consulta::ParamUsuarioOpcional;
use crate::contexto::DaAplicacao;
use crate::doc::Erros;
use crate::erro::ErroA;
use crate::resposta::Resposta;

/// Events per answer when the client does not say.
const QUANTIDADE_PADRAO: i64 = 50;
/// Most events per answer.
const QUANTIDADE_MAX: i64 = 250;
/// Seconds of a lease when the client does not say.
const VISIBILIDADE_PADRAO: i64 = 300;
/// Most seconds of a lease: twelve hours.
const VISIBILIDADE_MAX: i64 = 43_200;
/// Transactions that one request looks through the log with before it answers that there is nothing yet.
const VOLTAS: usize = 50;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(arrendar);
}

/// Where a new reader starts.
#[derive(Clone, Copy, ToSchema)]
#[schema(rename_all = "camelCase")]
enum Desde {
    /// At the first event that is kept.
    Inicio,
    /// Behind the last event.
    Agora,
}

impl From<Desde> for Inicio {
    fn from(desde: Desde) -> Self {
        match desde {
            Desde::Inicio => Self::Inicio,
            Desde::Agora => Self::Agora,
        }
    }
}

/// How much is wanted, and for how long.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct FiltroFila {
    /// Most events in the answer.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 250, default = 50)]
    quantidade: i64,
    /// For how many seconds nobody else is handed these events.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 43200, default = 300)]
    visibilidade: i64,
    /// Where a new reader starts: `inicio`, at the first event that is kept (default), or `agora`, behind the last.
    /// Means nothing once the reader is known.
    #[param(value_type = Option<Desde>, inline)]
    desde: Desde,
}

impl FromConsulta for FiltroFila {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let desde = c.uma_de("desde", &[("inicio", Desde::Inicio), ("agora", Desde::Agora)]);
        Some(Self {
            quantidade: c.inteiro_entre("quantidade", 1, QUANTIDADE_MAX).unwrap_or(QUANTIDADE_PADRAO),
            visibilidade: c.inteiro_entre("visibilidade", 1, VISIBILIDADE_MAX).unwrap_or(VISIBILIDADE_PADRAO),
            desde: desde.unwrap_or(Desde::Inicio),
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
}

impl EventoDaFila {
    fn de(arrendado: Arrendado) -> Result<Self, ErroA> {
        let evento = arrendado.item.evento;
        let (tipo, pedido_id, status) = de_pedido(&evento)?;
        Ok(Self {
            evento_id: evento.evento_id,
            tipo,
            pedido_id,
            status,
            data: evento.data,
            entrega: arrendado.item.entregas,
            recibo: arrendado.recibo.to_string(),
            usuario_id: evento.usuario_id,
            posicao: evento.posicao,
        })
    }
}

/// Hands out events of orders to a reader, which is made by its first request. Whatever is not confirmed
/// (`POST /Pedido/Fila/Confirmar`) within `visibilidade` is handed out again, up to ten times; then it is dead: listed
/// (`GET /Pedido/Fila/Mortos`) and no longer handed out. Events of one order come in their order, also to several
/// clients of one reader: as long as one of them is leased, later ones wait. Delivery is at least once. An empty
/// answer means that there is nothing at the moment. `HEAD` hands nothing out. Works for inactive users too.
#[utoipa::path(tag = "Fila", params(ParamUsuarioOpcional, ParamConsumidor, FiltroFila),
    responses((status = 200, body = Vec<EventoDaFila>, headers(("Cache-Control", description = "`no-store`"))), Erros))]
#[get("/Pedido/Fila")]
async fn arrendar(req: DaAplicacao<(ParamConsumidor, FiltroFila)>) -> Result<HttpResponse, ErroA> {
    let mut itens = Vec::new();
    if !so_cabecalhos(req.req()) {
        req.store().place_events().await?;
        for _ in 0..VOLTAS {
            let entrega = vez(&req).await?;
            itens = entrega.itens;
            if !itens.is_empty() || !entrega.ha_mais {
                break;
            }
        }
    }
    let itens: Vec<EventoDaFila> = itens.into_iter().map(EventoDaFila::de).collect::<Result<_, _>>()?;
    let mut resposta = HttpResponse::from(Resposta::ok(&itens)?);
    resposta.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(resposta)
}

/// One transaction.
async fn vez(req: &DaAplicacao<(ParamConsumidor, FiltroFila)>) -> Result<fila::Entrega, ErroA> {
    let (aplicacao, loja) = (req.aplicacao(), req.loja());
    let (consumidor, filtro) = (req.filtro.0.clone(), &req.filtro.1);
    let (quantidade, visibilidade, inicio) = (filtro.quantidade, filtro.visibilidade, filtro.desde.into());
    req.store()
        .write(move |tx| {
            let leitor = consumidor.leitor(aplicacao, loja(tx)?);
            let pedida = Pedida { quantidade, visibilidade, inicio, agora: Instante::agora() };
            if !fila::cabe(tx, leitor)? {
                return Err(ErroA::LeitoresDemais(fila::LEITORES_MAX));
            }
            Ok(fila::arrendar(tx, leitor, pedida)?)
        })
        .await
}
