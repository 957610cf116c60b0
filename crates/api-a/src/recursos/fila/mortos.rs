//! Events that were given up: seen, and handed out again on demand.

use actix_web::{HttpResponse, get, post};
use domain::evento::TipoEvento;
use domain::pedido::StatusPedido;
use domain::reading::json::{Leitura, Valor};
use domain::reading::problems::Problemas;
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use http_kit::{Depois, Fault};
use serde::Serialize;
use store::fila::{self, Item as ItemMorto};
use store::paging::PageRequest;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::confirmacao::{bons, resultados};
use super::leitor::{ParamConsumidor, de_pedido};
use crate::consulta::{ParamPagina, ParamUsuarioOpcional};
use crate::contexto::DaAplicacao;
use crate::doc::{Erros, ErrosDeCorpo};
use crate::envelope::{RetornoPaginado, pagina};
use crate::erro::{ErroA, Recurso};
use crate::interface::Corpo;
use crate::lote::{Feito, ItemDeLote, Lote, Modo, ResultadoItem, responder};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(reviver);
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
    fn de(item: ItemMorto) -> Result<Self, ErroA> {
        let (tipo, pedido_id, status) = de_pedido(&item.evento)?;
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

/// Lists the dead events of a reader in the order of their places: handed out ten times and never confirmed. They do
/// not hold up later events of their orders. One that is confirmed after all, by its last receipt, leaves the list.
#[utoipa::path(tag = "Fila", params(ParamUsuarioOpcional, ParamConsumidor, ParamPagina),
    responses((status = 200, body = RetornoPaginado<EventoMorto>), Erros))]
#[get("/Pedido/Fila/Mortos")]
async fn list(req: DaAplicacao<(ParamConsumidor, PageRequest)>) -> Result<HttpResponse, ErroA> {
    req.store().place_events().await?;
    let (aplicacao, loja) = (req.aplicacao(), req.loja());
    let (consumidor, pedida) = (req.filtro.0.clone(), req.filtro.1);
    let page = req
        .ler(move |conn| {
            let leitor = consumidor.leitor(aplicacao, loja(conn)?);
            let page = fila::mortos(conn, leitor, pedida, Instante::agora())?;
            page.ok_or(ErroA::NaoEncontrado(Recurso::Consumidor))
        })
        .await?;
    let store::paging::Page { rows, total, pagina: numero, next } = page;
    let rows: Vec<EventoMorto> = rows.into_iter().map(EventoMorto::de).collect::<Result<_, _>>()?;
    Ok(pagina(&req, pedida, store::paging::Page { rows, total, pagina: numero, next })?.into())
}

/// A dead event to be revived.
#[derive(Clone, ToSchema)]
struct Revivido {
    /// Its place in the log.
    posicao: i64,
}

impl Leitura for Revivido {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        Some(Self { posicao: valor.objeto(p)?.obrigatorio("posicao", p)? })
    }
}

impl ItemDeLote for Revivido {
    const CHAVE: &'static str = "posicao";
}

/// Revives up to 500 dead events: they are handed out again as if they never had been. `status` of an item: 200
/// revived, or not dead anyway; 404 the reader has no unconfirmed event there.
#[utoipa::path(tag = "Fila", params(ParamUsuarioOpcional, ParamConsumidor), request_body = Vec<Revivido>,
    responses((status = 200, body = Vec<ResultadoItem>), Erros, ErrosDeCorpo))]
#[post("/Pedido/Fila/Reviver")]
async fn reviver(
    Depois(req, corpo): Depois<DaAplicacao<ParamConsumidor>, Corpo<Lote<Revivido>>>,
) -> Result<HttpResponse, ErroA> {
    let (aplicacao, loja, impressao) = (req.aplicacao(), req.loja(), corpo.impressao());
    let (consumidor, Lote(itens)) = (req.filtro.clone(), corpo.into_inner());
    let posicoes: Vec<i64> = bons(&itens).map(|item| item.posicao).collect();
    req.escrever(impressao, move |tx| {
        let leitor = consumidor.leitor(aplicacao, loja(tx)?);
        let feitos = fila::reviver(tx, leitor, &posicoes, Instante::agora())?;
        let mut feitos = feitos.ok_or(ErroA::NaoEncontrado(Recurso::Consumidor))?.into_iter();
        responder(Modo::Parcial, resultados(&itens, || feito(feitos.next())))
    })
    .await
}

fn feito(achado: Option<bool>) -> Result<Feito, ErroA> {
    match achado {
        Some(true) => Ok(Feito::gravado(false)),
        Some(false) => Err(ErroA::NaoEncontrado(Recurso::ItemDaFila)),
        None => Err(Fault::new("a batch lost a place").into()),
    }
}
