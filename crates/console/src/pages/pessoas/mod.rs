//! People: who gets into the console, what they may do and where. An owner decides about those whose scope
//! lies within the own one; the others are not there.

mod list;
mod one;
mod places;
mod rule;

use actix_web::web;

/// The routes of this folder.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/pessoas", web::get().to(list::list))
        .route("/pessoas", web::post().to(list::invite))
        .route("/pessoas/segundo-fator", web::post().to(list::require))
        .route("/pessoas/{id}", web::get().to(one::show))
        .route("/pessoas/{id}", web::post().to(one::change))
        .route("/pessoas/{id}/link", web::post().to(one::link_anew))
        .route("/pessoas/{id}/segundo-fator", web::post().to(one::without_factor))
        .route("/acessos/encerrar", web::post().to(list::end));
}
