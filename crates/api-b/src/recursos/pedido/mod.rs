//! The store's orders: downloaded, moved, acknowledged, noted upon.

mod consulta;
mod integracao;
mod lista;
mod observacao;
mod rastreamento;
mod situacao;

use store::pedidos::MudancaPedido;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::erro::ErroB;

/// The routes of orders. Those with a word where others have a number come first.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    integracao::registrar(cfg);
    lista::registrar(cfg);
    situacao::registrar(cfg);
    rastreamento::registrar(cfg);
    observacao::registrar(cfg);
}

/// What a missing order is answered with.
const AUSENTE: ErroB = ErroB::NaoEncontrado("O pedido não foi encontrado.");

/// The outcome of a move, as this interface answers it.
fn movido(feita: MudancaPedido) -> Result<(), ErroB> {
    match feita {
        MudancaPedido::Feita(_) => Ok(()),
        MudancaPedido::Ausente => Err(AUSENTE),
        MudancaPedido::Ilegal(ilegal) => Err(ErroB::regra(ilegal)),
    }
}
