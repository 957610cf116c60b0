//! HTTP servers: listening sockets, limits, TLS.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use actix_server::Server;
use actix_service::ServiceFactoryExt;
use actix_tls::accept::rustls_0_23::Acceptor;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::{App, Error};
use rustls::ServerConfig;
use socket2::{Domain, Protocol, Socket, Type};

use self::peers::Peers;

pub use self::timeout_stream::ClientTimeouts;

mod connection;
mod peers;
mod timeout_stream;

/// Connections that the system queues while all threads are busy.
const BACKLOG: i32 = 1024;

/// Options of a server. Default: a thread per processor, 10,000 connections, 30 s for running requests at
/// shutdown.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// Threads; 0 = one per processor.
    pub workers: usize,
    /// Maximum number of open client connections.
    pub max_connections: usize,
    /// Maximum number from one address (IPv6: from one /64 network); 0 = no limit.
    pub max_connections_per_address: usize,
    /// Timeouts of clients.
    pub client_timeouts: ClientTimeouts,
    /// Time for running requests at shutdown, seconds.
    pub shutdown_timeout_s: u64,
    /// TLS; `None` = plain HTTP.
    pub tls: Option<ServerConfig>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            workers: 0,
            max_connections: 10_000,
            max_connections_per_address: 2_500,
            client_timeouts: ClientTimeouts::default(),
            shutdown_timeout_s: 30,
            tls: None,
        }
    }
}

impl Options {
    /// Sets the number of threads; 0 = one per processor.
    pub fn with_workers(self, workers: usize) -> Self {
        Self { workers, ..self }
    }

    /// Sets the maximum number of client connections.
    pub fn with_max_connections(self, max_connections: usize) -> Self {
        Self { max_connections, ..self }
    }

    /// Sets the maximum number of client connections from one address; 0 = no limit.
    pub fn with_max_connections_per_address(self, max_connections_per_address: usize) -> Self {
        Self { max_connections_per_address, ..self }
    }

    /// Sets the timeouts of clients.
    pub fn with_client_timeouts(self, client_timeouts: ClientTimeouts) -> Self {
        Self { client_timeouts, ..self }
    }

    /// Sets the time for running requests at shutdown, in seconds.
    pub fn with_shutdown_timeout(self, shutdown_timeout_s: u64) -> Self {
        Self { shutdown_timeout_s, ..self }
    }

    /// Sets TLS; `None` = plain HTTP.
    pub fn with_tls(self, tls: Option<ServerConfig>) -> Self {
        Self { tls, ..self }
    }
}

/// A bound listener.
pub struct Bound {
    /// The server, to be awaited.
    pub server: Server,
    /// Its address, with the port that the system assigned if it was 0.
    pub address: SocketAddr,
}

/// Binds an address; connections queue from now on.
pub fn take(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // on Windows two servers could then share one address
    #[cfg(not(windows))]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Serves an app, one instance per thread, on a bound socket.
pub fn serve_on<F, T, B>(listener: TcpListener, options: &Options, app: F) -> io::Result<Bound>
where
    F: Fn() -> App<T> + Clone + Send + 'static,
    T: ServiceFactory<
            ServiceRequest,
            Config = (),
            Response = ServiceResponse<B>,
            Error = Error,
            InitError = (),
        > + 'static,
    T::Future: 'static,
    B: MessageBody + 'static,
{
    let workers = match options.workers {
        0 => available_parallelism().map_or(1, NonZeroUsize::get),
        n => n,
    };
    let address = listener.local_addr()?;
    let peers = Peers::new(options.max_connections_per_address);
    let (client_timeouts, tls) = (options.client_timeouts, options.tls.clone());
    let server = Server::build()
        .workers(workers)
        .max_concurrent_connections(options.max_connections.div_ceil(workers).max(1))
        .shutdown_timeout(options.shutdown_timeout_s)
        .disable_signals();
    let stopping = server.graceful_shutdown_signal();
    let name = address.to_string();
    let server = match tls {
        None => server.listen(name, listener, move || {
            connection::accepted(&peers, client_timeouts)
                .and_then(connection::named())
                .and_then(connection::http(&app, address, client_timeouts, &stopping))
        }),
        Some(tls) => server.listen(name, listener, move || {
            connection::accepted(&peers, client_timeouts)
                .and_then(Acceptor::new(tls.clone()).map_err(drop))
                .and_then(connection::named())
                .and_then(connection::http(&app, address, client_timeouts, &stopping))
        }),
    }?;
    Ok(Bound { server: server.run(), address })
}
