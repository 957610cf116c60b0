//! The routes as documented: path words in any case find their canonical spelling, and a path that exists
//! with other methods is told from one that does not exist.

use std::borrow::Cow;
use std::collections::HashMap;
use std::future::{Ready, ready};
use std::str::Split;

use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::uri::PathAndQuery;
use actix_web::http::{Method, Uri};
use actix_web::web::ServiceConfig;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use percent_encoding::percent_decode_str;
use utoipa::openapi::{OpenApi, PathItem};

use crate::erro::{Interface, KitError};

/// The documented routes, as a tree of path words.
#[derive(Debug, Default)]
pub struct Rotas {
    raiz: No,
}

#[derive(Debug, Default)]
struct No {
    /// By the word in lower case: its canonical spelling and what follows.
    palavras: HashMap<String, (String, No)>,
    /// What follows an identifier.
    parametro: Option<Box<No>>,
    metodos: Vec<Method>,
}

impl Rotas {
    /// The routes of a document.
    pub fn de(openapi: &OpenApi) -> Self {
        let mut rotas = Self::default();
        rotas.juntar(openapi);
        rotas
    }

    /// Adds the routes of another document, for a listener that carries several interfaces.
    pub fn juntar(&mut self, openapi: &OpenApi) {
        for (modelo, item) in &openapi.paths.paths {
            for metodo in metodos_de(item) {
                self.incluir(metodo, modelo);
            }
        }
    }

    fn incluir(&mut self, metodo: Method, modelo: &str) {
        let mut no = &mut self.raiz;
        for parte in modelo.trim_start_matches('/').split('/') {
            no = if parte.starts_with('{') {
                no.parametro.get_or_insert_default()
            } else {
                let entrada = no.palavras.entry(parte.to_lowercase());
                &mut entrada.or_insert_with(|| (parte.to_owned(), No::default())).1
            };
        }
        if !no.metodos.contains(&metodo) {
            no.metodos.push(metodo);
        }
    }

    /// The path with its words in their canonical spelling and its identifiers untouched; `None` when no
    /// route of this method has the path. A word wins over an identifier where the method has both.
    pub fn canonizar(&self, metodo: &Method, caminho: &str) -> Option<String> {
        let mut partes = Vec::with_capacity(8);
        if !self.raiz.achar(caminho.strip_prefix('/')?.split('/'), metodo, &mut partes) {
            return None;
        }
        let mut canonico = String::with_capacity(caminho.len());
        for parte in partes {
            canonico.push('/');
            canonico.push_str(parte);
        }
        Some(canonico)
    }

    /// The methods that a path has; `HEAD` comes with `GET`.
    pub fn metodos(&self, caminho: &str) -> Vec<Method> {
        let mut metodos = Vec::new();
        if let Some(partes) = caminho.strip_prefix('/') {
            self.raiz.juntar_metodos(partes.split('/'), &mut metodos);
        }
        if metodos.contains(&Method::GET) {
            metodos.push(Method::HEAD);
        }
        metodos.sort_by(|a, b| a.as_str().cmp(b.as_str()));
        metodos.dedup();
        metodos
    }
}

impl No {
    fn palavra(&self, parte: &str) -> Option<&(String, No)> {
        if self.palavras.is_empty() {
            return None;
        }
        let texto: Cow<'_, str> = percent_decode_str(parte).decode_utf8().ok()?;
        self.palavras.get(&texto.to_lowercase())
    }

    fn identificador(&self, parte: &str) -> Option<&No> {
        self.parametro.as_deref().filter(|_| !parte.is_empty())
    }

    /// Walks the rest of a path; on success `canonicas` holds its parts. Depth is that of the routes, not
    /// that of the request.
    fn achar<'a>(
        &'a self,
        mut resto: Split<'a, char>,
        metodo: &Method,
        canonicas: &mut Vec<&'a str>,
    ) -> bool {
        let Some(parte) = resto.next() else { return self.metodos.contains(metodo) };
        let candidatos = [
            self.palavra(parte).map(|(canonica, no)| (canonica.as_str(), no)),
            self.identificador(parte).map(|no| (parte, no)),
        ];
        for (canonica, no) in candidatos.into_iter().flatten() {
            canonicas.push(canonica);
            if no.achar(resto.clone(), metodo, canonicas) {
                return true;
            }
            canonicas.pop();
        }
        false
    }

    fn juntar_metodos(&self, mut resto: Split<'_, char>, metodos: &mut Vec<Method>) {
        let Some(parte) = resto.next() else { return metodos.extend_from_slice(&self.metodos) };
        for no in [self.palavra(parte).map(|(_, no)| no), self.identificador(parte)].into_iter().flatten() {
            no.juntar_metodos(resto.clone(), metodos);
        }
    }
}

fn metodos_de(item: &PathItem) -> impl Iterator<Item = Method> {
    [
        (Method::GET, item.get.is_some()),
        (Method::PUT, item.put.is_some()),
        (Method::POST, item.post.is_some()),
        (Method::DELETE, item.delete.is_some()),
        (Method::OPTIONS, item.options.is_some()),
        (Method::HEAD, item.head.is_some()),
        (Method::PATCH, item.patch.is_some()),
    ]
    .into_iter()
    .filter_map(|(metodo, tem)| tem.then_some(metodo))
}

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

/// To be called behind an interface's routes: what they leave over is refused in the interface's own shape, the
/// paths of `openapi` with 405 also where another interface on the same listener has the default service.
pub fn recusar_o_resto<I: Interface>(cfg: &mut ServiceConfig, openapi: &OpenApi) {
    for caminho in openapi.paths.paths.keys() {
        cfg.route(caminho, web::to(rota_desconhecida::<I>));
    }
    cfg.default_service(web::to(rota_desconhecida::<I>));
}

/// Handler of the `default_service`: 405 with `Allow` where the path exists with other methods, else 404.
///
/// Needs `web::Data<Rotas>` in the app data to tell them apart.
pub async fn rota_desconhecida<I: Interface>(req: HttpRequest) -> Result<HttpResponse, actix_web::Error> {
    let permitidos =
        req.app_data::<web::Data<Rotas>>().map(|rotas| rotas.metodos(req.uri().path())).unwrap_or_default();
    Err(I::erro(if permitidos.is_empty() {
        KitError::RotaDesconhecida
    } else {
        KitError::MetodoNaoPermitido { permitidos }
    }))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::erro::teste::Ia;
    use actix_web::App;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use utoipa::openapi::path::Operation;
    use utoipa::openapi::{HttpMethod, PathsBuilder};

    fn rotas() -> Rotas {
        let caminhos = [
            ("/sku", HttpMethod::Get),
            ("/sku/{sku}", HttpMethod::Get),
            ("/sku/{sku}", HttpMethod::Put),
            ("/sku/Lote", HttpMethod::Post),
            ("/sku/{sku}/Estoque", HttpMethod::Put),
            ("/sku/Estoque/Lote", HttpMethod::Post),
            ("/Canal/Tipo_Canal", HttpMethod::Get),
            ("/Canal/{canalId}", HttpMethod::Get),
            ("/Canal/{canalId}/sku", HttpMethod::Get),
        ];
        let paths = caminhos.into_iter().fold(PathsBuilder::new(), |paths, (caminho, metodo)| {
            paths.path(caminho, PathItem::new(metodo, Operation::new()))
        });
        let mut openapi = OpenApi::default();
        openapi.paths = paths.build();
        Rotas::de(&openapi)
    }

    #[test]
    fn words_get_their_spelling_and_identifiers_keep_theirs() {
        let rotas = rotas();
        let casos = [
            ("GET", "/SKU", Some("/sku")),
            ("GET", "/%53ku/A%2Fb%20C", Some("/sku/A%2Fb%20C")),
            ("PUT", "/Sku/estoque/ESTOQUE", Some("/sku/estoque/Estoque")),
            ("POST", "/sku/lote", Some("/sku/Lote")),
            ("GET", "/SKU/lote", Some("/sku/lote")),
            ("GET", "/sku/Lote", Some("/sku/Lote")),
            ("POST", "/SKU/ESTOQUE/LOTE", Some("/sku/Estoque/Lote")),
            ("GET", "/canal/tipo_canal", Some("/Canal/Tipo_Canal")),
            ("GET", "/canal/tipo_canal/SKU", Some("/Canal/tipo_canal/sku")),
            ("GET", "/sku/%FF", Some("/sku/%FF")),
            ("GET", "/sku/", None),
            ("GET", "/", None),
            ("GET", "*", None),
            ("GET", "/sku/a/b", None),
            ("DELETE", "/sku/a", None),
        ];
        for (metodo, caminho, esperado) in casos {
            let metodo = Method::from_bytes(metodo.as_bytes()).unwrap();
            assert_eq!(rotas.canonizar(&metodo, caminho).as_deref(), esperado, "{metodo} {caminho}");
        }
    }

    #[test]
    fn methods_of_a_path() {
        let rotas = rotas();
        let nomes = |c: &str| rotas.metodos(c).iter().map(|m| m.as_str().to_owned()).collect::<Vec<_>>();
        assert_eq!(nomes("/SKU/lote"), ["GET", "HEAD", "POST", "PUT"]);
        assert_eq!(nomes("/sku/x/estoque"), ["PUT"]);
        assert!(nomes("/nada").is_empty());
    }

    fn configurar(cfg: &mut web::ServiceConfig) {
        async fn ver(req: HttpRequest) -> String {
            format!("{} {}", req.match_pattern().unwrap_or_default(), req.uri())
        }
        cfg.service(web::resource("/sku/Lote").guard(actix_web::guard::Post()).to(ver))
            .service(web::resource("/sku/{sku}").guard(actix_web::guard::Get()).to(ver))
            .default_service(web::to(rota_desconhecida::<Ia>));
    }

    #[actix_web::test]
    async fn requests_are_rewritten_before_routing() {
        let rotas = web::Data::new(rotas());
        let app = App::new().app_data(rotas.clone()).wrap(canonizar(rotas)).configure(configurar);
        let app = init_service(app).await;
        let casos = [
            (Method::POST, "/SKU/lote?A=b%2F", 200, "/sku/Lote /sku/Lote?A=b%2F"),
            (Method::GET, "/SKU/A%2fB?x", 200, "/sku/{sku} /sku/A%2fB?x"),
            (Method::HEAD, "/Sku/a", 200, "/sku/{sku} /sku/a"),
            (Method::DELETE, "/SKU/a", 405, "O método não é permitido nesta rota.|"),
            (Method::GET, "/nada", 404, "A rota solicitada não existe.|"),
        ];
        for (metodo, uri, status, corpo) in casos {
            let resposta = call_service(&app, TestRequest::with_uri(uri).method(metodo).to_request()).await;
            assert_eq!(resposta.status(), status, "{uri}");
            let allow = resposta.headers().get("allow").map(|v| v.to_str().unwrap().to_owned());
            assert_eq!(allow.as_deref(), (status == 405).then_some("GET, HEAD, PUT"));
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
