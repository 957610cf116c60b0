//! Steps of writing that both what is drawn and what the examples name need.

use domain::values::ids::{CanalId, LojaId};
use store::orders::{self, CreatePedidoOutcome, MovePedidoOutcome, PedidoInput};
use store::{Tx, canais};

use crate::error::{Result, SampleError};
use crate::orders::Story;

/// The number of a channel that was just made.
pub(crate) fn channel_number(tx: &mut Tx<'_>, owner: LojaId, channel: &CanalId) -> Result<i32> {
    let found = canais::find(tx, owner, channel)?;
    Ok(found.ok_or_else(|| SampleError::ChannelMissing(channel.clone()))?.num)
}

/// The orders as they were placed, then their moves, by the way that clients' orders take.
pub(crate) fn write_stories(tx: &mut Tx<'_>, owner: LojaId, stories: &[Story]) -> Result<()> {
    let placed: Vec<PedidoInput> = stories.iter().map(|story| story.pedido.clone().into()).collect();
    let mut moves = Vec::with_capacity(stories.len());
    for (story, made) in stories.iter().zip(orders::create_lote(tx, owner, &placed)?) {
        let CreatePedidoOutcome::Created { pedido, .. } = made else {
            let source_id = story.pedido.source_id.clone();
            return Err(SampleError::OrderRefused { source_id, answer: format!("{made:?}") });
        };
        moves.push((pedido.pedido_id, story.moves.as_slice()));
    }
    moves.retain(|(_, moves)| !moves.is_empty());
    for ((id, _), made) in moves.iter().zip(orders::move_lote(tx, owner, &moves)?) {
        if !matches!(made, MovePedidoOutcome::Done(_)) {
            return Err(SampleError::MoveRefused { id: *id, answer: format!("{made:?}") });
        }
    }
    Ok(())
}
