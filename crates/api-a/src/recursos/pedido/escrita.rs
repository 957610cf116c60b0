//! Orders come in, once each.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, post};
use domain::pedido::Pedido;
use http_kit::Depois;
use store::pedidos::{self, CriacaoPedido, Entrada};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::{Nada, ParamUsuario};
use crate::contexto::{DaLoja, endereco_da_loja};
use crate::doc::{Erros, ErrosDeCorpo};
use crate::erro::ErroA;
use crate::interface::Corpo;
use crate::resposta::Resposta;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(create);
}

/// Takes an order in. The same order again (channel and `sourceId`) changes nothing.
#[utoipa::path(tag = "Pedido", params(ParamUsuario), request_body = Pedido, responses(
    (status = 201, body = Pedido, headers(
        ("Location", description = "The order's address."),
        ("X-Aviso", description = "What is odd about the order, once per notice: `codigo; detalhe`, percent-encoded. \
            `sku-nao-cadastrado` names the SKU, `total-divergente` both totals."))),
    (status = 200, body = Pedido, description = "The same content came before; the order as it stands now."),
    Erros, ErrosDeCorpo))]
#[post("/Pedido")]
async fn create(Depois(req, corpo): Depois<DaLoja<Nada>, Corpo<Pedido>>) -> Result<HttpResponse, ErroA> {
    let (usuario_id, impressao) = (req.usuario_id().clone(), corpo.impressao());
    let entrada = Entrada::from(corpo.into_inner());
    req.escrever_loja(impressao, move |tx, loja| match pedidos::create(tx, loja.id, &entrada)? {
        CriacaoPedido::Criado { pedido, avisos } => {
            let caminho = endereco_da_loja(&usuario_id, &["Pedido", &pedido.pedido_id.to_string()]);
            let resposta = Resposta::pronta(StatusCode::CREATED, pedido.documento);
            Ok(resposta.location(caminho).com_avisos(&avisos).com_etag())
        }
        CriacaoPedido::Igual(igual) => Ok(Resposta::pronta(StatusCode::OK, igual.documento).com_etag()),
        CriacaoPedido::Diferente(id) => Err(ErroA::PedidoJaExiste(id)),
        CriacaoPedido::CanalAusente => Err(canal_ausente()),
    })
    .await
}

/// The channel is part of the order: its absence is a problem of the body.
pub(super) fn canal_ausente() -> ErroA {
    ErroA::invalido("canalId", "o canal não foi encontrado")
}
