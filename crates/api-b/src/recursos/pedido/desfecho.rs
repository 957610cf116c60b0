//! What comes of asking for an order, or of moving it, as this interface answers it.

use store::pedidos::MudancaPedido;

use crate::erro::ErroB;

/// What a missing order is answered with.
pub const AUSENTE: ErroB = ErroB::NaoEncontrado("O pedido não foi encontrado.");

/// The outcome of a move.
pub fn movido(feita: MudancaPedido) -> Result<(), ErroB> {
    match feita {
        MudancaPedido::Feita(_) => Ok(()),
        MudancaPedido::Ausente => Err(AUSENTE),
        MudancaPedido::Ilegal(ilegal) => Err(ErroB::regra(ilegal)),
    }
}
