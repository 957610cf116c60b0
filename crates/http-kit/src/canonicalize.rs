//! Middleware that gives paths their canonical spelling before they are routed.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::uri::PathAndQuery;
use actix_web::http::{Method, Uri};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest};

use crate::routing::Routing;

/// Middleware (for `actix_web::middleware::from_fn`): gives every request the canonical spelling of its path
/// before it is routed, and serves `HEAD` by the `GET` route. A path that lacks a code stays as it is and finds no
/// route. A path that exists only with other methods is rewritten too, so that its 405 is logged with the template of
/// a route.
pub(crate) async fn canonicalize<B: MessageBody + 'static>(
    routing: Data<Routing>,
    mut req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let path = req.uri().path();
    if routing.routes().lacks_code(req.method(), path) {
        return next.call(req).await;
    }
    let fitting = routing.routes().fitting(path);
    let route_for = |method| fitting.iter().find(|route| route.has(method));
    let exact = route_for(req.method());
    let get_route = route_for(&Method::GET).filter(|_| exact.is_none() && req.method() == Method::HEAD);
    let canonical = exact.or(get_route).or(fitting.first()).map(|route| route.canonical(path));
    let new_uri =
        canonical.filter(|canonical| canonical != path).and_then(|path| with_path(req.uri(), &path));
    if get_route.is_some() {
        serve_by_get(&mut req);
    }
    if let Some(uri) = new_uri {
        req.match_info_mut().get_mut().update(&uri);
        req.head_mut().uri = uri;
    }
    next.call(req).await
}

/// Marks a `HEAD` that a `GET` route serves.
struct HeadersOnly;

/// Lets the `GET` route serve a `HEAD`; the server leaves the body out by itself.
pub fn serve_by_get(req: &mut ServiceRequest) {
    req.head_mut().method = Method::GET;
    req.extensions_mut().insert(HeadersOnly);
}

/// True when the answer's body will be left out, for the few `GET` routes that do more than read.
pub fn headers_only(req: &HttpRequest) -> bool {
    req.extensions().contains::<HeadersOnly>()
}

fn with_path(uri: &Uri, path: &str) -> Option<Uri> {
    let new = match uri.query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(new).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::routes::test::routes;
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use actix_web::{App, web};

    fn configure(cfg: &mut web::ServiceConfig) {
        async fn see(req: HttpRequest) -> String {
            format!("{} {}", req.match_pattern().unwrap_or_default(), req.uri())
        }
        cfg.service(web::resource("/sku/Lote").guard(actix_web::guard::Post()).to(see))
            .service(web::resource("/sku/{sku}").guard(actix_web::guard::Get()).to(see));
    }

    #[actix_web::test]
    async fn requests_are_rewritten_before_routing() {
        let routing = Data::new(Routing::new(routes(), Vec::new()));
        let app = App::new().app_data(routing).wrap(from_fn(canonicalize)).configure(configure);
        let app = init_service(app).await;
        let cases = [
            (Method::POST, "/SKU/lote?A=b%2F", 200, "/sku/Lote /sku/Lote?A=b%2F"),
            (Method::GET, "/SKU/A%2fB?x", 200, "/sku/{sku} /sku/A%2fB?x"),
            (Method::HEAD, "/Sku/a", 200, "/sku/{sku} /sku/a"),
            (Method::GET, "//SKU//a/?x=//", 200, "/sku/{sku} /sku/a?x=//"),
            (Method::PUT, "/sku/", 404, ""),
            (Method::DELETE, "/SKU/a", 404, ""),
            (Method::GET, "/nada", 404, ""),
        ];
        for (method, uri, status, body) in cases {
            let answer = call_service(&app, TestRequest::with_uri(uri).method(method).to_request()).await;
            assert_eq!(answer.status(), status, "{uri}");
            assert_eq!(read_body(answer).await, body);
        }
    }

    #[actix_web::test]
    async fn head_is_answered_as_get_without_a_body() {
        use std::io::{Read, Write};
        let server = actix_web::HttpServer::new(|| {
            let routing = Data::new(Routing::new(routes(), Vec::new()));
            App::new().app_data(routing).wrap(from_fn(canonicalize)).configure(configure)
        });
        let server = server.workers(1).bind(("127.0.0.1", 0)).unwrap();
        let address = server.addrs()[0];
        let server = server.run();
        let control = server.handle();
        actix_web::rt::spawn(server);
        let answer = web::block(move || {
            let mut connection = std::net::TcpStream::connect(address).unwrap();
            connection.write_all(b"HEAD /SKU/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
            let mut answer = String::new();
            connection.read_to_string(&mut answer).unwrap();
            answer
        });
        let answer = answer.await.unwrap();
        control.stop(false).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(answer.contains("content-length: 17") && answer.ends_with("\r\n\r\n"), "{answer}");
    }
}
