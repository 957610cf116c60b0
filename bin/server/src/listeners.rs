//! Listeners: how each address is bound, bounded and measured.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::from_fn;
use actix_web::web::Data;
use actix_web::{App, HttpServer};
use anyhow::{Context, Result, anyhow};
use http_kit::corpo::LimitesCorpo;
use http_kit::limite::anotar_restante;
use http_kit::request_id::identificar;
use http_kit::rotas::canonizar;
use rustls::ServerConfig;

use crate::admin::{self, AdminState};
use crate::config::Config;
use crate::interfaces::Routes;
use crate::metrics::{InterfaceName, Metrics, measure};

/// Time for a request's head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// Time that an idle connection stays open: longer than the usual 60 s of proxies, which then close first.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// What a connection gathers of an answer before it is sent, bytes: a page of orders goes in two calls of the system,
/// and a connection that stays open keeps no more than this.
const WRITE_BUFFER: usize = 128 * 1024;
/// Connections that the system queues while all threads are busy.
const BACKLOG: u32 = 1024;

/// A bound listener.
pub struct Bound {
    /// To be run.
    pub server: Server,
    /// Where it is.
    pub address: SocketAddr,
}

/// Binds one address for an interface; `setting` names it in an error.
pub fn interface(
    config: &Config,
    routes: &Routes,
    metrics: &Metrics,
    tls: Option<ServerConfig>,
    address: SocketAddr,
    setting: &str,
) -> Result<Bound> {
    let limits = LimitesCorpo {
        padrao: usize::try_from(config.body_limit)?,
        lote: usize::try_from(config.bulk_body_limit)?,
        prazo: config.body_deadline(),
    };
    let (routes, metrics) = (routes.clone(), Data::new(metrics.clone()));
    let name = Data::new(InterfaceName(routes.name));
    let workers = workers(config);
    let server = HttpServer::new(move || {
        // the last one wrapped is the first to see a request
        App::new()
            .app_data(metrics.clone())
            .app_data(name.clone())
            .app_data(limits)
            .configure(|app| routes.configure(app))
            .wrap(canonizar(routes.rotas.clone()))
            .wrap(from_fn(anotar_restante))
            .wrap(from_fn(measure))
            .wrap(from_fn(identificar))
    })
    .workers(workers)
    .max_connections((config.max_connections as usize).div_ceil(workers))
    .backlog(BACKLOG)
    .client_request_timeout(HEAD_TIMEOUT)
    .keep_alive(KEEP_ALIVE)
    .tcp_nodelay(true)
    .h1_allow_half_closed(false)
    .h1_write_buffer_size(WRITE_BUFFER)
    .shutdown_timeout(config.shutdown_timeout)
    .disable_signals();
    let bound = match tls {
        Some(tls) => server.bind_rustls_0_23(address, tls),
        None => server.bind(address),
    };
    let server = bound.map_err(|e| bind_error(&e, address, setting))?;
    let address = server.addrs().first().copied().context("a bound listener has an address")?;
    Ok(Bound { server: server.run(), address })
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

fn workers(config: &Config) -> usize {
    match config.workers {
        0 => available_parallelism().map_or(1, NonZeroUsize::get),
        n => n as usize,
    }
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
