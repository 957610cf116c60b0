//! Interface B: what a store's own system downloads. To serve it, put [`interface`] into a
//! [`Listener`](http_kit::Listener), alone or beside others:
//!
//! ```no_run
//! use actix_web::HttpServer;
//! use http_kit::{Kit, Listener};
//! use store::{Secrets, Store, StoreConfig};
//!
//! #[actix_web::main]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let url = "sqlite://./entreposto.db";
//!     let store = Store::open(&StoreConfig::new(url), Secrets::beside(url))?;
//!     store.migrate()?;
//!     let kit = Kit::new(store);
//!     let b = entreposto_api_b::interface(entreposto_api_b::State::new(&kit));
//!     let listener = Listener::new(&kit, vec![b])?;
//!     HttpServer::new(move || listener.app()).bind("127.0.0.1:8081")?.run().await?;
//!     Ok(())
//! }
//! ```
//!
//! A key is one store's: made with [`http_kit::api_keys::generate`] and stored with
//! [`store::tokens::create`]. The document is served at `/openapi.json`, a page to read and try it at
//! `/docs`.
#![deny(missing_docs)]

mod answer;
mod context;
mod doc;
mod error;
mod interface;
mod ready_lists;
mod resources;
mod state;
#[cfg(test)]
mod tests;

use http_kit::Interface;
use http_kit::docs::DocumentError;
use serde_json::Value;

pub use state::State;

/// The interface, to be put into a [`Listener`](http_kit::Listener).
pub fn interface(state: State) -> Interface {
    Interface::new::<interface::InterfaceB>("b", doc::base(), resources::mount)
        .with_sources(doc::SOURCES)
        .with_state(state)
}

/// The interface's OpenAPI document, made from the routes themselves and from texts beside them.
///
/// # Errors
/// The texts cannot be read.
pub fn openapi() -> Result<Value, DocumentError> {
    http_kit::docs::document(doc::base(), resources::mount, doc::SOURCES)
}
