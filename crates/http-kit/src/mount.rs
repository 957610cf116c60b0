//! The target that a handler crate registers its routes with.

use actix_web::dev::HttpServiceFactory;
use actix_web::web::ServiceConfig;
use utoipa::openapi::{Components, OpenApi};
use utoipa_actix_web::OpenApiFactory;

/// Registers the routes of an interface, once in its document and once in the app of each thread. An app does
/// not need their documentation: megabytes for two hundred routes.
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

    /// Adds the routes that a function adds.
    pub fn configure(&mut self, mount: impl FnOnce(&mut Mount<'_>)) -> &mut Self {
        mount(self);
        self
    }
}

fn document_route(document: &mut OpenApi, route: &impl OpenApiFactory) {
    document.paths.merge(route.paths());
    let mut schemas = Vec::new();
    route.schemas(&mut schemas);
    document.components.get_or_insert_with(Components::new).schemas.extend(schemas);
}
