//! The hub as a library. A builder opens the database and brings its schema up to date, serves any interfaces
//! beside routes of your own, delivers events and runs the housekeeping:
//!
//! ```no_run
//! use actix_web::web;
//! use entreposto::{Entreposto, api_a, api_b, delivery};
//!
//! #[actix_web::main]
//! async fn main() -> Result<(), entreposto::Error> {
//!     Entreposto::open("sqlite://./entreposto.db")?
//!         .interface("127.0.0.1:8080", |kit| api_a::interface(api_a::State::new(kit)))
//!         .interface("127.0.0.1:8080", |kit| api_b::interface(api_b::State::new(kit)))
//!         .routes("127.0.0.1:8080", |cfg| {
//!             cfg.route("/ola", web::get().to(async || "olá"));
//!         })
//!         .deliver(delivery::Config::default())
//!         .serve()
//!         .await
//! }
//! ```
//!
//! Interfaces with the same address share a listener. An interface of your own is made with
//! [`http_kit::Interface`]. The builder is made of public parts, for programs that need only some of them:
//! [`group::by_address`], [`http::take`], [`http::serve_on`], [`Service`] and [`housekeeping::run`]. The lower
//! layers are re-exported: [`domain`] (entities and rules, no I/O), [`store`] (the database), [`http_kit`],
//! [`api_a`], [`api_b`], [`delivery`], [`channels`] and [`outbound`].
#![deny(missing_docs)]

mod builder;
mod error;
pub mod group;
pub mod housekeeping;
pub mod http;
pub mod offers;
mod service;

pub use api_a;
pub use api_b;
pub use channels;
pub use delivery;
pub use domain;
pub use http_kit;
pub use outbound;
pub use store;

pub use builder::Entreposto;
pub use error::Error;
pub use housekeeping::HousekeepingConfig;
pub use service::{Service, Stopper};
