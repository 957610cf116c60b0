//! Errors of the service.

use std::io;

use http_kit::Clash;
use outbound::HttpError;
use store::StoreError;

/// Why the service could not start, or ended. `Display` is for the operator.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The database failed.
    #[error("the database cannot be used")]
    Store(#[from] StoreError),
    /// The interfaces of one address conflict.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// The HTTP client for the delivery of events or for connected channels cannot be made.
    #[error(transparent)]
    Delivery(#[from] HttpError),
    /// An address cannot be bound.
    #[error("cannot listen on {address}")]
    Address {
        /// The address as it was given.
        address: String,
        /// The system's error.
        source: io::Error,
    },
    /// A listener failed while it ran.
    #[error("a listener ended")]
    Listener(#[from] io::Error),
    /// A task panicked or was cancelled.
    #[error("a task of the service ended")]
    Task(#[from] tokio::task::JoinError),
}
