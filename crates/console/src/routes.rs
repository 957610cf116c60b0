//! The routes: those of the hub first, then those of a store.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{Error, HttpResponse};

use http_kit::canonicalize::serve_by_get;

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::error_page::told;
use crate::pages::{
    acts, ajuda, busca, canais, centros, conta, eventos, expedicao, exportar, fila, importar, keys, loja,
    lojas, new_key, notificacoes, ofertas, pedidos, pessoas, skus, start, system,
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
            .wrap(from_fn(head_as_get))
            .wrap(from_fn(access::leave_strangers))
            .configure(access::mount)
            .configure(assets::mount)
            .configure(lojas::mount)
            .configure(loja::of_hub)
            .configure(keys::mount)
            .configure(pessoas::mount)
            .configure(conta::mount)
            .configure(new_key::mount)
            .configure(system::mount)
            .configure(ajuda::mount)
            .configure(acts::of_hub)
            .default_service(web::to(nothing))
            .service(web::scope("/{loja:[0-9]+-[0-9]+}").configure(of_loja));
        let lead = web::resource(["/", "/console"])
            .wrap(assets::shielded())
            .wrap(from_fn(head_as_get))
            .wrap(from_fn(access::leave_strangers))
            .route(web::get().to(lojas::lead));
        config.service(lead).service(scope);
    }
}

fn of_loja(config: &mut ServiceConfig) {
    config
        .configure(start::mount)
        .configure(loja::of_loja)
        .configure(busca::mount)
        .configure(expedicao::mount)
        .configure(eventos::mount)
        .configure(pedidos::list::mount)
        .configure(pedidos::typed::mount)
        .configure(pedidos::one::mount)
        .configure(ofertas::mount)
        .configure(skus::list::mount)
        .configure(skus::one::mount)
        .configure(skus::edit::mount)
        .configure(skus::in_channel::mount)
        .configure(skus::mass::mount)
        .configure(centros::mount)
        .configure(notificacoes::list::mount)
        .configure(notificacoes::edit::mount)
        .configure(notificacoes::one::mount)
        .configure(notificacoes::entrega::mount)
        .configure(fila::mount)
        .configure(canais::list::mount)
        .configure(canais::conexao::mount)
        .configure(canais::settings::mount)
        .configure(canais::erros::mount)
        .configure(canais::anuncios::mount)
        .configure(importar::mount)
        .configure(exportar::mount)
        .configure(acts::of_loja)
        .default_service(web::to(nothing_here));
}

/// Middleware: serves `HEAD` by the `GET` routes.
async fn head_as_get<B: MessageBody + 'static>(
    mut req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if req.method() == Method::HEAD {
        serve_by_get(&mut req);
    }
    next.call(req).await
}

/// What is asked for where there is no page.
async fn nothing() -> Result<HttpResponse, Failure> {
    Err(Failure::NoPage)
}

/// The same below a store, of somebody who looks at it.
async fn nothing_here(_: LojaVisit) -> Result<HttpResponse, Failure> {
    Err(Failure::NoPage)
}
