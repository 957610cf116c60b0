//! The console: pages for the people who run a store, to look at what the hub holds and to act on it.
//!
//! Pages are made on the server; links and forms do all that they do, and the one small script only makes
//! them quicker to use. Everything is embedded: no page asks another address for anything.
//!
//! ```no_run
//! use actix_web::{App, HttpServer};
//! use http_kit::Kit;
//! use store::{Secrets, Store, StoreConfig};
//!
//! #[actix_web::main]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let url = "sqlite://./entreposto.db";
//!     let store = Store::open(&StoreConfig::new(url), Secrets::beside(url))?;
//!     store.migrate()?;
//!     let state = entreposto_console::State::new(&Kit::new(store));
//!     let app = move || App::new().configure(entreposto_console::configure(state.clone()));
//!     HttpServer::new(app).bind("127.0.0.1:8082")?.run().await?;
//!     Ok(())
//! }
//! ```
//!
//! Persons get in by e-mail and password, by a [`Provider`] where there is one, and by a [`link`] in an emergency; the first one of a fresh hub from this machine,
//! or with the [`first_code`]. It is for a listener of the operator's: in front of it, for people
//! elsewhere, stands a proxy with TLS.
#![deny(missing_docs)]

mod access;
mod assets;
mod error;
mod error_page;
mod kept;
mod lang;
mod pages;
mod routes;
mod state;
mod view;

pub use access::{InvalidIssuer, Issuer, LinkFailure, Provider, first_code, link};
pub use error::FIRST_VISIT;
pub use routes::configure;
pub use state::{Backups, Fact, Setting, SettingOrigin, State};
