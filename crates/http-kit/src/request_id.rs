//! Request ids: taken from `X-Request-Id` or made, returned to the client, and logged.

use std::error::Error as StdError;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};
use uuid::Uuid;

use crate::response_headers::{from_browser, protect};

/// The header that carries the id, both ways.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static CURRENT: String;
}

/// The id in the extensions of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(pub String);

/// The id of the request that this task serves, else `-`. Other threads and spawned tasks do not have it: pass
/// the id to them.
pub fn current() -> String {
    CURRENT.try_with(Clone::clone).unwrap_or_else(|_| "-".to_owned())
}

/// Logs why an answer is a 5xx: the error and its causes, with the request's id. Call it once per failure,
/// where the error becomes the answer. A 503 is temporary and only a warning: an unavailable database has a log
/// line of its own, once for all failed requests.
pub fn log_failure(error: &dyn StdError, status: StatusCode) {
    let mut chain = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        // many errors repeat their cause's text
        if !chain.ends_with(&text) {
            let _ = write!(chain, ": {text}");
        }
        cause = error.source();
    }
    if status == StatusCode::SERVICE_UNAVAILABLE {
        tracing::warn!(id = %current(), error = %chain, "request failed");
    } else {
        tracing::error!(id = %current(), error = %chain, "request failed");
    }
}

/// Middleware (for `actix_web::middleware::from_fn`): gives the request its id, returns it in `X-Request-Id`,
/// also of errors, adds the headers of caching and protection, and logs one line. Should be the outermost one.
///
/// The line has the template of the route, and neither identifiers nor query nor body nor key.
pub async fn identify<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let start = Instant::now();
    let id = received(req.headers()).unwrap_or_else(|| Uuid::now_v7().to_string());
    let header = HeaderValue::from_str(&id).unwrap_or_else(|_| HeaderValue::from_static("-"));
    let (method, from_browser) = (req.method().clone(), from_browser(req.headers()));
    req.extensions_mut().insert(RequestId(id.clone()));
    let served = async move {
        match next.call(req).await {
            Ok(mut answer) => {
                answer.headers_mut().insert(X_REQUEST_ID, header);
                protect(answer.headers_mut(), from_browser);
                if tracing::enabled!(tracing::Level::INFO) {
                    let route = answer.request().match_pattern();
                    log_request(&method, route.as_deref(), answer.status(), start.elapsed());
                }
                Ok(answer)
            }
            // refused by an inner middleware: the answer is made here, where the id is still known
            Err(error) => {
                let mut answer = error.as_response_error().error_response();
                answer.headers_mut().insert(X_REQUEST_ID, header);
                protect(answer.headers_mut(), from_browser);
                log_request(&method, None, answer.status(), start.elapsed());
                Err(InternalError::from_response(error, answer).into())
            }
        }
    };
    CURRENT.scope(id, served).await
}

fn log_request(method: &Method, route: Option<&str>, status: StatusCode, duration: Duration) {
    tracing::info!(
        id = %current(),
        method = method.as_str(),
        route = route.unwrap_or("-"),
        status = status.as_u16(),
        ms = duration.as_micros() as f64 / 1000.0,
        "request"
    );
}

/// The client's id, if it is safe in a log line and in a header.
fn received(headers: &HeaderMap) -> Option<String> {
    let id = headers.get(X_REQUEST_ID)?.to_str().ok()?;
    let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    ((1..=128).contains(&id.len()) && id.bytes().all(good)).then(|| id.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::error::test::TestInterface;
    use crate::error::{Api, KitError};
    use crate::query::{Filters, FromQuery, QueryReader};
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, init_service, read_body};
    use actix_web::{App, HttpRequest, dev::Service, web};
    use std::sync::{Arc, Mutex};

    struct Required;

    impl FromQuery for Required {
        fn of(c: &mut QueryReader<'_>) -> Option<Self> {
            c.problem("x", "falta")
        }
    }

    async fn stop(
        req: ServiceRequest,
        next: Next<impl MessageBody>,
    ) -> Result<ServiceResponse<impl MessageBody>, Error> {
        if req.path() == "/barrada" {
            return Err(TestInterface::error(KitError::MediaType));
        }
        next.call(req).await
    }

    async fn see(req: HttpRequest) -> String {
        assert_eq!(req.extensions().get::<RequestId>().unwrap().0, current());
        for error in [
            KitError::Store(store::StoreError::Internal("causa".into())),
            KitError::Store(store::StoreError::Unavailable("away".into())),
            KitError::TooManyBodies,
        ] {
            log_failure(&error, error.status());
        }
        current()
    }

    /// Status, header and body of one request.
    async fn ask(uri: &str, id: Option<&str>) -> (u16, String, String) {
        async fn filter(_: Filters<Required, TestInterface>) -> &'static str {
            ""
        }
        let app = App::new()
            .wrap(from_fn(stop))
            .wrap(from_fn(identify))
            .route("/ver/{sku}", web::get().to(see))
            .route("/filtrar", web::get().to(filter))
            .default_service(web::to(async || -> Result<String, Error> {
                Err(TestInterface::error(KitError::UnknownRoute))
            }));
        let app = init_service(app).await;
        let mut req = TestRequest::with_uri(uri);
        if let Some(id) = id {
            req = req.insert_header((X_REQUEST_ID, id));
        }
        let (status, headers, body) = match app.call(req.to_request()).await {
            Ok(r) => (r.status(), r.headers().clone(), read_body(r).await),
            Err(e) => {
                let r = e.error_response();
                (r.status(), r.headers().clone(), web::Bytes::new())
            }
        };
        let id = headers.get(X_REQUEST_ID).unwrap().to_str().unwrap().to_owned();
        (status.as_u16(), id, String::from_utf8(body.to_vec()).unwrap())
    }

    #[actix_web::test]
    async fn every_answer_carries_an_id() {
        for (uri, expected) in [("/ver/a", 200), ("/filtrar", 400), ("/nada", 404), ("/barrada", 415)] {
            let (status, id, _) = ask(uri, Some("Meu-id_1.2")).await;
            assert_eq!((status, id.as_str()), (expected, "Meu-id_1.2"), "{uri}");
        }
        let (_, id, body) = ask("/ver/a", None).await;
        assert_eq!(id, body);
        assert_eq!(Uuid::parse_str(&id).unwrap().get_version_num(), 7);
        for bad in ["", "a b", "a\"b", "é", &"x".repeat(129)] {
            assert_ne!(ask("/ver/a", Some(bad)).await.1, bad);
        }
        assert_eq!(current(), "-");
    }

    #[derive(Clone, Default)]
    struct Rows(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Rows {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[actix_web::test]
    async fn the_log_line_names_the_route_and_nothing_of_the_caller() {
        let rows = Rows::default();
        let destino = rows.clone();
        let collector =
            tracing_subscriber::fmt().with_ansi(false).with_writer(move || destino.clone()).finish();
        let _guard = tracing::subscriber::set_default(collector);
        // where there is one collector alone, another test's thread, which has none, would decide for all
        // that nobody wants a line
        let _second = tracing::Dispatch::new(tracing_subscriber::registry());
        ask("/ver/segredo1?email=segredo2", Some("id-1")).await;
        let text = String::from_utf8(rows.0.lock().unwrap().clone()).unwrap();
        assert!(text.contains("route=\"/ver/{sku}\" status=200"), "{text}");
        assert!(
            text.contains("ERROR") && text.contains("something failed inside the store: causa"),
            "{text}"
        );
        for what in ["unavailable: away", "corpos grandes demais"] {
            let passing = text.lines().find(|line| line.contains(what)).unwrap();
            assert!(passing.contains("WARN"), "what passes by itself is no error: {passing}");
        }
        assert_eq!(text.matches("id=id-1").count(), 4, "{text}");
        assert!(!text.contains("segredo"), "{text}");
    }
}
