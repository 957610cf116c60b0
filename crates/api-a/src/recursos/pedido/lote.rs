//! Orders come in and move by the batch.

use actix_web::{HttpResponse, post};
use domain::pedido::{MudancaStatus, Pedido};
use domain::reading::json::{Leitura, Valor};
use domain::reading::problems::Problemas;
use domain::values::ids::PedidoId;
use http_kit::Depois;
use store::Tx;
use store::pedidos::{self, CriacaoPedido, Entrada};
use store::usuarios::Loja;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::escrita::canal_ausente;
use super::status::mudado;
use crate::consulta::ParamUsuario;
use crate::contexto::DaLoja;
use crate::doc::{Erros, ErrosDeCorpo};
use crate::erro::ErroA;
use crate::interface::Corpo;
use crate::lote::{Feito, Item, ItemDeLote, Lote, Modo, ParamModo, ResultadoItem, fazer_juntos, separar_por};
use crate::outcome::Outcome;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(create).service(mudar);
}

impl ItemDeLote for Pedido {
    const CHAVE: &'static str = "sourceId";
}

/// A move and the order that it is for.
#[derive(Clone, ToSchema)]
#[schema(rename_all = "camelCase")]
struct MudancaDePedido {
    /// The order.
    pedido_id: PedidoId,
    #[schema(inline)]
    #[serde(flatten)]
    mudanca: MudancaStatus,
}

impl Leitura for MudancaDePedido {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let pedido_id = valor.objeto(p)?.obrigatorio("pedidoId", p).map(PedidoId);
        let mudanca = MudancaStatus::ler(valor, p);
        Some(Self { pedido_id: pedido_id?, mudanca: mudanca? })
    }
}

impl ItemDeLote for MudancaDePedido {
    const CHAVE: &'static str = "pedidoId";
}

/// Takes up to 500 orders in. `chave` is the `sourceId`; what is odd about an order is in its history.
#[utoipa::path(tag = "Pedido", params(ParamUsuario, ParamModo), request_body = Vec<Pedido>,
    responses((status = 200, body = Vec<ResultadoItem>), Erros, ErrosDeCorpo))]
#[post("/Pedido/Lote")]
async fn create(
    Depois(req, corpo): Depois<DaLoja<ParamModo>, Corpo<Lote<Pedido>>>,
) -> Result<HttpResponse, ErroA> {
    let (modo, impressao) = (req.filtro.modo, corpo.impressao());
    let Lote(itens) = corpo.into_inner();
    // made ready here: whatever the transaction does, other writes wait for
    let preparar = |item: Item<Pedido>| Item { chave: item.chave, valor: item.valor.map(Entrada::from) };
    let itens: Vec<_> = itens.into_iter().map(preparar).collect();
    req.escrever_loja(impressao, move |tx, loja| gravar(tx, loja, modo, &itens)).await
}

/// Moves up to 500 orders, each at most once. `chave` is the `pedidoId`.
#[utoipa::path(tag = "Pedido", params(ParamUsuario, ParamModo), request_body = Vec<MudancaDePedido>,
    responses((status = 200, body = Vec<ResultadoItem>), Erros, ErrosDeCorpo))]
#[post("/Pedido/Status/Lote")]
async fn mudar(
    Depois(req, corpo): Depois<DaLoja<ParamModo>, Corpo<Lote<MudancaDePedido>>>,
) -> Result<HttpResponse, ErroA> {
    let (modo, impressao) = (req.filtro.modo, corpo.impressao());
    let Lote(itens) = corpo.into_inner();
    req.escrever_loja(impressao, move |tx, loja| mover(tx, loja, modo, &itens)).await
}

/// All good items in a few statements.
fn mover(tx: &mut Tx<'_>, loja: Loja, modo: Modo, itens: &[Item<MudancaDePedido>]) -> Result<Outcome, ErroA> {
    let separados = separar_por(itens, |_, item| item.pedido_id);
    let todos = |itens: &[&MudancaDePedido]| {
        let passos: Vec<_> =
            itens.iter().map(|item| (item.pedido_id, std::slice::from_ref(&item.mudanca))).collect();
        Ok(pedidos::mover_lote(tx, loja.id, &passos)?)
    };
    fazer_juntos(modo, separados, todos, |mudanca| Ok(Feito::pedido(200, mudado(mudanca)?.pedido_id, &[])))
}

/// All good items in a few statements.
fn gravar(tx: &mut Tx<'_>, loja: Loja, modo: Modo, itens: &[Item<Entrada>]) -> Result<Outcome, ErroA> {
    let separados =
        separar_por(itens, |_, entrada| (&entrada.pedido().canal_id, &entrada.pedido().source_id));
    fazer_juntos(modo, separados, |bons| Ok(pedidos::create_lote(tx, loja.id, bons)?), feito)
}

fn feito(criado: CriacaoPedido) -> Result<Feito, ErroA> {
    match criado {
        CriacaoPedido::Criado { pedido, avisos } => Ok(Feito::pedido(201, pedido.pedido_id, &avisos)),
        CriacaoPedido::Igual(igual) => Ok(Feito::pedido(200, igual.pedido_id, &[])),
        CriacaoPedido::Diferente(id) => Err(ErroA::PedidoJaExiste(id)),
        CriacaoPedido::CanalAusente => Err(canal_ausente()),
    }
}
