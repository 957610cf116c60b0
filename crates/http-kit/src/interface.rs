//! An interface: name, document, routes, and the format of its errors.

use std::num::NonZeroU32;
use std::sync::Arc;

use actix_web::dev::HttpServiceFactory;
use actix_web::web::{Data, ServiceConfig};
use serde_json::Value;
use store::tokens::TokenKind;
use utoipa::openapi::{Components, OpenApi};
use utoipa_actix_web::OpenApiFactory;

use crate::docs::{self, DocumentError, Sources};
use crate::error::{Api, KitError};
use crate::origins::Origins;
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
    format_error: fn(KitError) -> actix_web::Error,
    new_limit: fn(NonZeroU32) -> RateLimit,
    rate_limit: Option<RateLimit>,
    origins: Origins,
}

impl Interface {
    /// For the API `I`. `name` is short, for metrics and messages; `base` is the document without its routes;
    /// `register` adds the routes to an app or to the document.
    pub fn new<I: Api>(name: &'static str, base: OpenApi, register: fn(&mut Mount<'_>)) -> Self {
        Self {
            name,
            key: I::KIND,
            base,
            register,
            sources: Sources::default(),
            routes: Arc::new(move |cfg| register(&mut Mount::on_app(cfg))),
            format_error: I::error,
            new_limit: RateLimit::new::<I>,
            rate_limit: None,
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
        Self { rate_limit: Some((self.new_limit)(per_minute)), ..self }
    }

    /// Sets the origins whose pages may read its answers.
    pub fn with_origins(self, origins: Origins) -> Self {
        Self { origins, ..self }
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The kind of key that it accepts.
    pub fn key(&self) -> TokenKind {
        self.key
    }

    /// The document of its routes: megabytes, made on each call.
    pub fn document(&self) -> OpenApi {
        docs::document_of_routes(self.base.clone(), self.register)
    }

    /// Its document as clients read it.
    pub(crate) fn complete_document(&self) -> Result<Value, DocumentError> {
        docs::complete_document(&self.document(), self.sources)
    }

    /// Its limit of requests.
    pub(crate) fn limit(&self) -> Option<&RateLimit> {
        self.rate_limit.as_ref()
    }

    /// The origins whose pages may read its answers.
    pub(crate) fn origins(&self) -> &Origins {
        &self.origins
    }

    /// The function that formats its errors.
    pub(crate) fn error_format(&self) -> fn(KitError) -> actix_web::Error {
        self.format_error
    }

    /// Registers its routes and their state in the app of one thread.
    pub(crate) fn configure(&self, cfg: &mut ServiceConfig) {
        (self.routes)(cfg);
    }
}

/// Registers the routes of an interface, in its document or in the app of a thread. The app does not keep their
/// documentation, which takes megabytes for two hundred routes.
pub struct Mount<'a>(Target<'a>);

enum Target<'a> {
    App(&'a mut ServiceConfig),
    Document(&'a mut OpenApi),
}

impl<'a> Mount<'a> {
    /// Registers in an app.
    pub(crate) fn on_app(app: &'a mut ServiceConfig) -> Self {
        Self(Target::App(app))
    }

    /// Registers in a document.
    pub(crate) fn in_document(document: &'a mut OpenApi) -> Self {
        Self(Target::Document(document))
    }

    /// Adds a route: a handler with `#[utoipa::path]` and its method.
    pub fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(&mut self, route: F) -> &mut Self {
        match &mut self.0 {
            Target::App(app) => {
                app.service(route);
            }
            Target::Document(document) => document_route(document, &route),
        }
        self
    }

    /// Adds a route that is no operation, such as a file's: the document does not have it.
    pub fn unlisted(&mut self, route: impl HttpServiceFactory + 'static) -> &mut Self {
        if let Target::App(app) = &mut self.0 {
            app.service(route);
        }
        self
    }

    /// Adds the routes that a function adds.
    pub fn configure(&mut self, register: impl FnOnce(&mut Mount<'_>)) -> &mut Self {
        register(self);
        self
    }
}

fn document_route(document: &mut OpenApi, route: &impl OpenApiFactory) {
    document.paths.merge(route.paths());
    let mut schemas = Vec::new();
    route.schemas(&mut schemas);
    document.components.get_or_insert_with(Components::new).schemas.extend(schemas);
}
