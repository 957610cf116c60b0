//! Why a database could not be filled.

use domain::reading::json::ReadError;
use domain::values::ids::{CanalId, InvalidId, PedidoId, UsuarioId};
use store::StoreError;

/// Why a database could not be filled. What was stored until then stays, below the new application.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A made-up identifier is none: a type of channel has a code that cannot be one.
    #[error(transparent)]
    Id(#[from] InvalidId),
    /// What comes with the crate breaks a rule that is newer.
    #[error("an example cannot be read: {0}")]
    Example(#[from] ReadError),
    /// The SKU of the examples was gone when it was looked for.
    #[error("the SKU of the examples was not stored")]
    SkuMissing,
    /// Without a type of channel there is no channel, and no order without a channel.
    #[error("the store has no channel")]
    NoChannel,
    /// Thousands of applications have this name with a number behind it.
    #[error("there are too many applications named {0}-…: use a new database")]
    TooManyApplications(String),
    /// The new user was gone when it was looked for: somebody else deletes in this database.
    #[error("the user {0} was not stored")]
    UserMissing(UsuarioId),
    /// The same of a channel.
    #[error("the channel {0} was not stored")]
    ChannelMissing(CanalId),
    /// The store answered that the order is not new, or that something of it is not there.
    #[error("the made-up order {source_id} was not new: {answer}")]
    OrderRefused {
        /// The order's `sourceId`.
        source_id: String,
        /// What the store answered.
        answer: String,
    },
    /// The store did not take a move of an order.
    #[error("the made-up order {id} could not move: {answer}")]
    MoveRefused {
        /// The order.
        id: PedidoId,
        /// What the store answered.
        answer: String,
    },
}

/// The result of filling, and of making up.
pub(crate) type Result<T, E = SampleError> = std::result::Result<T, E>;
