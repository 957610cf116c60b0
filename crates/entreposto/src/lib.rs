//! The hub inside a program of your own. One builder opens the database and brings its schema up to date,
//! serves any set of interfaces beside routes of your own, delivers events and keeps house:
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
//! [`http_kit::Interface`]. Whoever needs less, or other things around it, takes the parts:
//! [`group::by_address`], [`http::take`], [`http::serve_on`], [`Service`] and [`housekeeping::run`] are what
//! the builder is made of. The layers below are here under their own names: [`domain`] (entities and rules,
//! no I/O), [`store`] (the database), [`http_kit`], [`api_a`], [`api_b`], [`delivery`].
#![deny(missing_docs)]

mod builder;
mod error;
pub mod group;
pub mod housekeeping;
pub mod http;
pub mod offers;
mod service;
mod signals;

pub use api_a;
pub use api_b;
pub use delivery;
pub use domain;
pub use http_kit;
pub use store;

pub use builder::Entreposto;
pub use error::Error;
pub use housekeeping::Upkeep;
pub use service::{Service, Stopper};
