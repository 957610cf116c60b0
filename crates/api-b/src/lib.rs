//! Interface B: what a store's own system downloads.
//!
//! A server composes it with [`configure`] and serves [`openapi`] beside it; the crate exports nothing else.
#![deny(missing_docs)]

mod contexto;
mod doc;
mod erro;
mod estado;
mod interface;
mod prontas;
mod recursos;
mod resposta;
#[cfg(test)]
mod tests;

use actix_web::web;
use utoipa_actix_web::AppExt;

pub use estado::State;

/// Puts the interface's routes on a listener. What they leave over is refused in its own shape.
pub fn configure(state: State) -> impl FnOnce(&mut web::ServiceConfig) {
    move |cfg| {
        let rotas = state.rotas.clone();
        cfg.app_data(web::Data::new(state.chaves.clone()))
            .app_data(web::Data::from(rotas))
            .app_data(web::Data::new(state));
        recursos::registrar(&mut utoipa_actix_web::service_config::ServiceConfig::new(cfg));
        http_kit::rotas::recusar_o_resto::<interface::InterfaceB>(cfg, &openapi());
    }
}

/// The interface's OpenAPI document, made from the routes themselves.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let (_, doc) = actix_web::App::new()
        .into_utoipa_app()
        .openapi(doc::base())
        .configure(recursos::registrar)
        .split_for_parts();
    http_kit::docs::completar(doc)
}
