//! What a handler crate puts its routes into.

use actix_web::dev::HttpServiceFactory;
use actix_web::web::ServiceConfig;
use utoipa::openapi::{Components, OpenApi};
use utoipa_actix_web::OpenApiFactory;

/// Takes the routes of an interface: once for its document, and once for the app of each thread, which has no
/// use for what they say of themselves (of two hundred routes, megabytes).
pub struct Mount<'a>(Target<'a>);

enum Target<'a> {
    App(&'a mut ServiceConfig),
    Document(&'a mut OpenApi),
}

impl<'a> Mount<'a> {
    /// Puts them on an app.
    pub(crate) fn on_app(app: &'a mut ServiceConfig) -> Self {
        Self(Target::App(app))
    }

    /// Puts them into a document.
    pub(crate) fn in_document(document: &'a mut OpenApi) -> Self {
        Self(Target::Document(document))
    }

    /// Adds a route: a handler with `#[utoipa::path]` and its method.
    pub fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(&mut self, route: F) -> &mut Self {
        match &mut self.0 {
            Target::App(app) => {
                app.service(route);
            }
            Target::Document(document) => tell(document, &route),
        }
        self
    }

    /// Adds the routes that a function adds.
    pub fn configure(&mut self, mount: impl FnOnce(&mut Mount<'_>)) -> &mut Self {
        mount(self);
        self
    }
}

fn tell(document: &mut OpenApi, route: &impl OpenApiFactory) {
    document.paths.merge(route.paths());
    let mut schemas = Vec::new();
    route.schemas(&mut schemas);
    document.components.get_or_insert_with(Components::new).schemas.extend(schemas);
}
