//! The operator's listener: is it alive, may it be sent requests, how is it doing.

use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{HttpResponse, http::header::ContentType};
use entreposto::Stopper;
use store::Store;

use crate::metrics::Metrics;

/// What the operator's answers are made from.
#[derive(Clone)]
pub struct AdminState {
    /// The database.
    pub store: Store,
    /// The figures.
    pub metrics: Metrics,
    /// Knows whether the server was told to stop: no new requests, please.
    pub stopper: Stopper,
}

/// The operator's routes.
pub fn configure(state: AdminState) -> impl FnOnce(&mut ServiceConfig) {
    move |config| {
        config
            .app_data(Data::new(state))
            .route("/live", web::get().to(live))
            .route("/ready", web::get().to(ready))
            .route("/metrics", web::get().to(figures));
    }
}

/// The process answers; says nothing of the database, so that nobody restarts it for the database's sake.
async fn live() -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::plaintext()).body("live\n")
}

/// Requests can be served: the database answers and its schema is this program's.
async fn ready(state: Data<AdminState>) -> HttpResponse {
    let reason = match unready(&state).await {
        None => return HttpResponse::Ok().content_type(ContentType::plaintext()).body("ready\n"),
        Some(reason) => reason,
    };
    HttpResponse::ServiceUnavailable().content_type(ContentType::plaintext()).body(format!("{reason}\n"))
}

async fn unready(state: &AdminState) -> Option<&'static str> {
    if state.stopper.is_stopping() {
        return Some("stopping");
    }
    if let Err(error) = state.store.ping().await {
        tracing::warn!(%error, "not ready: the database does not answer");
        return Some("the database does not answer");
    }
    let store = state.store.clone();
    match web::block(move || store.pending_migrations()).await {
        Ok(Ok(pending)) if pending.is_empty() => None,
        Ok(Ok(_)) => Some("migrations are pending: run `server migrate`"),
        _ => Some("the schema's version cannot be read"),
    }
}

async fn figures(state: Data<AdminState>) -> HttpResponse {
    match state.metrics.render(&state.store) {
        Ok(text) => HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text),
        Err(error) => {
            tracing::error!(%error, "the figures cannot be written");
            HttpResponse::InternalServerError().finish()
        }
    }
}
