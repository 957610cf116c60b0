//! How an address is bound and bounded.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::{App, Error, HttpServer};
use rustls::ServerConfig;
use socket2::{Domain, Protocol, Socket, Type};

/// Time for a request's head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// Time that an idle connection stays open: longer than the usual 60 s of proxies, which then close first.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// What a connection gathers of an answer before it is sent, bytes: a page of orders goes in two calls of the
/// system, and a connection that stays open keeps no more than this.
const WRITE_BUFFER: usize = 128 * 1024;
/// Connections that the system queues while all threads are busy.
const BACKLOG: u32 = 1024;

/// How an address is served. Begin with the default: a thread per processor, 10,000 connections, 30 s for
/// running requests at the end.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// Threads; 0 = one per processor.
    pub workers: usize,
    /// Client connections that are kept open at once.
    pub max_connections: usize,
    /// Time that running requests get at the end, seconds.
    pub shutdown_timeout_s: u64,
    /// TLS; `None` = plain HTTP.
    pub tls: Option<ServerConfig>,
}

impl Default for Options {
    fn default() -> Self {
        Self { workers: 0, max_connections: 10_000, shutdown_timeout_s: 30, tls: None }
    }
}

impl Options {
    /// With so many threads; 0 = one per processor.
    pub fn with_workers(self, workers: usize) -> Self {
        Self { workers, ..self }
    }

    /// With so many client connections at once.
    pub fn with_max_connections(self, max_connections: usize) -> Self {
        Self { max_connections, ..self }
    }

    /// With so many seconds for running requests at the end.
    pub fn with_shutdown_timeout(self, shutdown_timeout_s: u64) -> Self {
        Self { shutdown_timeout_s, ..self }
    }

    /// With TLS.
    pub fn with_tls(self, tls: Option<ServerConfig>) -> Self {
        Self { tls, ..self }
    }
}

/// A bound listener.
pub struct Bound {
    /// To be run.
    pub server: Server,
    /// Where it is: a port 0 has become a real one.
    pub address: SocketAddr,
}

/// Takes an address: connections queue from now on, and nobody else gets it.
pub fn take(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // elsewhere it would let two servers have one address
    #[cfg(not(windows))]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(i32::try_from(BACKLOG).unwrap_or(i32::MAX))?;
    Ok(socket.into())
}

/// Binds an address for an app, one of which is made per thread.
pub fn bind<F, T, B>(address: SocketAddr, options: &Options, app: F) -> io::Result<Bound>
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
    serve_on(take(address)?, options, app)
}

/// Puts an app, one of which is made per thread, behind an address that was taken.
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
    let server = HttpServer::new(app)
        .workers(workers)
        .max_connections(options.max_connections.div_ceil(workers))
        .backlog(BACKLOG)
        .client_request_timeout(HEAD_TIMEOUT)
        .keep_alive(KEEP_ALIVE)
        .tcp_nodelay(true)
        .h1_allow_half_closed(false)
        .h1_write_buffer_size(WRITE_BUFFER)
        .shutdown_timeout(options.shutdown_timeout_s)
        .disable_signals();
    let server = match &options.tls {
        Some(tls) => server.listen_rustls_0_23(listener, tls.clone()),
        None => server.listen(listener),
    }?;
    let address = server.addrs().first().copied().ok_or(io::ErrorKind::AddrNotAvailable)?;
    Ok(Bound { server: server.run(), address })
}
