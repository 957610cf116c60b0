//! What comes of asking for an order, or of moving it, as this interface answers it.

use store::pedidos::MovePedidoOutcome;

use crate::error::ErrorB;

/// What a missing order is answered with.
pub const MISSING: ErrorB = ErrorB::NotFound("O pedido não foi encontrado.");

/// The outcome of a move.
pub fn moved(done: MovePedidoOutcome) -> Result<(), ErrorB> {
    match done {
        MovePedidoOutcome::Done(_) => Ok(()),
        MovePedidoOutcome::Missing => Err(MISSING),
        MovePedidoOutcome::Illegal(illegal) => Err(ErrorB::rule(illegal)),
    }
}
