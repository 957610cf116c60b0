//! A listener: some interfaces at one address, with everything around them that makes them one app.

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
use crate::cors::{Doors, open_to_pages};
use crate::docs;
use crate::interface::Interface;
use crate::kit::Kit;
use crate::large_answers::count_large;
use crate::rate_limit::{Limits, note_remaining};
use crate::refusals::Refusals;
use crate::request_id::identify;
use crate::routes::{RouteTable, overlap};
use crate::unread::note_unread;

/// Title of the document of several interfaces.
const TITLE: &str = "Entreposto";

/// Interfaces that stand at one address. Cheap to clone.
#[derive(Clone)]
pub struct Listener(Arc<Shared>);

struct Shared {
    kit: Kit,
    interfaces: Vec<Interface>,
    /// All paths of theirs.
    paths: Vec<String>,
    docs: docs::Docs,
    limits: Limits,
    refusals: Arc<Refusals>,
    doors: Data<Doors>,
}

/// Why some interfaces cannot stand at one address.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Clash {
    /// A request could be meant for either.
    #[error("the interfaces {one} and {other} both answer to {path}: they cannot share a listener")]
    Path {
        /// The first one's name.
        one: &'static str,
        /// The other one's.
        other: &'static str,
        /// The path of the second one.
        path: String,
    },
    /// The document of both would have two shapes of one name.
    #[error("the interfaces {one} and {other} both have a shape named {shape}, but not the same one")]
    Shape {
        /// The first one's name.
        one: &'static str,
        /// The other one's.
        other: &'static str,
        /// The name.
        shape: String,
    },
    /// There is none.
    #[error("a listener needs an interface")]
    Nothing,
}

impl Listener {
    /// Interfaces side by side. The first one refuses what nobody knows; beyond that their order means
    /// nothing.
    pub fn new(kit: &Kit, interfaces: Vec<Interface>) -> Result<Self, Clash> {
        let refuse = interfaces.first().ok_or(Clash::Nothing)?.refusals();
        let (paths, routes) = documented(&interfaces)?;
        let of_docs = interfaces.clone();
        let refusals = Refusals::of(&interfaces, routes);
        let origins = interfaces.iter().map(Interface::origins).cloned().collect();
        Ok(Self(Arc::new(Shared {
            kit: kit.clone(),
            docs: docs::Docs::new(move || told(&of_docs), refuse),
            limits: interfaces.iter().filter_map(Interface::limit).cloned().collect(),
            paths,
            interfaces,
            doors: Data::new(Doors::new(refusals.routes().clone(), origins)),
            refusals: Arc::new(refusals),
        })))
    }

    /// The names of its interfaces, one after the other.
    pub fn name(&self) -> String {
        self.0.interfaces.iter().map(Interface::name).collect()
    }

    /// The whole app for one thread of an `HttpServer`: routes, documentation, limits, refusals, and the
    /// middleware in its order. A caller may add routes of its own (they answer where no interface has a
    /// path) and wrap more around it.
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
            .app_data(Data::new(shared.kit.answers().clone()))
            .app_data(shared.kit.requests().clone())
            .app_data(Data::new(shared.kit.compression().clone()))
            .app_data(Data::from(Arc::clone(&shared.refusals)))
            .app_data(shared.doors.clone())
            .app_data(shared.kit.store().clone())
            .configure(|cfg| shared.configure(cfg))
            .default_service(shared.refusals.service())
            // the last one wrapped is the first to see a request
            .wrap(from_fn(compress))
            .wrap(from_fn(note_unread))
            .wrap(from_fn(count_large))
            .wrap(canonicalize(shared.refusals.routes().clone()))
            .wrap(from_fn(note_remaining))
            .wrap(from_fn(open_to_pages))
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
        // before the routes, as a number's route would take the word for one
        for path in self.paths.iter().filter(|path| self.refusals.routes().has_word_for_number(path)) {
            let own = self.refusals.routes().methods(path);
            let others = fn_guard(move |ctx| !own.contains(&ctx.head().method));
            cfg.service(resource(path).guard(others).route(self.refusals.service()));
        }
        for interface in &self.interfaces {
            interface.configure(cfg);
        }
        // behind the routes, so that a wrong method is counted and logged under its path
        for path in &self.paths {
            cfg.route(path, self.refusals.service());
        }
    }
}

/// The paths of some interfaces, and whose they are.
///
/// On a thread of its own: documents take megabytes while they are made, and an allocator keeps what a thread
/// has given back for that thread.
fn documented(interfaces: &[Interface]) -> Result<(Vec<String>, RouteTable), Clash> {
    thread::scope(|scope| scope.spawn(|| side_by_side(interfaces)).join())
        .unwrap_or_else(|panic| resume_unwind(panic))
}

fn side_by_side(interfaces: &[Interface]) -> Result<(Vec<String>, RouteTable), Clash> {
    let all: Vec<(&'static str, OpenApi)> =
        interfaces.iter().map(|interface| (interface.name(), interface.document())).collect();
    let mut rest = all.as_slice();
    while let [one, others @ ..] = rest {
        others.iter().try_for_each(|other| disjoint(one, other))?;
        rest = others;
    }
    let paths = all.iter().flat_map(|(_, document)| document.paths.paths.keys().cloned()).collect();
    Ok((paths, RouteTable::of(all.iter().map(|(_, document)| document))))
}

/// Their document, as clients read it.
fn told(interfaces: &[Interface]) -> Result<Value, docs::DocumentError> {
    let one = |interface: &Interface| Ok((interface.name(), interface.told()?));
    Ok(docs::merge(interfaces.iter().map(one).collect::<Result<_, docs::DocumentError>>()?, TITLE))
}

/// Refuses two interfaces that have a path in common, or two shapes of one name.
fn disjoint(one: &(&'static str, OpenApi), other: &(&'static str, OpenApi)) -> Result<(), Clash> {
    let ((one, first), (other, second)) = (one, other);
    let taken = |path: &&String| first.paths.paths.keys().any(|known| overlap(known, path));
    if let Some(path) = second.paths.paths.keys().find(taken) {
        return Err(Clash::Path { one, other, path: path.clone() });
    }
    let known = first.components.as_ref().map(|all| &all.schemas);
    let differs =
        |(name, shape): &(&String, &_)| known.and_then(|all| all.get(*name)).is_some_and(|k| k != *shape);
    match second.components.iter().flat_map(|all| &all.schemas).find(differs) {
        Some((shape, _)) => Err(Clash::Shape { one, other, shape: shape.clone() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
