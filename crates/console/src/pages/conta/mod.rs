//! The visitor's own account.

mod account;
mod factor;

use actix_web::web;

/// The routes of this folder.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/conta", web::get().to(account::show))
        .route("/conta/senha", web::post().to(account::password))
        .route("/conta/sessoes", web::post().to(account::end))
        .route("/conta/segundo-fator", web::get().to(factor::factor))
        .route("/conta/segundo-fator", web::post().to(factor::factor_on))
        .route("/conta/segundo-fator/desligar", web::post().to(factor::factor_off));
}
