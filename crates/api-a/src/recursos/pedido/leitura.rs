//! Orders, and what is known of each: read.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get};
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{NotaFiscal, Pedido, Rastreio, StatusPedido};
use domain::reading::problems::Problemas;
use domain::values::dates::{Fuso, LimiteData};
use domain::values::ids::{CanalId, PedidoId};
use http_kit::{Depois, FromConsulta, KitError, Leitor};
use serde::Serialize;
use store::paging::{Faixa, PageRequest};
use store::pedidos::{self, Detalhes};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::{Delta, Nada, ParamPagina, ParamUsuario, fim_inclusivo, utc};
use crate::contexto::DaLoja;
use crate::doc::Erros;
use crate::envelope::{RetornoPaginado, pagina_pronta};
use crate::erro::{ErroA, Recurso};
use crate::interface::Caminho;
use crate::resposta::Resposta;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list)
        .service(find)
        .service(historico)
        .service(transicoes)
        .service(nota_fiscal)
        .service(rastreio);
}

/// Which orders are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct FiltroPedido {
    /// Of this channel.
    #[param(value_type = Option<String>)]
    canal_id: Option<CanalId>,
    /// In one of these states: names in any case, separated by commas or with the parameter repeated.
    #[param(value_type = Option<Vec<StatusPedido>>, inline, style = Form, explode = false)]
    status: Vec<StatusPedido>,
    /// With exactly this identifier in the marketplace.
    source_id: Option<String>,
    /// That hold this SKU.
    sku: Option<String>,
    /// Placed at or after: ISO 8601, or a day as a whole.
    #[param(value_type = Option<String>)]
    data_inicial: Option<LimiteData>,
    /// Placed at or before: ISO 8601 (that second included), or a day as a whole.
    #[param(value_type = Option<String>)]
    data_final: Option<LimiteData>,
}

impl FromConsulta for FiltroPedido {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let nomes: Vec<_> = StatusPedido::TODOS.iter().map(|status| (status.nome(), *status)).collect();
        Some(Self {
            canal_id: c.com("canalId", |texto| CanalId::parse(texto)),
            status: c.lista_de("status", &nomes),
            source_id: c.texto("sourceId"),
            sku: c.texto("sku"),
            data_inicial: c.data_limite("dataInicial"),
            data_final: c.data_limite("dataFinal"),
        })
    }
}

impl FiltroPedido {
    /// As the store takes it. `fuso` is that of days without a time.
    fn da_store(&self, alterado: Faixa, fuso: Fuso) -> Result<pedidos::Filtro, ErroA> {
        Ok(pedidos::Filtro {
            canal: self.canal_id.clone(),
            status: self.status.clone(),
            source_id: self.source_id.clone(),
            sku: self.sku.clone(),
            data: self.faixa(fuso)?,
            alterado,
        })
    }

    fn faixa(&self, fuso: Fuso) -> Result<Faixa, ErroA> {
        let de = self.data_inicial.map(|limite| utc(limite).inicio(fuso));
        let ate = self.data_final.map(|limite| fim_inclusivo(limite, fuso));
        if de.zip(ate).is_some_and(|(de, ate)| de >= ate) {
            let mut problemas = Problemas::new();
            problemas.push("dataInicial", "não pode ser posterior a dataFinal");
            return Err(KitError::Consulta(problemas).into());
        }
        Ok(Faixa { de, ate })
    }
}

/// Lists orders, the newest first.
#[utoipa::path(tag = "Pedido", params(ParamUsuario, ParamPagina, FiltroPedido, Delta),
    responses((status = 200, body = RetornoPaginado<Pedido>), Erros))]
#[get("/Pedido")]
async fn list(req: DaLoja<(PageRequest, FiltroPedido, Delta)>) -> Result<HttpResponse, ErroA> {
    let (pedida, filtro, delta) = &req.filtro;
    let (pedida, filtro) = (*pedida, filtro.da_store(delta.faixa(req.fuso()), req.fuso())?);
    let page = req.ler_loja(move |conn, loja| Ok(pedidos::list(conn, loja.id, &filtro, pedida)?)).await?;
    Ok(pagina_pronta(&req, pedida, page.map(|pedido| pedido.documento))?.into())
}

/// Reads an order.
#[utoipa::path(tag = "Pedido", params(ParamUsuario, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = Pedido), (status = 304), Erros))]
#[get("/Pedido/{pedidoId}")]
async fn find(Depois(req, id): Depois<DaLoja<Nada>, Caminho<(PedidoId,)>>) -> Result<HttpResponse, ErroA> {
    let (id,) = id.into_inner();
    let pedido = req.ler_loja_por_chave(move |conn, loja| Ok(pedidos::find(conn, loja.id, id)?)).await?;
    let pedido = pedido.ok_or(ErroA::NaoEncontrado(Recurso::Pedido))?;
    Resposta::pronta(StatusCode::OK, pedido.documento).ou_nao_modificada(&req.condicoes)
}

/// What has happened to an order, the oldest first. A jump is one entry that lists the states that it passed
/// over; details that came later are entries of the same status.
#[utoipa::path(tag = "Pedido", params(ParamUsuario, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = Vec<RegistroHistorico>), (status = 304), Erros))]
#[get("/Pedido/{pedidoId}/Historico")]
async fn historico(
    Depois(req, id): Depois<DaLoja<Nada>, Caminho<(PedidoId,)>>,
) -> Result<HttpResponse, ErroA> {
    let (id,) = id.into_inner();
    let registros = req.ler_loja(move |conn, loja| Ok(pedidos::historico(conn, loja.id, id)?)).await?;
    // the coming in of an order is its first entry
    if registros.is_empty() {
        return Err(ErroA::NaoEncontrado(Recurso::Pedido));
    }
    Resposta::ok(&registros)?.ou_nao_modificada(&req.condicoes)
}

/// Where an order stands and where it may go.
#[derive(Serialize, ToSchema)]
struct Transicoes {
    /// Where it stands.
    status: StatusPedido,
    /// Where it may go from there; empty in a final state.
    permitidas: Vec<Transicao>,
}

/// A lawful move.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Transicao {
    /// Where to.
    status: StatusPedido,
    /// True when the move must come with a `motivo`.
    exige_motivo: bool,
}

impl Transicoes {
    fn de(status: StatusPedido) -> Self {
        let permitida = |para| Transicao { status: para, exige_motivo: status.exige_motivo(para) };
        Self { status, permitidas: status.transicoes().into_iter().map(permitida).collect() }
    }
}

/// Where an order stands and where it may go from there.
#[utoipa::path(tag = "Pedido", params(ParamUsuario, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = Transicoes), (status = 304), Erros))]
#[get("/Pedido/{pedidoId}/Transicoes")]
async fn transicoes(
    Depois(req, id): Depois<DaLoja<Nada>, Caminho<(PedidoId,)>>,
) -> Result<HttpResponse, ErroA> {
    let (id,) = id.into_inner();
    let pedido = req.ler_loja_por_chave(move |conn, loja| Ok(pedidos::find(conn, loja.id, id)?)).await?;
    let pedido = pedido.ok_or(ErroA::NaoEncontrado(Recurso::Pedido))?;
    Resposta::ok(&Transicoes::de(pedido.status))?.ou_nao_modificada(&req.condicoes)
}

/// The invoice of an order: all that its moves have said of it.
#[utoipa::path(tag = "Pedido", params(ParamUsuario, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = NotaFiscal), (status = 304), Erros))]
#[get("/Pedido/{pedidoId}/NotaFiscal")]
async fn nota_fiscal(
    Depois(req, id): Depois<DaLoja<Nada>, Caminho<(PedidoId,)>>,
) -> Result<HttpResponse, ErroA> {
    let nota = detalhes(&req, id.into_inner()).await?.nota_fiscal;
    let nota = nota.ok_or(ErroA::NaoEncontrado(Recurso::NotaFiscal))?;
    Resposta::ok(&nota)?.ou_nao_modificada(&req.condicoes)
}

/// The parcel of an order: all that its moves have said of it.
#[utoipa::path(tag = "Pedido", params(ParamUsuario, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = Rastreio), (status = 304), Erros))]
#[get("/Pedido/{pedidoId}/Rastreio")]
async fn rastreio(
    Depois(req, id): Depois<DaLoja<Nada>, Caminho<(PedidoId,)>>,
) -> Result<HttpResponse, ErroA> {
    let rastreio = detalhes(&req, id.into_inner()).await?.rastreio;
    let rastreio = rastreio.ok_or(ErroA::NaoEncontrado(Recurso::Rastreio))?;
    Resposta::ok(&rastreio)?.ou_nao_modificada(&req.condicoes)
}

async fn detalhes(req: &DaLoja<Nada>, (id,): (PedidoId,)) -> Result<Detalhes, ErroA> {
    let detalhes =
        req.ler_loja_por_chave(move |conn, loja| Ok(pedidos::detalhes(conn, loja.id, id)?)).await?;
    detalhes.ok_or(ErroA::NaoEncontrado(Recurso::Pedido))
}
