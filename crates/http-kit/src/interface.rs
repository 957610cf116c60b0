//! An interface: name, document, routes, and the format of its errors.

use std::num::NonZeroU32;
use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use serde_json::Value;
use store::tokens::TokenKind;
use utoipa::openapi::OpenApi;

use crate::cors::Origins;
use crate::docs::{self, DocumentError, Sources};
use crate::error::{Api, KitError};
use crate::mount::Mount;
use crate::rate_limit::RateLimit;

type Routes = Arc<dyn Fn(&mut ServiceConfig) + Send + Sync>;

/// The interface of a handler crate, for a [`Listener`](crate::Listener).
#[derive(Clone)]
pub struct Interface {
    name: &'static str,
    key: TokenKind,
    base: OpenApi,
    register: fn(&mut Mount<'_>),
    sources: Sources,
    routes: Routes,
    refuse: fn(KitError) -> actix_web::Error,
    limit: fn(NonZeroU32) -> RateLimit,
    limited: Option<RateLimit>,
    origins: Origins,
}

impl Interface {
    /// Of the API `I`. `name` is short, for figures and messages; `base` is the document before its routes;
    /// `register` puts the routes on an app, and into the document.
    pub fn new<I: Api>(name: &'static str, base: OpenApi, register: fn(&mut Mount<'_>)) -> Self {
        Self {
            name,
            key: I::KIND,
            base,
            register,
            sources: Sources::default(),
            routes: Arc::new(move |cfg| register(&mut Mount::on_app(cfg))),
            refuse: I::error,
            limit: RateLimit::new::<I>,
            limited: None,
            origins: Origins::None,
        }
    }

    /// Adds texts and examples to its document.
    pub fn with_sources(self, sources: Sources) -> Self {
        Self { sources, ..self }
    }

    /// Adds the state of its handlers, which they get as `web::Data<S>`.
    pub fn with_state<S: Clone + Send + Sync + 'static>(self, state: S) -> Self {
        let routes = self.routes;
        let routes = move |cfg: &mut ServiceConfig| {
            // one for each thread: a shared reference count would be contended
            cfg.app_data(Data::new(state.clone()));
            routes(cfg);
        };
        Self { routes: Arc::new(routes), ..self }
    }

    /// Limits the requests per minute, key and first path segment.
    pub fn with_limit(self, per_minute: NonZeroU32) -> Self {
        Self { limited: Some((self.limit)(per_minute)), ..self }
    }

    /// Sets the origins whose pages may read its answers.
    pub fn with_origins(self, origins: Origins) -> Self {
        Self { origins, ..self }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The kind of key that opens it.
    pub fn key(&self) -> TokenKind {
        self.key
    }

    /// The document of its routes: megabytes, made on each call.
    pub fn document(&self) -> OpenApi {
        docs::routes(self.base.clone(), self.register)
    }

    /// Its document as clients read it.
    pub(crate) fn complete_document(&self) -> Result<Value, DocumentError> {
        docs::complete(&self.document(), self.sources)
    }

    /// Its limit of requests.
    pub(crate) fn limit(&self) -> Option<&RateLimit> {
        self.limited.as_ref()
    }

    /// The origins whose pages may read its answers.
    pub(crate) fn origins(&self) -> &Origins {
        &self.origins
    }

    /// The function that formats its errors.
    pub(crate) fn refusals(&self) -> fn(KitError) -> actix_web::Error {
        self.refuse
    }

    /// Registers its routes and their state in the app of one thread.
    pub(crate) fn configure(&self, cfg: &mut ServiceConfig) {
        (self.routes)(cfg);
    }
}
