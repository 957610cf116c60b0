//! Orders move, one at a time.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, put};
use domain::pedido::{MudancaStatus, Pedido};
use domain::values::ids::PedidoId;
use http_kit::{Condicoes, Depois, ETag};
use store::Tx;
use store::pedidos::{self, MudancaPedido, PedidoRow};
use store::usuarios::Loja;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::{Nada, ParamUsuario};
use crate::contexto::DaLoja;
use crate::doc::{Erros, ErrosDeCorpo};
use crate::erro::{ErroA, Recurso};
use crate::interface::{Caminho, Corpo};
use crate::resposta::Resposta;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(mudar);
}

type IdECorpo = (Caminho<(PedidoId,)>, Corpo<MudancaStatus>);

/// Moves an order. To where it already stands: no move, but new details (`notaFiscal`, `rastreio`, `motivo`)
/// are merged and recorded. A move that may not be made is a 409 that names those that may.
#[utoipa::path(tag = "Pedido", params(ParamUsuario, ("pedidoId" = PedidoId, Path)), request_body = MudancaStatus,
    responses((status = 200, body = Pedido), Erros, ErrosDeCorpo))]
#[put("/Pedido/{pedidoId}/Status")]
async fn mudar(Depois(req, (id, corpo)): Depois<DaLoja<Nada>, IdECorpo>) -> Result<HttpResponse, ErroA> {
    let ((id,), impressao, condicoes) = (id.into_inner(), corpo.impressao(), req.condicoes.clone());
    let mudanca = corpo.into_inner();
    req.escrever_loja(impressao, move |tx, loja| {
        conferir(tx, loja, id, &condicoes)?;
        let pedido = mudado(pedidos::mover(tx, loja.id, id, &mudanca)?)?;
        Ok(Resposta::pronta(StatusCode::OK, pedido.documento).com_etag())
    })
    .await
}

/// As [`crate::contexto::conferir`], for a document that is JSON already. Only who asks pays for the reading.
fn conferir(tx: &mut Tx<'_>, loja: Loja, id: PedidoId, condicoes: &Condicoes) -> Result<(), ErroA> {
    if condicoes.vazias() {
        return Ok(());
    }
    pedidos::exclusivo(tx, loja.id, id)?;
    let atual = pedidos::find(tx, loja.id, id)?.ok_or(ErroA::NaoEncontrado(Recurso::Pedido))?;
    let etag = ETag::de(atual.documento.as_bytes());
    if condicoes.pre_condicao_falha(Some(&etag)) { Err(ErroA::PreCondicao) } else { Ok(()) }
}

/// The order that has moved, or why it has not.
pub(super) fn mudado(mudanca: MudancaPedido) -> Result<PedidoRow, ErroA> {
    match mudanca {
        MudancaPedido::Feita(pedido) => Ok(pedido),
        MudancaPedido::Ausente => Err(ErroA::NaoEncontrado(Recurso::Pedido)),
        MudancaPedido::Ilegal(ilegal) => Err(ilegal.into()),
    }
}
