//! Listeners: sockets, limits and metrics of each address.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use actix_web::App;
use actix_web::middleware::from_fn;
use actix_web::web::Data;
use anyhow::{Context, Result, anyhow};
use entreposto::group::by_address;
use entreposto::http::{self, Bound, ClientTimeouts, Options};
use http_kit::{Listener, request_id};

use crate::admin::{self, AdminState};
use crate::config::Config;
use crate::descriptors;
use crate::ingress::{self, IngressState};
use crate::interfaces::{INTERFACES, Row};
use crate::metrics::{InterfaceName, Metrics, measure};
use crate::tls::Certificate;

/// Connections to the operator's listener, and of these from one address: several times as many as the console
/// lets strangers hold, so that health and figures are answered meanwhile.
const ADMIN_CONNECTIONS: usize = 256;
const ADMIN_CONNECTIONS_PER_ADDRESS: usize = 128;

/// The addresses, taken before anything else is touched: a start that fails for one of them has changed
/// nothing.
pub struct Taken {
    /// Each address with the interfaces whose settings hold it.
    pub interfaces: Vec<(TcpListener, Vec<&'static Row>)>,
    /// The operator's.
    pub admin: TcpListener,
    /// What channels send people back to, if it is on.
    pub ingress: Option<TcpListener>,
    /// How the interfaces are served.
    pub options: Options,
    /// What clients are shown, when there is TLS.
    pub certificate: Option<Arc<Certificate>>,
}

/// Takes the configured addresses; reads the certificate.
pub fn take(config: &Config) -> Result<Taken> {
    let certificate = Certificate::load(config)?;
    let tls = certificate.as_ref().map(|certificate| certificate.server_config()).transpose()?;
    let rows = INTERFACES.iter().filter_map(|row| Some((config.listen.get(row.listen.key)?, row)));
    let groups = by_address(rows);
    let count = NonZeroUsize::new(groups.len()).context("there is no interface")?;
    let options = Options::default()
        .with_workers(config.workers as usize)
        .with_max_connections(descriptors::connections(config, count)?)
        .with_max_connections_per_address(config.max_connections_per_address as usize)
        .with_client_timeouts(client_timeouts(config))
        .with_shutdown_timeout(config.shutdown_timeout)
        .with_tls(tls);
    let mut interfaces = Vec::new();
    for (address, rows) in groups {
        let setting = rows.first().map_or("", |row| row.listen.key);
        interfaces.push((take_one(address, setting)?, rows));
    }
    let admin = take_one(config.listen_admin, "listen_admin")?;
    let ingress = config.listen_ingress.map(|address| take_one(address, "listen_ingress")).transpose()?;
    Ok(Taken { interfaces, admin, ingress, options, certificate })
}

fn take_one(address: SocketAddr, setting: &str) -> Result<TcpListener> {
    http::take(address).map_err(|e| refused(&e, address, setting))
}

/// Serves interfaces at an address.
pub fn interfaces(
    listener: Listener,
    metrics: &Metrics,
    options: &Options,
    taken: TcpListener,
) -> Result<Bound> {
    let (metrics, name) = (Data::new(metrics.clone()), Data::new(InterfaceName(listener.name())));
    let app = move || listener.app().app_data(metrics.clone()).app_data(name.clone()).wrap(from_fn(measure));
    Ok(http::serve_on(taken, options, app)?)
}

/// Serves what channels send.
pub fn ingress(
    state: IngressState,
    metrics: &Metrics,
    options: &Options,
    taken: TcpListener,
) -> Result<Bound> {
    let (metrics, name) = (Data::new(metrics.clone()), Data::new(InterfaceName("ingress".to_owned())));
    let app = move || {
        App::new()
            .app_data(metrics.clone())
            .app_data(name.clone())
            .configure(ingress::configure(state.clone()))
            .wrap(from_fn(request_id::identify))
            .wrap(from_fn(measure))
    };
    Ok(http::serve_on(taken, options, app)?)
}

/// Serves the operator and the users of the console.
pub fn admin(
    config: &Config,
    taken: TcpListener,
    state: AdminState,
    console: Option<console::State>,
) -> Result<Bound> {
    let options = Options::default()
        .with_workers(1)
        .with_max_connections(ADMIN_CONNECTIONS)
        .with_max_connections_per_address(ADMIN_CONNECTIONS_PER_ADDRESS)
        .with_client_timeouts(client_timeouts(config))
        .with_shutdown_timeout(1);
    let app = move || {
        let app = App::new().configure(admin::configure(state.clone()));
        match console.clone() {
            Some(console) => app.configure(console::configure(console)),
            None => app,
        }
    };
    Ok(http::serve_on(taken, &options, app)?)
}

fn client_timeouts(config: &Config) -> ClientTimeouts {
    let [head, idle, write] =
        [config.head_timeout, config.idle_timeout, config.write_timeout].map(Duration::from_secs);
    ClientTimeouts::default().with_head(head).with_idle(idle).with_write(write)
}

fn refused(error: &std::io::Error, address: SocketAddr, setting: &str) -> anyhow::Error {
    let advice = match error.kind() {
        ErrorKind::AddrInUse => {
            "another program listens there, perhaps another server of this kind: stop it or choose another \
             address"
        }
        ErrorKind::PermissionDenied => "ports below 1024 need special rights: choose a higher one",
        ErrorKind::AddrNotAvailable => "this machine has no such address: choose one that it has, or 0.0.0.0",
        _ => "choose another address",
    };
    let flag = setting.replace('_', "-");
    anyhow!("cannot listen on {address}: {error}; {advice} with --{flag} (setting {setting})")
}
