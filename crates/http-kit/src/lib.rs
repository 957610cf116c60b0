//! Tools for handler crates: API keys, paging, extractors, errors, and the listener that serves them.
//!
//! A handler crate has one type that implements [`Api`] (the kind of key that it accepts, and the format of its
//! errors), handlers whose arguments are valid when they are called, and a function that returns an
//! [`Interface`] of them. A program puts any number of interfaces into a [`Listener`]:
//!
//! ```no_run
//! use actix_web::{Error, HttpRequest, HttpResponse, HttpServer, error, get, web};
//! use entreposto_http_kit::{Api, Credential, Then, Filters, FromQuery, Interface, Kit, KitError, PublicUrl};
//! use entreposto_http_kit::QueryReader;
//! use entreposto_http_kit::{Listener, Mount, link_next, request_id};
//! use store::paging::{Cursor, PageRequest};
//! use store::tokens::TokenKind;
//! use store::{Secrets, Store, StoreConfig};
//!
//! enum Minha {}
//!
//! impl Api for Minha {
//!     const KIND: TokenKind = TokenKind::Aplicacao;
//!
//!     fn error(erro: KitError) -> Error {
//!         if erro.status().is_server_error() {
//!             request_id::log_failure(&erro, erro.status());
//!         }
//!         // a real crate matches on the variants, writes its own body and adds erro.headers()
//!         error::InternalError::new(erro.to_string(), erro.status()).into()
//!     }
//! }
//!
//! struct SkuFilter {
//!     marca: Option<String>,
//! }
//!
//! impl FromQuery for SkuFilter {
//!     fn of(reader: &mut QueryReader<'_>) -> Option<Self> {
//!         Some(Self { marca: reader.text("marca") })
//!     }
//! }
//!
//! /// What the handlers share.
//! #[derive(Clone)]
//! struct State {
//!     store: Store,
//!     public_url: PublicUrl,
//! }
//!
//! // the key first: a client without one learns nothing about the other errors
//! #[utoipa::path(responses((status = 200)))]
//! #[get("/marcas")]
//! async fn list(
//!     Then(who, query): Then<Credential<Minha>, Filters<(PageRequest, SkuFilter), Minha>>,
//!     state: web::Data<State>,
//!     req: HttpRequest,
//! ) -> HttpResponse {
//!     let (pagina, filter) = query.into_inner();
//!     // … one call of state.store with who.aplicacao, pagina and filter returns rows and the next cursor
//!     let next = Cursor { chave: [0, i64::from(pagina.size)], pagina: 2 };
//!     HttpResponse::Ok().insert_header(("Link", link_next(&req, &state.public_url, &next))).json(filter.marca)
//! }
//!
//! fn register(cfg: &mut Mount<'_>) {
//!     cfg.service(list);
//! }
//!
//! /// What the crate exports.
//! pub fn interface(kit: &Kit) -> Interface {
//!     Interface::new::<Minha>("minha", Default::default(), register)
//!         .with_state(State { store: kit.store().clone(), public_url: PublicUrl::default() })
//! }
//!
//! #[actix_web::main]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let url = "sqlite://./entreposto.db";
//!     let store = Store::open(&StoreConfig::new(url), Secrets::beside(url))?;
//!     store.migrate()?;
//!     let kit = Kit::new(store);
//!     let listener = Listener::new(&kit, vec![interface(&kit)])?;
//!     HttpServer::new(move || listener.app()).bind("127.0.0.1:8080")?.run().await?;
//!     Ok(())
//! }
//! ```
#![deny(missing_docs)]

pub mod api_keys;
pub mod body;
mod byte_limit;
pub mod canonicalize;
mod coding;
mod compress;
mod cors;
pub mod docs;
pub mod error;
pub mod etag;
pub mod interface;
pub mod kit;
mod large_answers;
pub mod listener;
mod origins;
pub mod page;
pub mod path;
pub mod query;
pub mod rate_limit;
pub mod request_id;
mod response_headers;
mod routes;
mod routing;
pub mod then;

pub use api_keys::{ApiKeys, ApiKeysConfig, Credential};
pub use body::{Body, BodyLimits, FileBody, RawBody};
pub use error::{Api, Fault, KitError, UnauthorizedReason};
pub use etag::{Conditions, etag_of};
pub use interface::{Interface, Mount};
pub use kit::Kit;
pub use listener::{Clash, Listener};
pub use origins::{InvalidOrigins, Origins};
pub use page::{InvalidPublicUrl, PublicUrl, link_next, list_fingerprint, next_address};
pub use path::{PathParams, Segment, segment};
pub use query::{Filters, FromQuery, Query, QueryReader, notices_of_body, warn_unknown_parameters};
pub use rate_limit::{Limits, RateLimit};
pub use then::Then;
