//! The services of a connection: counted per address, with timeouts, TLS if configured, then HTTP/1.

use std::cell::Cell;
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
use actix_web::http::ConnectionType;
use actix_web::http::header::TRANSFER_ENCODING;
use actix_web::rt::net::TcpStream;
use actix_web::{App, Error, HttpMessage, HttpResponse};
use tokio::io::{AsyncRead, AsyncWrite};

use super::peers::Peers;
use super::timeout_stream::{ClientTimeouts, RequestPhase, TimeoutStream};

/// Write buffer of a connection, bytes: a page of orders goes out in two system calls, and an idle connection
/// keeps no more memory than this.
const WRITE_BUFFER: usize = 128 * 1024;

/// How long the rest of a refused body is read and discarded, so that the client can read the answer.
const LINGER: Duration = Duration::from_secs(1);

/// Set once a request with a chunked body has come: it is the last one of its connection. actix-http up to 3.20.1
/// takes a bare line feed for the end of a chunked body where proxies may not, so that what follows it cannot be
/// trusted to be a request of the same client (CVE-2026-134342). To be removed with 3.21.3.
#[derive(Clone, Default)]
struct LastRequest(Rc<Cell<bool>>);

/// A stream with its client's address.
type Named<T> = (T, Option<SocketAddr>);

/// A stream over a [`TimeoutStream`] one.
pub(super) trait OverTimeoutStream {
    fn timeout_stream(&self) -> &TimeoutStream;
}

impl OverTimeoutStream for TimeoutStream {
    fn timeout_stream(&self) -> &TimeoutStream {
        self
    }
}

impl OverTimeoutStream for TlsStream<TimeoutStream> {
    fn timeout_stream(&self) -> &TimeoutStream {
        self.get_ref().0
    }
}

/// Accepted connections, with timeouts. Those above the limit of their address are closed.
pub(super) fn accepted(
    peers: &Peers,
    timeouts: ClientTimeouts,
) -> impl ServiceFactory<TcpStream, Config = (), Response = TimeoutStream, Error = (), InitError = ()> + use<>
{
    let peers = peers.clone();
    fn_service(move |io: TcpStream| {
        let permit = io.peer_addr().ok().and_then(|address| peers.acquire(address.ip()));
        // a failure costs latency only
        let _ = io.set_nodelay(true);
        std::future::ready(permit.map(|permit| TimeoutStream::new(io, timeouts, permit)).ok_or(()))
    })
}

/// Streams with their clients' addresses.
pub(super) fn named<T: OverTimeoutStream + 'static>()
-> impl ServiceFactory<T, Config = (), Response = Named<T>, Error = (), InitError = ()> {
    fn_service(|io: T| {
        let peer = io.timeout_stream().tcp().peer_addr().ok();
        std::future::ready(Ok((io, peer)))
    })
}

/// HTTP/1 over streams, served by an app.
pub(super) fn http<I, F, T, B>(
    app: &F,
    address: SocketAddr,
    timeouts: ClientTimeouts,
    stopping: &GracefulShutdownSignal,
) -> impl ServiceFactory<Named<I>, Config = (), Response = (), Error = (), InitError = ()> + use<I, F, T, B>
where
    F: Fn() -> App<T>,
    I: OverTimeoutStream + AsyncRead + AsyncWrite + Unpin + 'static,
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
        let phase = request.conn_data::<Rc<RequestPhase>>().cloned();
        if let Some(phase) = &phase {
            phase.request_began();
        }
        let LastRequest(last) = request.conn_data().cloned().unwrap_or_default();
        let chunked = request.headers().contains_key(TRANSFER_ENCODING);
        let refused = last.replace(last.get() || chunked);
        let answering = (!refused).then(|| app.call(request));
        async move {
            let mut answer = match answering {
                Some(answering) => answering.await,
                None => Err(HttpResponse::BadRequest().force_close().finish()),
            };
            if chunked {
                let head = match &mut answer {
                    Ok(answer) => answer.response_mut().head_mut(),
                    Err(answer) => answer.head_mut(),
                };
                head.set_connection_type(ConnectionType::Close);
            }
            if let Some(phase) = &phase {
                phase.request_ended();
            }
            answer
        }
    });
    HttpService::build()
        .graceful_shutdown_signal(move || {
            let stopping = stopping.clone();
            async move { stopping.notified().await }
        })
        .client_request_timeout(timeouts.head)
        .keep_alive(KeepAlive::Timeout(timeouts.idle))
        .h1_allow_half_closed(false)
        .h1_write_buffer_size(WRITE_BUFFER)
        .client_disconnect_timeout(LINGER)
        .local_addr(address)
        .on_connect_ext(|io: &I, data| {
            data.insert(io.timeout_stream().phase());
            data.insert(LastRequest::default());
        })
        .h1(app)
        .map_err(drop)
}
