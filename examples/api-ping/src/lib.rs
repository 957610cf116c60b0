//! A further handler crate, as small as one can be: `GET /ping` for whoever has an application's key.
//!
//! It exports what every handler crate exports and nothing else: [`State`], [`configure`] and [`openapi`].
#![deny(missing_docs)]

mod erro;
mod ping;

use std::sync::Arc;

use actix_web::web;
use http_kit::{Chaves, Rotas};
use store::Store;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Documento;
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig;

/// What the crate needs from whoever composes it. Cloning is cheap.
#[derive(Clone)]
pub struct State {
    store: Store,
    chaves: Chaves,
    rotas: Arc<Rotas>,
}

impl State {
    /// `rotas` are all the routes of the listener, so that a wrong method is told from an unknown path.
    pub fn new(store: Store, chaves: Chaves, rotas: Arc<Rotas>) -> Self {
        Self { store, chaves, rotas }
    }
}

/// Puts the crate's routes on a listener. Its default service answers unknown routes.
pub fn configure(state: State) -> impl FnOnce(&mut web::ServiceConfig) {
    move |cfg| {
        cfg.app_data(web::Data::new(state.chaves.clone()))
            .app_data(web::Data::from(Arc::clone(&state.rotas)))
            .app_data(web::Data::new(state));
        ping::registrar(&mut ServiceConfig::new(cfg));
        http_kit::rotas::recusar_o_resto::<erro::Ping>(cfg, &openapi());
    }
}

#[derive(OpenApi)]
#[openapi(info(title = "Entreposto – exemplo", description = "Uma rota de exemplo."))]
struct Base;

/// The crate's OpenAPI document, made from the routes themselves.
pub fn openapi() -> Documento {
    let (_, doc) = actix_web::App::new()
        .into_utoipa_app()
        .openapi(Base::openapi())
        .configure(ping::registrar)
        .split_for_parts();
    http_kit::docs::completar(doc)
}
