//! The way of a connection: counted, watched, perhaps decrypted, and then HTTP.

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

/// What a connection gathers of an answer before it is sent, bytes: a page of orders goes in two calls of the
/// system, and a connection that stays open keeps no more than this.
const WRITE_BUFFER: usize = 128 * 1024;

/// How long the rest of a refused body is read and thrown away, so that its sender gets to read the refusal.
const LINGER: Duration = Duration::from_secs(1);

/// A stream with its client's address.
type Named<T> = (T, Option<SocketAddr>);

/// A stream that has a watched one below.
pub(super) trait Told {
    fn watched(&self) -> &Watched;
}

impl Told for Watched {
    fn watched(&self) -> &Watched {
        self
    }
}

impl Told for TlsStream<Watched> {
    fn watched(&self) -> &Watched {
        self.get_ref().0
    }
}

/// The accepted connections of addresses that have not too many, watched. The others are closed.
pub(super) fn watched(
    peers: &Peers,
    patience: Patience,
) -> impl ServiceFactory<TcpStream, Config = (), Response = Watched, Error = (), InitError = ()> + use<> {
    let peers = peers.clone();
    fn_service(move |io: TcpStream| {
        let seat = io.peer_addr().ok().and_then(|address| peers.seat(address.ip()));
        // it is about latency alone
        let _ = io.set_nodelay(true);
        std::future::ready(seat.map(|seat| Watched::new(io, patience, seat)).ok_or(()))
    })
}

/// Streams with their clients' addresses.
pub(super) fn named<T: Told + 'static>()
-> impl ServiceFactory<T, Config = (), Response = Named<T>, Error = (), InitError = ()> {
    fn_service(|io: T| {
        let peer = io.watched().tcp().peer_addr().ok();
        std::future::ready(Ok((io, peer)))
    })
}

/// HTTP/1 over streams, answered by an app.
pub(super) fn http<I, F, T, B>(
    app: &F,
    address: SocketAddr,
    patience: Patience,
    stopping: &GracefulShutdownSignal,
) -> impl ServiceFactory<Named<I>, Config = (), Response = (), Error = (), InitError = ()> + use<I, F, T, B>
where
    F: Fn() -> App<T>,
    I: Told + AsyncRead + AsyncWrite + Unpin + 'static,
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
            watch.asked();
        }
        let answering = app.call(request);
        async move {
            let answer = answering.await;
            if let Some(watch) = &watch {
                watch.answered();
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
