//! The app of one address: interfaces side by side, with middleware and documentation.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::guard::fn_guard;
use actix_web::middleware::from_fn;
use actix_web::web::{Data, ServiceConfig, resource};
use actix_web::{App, Error};
use serde_json::Value;
use utoipa::openapi::OpenApi;

use crate::canonicalize::canonicalize;
use crate::compress::compress;
use crate::cors::cors;
use crate::docs;
use crate::interface::Interface;
use crate::kit::Kit;
use crate::large_answers::count_large;
use crate::query::add_warnings;
use crate::rate_limit::{Limits, add_remaining_header};
use crate::request_id::identify;
use crate::routes::{RouteTable, overlap};
use crate::routing::{Routing, fallback_route};

/// Title of the document of several interfaces.
const TITLE: &str = "Entreposto";

/// The interfaces of one address. Cheap to clone.
#[derive(Clone)]
pub struct Listener(Arc<Shared>);

struct Shared {
    kit: Kit,
    /// The templates of all routes.
    paths: Vec<String>,
    docs: docs::Docs,
    limits: Limits,
    routing: Data<Routing>,
}

/// Interfaces that cannot share an address.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Clash {
    /// Both have a route for the same path.
    #[error("the interfaces {one} and {other} both answer to {path}: they cannot share a listener")]
    Path {
        /// The first one's name.
        one: &'static str,
        /// The other one's.
        other: &'static str,
        /// The path of the second one.
        path: String,
    },
    /// Both have a schema of the same name with another content.
    #[error("the interfaces {one} and {other} both have a schema named {schema}, but not the same one")]
    Schema {
        /// The first one's name.
        one: &'static str,
        /// The other one's.
        other: &'static str,
        /// The name.
        schema: String,
    },
    /// The list of interfaces is empty.
    #[error("a listener needs an interface")]
    NoInterface,
}

impl Listener {
    /// Combines interfaces. The order matters only for paths that none of them has: the first one formats
    /// their errors.
    pub fn new(kit: &Kit, interfaces: Vec<Interface>) -> Result<Self, Clash> {
        let error_format = interfaces.first().ok_or(Clash::NoInterface)?.error_format();
        let (paths, routes) = paths_and_routes(&interfaces)?;
        let for_docs = interfaces.clone();
        Ok(Self(Arc::new(Shared {
            kit: kit.clone(),
            docs: docs::Docs::new(move || document(&for_docs), error_format),
            limits: interfaces.iter().filter_map(Interface::limit).cloned().collect(),
            paths,
            routing: Data::new(Routing::new(routes, interfaces)),
        })))
    }

    /// The names of its interfaces, one after the other.
    pub fn name(&self) -> String {
        self.0.routing.interfaces().iter().map(Interface::name).collect()
    }

    /// The app for one thread of an `HttpServer`: routes, documentation, limits, refusals, and the middleware
    /// in its order. A caller may add routes of its own, which are used where no interface has the path, and
    /// wrap more middleware around it.
    pub fn app(
        &self,
    ) -> App<
        impl ServiceFactory<
            ServiceRequest,
            Config = (),
            Response = ServiceResponse<impl MessageBody + use<>>,
            Error = Error,
            InitError = (),
        > + use<>,
    > {
        let shared = &self.0;
        App::new()
            .app_data(Data::new(shared.kit.keys().clone()))
            .app_data(shared.kit.limits())
            .app_data(Data::new(shared.kit.byte_limits().clone()))
            .app_data(Data::new(shared.kit.compression().clone()))
            .app_data(shared.routing.clone())
            .app_data(shared.kit.store().clone())
            .configure(|cfg| shared.configure(cfg))
            .default_service(fallback_route(&shared.routing))
            // the last one wrapped is the first to see a request
            .wrap(from_fn(compress))
            .wrap(from_fn(add_warnings))
            .wrap(from_fn(count_large))
            .wrap(from_fn(canonicalize))
            .wrap(from_fn(add_remaining_header))
            .wrap(from_fn(cors))
            .wrap(from_fn(identify))
    }
}

impl Shared {
    fn configure(&self, cfg: &mut ServiceConfig) {
        if self.kit.docs() {
            self.docs.configure(cfg);
        }
        if !self.limits.is_empty() {
            cfg.app_data(self.limits.clone());
        }
        let routes = self.routing.routes();
        // first: `/Pedido/{pedidoId}` would also match `/Pedido/Lote`, and read `Lote` as an invalid number
        for path in self.paths.iter().filter(|path| routes.has_word_for_number(path)) {
            let known = routes.methods(path);
            let other_method = fn_guard(move |ctx| !known.contains(&ctx.head().method));
            cfg.service(resource(path).guard(other_method).route(fallback_route(&self.routing)));
        }
        for interface in self.routing.interfaces() {
            interface.configure(cfg);
        }
        // behind the others, so that a wrong method is counted and logged under its path
        for path in &self.paths {
            cfg.route(path, fallback_route(&self.routing));
        }
    }
}

/// The paths of some interfaces, and the table of their routes.
///
/// On a thread of its own: documents take megabytes while they are made, and the allocator keeps freed memory
/// for the thread that freed it.
fn paths_and_routes(interfaces: &[Interface]) -> Result<(Vec<String>, RouteTable), Clash> {
    thread::scope(|scope| scope.spawn(|| check_and_collect(interfaces)).join())
        .unwrap_or_else(|panic| resume_unwind(panic))
}

fn check_and_collect(interfaces: &[Interface]) -> Result<(Vec<String>, RouteTable), Clash> {
    let all: Vec<(&'static str, OpenApi)> =
        interfaces.iter().map(|interface| (interface.name(), interface.document())).collect();
    let mut rest = all.as_slice();
    while let [one, others @ ..] = rest {
        others.iter().try_for_each(|other| check_disjoint(one, other))?;
        rest = others;
    }
    let paths = all.iter().flat_map(|(_, document)| document.paths.paths.keys().cloned()).collect();
    Ok((paths, RouteTable::of(all.iter().map(|(_, document)| document))))
}

/// The merged document, as clients read it.
fn document(interfaces: &[Interface]) -> Result<Value, docs::DocumentError> {
    let named = |interface: &Interface| Ok((interface.name(), interface.complete_document()?));
    Ok(docs::merge(interfaces.iter().map(named).collect::<Result<_, docs::DocumentError>>()?, TITLE))
}

/// Refuses two interfaces that have a path in common, or different schemas of one name.
fn check_disjoint(one: &(&'static str, OpenApi), other: &(&'static str, OpenApi)) -> Result<(), Clash> {
    let ((one, first), (other, second)) = (one, other);
    let taken = |path: &&String| first.paths.paths.keys().any(|known| overlap(known, path));
    if let Some(path) = second.paths.paths.keys().find(taken) {
        return Err(Clash::Path { one, other, path: path.clone() });
    }
    let known = first.components.as_ref().map(|all| &all.schemas);
    let differs =
        |(name, schema): &(&String, &_)| known.and_then(|all| all.get(*name)).is_some_and(|k| k != *schema);
    match second.components.iter().flat_map(|all| &all.schemas).find(differs) {
        Some((schema, _)) => Err(Clash::Schema { one, other, schema: schema.clone() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
