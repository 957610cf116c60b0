//! The middleware that gives paths their canonical spelling before they are routed.

use std::future::{Ready, ready};

use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::uri::PathAndQuery;
use actix_web::http::{Method, Uri};
use actix_web::{HttpMessage, HttpRequest, web};

use crate::routes::RouteTable;

/// Middleware: gives every request the canonical spelling of its path before it is routed, and serves `HEAD`
/// by the `GET` route (the server leaves the body out by itself).
pub fn canonicalize(routes: web::Data<RouteTable>) -> Canonicalize {
    Canonicalize(routes)
}

/// See [`canonicalize`].
#[derive(Clone)]
pub struct Canonicalize(web::Data<RouteTable>);

impl<S, B> Transform<S, ServiceRequest> for Canonicalize
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = actix_web::Error>,
    B: MessageBody,
{
    type Response = ServiceResponse<B>;
    type Error = actix_web::Error;
    type Transform = CanonicalizeService<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, Self::InitError>>;

    fn new_transform(&self, service: S) -> Self::Future {
        ready(Ok(CanonicalizeService { routes: self.0.clone(), service }))
    }
}

/// See [`canonicalize`].
pub struct CanonicalizeService<S> {
    routes: web::Data<RouteTable>,
    service: S,
}

impl<S, B> Service<ServiceRequest> for CanonicalizeService<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = actix_web::Error>,
{
    type Response = ServiceResponse<B>;
    type Error = actix_web::Error;
    type Future = S::Future;

    forward_ready!(service);

    fn call(&self, mut req: ServiceRequest) -> Self::Future {
        let path = req.uri().path();
        let mut canonical = self.routes.canonicalize(req.method(), path);
        if canonical.is_none() && req.method() == Method::HEAD {
            canonical = self.routes.canonicalize(&Method::GET, path);
            if canonical.is_some() {
                req.head_mut().method = Method::GET;
                req.extensions_mut().insert(HeadersOnly);
            }
        }
        // a word in place of a number is spelled like itself whatever is asked of it: its route says which
        // methods it has
        let canonical = canonical.or_else(|| {
            let path = req.uri().path();
            self.routes.methods(path).iter().find_map(|method| self.routes.canonicalize(method, path))
        });
        let new = canonical.filter(|c| c != req.uri().path()).and_then(|c| with_path(req.uri(), &c));
        if let Some(uri) = new {
            req.match_info_mut().get_mut().update(&uri);
            req.head_mut().uri = uri;
        }
        self.service.call(req)
    }
}

/// Marks a `HEAD` that the `GET` route serves.
struct HeadersOnly;

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
    use actix_web::App;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};

    fn configure(cfg: &mut web::ServiceConfig) {
        async fn see(req: HttpRequest) -> String {
            format!("{} {}", req.match_pattern().unwrap_or_default(), req.uri())
        }
        cfg.service(web::resource("/sku/Lote").guard(actix_web::guard::Post()).to(see))
            .service(web::resource("/sku/{sku}").guard(actix_web::guard::Get()).to(see));
    }

    #[actix_web::test]
    async fn requests_are_rewritten_before_routing() {
        let routes = web::Data::new(routes());
        let app = App::new().wrap(canonicalize(routes)).configure(configure);
        let app = init_service(app).await;
        let cases = [
            (Method::POST, "/SKU/lote?A=b%2F", 200, "/sku/Lote /sku/Lote?A=b%2F"),
            (Method::GET, "/SKU/A%2fB?x", 200, "/sku/{sku} /sku/A%2fB?x"),
            (Method::HEAD, "/Sku/a", 200, "/sku/{sku} /sku/a"),
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
            let routes = web::Data::new(routes());
            App::new().wrap(canonicalize(routes)).configure(configure)
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
