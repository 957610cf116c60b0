//! Why the hub cannot start, or ended.

use std::io;

use delivery::HttpError;
use http_kit::Clash;
use store::StoreError;

/// Why the hub cannot start, or ended. `Display` is for whoever runs the program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The database.
    #[error("the database cannot be used")]
    Store(#[from] StoreError),
    /// The interfaces of one address.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// The client that delivers events.
    #[error(transparent)]
    Delivery(#[from] HttpError),
    /// An address.
    #[error("cannot listen on {address}")]
    Address {
        /// As it was given.
        address: String,
        /// What the system says.
        source: io::Error,
    },
    /// A listener, while it ran.
    #[error("a listener ended")]
    Listener(#[from] io::Error),
    /// A task that should have gone on.
    #[error("a task of the service ended")]
    Task(#[from] tokio::task::JoinError),
}
