//! How requests are refused that no handler gets to see, each in the shape of the interface that it was meant
//! for.

use std::sync::Arc;

use actix_web::web::{self, Data};
use actix_web::{Error, HttpRequest, HttpResponse};

use crate::error::KitError;
use crate::interface::Interface;
use crate::routes::RouteTable;

/// Whose a request would have been, and how that interface refuses.
pub(crate) struct Refusals {
    routes: Data<RouteTable>,
    /// By the interfaces' places.
    shapes: Vec<fn(KitError) -> Error>,
}

impl Refusals {
    /// Of some interfaces, whose routes these are.
    pub fn of(interfaces: &[Interface], routes: RouteTable) -> Self {
        Self { routes: Data::new(routes), shapes: interfaces.iter().map(Interface::refusals).collect() }
    }

    /// The paths that there are.
    pub fn routes(&self) -> &Data<RouteTable> {
        &self.routes
    }

    /// What answers where nobody does.
    pub fn service(self: &Arc<Self>) -> actix_web::Route {
        let refusals = Arc::clone(self);
        web::to(move |req: HttpRequest| {
            let refused: Result<HttpResponse, Error> = Err(refusals.refuse(req.uri().path()));
            async { refused }
        })
    }

    /// 405 with `Allow` where the path exists with other methods, else 404; both in the shape of the path's
    /// owner.
    fn refuse(&self, path: &str) -> Error {
        let allowed = self.routes.methods(path);
        let error = match allowed.is_empty() {
            true => KitError::UnknownRoute,
            false => KitError::MethodNotAllowed { allowed },
        };
        self.shaped(path, error)
    }

    /// An error in the shape of the path's owner.
    pub fn shaped(&self, path: &str, error: KitError) -> Error {
        match self.shapes.get(self.routes.owner(path)) {
            Some(shape) => shape(error),
            // every owner is a place of this list
            None => actix_web::error::ErrorNotFound(error.to_string()),
        }
    }
}
