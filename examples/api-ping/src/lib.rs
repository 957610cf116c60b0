//! A further handler crate, as small as one can be: `GET /ping` for whoever has an application's key.
//!
//! It exports what every handler crate exports and nothing else: [`State`], [`interface`] and [`openapi`].
#![deny(missing_docs)]

mod error;
mod ping;
mod state;
mod texts;

use http_kit::Interface;
use http_kit::docs::DocumentError;
use serde_json::Value;
use utoipa::OpenApi;

pub use state::State;

/// The interface, to be put into a [`Listener`](http_kit::Listener).
pub fn interface(state: State) -> Interface {
    Interface::new::<error::Ping>("ping", Base::openapi(), ping::mount)
        .with_sources(texts::SOURCES)
        .with_state(state)
}

#[derive(OpenApi)]
#[openapi(info(title = "Entreposto – exemplo", description = "Uma rota de exemplo."))]
struct Base;

/// The crate's OpenAPI document, made from the routes themselves and from texts beside them.
///
/// # Errors
/// The texts cannot be read.
pub fn openapi() -> Result<Value, DocumentError> {
    http_kit::docs::document(Base::openapi(), ping::mount, texts::SOURCES)
}
