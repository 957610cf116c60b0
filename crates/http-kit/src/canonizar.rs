//! The middleware that gives paths their canonical spelling before they are routed.

use std::future::{Ready, ready};

use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::uri::PathAndQuery;
use actix_web::http::{Method, Uri};
use actix_web::{HttpMessage, HttpRequest, web};

use crate::rotas::Rotas;

/// Middleware: gives every request the canonical spelling of its path before it is routed, and serves `HEAD`
/// by the `GET` route (the server leaves the body out by itself).
pub fn canonizar(rotas: web::Data<Rotas>) -> Canonizar {
    Canonizar(rotas)
}

/// See [`canonizar`].
#[derive(Clone)]
pub struct Canonizar(web::Data<Rotas>);

impl<S, B> Transform<S, ServiceRequest> for Canonizar
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = actix_web::Error>,
    B: MessageBody,
{
    type Response = ServiceResponse<B>;
    type Error = actix_web::Error;
    type Transform = CanonizarService<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, Self::InitError>>;

    fn new_transform(&self, service: S) -> Self::Future {
        ready(Ok(CanonizarService { rotas: self.0.clone(), service }))
    }
}

/// See [`canonizar`].
pub struct CanonizarService<S> {
    rotas: web::Data<Rotas>,
    service: S,
}

impl<S, B> Service<ServiceRequest> for CanonizarService<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = actix_web::Error>,
{
    type Response = ServiceResponse<B>;
    type Error = actix_web::Error;
    type Future = S::Future;

    forward_ready!(service);

    fn call(&self, mut req: ServiceRequest) -> Self::Future {
        let caminho = req.uri().path();
        let mut canonico = self.rotas.canonizar(req.method(), caminho);
        if canonico.is_none() && req.method() == Method::HEAD {
            canonico = self.rotas.canonizar(&Method::GET, caminho);
            if canonico.is_some() {
                req.head_mut().method = Method::GET;
                req.extensions_mut().insert(SoCabecalhos);
            }
        }
        let nova = canonico.filter(|c| c != req.uri().path()).and_then(|c| com_caminho(req.uri(), &c));
        if let Some(uri) = nova {
            req.match_info_mut().get_mut().update(&uri);
            req.head_mut().uri = uri;
        }
        self.service.call(req)
    }
}

/// Marks a `HEAD` that the `GET` route serves.
struct SoCabecalhos;

/// True when the answer's body will be left out, for the few `GET` routes that do more than read.
pub fn so_cabecalhos(req: &HttpRequest) -> bool {
    req.extensions().contains::<SoCabecalhos>()
}

fn com_caminho(uri: &Uri, caminho: &str) -> Option<Uri> {
    let novo = match uri.query() {
        Some(consulta) => format!("{caminho}?{consulta}"),
        None => caminho.to_owned(),
    };
    let mut partes = uri.clone().into_parts();
    partes.path_and_query = Some(PathAndQuery::try_from(novo).ok()?);
    Uri::from_parts(partes).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::rotas::teste::rotas;
    use actix_web::App;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};

    fn configurar(cfg: &mut web::ServiceConfig) {
        async fn ver(req: HttpRequest) -> String {
            format!("{} {}", req.match_pattern().unwrap_or_default(), req.uri())
        }
        cfg.service(web::resource("/sku/Lote").guard(actix_web::guard::Post()).to(ver))
            .service(web::resource("/sku/{sku}").guard(actix_web::guard::Get()).to(ver));
    }

    #[actix_web::test]
    async fn requests_are_rewritten_before_routing() {
        let rotas = web::Data::new(rotas());
        let app = App::new().wrap(canonizar(rotas)).configure(configurar);
        let app = init_service(app).await;
        let casos = [
            (Method::POST, "/SKU/lote?A=b%2F", 200, "/sku/Lote /sku/Lote?A=b%2F"),
            (Method::GET, "/SKU/A%2fB?x", 200, "/sku/{sku} /sku/A%2fB?x"),
            (Method::HEAD, "/Sku/a", 200, "/sku/{sku} /sku/a"),
            (Method::DELETE, "/SKU/a", 404, ""),
            (Method::GET, "/nada", 404, ""),
        ];
        for (metodo, uri, status, corpo) in casos {
            let resposta = call_service(&app, TestRequest::with_uri(uri).method(metodo).to_request()).await;
            assert_eq!(resposta.status(), status, "{uri}");
            assert_eq!(read_body(resposta).await, corpo);
        }
    }

    #[actix_web::test]
    async fn head_is_answered_as_get_without_a_body() {
        use std::io::{Read, Write};
        let servidor = actix_web::HttpServer::new(|| {
            let rotas = web::Data::new(rotas());
            App::new().wrap(canonizar(rotas)).configure(configurar)
        });
        let servidor = servidor.workers(1).bind(("127.0.0.1", 0)).unwrap();
        let endereco = servidor.addrs()[0];
        let servidor = servidor.run();
        let controle = servidor.handle();
        actix_web::rt::spawn(servidor);
        let resposta = web::block(move || {
            let mut conexao = std::net::TcpStream::connect(endereco).unwrap();
            conexao.write_all(b"HEAD /SKU/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
            let mut resposta = String::new();
            conexao.read_to_string(&mut resposta).unwrap();
            resposta
        });
        let resposta = resposta.await.unwrap();
        controle.stop(false).await;
        assert!(resposta.starts_with("HTTP/1.1 200"), "{resposta}");
        assert!(resposta.contains("content-length: 17") && resposta.ends_with("\r\n\r\n"), "{resposta}");
    }
}
