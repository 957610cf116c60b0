//! What comes of asking for an order, or of moving it, as this interface answers it.

use domain::pedido::IllegalMovement;
use store::orders::MovePedidoOutcome;

use crate::error::ErrorB;

/// What a missing order is answered with.
pub const MISSING: ErrorB = ErrorB::NotFound("O pedido não foi encontrado.");

/// What an item that an order does not have is answered with.
pub const ITEM_MISSING: ErrorB = ErrorB::NotFound("O pedido não tem este produto.");

/// What a parcel that is not the order's or the item's is answered with.
pub const PARCEL_MISSING: ErrorB = ErrorB::NotFound("O rastreamento não foi encontrado.");

/// The outcome of a move of items.
pub fn moved_item(done: MovePedidoOutcome) -> Result<(), ErrorB> {
    match done {
        MovePedidoOutcome::Illegal(IllegalMovement::Forbidden { de, to, .. }) => {
            Err(ErrorB::rule(format_args!("O item não pode passar de {de} para {to}.")))
        }
        other => moved(other),
    }
}

/// The outcome of a move.
pub fn moved(done: MovePedidoOutcome) -> Result<(), ErrorB> {
    match done {
        MovePedidoOutcome::Done(_) => Ok(()),
        MovePedidoOutcome::Missing => Err(MISSING),
        MovePedidoOutcome::Illegal(illegal) => Err(ErrorB::rule(illegal)),
    }
}
