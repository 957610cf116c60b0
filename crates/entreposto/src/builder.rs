//! Builder of the service: interfaces and routes by address, background work, options.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;

use actix_web::web::ServiceConfig;
use channels::{Connectors, HttpCaller};
use delivery::Engine;
use domain::tipo_canal::TypeCatalogue;
use http_kit::{Interface, Kit, Listener};
use store::{Secrets, Store, StoreConfig};

use crate::error::Error;
use crate::group::by_address;
use crate::housekeeping::HousekeepingConfig;
use crate::http::{self, Bound, Options};
use crate::service::Service;

type Routes = Arc<dyn Fn(&mut ServiceConfig) + Send + Sync>;

/// A part of the app at an address.
enum Part {
    Interface(Box<dyn FnOnce(&Kit) -> Interface>),
    Routes(Routes),
}

/// Builder of a hub. Nothing runs before [`Entreposto::serve`].
pub struct Entreposto {
    kit: Kit,
    parts: Vec<(Result<SocketAddr, Error>, Part)>,
    delivery: Option<delivery::Config>,
    connectors: Option<(Connectors, outbound::Config)>,
    kinds: Option<Arc<TypeCatalogue>>,
    housekeeping: HousekeepingConfig,
    options: Options,
    /// URL of a database that the builder has opened: it is claimed and migrated before anything is served.
    own: Option<String>,
}

impl Entreposto {
    /// Opens a database, `sqlite://PATH` or `postgres://…`, its secrets sealed with the keys of
    /// [`Secrets::beside`] it. [`Entreposto::bind`] brings its schema up to
    /// date, once the addresses are taken; [`Entreposto::migrate`] does it at once.
    pub fn open(url: impl Into<String>) -> Result<Self, Error> {
        let url = url.into();
        let store = Store::open(&StoreConfig::new(url.as_str()), Secrets::beside(&url))?;
        Ok(Self { own: Some(url), ..Self::over(store) })
    }

    /// Brings the schema up to date now, for a program that uses the database before anything is served.
    pub fn migrate(self) -> Result<Self, Error> {
        self.kit.store().migrate()?;
        Ok(self)
    }

    /// On a database that is open already and has an up-to-date schema.
    pub fn over(store: Store) -> Self {
        Self {
            kit: Kit::new(store),
            parts: Vec::new(),
            delivery: None,
            connectors: None,
            kinds: None,
            housekeeping: HousekeepingConfig::default(),
            options: Options::default(),
            own: None,
        }
    }

    /// Changes the settings that the interfaces share, such as time zone, body limits and key checks.
    pub fn kit(self, change: impl FnOnce(Kit) -> Kit) -> Self {
        Self { kit: change(self.kit), ..self }
    }

    /// Adds an interface at an address; several may share one.
    pub fn interface(
        self,
        address: impl ToSocketAddrs + ToString,
        build: impl FnOnce(&Kit) -> Interface + 'static,
    ) -> Self {
        self.with(address, Part::Interface(Box::new(build)))
    }

    /// Adds the caller's own routes at an address; they are used for paths that no interface has.
    pub fn routes(
        self,
        address: impl ToSocketAddrs + ToString,
        configure: impl Fn(&mut ServiceConfig) + Send + Sync + 'static,
    ) -> Self {
        self.with(address, Part::Routes(Arc::new(configure)))
    }

    fn with(mut self, address: impl ToSocketAddrs + ToString, part: Part) -> Self {
        self.parts.push((resolve(address), part));
        self
    }

    /// Turns on the delivery of events to notifications and subscriptions.
    pub fn deliver(self, config: delivery::Config) -> Self {
        Self { delivery: Some(config), ..self }
    }

    /// Works the channels that are connected, by these connectors; `config` says what may be called. The interfaces
    /// must know their channel types ([`TypeCatalogue::with_connectors`]), and [`Entreposto::tell_offers`] be on.
    pub fn connect(self, connectors: Connectors, config: outbound::Config) -> Self {
        Self { connectors: Some((connectors, config)), ..self }
    }

    /// Turns on events about changed offers (`oferta.alterada`).
    pub fn tell_offers(self, kinds: Arc<TypeCatalogue>) -> Self {
        Self { kinds: Some(kinds), ..self }
    }

    /// Sets the retention; by default events and movements are kept for ever.
    pub fn housekeeping(self, housekeeping: HousekeepingConfig) -> Self {
        Self { housekeeping, ..self }
    }

    /// Sets threads, connections and TLS.
    pub fn options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// The database.
    pub fn store(&self) -> &Store {
        self.kit.store()
    }

    /// Binds the addresses, then migrates the database if the builder has opened it: a start that fails because
    /// of an address changes nothing. Nothing is served yet, but connections already queue.
    pub fn bind(self) -> Result<Service, Error> {
        let Self { mut kit, parts, delivery, connectors, kinds, housekeeping, options, own } = self;
        if let Some(config) = &delivery {
            kit = kit.with_allowed(config.allowed.clone());
        }
        let parts: Vec<_> =
            parts.into_iter().map(|(address, part)| Ok((address?, part))).collect::<Result<_, Error>>()?;
        let taken: Vec<_> = by_address(parts)
            .into_iter()
            .map(|(address, parts)| Ok((address, http::take(address).map_err(at(address))?, parts)))
            .collect::<Result<_, Error>>()?;
        let store = kit.store().clone();
        let claim = own.as_deref().map(store::hold).transpose()?;
        if own.is_some() {
            store.migrate()?;
        }
        let bound: Vec<Bound> = taken
            .into_iter()
            .map(|(address, listener, parts)| bind(&kit, address, listener, parts, &options))
            .collect::<Result<_, Error>>()?;
        let addresses: Vec<SocketAddr> = bound.iter().map(|bound| bound.address).collect();
        let engine =
            delivery.map(|config| Engine::http(store.clone(), config.with_own_addresses(addresses.clone())));
        let engine = engine.transpose()?;
        let channels = match (connectors, &kinds) {
            (Some((connectors, mut config)), Some(kinds)) => {
                config.own.extend(addresses);
                let caller = HttpCaller::new(outbound::Client::new(&config)?);
                let (store, kinds) = (store.clone(), Arc::clone(kinds));
                Some(channels::Engine::new(store, connectors, kinds, caller, channels::Config::default()))
            }
            _ => None,
        };
        let service =
            Service::new(store, bound).with_engine(engine).with_channels(channels).with_offers(kinds);
        Ok(service.with_housekeeping(housekeeping).with_claim(claim))
    }

    /// Serves, delivers events and runs the housekeeping until SIGINT or SIGTERM.
    pub async fn serve(self) -> Result<(), Error> {
        self.bind()?.run_until_signal().await
    }
}

fn resolve(address: impl ToSocketAddrs + ToString) -> Result<SocketAddr, Error> {
    let resolved =
        address.to_socket_addrs().and_then(|mut all| all.next().ok_or(io::ErrorKind::NotFound.into()));
    resolved.map_err(|source| Error::Address { address: address.to_string(), source })
}

fn at(address: SocketAddr) -> impl FnOnce(io::Error) -> Error {
    move |source| Error::Address { address: address.to_string(), source }
}

fn bind(
    kit: &Kit,
    address: SocketAddr,
    listener: TcpListener,
    parts: Vec<Part>,
    options: &Options,
) -> Result<Bound, Error> {
    let (mut interfaces, mut own) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Part::Interface(build) => interfaces.push(build(kit)),
            Part::Routes(routes) => own.push(routes),
        }
    }
    let routes = Listener::new(kit, interfaces)?;
    let app = move || routes.app().configure(|cfg| own.iter().for_each(|routes| routes(cfg)));
    http::serve_on(listener, options, app).map_err(at(address))
}
