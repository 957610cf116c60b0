//! Listeners: how each address is bound, bounded and measured.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::time::Duration;

use actix_web::App;
use actix_web::middleware::from_fn;
use actix_web::web::Data;
use anyhow::{Result, anyhow};
use entreposto::http::{self, Bound, Options, Patience};
use http_kit::Listener;

use crate::admin::{self, AdminState};
use crate::config::Config;
use crate::metrics::{InterfaceName, Metrics, measure};
use crate::{descriptors, tls};

/// Connections to the operator's listener.
const ADMIN_CONNECTIONS: usize = 128;

/// How so many addresses of interfaces are served.
pub fn options(config: &Config, addresses: NonZeroUsize) -> Result<Options> {
    Ok(Options::default()
        .with_workers(config.workers as usize)
        .with_max_connections(descriptors::connections(config, addresses))
        .with_max_connections_per_address(config.max_connections_per_address as usize)
        .with_patience(patience(config))
        .with_shutdown_timeout(config.shutdown_timeout)
        .with_tls(tls::server_config(config)?))
}

/// Binds one address for interfaces; `setting` names it in an error.
pub fn interfaces(
    listener: Listener,
    metrics: &Metrics,
    options: &Options,
    address: SocketAddr,
    setting: &str,
) -> Result<Bound> {
    let (metrics, name) = (Data::new(metrics.clone()), Data::new(InterfaceName(listener.name())));
    let app = move || listener.app().app_data(metrics.clone()).app_data(name.clone()).wrap(from_fn(measure));
    http::listen(address)
        .and_then(|socket| http::serve(socket, options, app))
        .map_err(|e| bind_error(&e, address, setting))
}

/// Binds the operator's address.
pub fn admin(config: &Config, state: AdminState) -> Result<Bound> {
    let options = Options::default()
        .with_workers(1)
        .with_max_connections(ADMIN_CONNECTIONS)
        .with_max_connections_per_address(ADMIN_CONNECTIONS / 2)
        .with_patience(patience(config))
        .with_shutdown_timeout(1);
    let (address, app) = (config.listen_admin, move || App::new().configure(admin::configure(state.clone())));
    http::listen(address)
        .and_then(|socket| http::serve(socket, &options, app))
        .map_err(|e| bind_error(&e, address, "listen_admin"))
}

fn patience(config: &Config) -> Patience {
    let [head, idle, write] =
        [config.head_timeout, config.idle_timeout, config.write_timeout].map(Duration::from_secs);
    Patience::default().with_head(head).with_idle(idle).with_write(write)
}

fn bind_error(error: &std::io::Error, address: SocketAddr, setting: &str) -> anyhow::Error {
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
