//! What every handler crate needs and none owns: keys, paging, extractors, request ids, errors.
//!
//! A handler crate names itself to the kit with one zero-sized type that implements [`Interface`]: the kind
//! of key that opens it, and the shape that it gives to a refusal. All extractors are generic over that type.
//!
//! ```no_run
//! use actix_web::{App, Error, HttpRequest, HttpResponse, error, web};
//! use domain::ids::SkuId;
//! use http_kit::{Caminho, Chaves, Corpo, Credencial, Filtros, Interface, KitError};
//! use http_kit::{FromConsulta, Leitor, Rotas, link_next, request_id, rotas};
//! use store::Store;
//! use store::paging::{Cursor, PageRequest};
//! use store::tokens::TipoToken;
//!
//! enum Minha {}
//!
//! impl Interface for Minha {
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
//!     ativo: Option<bool>,
//! }
//!
//! impl FromConsulta for FiltroSku {
//!     fn de(c: &mut Leitor<'_>) -> Option<Self> {
//!         Some(Self { marca: c.texto("marca"), ativo: c.booleano("ativo") })
//!     }
//! }
//!
//! // a handler receives what is already valid
//! async fn listar(
//!     quem: Credencial<Minha>,
//!     consulta: Filtros<(PageRequest, FiltroSku), Minha>,
//!     req: HttpRequest,
//! ) -> HttpResponse {
//!     let (pagina, filtro) = consulta.into_inner();
//!     // … one call of the store with quem.aplicacao, pagina and filtro gives the rows and the next cursor
//!     let proxima = Some(Cursor { chave: [0, i64::from(pagina.size)], pagina: 2 });
//!     let mut resposta = HttpResponse::Ok();
//!     if let Some(cursor) = proxima {
//!         resposta.insert_header(("Link", link_next(&req, &cursor)));
//!     }
//!     resposta.json(filtro.marca.filter(|_| filtro.ativo == Some(true)))
//! }
//!
//! async fn ligar(caminho: Caminho<(SkuId,), Minha>, corpo: Corpo<bool, Minha>) -> String {
//!     format!("{}: {}", caminho.0.0, corpo.valor)
//! }
//!
//! /// What the crate's handlers share. With `configure` and `openapi`, all that it exports.
//! #[derive(Clone)]
//! pub struct State {
//!     pub store: Store,
//!     pub chaves: Chaves,
//! }
//!
//! pub fn configure(state: State) -> impl FnOnce(&mut web::ServiceConfig) {
//!     move |cfg| {
//!         cfg.app_data(web::Data::new(state.chaves.clone()))
//!             .app_data(web::Data::new(state))
//!             .route("/sku", web::get().to(listar))
//!             .route("/sku/{sku}/Ativo", web::put().to(ligar));
//!     }
//! }
//!
//! pub fn openapi() -> utoipa::openapi::OpenApi {
//!     // collected from the handlers' annotations by utoipa
//!     Default::default()
//! }
//!
//! // and this is how a server mounts it; the last wrap is the outermost
//! # fn montar(state: State) -> std::io::Result<()> {
//! let conhecidas = web::Data::new(Rotas::de(&openapi()));
//! let docs = http_kit::docs::configurar(&openapi())?;
//! let fabrica = move || {
//!     App::new()
//!         .app_data(conhecidas.clone())
//!         .configure(docs.clone())
//!         .configure(configure(state.clone()))
//!         .default_service(web::to(rotas::rota_desconhecida::<Minha>))
//!         .wrap(rotas::canonizar(conhecidas.clone()))
//!         .wrap(actix_web::middleware::from_fn(request_id::identificar))
//! };
//! # let _ = actix_web::HttpServer::new(fabrica);
//! # Ok(())
//! # }
//! ```
#![deny(missing_docs)]

pub mod caminho;
pub mod chaves;
pub mod consulta;
pub mod corpo;
pub mod depois;
pub mod docs;
pub mod erro;
pub mod etag;
pub mod fault;
pub mod limite;
pub mod pagina;
pub mod request_id;
pub mod rotas;

pub use caminho::{Caminho, Segmento, segmento};
pub use chaves::{Chaves, ConfigChaves, Credencial};
pub use consulta::{Consulta, Filtros, FromConsulta, Leitor};
pub use corpo::{Corpo, CorpoBruto, LimitesCorpo};
pub use depois::Depois;
pub use erro::{Interface, KitError, MotivoNaoAutorizado};
pub use etag::{Condicoes, ETag};
pub use fault::Fault;
pub use limite::Limite;
pub use pagina::link_next;
pub use rotas::Rotas;
