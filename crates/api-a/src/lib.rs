//! Interface A: what an application manages for its stores. To serve it, put [`interface`] into a
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
//!     let a = entreposto_api_a::interface(entreposto_api_a::State::new(&kit));
//!     let listener = Listener::new(&kit, vec![a])?;
//!     HttpServer::new(move || listener.app()).bind("127.0.0.1:8080")?.run().await?;
//!     Ok(())
//! }
//! ```
//!
//! Keys are made with [`http_kit::api_keys::generate`] and stored with [`store::tokens::create`]. The
//! document is served at `/openapi.json`, a page to read and try it at `/docs`.
#![deny(missing_docs)]

mod answer;
mod context;
mod doc;
mod envelope;
mod error;
mod idempotencia;
mod interface;
mod lote;
mod outcome;
mod query;
mod resources;
mod state;
mod subject;

use http_kit::Interface;
use http_kit::docs::DocumentError;
use serde_json::Value;

pub use state::State;

/// The interface, to be put into a [`Listener`](http_kit::Listener).
pub fn interface(state: State) -> Interface {
    Interface::new::<interface::InterfaceA>("a", doc::base(), resources::mount)
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
