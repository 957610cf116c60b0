//! The application: database, interfaces and listeners put together, for the program and for the tests.

use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::rt;
use anyhow::{Context, Result};
use delivery::Engine;
use domain::entrega::Agenda;
use entreposto::group::by_address;
use entreposto::http::Bound;
use entreposto::{Service, Upkeep};
use http_kit::{ApiKeysConfig, BodyLimits, Kit, Listener};
use store::Store;

use crate::admin::AdminState;
use crate::config::Config;
use crate::interfaces::{Addresses, INTERFACES, Parts};
use crate::metrics::Metrics;
use crate::{database, listeners, tipos_canal};

pub use entreposto::Stopper;

/// Everything bound and ready to run.
pub struct Application {
    addresses: Addresses,
    service: Service,
    admin: Server,
    admin_address: SocketAddr,
}

impl Application {
    /// Opens the database, applies pending migrations and takes the addresses. Nothing is served yet, but
    /// connections already queue.
    pub fn build(config: &Config) -> Result<Self> {
        let store = database::open_migrated(config)?;
        Self::with_store(config, store)
    }

    /// The same over a database that is open already.
    pub fn with_store(config: &Config, store: Store) -> Result<Self> {
        let engine = engine(config, &store)?;
        let metrics = Metrics::new(store.stats().backend, engine.as_ref().map(Engine::counters))?;
        let parts = Parts {
            kit: kit(config, store.clone())?,
            types: tipos_canal::catalogue(config.channel_types.as_deref())?,
            rate_limit: NonZeroU32::new(config.rate_limit),
            rate_limit_a: NonZeroU32::new(config.rate_limit_a),
            public_urls: config.public_urls.clone(),
        };
        let (bound, addresses) = bind_interfaces(config, &parts, &metrics)?;
        let service = Service::new(store.clone(), bound)
            .with_engine(engine)
            .with_upkeep(Upkeep { events: config.events_retention, disk_reserve: config.disk_reserve })
            .with_grace(Duration::from_secs(config.shutdown_timeout));
        let state = AdminState { store, metrics, stopper: service.stopper() };
        let Bound { server: admin, address: admin_address } = listeners::admin(config, state)?;
        Ok(Self { addresses, service, admin, admin_address })
    }

    /// Where the interfaces really are: a configured port 0 has become a real one.
    pub fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// Where health and figures are.
    pub fn admin_address(&self) -> SocketAddr {
        self.admin_address
    }

    /// The database.
    pub fn store(&self) -> &Store {
        self.service.store()
    }

    /// What ends it.
    pub fn stopper(&self) -> Stopper {
        self.service.stopper()
    }

    /// Serves and delivers events until a [`Stopper`] ends it. The operator's listener answers until the
    /// interfaces are done.
    pub async fn run(self) -> Result<()> {
        let admin = self.admin.handle();
        let admin_task = rt::spawn(self.admin);
        let outcome = self.service.run().await;
        admin.stop(false).await;
        admin_task.await.context("the operator's listener ended")??;
        Ok(outcome?)
    }
}

/// The delivery engine, unless it is switched off.
fn engine(config: &Config, store: &Store) -> Result<Option<Engine>> {
    if !config.notify {
        return Ok(None);
    }
    let settings = delivery::Config::default()
        .with_schedule(Agenda::new(config.notify_retries.clone()))
        .with_time_zone(config.timezone)
        .with_allowed(config.notify_allow.clone())
        .with_own_addresses(config.listen.iter().map(|(_, address)| address).chain([config.listen_admin]));
    Ok(Some(Engine::http(store.clone(), settings)?))
}

fn kit(config: &Config, store: Store) -> Result<Kit> {
    let (body, bulk) = (usize::try_from(config.body_limit)?, usize::try_from(config.bulk_body_limit)?);
    let limits = BodyLimits::default().with_bytes(body, bulk).with_deadline(config.body_deadline());
    let failures = NonZeroU32::new(config.failed_keys_per_minute);
    let checks = ApiKeysConfig::default().with_failures_per_minute(failures);
    Ok(Kit::new(store)
        .with_key_checks(checks)
        .with_time_zone(config.timezone)
        .with_body_limits(limits)
        .with_allowed(config.notify_allow.clone())
        .with_docs(config.docs))
}

/// A listener for each address, with the interfaces whose settings hold it.
fn bind_interfaces(config: &Config, parts: &Parts, metrics: &Metrics) -> Result<(Vec<Bound>, Addresses)> {
    let rows = INTERFACES.iter().filter_map(|row| Some((config.listen.get(row.listen.key)?, row)));
    let groups = by_address(rows);
    let count = NonZeroUsize::new(groups.len()).context("there is no interface")?;
    let options = listeners::options(config, count)?;
    let mut addresses = config.listen.clone();
    let mut bound = Vec::new();
    for (address, rows) in groups {
        let listener = Listener::new(&parts.kit, rows.iter().map(|row| (row.build)(parts)).collect())?;
        let setting = rows.first().map_or("", |row| row.listen.key);
        let one = listeners::interfaces(listener, metrics, &options, address, setting)?;
        for row in rows {
            addresses = addresses.with(row.listen.key, one.address);
        }
        bound.push(one);
    }
    Ok((bound, addresses))
}
