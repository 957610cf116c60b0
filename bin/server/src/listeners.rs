//! Listeners: how each address is bound, bounded and measured.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use actix_web::middleware::from_fn;
use actix_web::web::Data;
use actix_web::{App, HttpServer};
use anyhow::{Context, Result, anyhow};
use entreposto::http::{self, Bound, Options};
use http_kit::Listener;

use crate::admin::{self, AdminState};
use crate::config::Config;
use crate::metrics::{InterfaceName, Metrics, measure};
use crate::tls;

/// Time for the head of a request to the operator's listener.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// How the interfaces' addresses are served.
pub fn options(config: &Config) -> Result<Options> {
    Ok(Options::default()
        .with_workers(config.workers as usize)
        .with_max_connections(config.max_connections as usize)
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
    http::bind(address, options, app).map_err(|e| bind_error(&e, address, setting))
}

/// Binds the operator's address.
pub fn admin(config: &Config, state: AdminState) -> Result<Bound> {
    let address = config.listen_admin;
    let server = HttpServer::new(move || App::new().configure(admin::configure(state.clone())))
        .workers(1)
        .max_connections(256)
        .client_request_timeout(HEAD_TIMEOUT)
        .shutdown_timeout(1)
        .disable_signals()
        .bind(address)
        .map_err(|e| bind_error(&e, address, "listen_admin"))?;
    let address = server.addrs().first().copied().context("a bound listener has an address")?;
    Ok(Bound { server: server.run(), address })
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
