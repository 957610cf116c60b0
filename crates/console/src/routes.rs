//! The routes: those of the hub first, then those of a store.

use actix_web::HttpResponse;
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data, ServiceConfig};

use crate::error::{Failure, told};
use crate::pages::{
    acts, busca, canais, fila, keys, lojas, notificacoes, ofertas, pedidos, skus, start, system,
};
use crate::state::State;
use crate::{access, assets};

/// The routes, all of them below `/console`, and `/`, which leads there.
pub fn configure(state: State) -> impl FnOnce(&mut ServiceConfig) {
    move |config| {
        let scope = web::scope("/console")
            .app_data(Data::new(state))
            .wrap(from_fn(told))
            .wrap(assets::shielded())
            .wrap(from_fn(http_kit::request_id::identify))
            .configure(access::mount)
            .configure(assets::mount)
            .configure(lojas::mount)
            .configure(keys::mount)
            .configure(system::mount)
            .configure(acts::of_hub)
            .default_service(web::to(nothing))
            .service(web::scope("/{loja:[0-9]+-[0-9]+}").configure(of_shop));
        config
            .route("/", web::get().to(lojas::lead))
            .route("/console", web::get().to(lojas::lead))
            .service(scope);
    }
}

fn of_shop(config: &mut ServiceConfig) {
    config
        .configure(start::mount)
        .configure(busca::mount)
        .configure(pedidos::list::mount)
        .configure(pedidos::one::mount)
        .configure(pedidos::movement::mount)
        .configure(ofertas::mount)
        .configure(skus::list::mount)
        .configure(skus::one::mount)
        .configure(skus::adjustment::mount)
        .configure(notificacoes::list::mount)
        .configure(notificacoes::one::mount)
        .configure(notificacoes::care::mount)
        .configure(fila::mount)
        .configure(canais::mount)
        .configure(acts::of_shop);
}

/// What is asked for where there is no page.
async fn nothing() -> Result<HttpResponse, Failure> {
    Err(Failure::Missing)
}
