//! What every handler crate needs and none owns: keys, paging, extractors, errors, and the listener that
//! carries it.
//!
//! A handler crate names itself with one type that implements [`Api`] (the kind of key that opens it, and the
//! shape that it gives to a refusal), writes handlers whose arguments are valid when they are called, and
//! exports one function that makes an [`Interface`] of them. Whoever serves it puts any number of interfaces
//! into a [`Listener`]:
//!
//! ```no_run
//! use actix_web::{Error, HttpRequest, HttpResponse, HttpServer, error, get, web};
//! use entreposto_http_kit::{Api, Credencial, Depois, Filtros, FromConsulta, Interface, Kit, KitError, Leitor};
//! use entreposto_http_kit::{Listener, link_next, request_id};
//! use store::paging::{Cursor, PageRequest};
//! use store::tokens::TipoToken;
//! use store::{Store, StoreConfig};
//! use utoipa_actix_web::service_config::ServiceConfig;
//!
//! enum Minha {}
//!
//! impl Api for Minha {
//!     const TIPO: TipoToken = TipoToken::Aplicacao;
//!
//!     fn erro(erro: KitError) -> Error {
//!         if erro.status().is_server_error() {
//!             request_id::registrar_falha(&erro);
//!         }
//!         // a real crate matches on the variants, writes its own body and adds erro.cabecalhos()
//!         error::InternalError::new(erro.to_string(), erro.status()).into()
//!     }
//! }
//!
//! struct FiltroSku {
//!     marca: Option<String>,
//! }
//!
//! impl FromConsulta for FiltroSku {
//!     fn de(c: &mut Leitor<'_>) -> Option<Self> {
//!         Some(Self { marca: c.texto("marca") })
//!     }
//! }
//!
//! /// What the handlers share.
//! #[derive(Clone)]
//! struct State {
//!     store: Store,
//! }
//!
//! // the key first: a stranger learns nothing about what is wrong with the rest
//! #[utoipa::path(responses((status = 200)))]
//! #[get("/marcas")]
//! async fn list(
//!     Depois(quem, consulta): Depois<Credencial<Minha>, Filtros<(PageRequest, FiltroSku), Minha>>,
//!     state: web::Data<State>,
//!     req: HttpRequest,
//! ) -> HttpResponse {
//!     let (pagina, filtro) = consulta.into_inner();
//!     // … one call of state.store with quem.aplicacao, pagina and filtro gives rows and the next cursor
//!     let proxima = Cursor { chave: [0, i64::from(pagina.size)], pagina: 2 };
//!     HttpResponse::Ok().insert_header(("Link", link_next(&req, &proxima))).json(filtro.marca)
//! }
//!
//! fn register(cfg: &mut ServiceConfig<'_>) {
//!     cfg.service(list);
//! }
//!
//! /// What the crate exports.
//! pub fn interface(kit: &Kit) -> Interface {
//!     Interface::new::<Minha>("minha", Default::default(), register)
//!         .with_state(State { store: kit.store().clone() })
//! }
//!
//! #[actix_web::main]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let store = Store::open(&StoreConfig::new("sqlite://./entreposto.db"))?;
//!     store.migrate()?;
//!     let kit = Kit::new(store);
//!     let listener = Listener::new(&kit, vec![interface(&kit)])?;
//!     HttpServer::new(move || listener.app()).bind("127.0.0.1:8080")?.run().await?;
//!     Ok(())
//! }
//! ```
#![deny(missing_docs)]

pub mod caminho;
pub mod canonizar;
pub mod chaves;
pub mod consulta;
pub mod corpo;
pub mod depois;
pub mod docs;
pub mod erro;
pub mod etag;
pub mod fault;
pub mod interface;
pub mod kit;
pub mod limite;
pub mod listener;
pub mod pagina;
pub mod request_id;
pub mod rotas;

pub use caminho::{Caminho, Segmento, segmento};
pub use chaves::{Chaves, ConfigChaves, Credencial};
pub use consulta::{Consulta, Filtros, FromConsulta, Leitor};
pub use corpo::{Corpo, CorpoBruto, LimitesCorpo};
pub use depois::Depois;
pub use erro::{Api, KitError, MotivoNaoAutorizado};
pub use etag::{Condicoes, ETag};
pub use fault::Fault;
pub use interface::Interface;
pub use kit::Kit;
pub use limite::{Limite, Limites};
pub use listener::{Clash, Listener};
pub use pagina::link_next;
