//! The application: database, interfaces and listeners put together, for the program and for the tests.

use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::rt;
use anyhow::{Context, Result};
use channels::{Caller, Connectors, HttpCaller};
use delivery::Engine;
use domain::entrega::Agenda;
use entreposto::http::{Bound, Options};
use entreposto::{HousekeepingConfig, Service};
use http_kit::{ApiKeysConfig, BodyLimits, Kit, Listener, Origins};
use store::Store;

use crate::admin::AdminState;
use crate::config::Config;
use crate::figures::{Figures, Sources};
use crate::ingress::IngressState;
use crate::interfaces::{Addresses, Parts, Row};
use crate::listeners::Taken;
use crate::metrics::Metrics;
use crate::tls::Certificate;
use crate::{connectors, console_parts, database, listeners, tipos_canal};

pub use entreposto::Stopper;

/// The longest answer of a shop that is read.
const ANSWER_MAX: usize = 8 << 20;

/// Everything bound and ready to run.
pub struct Application {
    addresses: Addresses,
    service: Service,
    admin: Server,
    admin_address: SocketAddr,
    ingress_address: Option<SocketAddr>,
    certificate: Option<Arc<Certificate>>,
    first_code: Option<String>,
}

impl Application {
    /// Takes the addresses, opens the database and applies pending migrations. Nothing is served yet, but
    /// connections already queue.
    pub fn build(config: &Config) -> Result<Self> {
        let taken = listeners::take(config)?;
        Self::on(config, database::open_migrated(config)?, taken)
    }

    /// The same over a database that is open already.
    pub fn with_store(config: &Config, store: Store) -> Result<Self> {
        Self::on(config, store, listeners::take(config)?)
    }

    /// Over a database that is open and addresses that are taken.
    pub fn on(config: &Config, store: Store, taken: Taken) -> Result<Self> {
        Self::with_connectors(config, store, taken, (connectors::configured(config)?, caller(config)?))
    }

    /// The same with connectors, and with what makes their calls.
    pub fn with_connectors(
        config: &Config,
        store: Store,
        taken: Taken,
        (connectors, caller): (Connectors, impl Caller + 'static),
    ) -> Result<Self> {
        let engine = engine(config, &store)?;
        let types = tipos_canal::catalogue(config.channel_types.as_deref(), &connectors)?;
        let settings = channels::Config::default();
        let channels =
            channels::Engine::new(store.clone(), connectors, Arc::new(types.clone()), caller, settings);
        let ingress = IngressState::new(channels.inbound(), config);
        let channels = Some(channels).filter(|_| config.channels);
        let metrics = Metrics::new(
            store.stats().backend,
            engine.as_ref().map(Engine::counters),
            channels.as_ref().map(channels::Engine::counters),
        )?;
        if let Some(channels) = &channels {
            let metrics = metrics.clone();
            channels.on_accepted(move |kind, after| metrics.accepted(kind, after));
        }
        let parts = Parts {
            lojas: config.loja_defaults(),
            kit: kit(config, store.clone())?,
            types,
            rate_limit: NonZeroU32::new(config.rate_limit),
            rate_limit_a: NonZeroU32::new(config.rate_limit_a),
            ingress_url: config.ingress_url.clone(),
            public_urls: config.public_urls.clone(),
        };
        let Taken { interfaces, admin, ingress: taken_ingress, options, certificate } = taken;
        let (mut bound, addresses) = serve_interfaces(config, &parts, &metrics, &options, interfaces)?;
        let ingress_address = match taken_ingress {
            None => None,
            Some(taken) => {
                let one = listeners::ingress(ingress, &metrics, &options, taken)?;
                let address = one.address;
                bound.push(one);
                Some(address)
            }
        };
        let service = Service::new(store.clone(), bound)
            .with_engine(engine)
            .with_channels(channels)
            .with_offers(config.tell_offers.then(|| Arc::new(parts.types.clone())))
            .with_housekeeping(HousekeepingConfig {
                events: config.events_retention,
                movements: config.movements_retention,
                disk_reserve: config.disk_reserve,
            })
            .with_grace(Duration::from_secs(config.shutdown_timeout));
        let shown = certificate.clone();
        let figures = Figures::new(Sources {
            failed_chores: service.failed_chores(),
            certificate_end: Arc::new(move || shown.as_ref()?.end()),
            backup_folder: config.backup_folder.clone(),
        })?;
        let stopper = service.stopper();
        let first_code = config.console.then(console::first_code).transpose()?;
        let provider = if config.console { console_parts::provider(config)? } else { None };
        let console = first_code.as_deref().map(|code| {
            let console = console_parts::state(config, &parts, &addresses).with_first_code(code);
            console.with_provider(provider).with_stopping(move || stopper.is_stopping())
        });
        let (stopper, silent) = (service.stopper(), Arc::default());
        let state = AdminState { store, metrics, figures, stopper, silent };
        let Bound { server: admin, address: admin_address } =
            listeners::admin(config, admin, state, console)?;
        Ok(Self { addresses, service, admin, admin_address, ingress_address, certificate, first_code })
    }

    /// Where the interfaces really are: a configured port 0 has become a real one.
    pub fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// Where health and figures are.
    pub fn admin_address(&self) -> SocketAddr {
        self.admin_address
    }

    /// What begins a fresh hub in the console from elsewhere than this machine, where there is a console.
    pub fn first_code(&self) -> Option<&str> {
        self.first_code.as_deref()
    }

    /// Where channels send people back, and notices, when that is on.
    pub fn ingress_address(&self) -> Option<SocketAddr> {
        self.ingress_address
    }

    /// What clients are shown, when there is TLS.
    pub fn certificate(&self) -> Option<Arc<Certificate>> {
        self.certificate.clone()
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
        .with_loja_defaults(config.loja_defaults())
        .with_allowed(config.notify_allow.clone())
        .with_own_addresses(
            config
                .listen
                .iter()
                .map(|(_, address)| address)
                .chain([config.listen_admin])
                .chain(config.listen_ingress),
        );
    Ok(Some(Engine::http(store.clone(), settings)?))
}

/// What makes the calls to channels.
fn caller(config: &Config) -> Result<HttpCaller> {
    let own = config.listen.iter().map(|(_, address)| address);
    let own = own.chain([config.listen_admin]).chain(config.listen_ingress).collect();
    let client = outbound::Client::new(&outbound::Config {
        time: Duration::from_secs(30),
        connect: Duration::from_secs(5),
        answer_max: ANSWER_MAX,
        allowed: config.channels_allow.clone(),
        own,
    })?;
    Ok(HttpCaller::new(client))
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
        .with_docs(config.docs)
        .with_compression(config.compress))
}

/// A listener for each address, with the interfaces whose settings hold it.
fn serve_interfaces(
    config: &Config,
    parts: &Parts,
    metrics: &Metrics,
    options: &Options,
    taken: Vec<(TcpListener, Vec<&Row>)>,
) -> Result<(Vec<Bound>, Addresses)> {
    let mut addresses = config.listen.clone();
    let mut bound = Vec::new();
    for (address, rows) in taken {
        let built = rows.iter().map(|row| (row.build)(parts).with_origins(origins(config, row)));
        let listener = Listener::new(&parts.kit, built.collect())?;
        let one = listeners::interfaces(listener, metrics, options, address)?;
        for row in rows {
            addresses = addresses.with(row.listen.key, one.address);
        }
        bound.push(one);
    }
    Ok((bound, addresses))
}

fn origins(config: &Config, row: &Row) -> Origins {
    let found = config.cors_origins.iter().find(|(key, _)| *key == row.cors_origins.key);
    found.map(|(_, origins)| origins.clone()).unwrap_or_default()
}
