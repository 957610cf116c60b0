//! The operator's listener: liveness, readiness, metrics.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::rt::time::timeout;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{HttpResponse, HttpResponseBuilder, http::header::ContentType};
use entreposto::Stopper;
use store::{LOST, Store};

use crate::figures::Figures;
use crate::metrics::Metrics;

/// How long an answer about readiness waits for the database.
const PATIENCE: Duration = Duration::from_secs(4);

/// The parts of the operator's answers.
#[derive(Clone)]
pub struct AdminState {
    /// The database.
    pub store: Store,
    /// Figures about requests.
    pub metrics: Metrics,
    /// All other figures.
    pub figures: Figures,
    /// True once the server is stopping and wants no new requests.
    pub stopper: Stopper,
    /// True while the database does not answer.
    pub silent: Arc<AtomicBool>,
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

/// Liveness. Says nothing of the database, so that a failing database restarts no server.
async fn live() -> HttpResponse {
    once(HttpResponse::Ok()).content_type(ContentType::plaintext()).body("live\n")
}

/// An answer that ends its connection: what needs no key keeps none from anybody for long.
fn once(mut answer: HttpResponseBuilder) -> HttpResponseBuilder {
    answer.force_close();
    answer
}

/// Requests can be served: the database is read from and written to, and its schema is this program's.
async fn ready(state: Data<AdminState>) -> HttpResponse {
    let (reading, writing) = match answering(&state).await {
        Ok(()) => (schema(&state).await, writing(&state).await),
        Err(silent) => (Err(silent.clone()), Err(silent)),
    };
    let stopping = state.stopper.is_stopping().then(|| "stopping".to_owned());
    let reason = stopping.or_else(|| reading.clone().err()).or_else(|| writing.clone().err());
    let told = |what: Result<(), String>| what.err().unwrap_or_else(|| "yes".to_owned());
    let (answer, first) = match reason {
        None => (HttpResponse::Ok(), "ready".to_owned()),
        Some(reason) => (HttpResponse::ServiceUnavailable(), format!("not ready: {reason}")),
    };
    let body = format!("{first}\nreading: {}\nwriting: {}\n", told(reading), told(writing));
    once(answer).content_type(ContentType::plaintext()).body(body)
}

/// Whether the database answers. The log says when it no longer does, and when it does again.
async fn answering(state: &AdminState) -> Result<(), String> {
    // before anything that would make an empty file at its place
    if let Some(file) = state.store.lost_file() {
        return Err(format!("{file}: {LOST}"));
    }
    let (silence, error) = match timeout(PATIENCE, state.store.ping()).await {
        Ok(Ok(())) => {
            if state.silent.swap(false, Ordering::Relaxed) {
                tracing::info!("the database answers again");
            }
            return Ok(());
        }
        Ok(Err(error)) => ("the database does not answer".to_owned(), error.to_string()),
        Err(late) => {
            (format!("the database has not answered for {} s", PATIENCE.as_secs()), late.to_string())
        }
    };
    if !state.silent.swap(true, Ordering::Relaxed) {
        tracing::warn!(%error, "not ready: {silence}");
    }
    Err(silence)
}

/// Whether the schema is this program's.
async fn schema(state: &AdminState) -> Result<(), String> {
    let store = state.store.clone();
    match timeout(PATIENCE, web::block(move || store.schema())).await {
        Ok(Ok(Ok(schema))) if !schema.unknown.is_empty() => Err(format!(
            "a newer version of this program has migrated the database (migration {} is not known here): \
             replace this server by that version",
            schema.unknown.join(", ")
        )),
        Ok(Ok(Ok(schema))) if !schema.pending.is_empty() => {
            Err("migrations are pending: run `server migrate`".to_owned())
        }
        Ok(Ok(Ok(_))) => Ok(()),
        _ => Err("the schema's version cannot be read".to_owned()),
    }
}

/// While commits fail, one that writes next to nothing is tried, so that this answer mends by itself.
async fn writing(state: &AdminState) -> Result<(), String> {
    // what comes of it is noted beside the other commits
    let _ = timeout(PATIENCE, state.store.probe_commits()).await;
    match state.store.commits().failing {
        None => Ok(()),
        Some(failing) => {
            let since = failing.since.elapsed().as_secs();
            Err(format!("nothing could be written for {since} s: {}", failing.reason))
        }
    }
}

async fn figures(state: Data<AdminState>) -> HttpResponse {
    let own = state.figures.render(&state.store).await;
    match own.and_then(|own| Ok(state.metrics.render(&state.store)? + &own)) {
        Ok(text) => {
            once(HttpResponse::Ok()).content_type("text/plain; version=0.0.4; charset=utf-8").body(text)
        }
        Err(error) => {
            tracing::error!(%error, "the figures cannot be written");
            once(HttpResponse::InternalServerError()).finish()
        }
    }
}
