//! Path ownership: which interface of a listener owns a path, and formats the errors of requests without a
//! handler.

use actix_web::web::{self, Data};
use actix_web::{Error, HttpRequest, HttpResponse};

use crate::error::KitError;
use crate::interface::Interface;
use crate::origins::Origins;
use crate::routes::RouteTable;

/// The routes of some interfaces.
pub(crate) struct Routing {
    routes: RouteTable,
    interfaces: Vec<Interface>,
}

impl Routing {
    /// The table's owners are indexes of `interfaces`: both have the same order.
    pub fn new(routes: RouteTable, interfaces: Vec<Interface>) -> Self {
        Self { routes, interfaces }
    }

    /// The table of routes.
    pub fn routes(&self) -> &RouteTable {
        &self.routes
    }

    /// The interfaces.
    pub fn interfaces(&self) -> &[Interface] {
        &self.interfaces
    }

    /// The owner of a path.
    fn owner(&self, path: &str) -> Option<&Interface> {
        self.interfaces.get(self.routes.owner(path))
    }

    /// The origins whose pages may read the answers of a path.
    pub fn origins(&self, path: &str) -> &Origins {
        if self.interfaces.iter().all(|interface| *interface.origins() == Origins::None) {
            return &Origins::None;
        }
        self.owner(path).map_or(&Origins::None, Interface::origins)
    }

    /// An error in the format of the interface that owns the path.
    pub fn format_error(&self, path: &str, error: KitError) -> Error {
        match self.owner(path) {
            Some(owner) => owner.error_format()(error),
            // not reached: see `new`
            None => actix_web::error::ErrorNotFound(error.to_string()),
        }
    }
}

/// The fallback, for requests that no other route takes: 405 with `Allow` where the path exists with other
/// methods, else 404; both in the format of the path's owner.
pub(crate) fn fallback_route(routing: &Data<Routing>) -> actix_web::Route {
    let routing = routing.clone();
    web::to(move |req: HttpRequest| {
        let path = req.uri().path();
        let allowed = routing.routes.methods(path);
        let error = match allowed.is_empty() || routing.routes.lacks_code(req.method(), path) {
            true => KitError::UnknownRoute,
            false => KitError::MethodNotAllowed { allowed },
        };
        let refused: Result<HttpResponse, Error> = Err(routing.format_error(path, error));
        async { refused }
    })
}
