//! The services of a connection: counted per address, with timeouts, TLS if configured, then HTTP/1.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use actix_http::{HttpService, KeepAlive, Request};
use actix_server::GracefulShutdownSignal;
use actix_service::{
    IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt, apply_fn_factory, fn_service, map_config,
};
use actix_tls::accept::rustls_0_23::TlsStream;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServiceRequest, ServiceResponse};
use actix_web::rt::net::TcpStream;
use actix_web::{App, Error};
use tokio::io::{AsyncRead, AsyncWrite};

use super::peers::Peers;
use super::watched::{Patience, Watch, Watched};

/// Write buffer of a connection, bytes: a page of orders goes out in two system calls, and an idle connection
/// keeps no more memory than this.
const WRITE_BUFFER: usize = 128 * 1024;

/// How long the rest of a refused body is read and discarded, so that the client can read the answer.
const LINGER: Duration = Duration::from_secs(1);

/// A stream with its client's address.
type Named<T> = (T, Option<SocketAddr>);

/// A stream over a [`Watched`] one.
pub(super) trait OverWatched {
    fn watched(&self) -> &Watched;
}

impl OverWatched for Watched {
    fn watched(&self) -> &Watched {
        self
    }
}

impl OverWatched for TlsStream<Watched> {
    fn watched(&self) -> &Watched {
        self.get_ref().0
    }
}

/// Accepted connections, with timeouts. Those above the limit of their address are closed.
pub(super) fn watched(
    peers: &Peers,
    patience: Patience,
) -> impl ServiceFactory<TcpStream, Config = (), Response = Watched, Error = (), InitError = ()> + use<> {
    let peers = peers.clone();
    fn_service(move |io: TcpStream| {
        let permit = io.peer_addr().ok().and_then(|address| peers.acquire(address.ip()));
        // a failure costs latency only
        let _ = io.set_nodelay(true);
        std::future::ready(permit.map(|permit| Watched::new(io, patience, permit)).ok_or(()))
    })
}

/// Streams with their clients' addresses.
pub(super) fn named<T: OverWatched + 'static>()
-> impl ServiceFactory<T, Config = (), Response = Named<T>, Error = (), InitError = ()> {
    fn_service(|io: T| {
        let peer = io.watched().tcp().peer_addr().ok();
        std::future::ready(Ok((io, peer)))
    })
}

/// HTTP/1 over streams, served by an app.
pub(super) fn http<I, F, T, B>(
    app: &F,
    address: SocketAddr,
    patience: Patience,
    stopping: &GracefulShutdownSignal,
) -> impl ServiceFactory<Named<I>, Config = (), Response = (), Error = (), InitError = ()> + use<I, F, T, B>
where
    F: Fn() -> App<T>,
    I: OverWatched + AsyncRead + AsyncWrite + Unpin + 'static,
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
    let stopping = stopping.clone();
    let app = app().into_factory().map_err(|error: Error| error.error_response());
    let app = map_config(app, |()| AppConfig::default());
    let app = apply_fn_factory(app, |request: Request, app| {
        let watch = request.conn_data::<Rc<Watch>>().cloned();
        if let Some(watch) = &watch {
            watch.request_began();
        }
        let answering = app.call(request);
        async move {
            let answer = answering.await;
            if let Some(watch) = &watch {
                watch.request_ended();
            }
            answer
        }
    });
    HttpService::build()
        .graceful_shutdown_signal(move || {
            let stopping = stopping.clone();
            async move { stopping.notified().await }
        })
        .client_request_timeout(patience.head)
        .keep_alive(KeepAlive::Timeout(patience.idle))
        .h1_allow_half_closed(false)
        .h1_write_buffer_size(WRITE_BUFFER)
        .client_disconnect_timeout(LINGER)
        .local_addr(address)
        .on_connect_ext(|io: &I, data| {
            data.insert(io.watched().watch());
        })
        .h1(app)
        .map_err(drop)
}
