//! One id per request: taken from the caller or made, answered, logged, and at hand everywhere inside.

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

/// The header that carries the id, both ways.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static ATUAL: String;
}

/// The id, as found in the extensions of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(pub String);

/// The id of the request that this task serves; `-` outside of any. Other threads and spawned tasks are
/// outside: take the id along.
pub fn atual() -> String {
    ATUAL.try_with(Clone::clone).unwrap_or_else(|_| "-".to_owned())
}

/// Logs why an answer is a 5xx: the error and its causes, with the request's id. Call it once per failure,
/// where the error is turned into the answer.
pub fn registrar_falha(erro: &dyn StdError) {
    let mut cadeia = erro.to_string();
    let mut causa = erro.source();
    while let Some(erro) = causa {
        let texto = erro.to_string();
        // many errors repeat their cause's text
        if !cadeia.ends_with(&texto) {
            let _ = write!(cadeia, ": {texto}");
        }
        causa = erro.source();
    }
    tracing::error!(id = %atual(), erro = %cadeia, "request failed");
}

/// Middleware (for `actix_web::middleware::from_fn`): gives the request its id, answers it in
/// `X-Request-Id` whatever comes of the request, and logs one line. Should be the outermost one.
///
/// The line names the route by its template: neither identifiers nor query nor body nor key are in it.
pub async fn identificar<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let inicio = Instant::now();
    let id = recebido(req.headers()).unwrap_or_else(|| Uuid::now_v7().to_string());
    let cabecalho = HeaderValue::from_str(&id).unwrap_or_else(|_| HeaderValue::from_static("-"));
    let metodo = req.method().clone();
    req.extensions_mut().insert(RequestId(id.clone()));
    let servido = async move {
        match next.call(req).await {
            Ok(mut resposta) => {
                resposta.headers_mut().insert(X_REQUEST_ID, cabecalho);
                if tracing::enabled!(tracing::Level::INFO) {
                    let rota = resposta.request().match_pattern();
                    registrar(&metodo, rota.as_deref(), resposta.status(), inicio.elapsed());
                }
                Ok(resposta)
            }
            // refused by a middleware further in: its answer is made here, where the id is still known
            Err(erro) => {
                let mut resposta = erro.as_response_error().error_response();
                resposta.headers_mut().insert(X_REQUEST_ID, cabecalho);
                registrar(&metodo, None, resposta.status(), inicio.elapsed());
                Err(InternalError::from_response(erro, resposta).into())
            }
        }
    };
    ATUAL.scope(id, servido).await
}

fn registrar(metodo: &Method, rota: Option<&str>, status: StatusCode, duracao: Duration) {
    tracing::info!(
        id = %atual(),
        metodo = metodo.as_str(),
        rota = rota.unwrap_or("-"),
        status = status.as_u16(),
        ms = duracao.as_micros() as f64 / 1000.0,
        "request"
    );
}

/// The caller's own id, if it can stand in a log line and a header as it is.
fn recebido(cabecalhos: &HeaderMap) -> Option<String> {
    let id = cabecalhos.get(X_REQUEST_ID)?.to_str().ok()?;
    let bom = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    ((1..=128).contains(&id.len()) && id.bytes().all(bom)).then(|| id.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::consulta::{Filtros, FromConsulta, Leitor};
    use crate::erro::teste::Ia;
    use crate::erro::{Api, KitError};
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, init_service, read_body};
    use actix_web::{App, HttpRequest, dev::Service, web};
    use std::sync::{Arc, Mutex};

    struct Obrigatorio;

    impl FromConsulta for Obrigatorio {
        fn de(c: &mut Leitor<'_>) -> Option<Self> {
            c.problema("x", "falta")
        }
    }

    async fn barrar(
        req: ServiceRequest,
        next: Next<impl MessageBody>,
    ) -> Result<ServiceResponse<impl MessageBody>, Error> {
        if req.path() == "/barrada" {
            return Err(Ia::erro(KitError::TipoMidia));
        }
        next.call(req).await
    }

    async fn ver(req: HttpRequest) -> String {
        assert_eq!(req.extensions().get::<RequestId>().unwrap().0, atual());
        registrar_falha(&KitError::Store(store::StoreError::Interno("causa".into())));
        atual()
    }

    /// Status, header and body of one request.
    async fn pedir(uri: &str, id: Option<&str>) -> (u16, String, String) {
        async fn filtrar(_: Filtros<Obrigatorio, Ia>) -> &'static str {
            ""
        }
        let app = App::new()
            .wrap(from_fn(barrar))
            .wrap(from_fn(identificar))
            .route("/ver/{sku}", web::get().to(ver))
            .route("/filtrar", web::get().to(filtrar))
            .default_service(web::to(async || -> Result<String, Error> {
                Err(Ia::erro(KitError::RotaDesconhecida))
            }));
        let app = init_service(app).await;
        let mut req = TestRequest::with_uri(uri);
        if let Some(id) = id {
            req = req.insert_header((X_REQUEST_ID, id));
        }
        let (status, cabecalhos, corpo) = match app.call(req.to_request()).await {
            Ok(r) => (r.status(), r.headers().clone(), read_body(r).await),
            Err(e) => {
                let r = e.error_response();
                (r.status(), r.headers().clone(), web::Bytes::new())
            }
        };
        let id = cabecalhos.get(X_REQUEST_ID).unwrap().to_str().unwrap().to_owned();
        (status.as_u16(), id, String::from_utf8(corpo.to_vec()).unwrap())
    }

    #[actix_web::test]
    async fn every_answer_carries_an_id() {
        for (uri, esperado) in [("/ver/a", 200), ("/filtrar", 400), ("/nada", 404), ("/barrada", 415)] {
            let (status, id, _) = pedir(uri, Some("Meu-id_1.2")).await;
            assert_eq!((status, id.as_str()), (esperado, "Meu-id_1.2"), "{uri}");
        }
        let (_, id, corpo) = pedir("/ver/a", None).await;
        assert_eq!(id, corpo);
        assert_eq!(Uuid::parse_str(&id).unwrap().get_version_num(), 7);
        for ruim in ["", "a b", "a\"b", "é", &"x".repeat(129)] {
            assert_ne!(pedir("/ver/a", Some(ruim)).await.1, ruim);
        }
        assert_eq!(atual(), "-");
    }

    #[derive(Clone, Default)]
    struct Linhas(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Linhas {
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
        let linhas = Linhas::default();
        let destino = linhas.clone();
        let coletor =
            tracing_subscriber::fmt().with_ansi(false).with_writer(move || destino.clone()).finish();
        let _guarda = tracing::subscriber::set_default(coletor);
        pedir("/ver/segredo1?email=segredo2", Some("id-1")).await;
        let texto = String::from_utf8(linhas.0.lock().unwrap().clone()).unwrap();
        assert!(texto.contains("rota=\"/ver/{sku}\" status=200"), "{texto}");
        assert!(
            texto.contains("ERROR") && texto.contains("something failed inside the store: causa"),
            "{texto}"
        );
        assert_eq!(texto.matches("id=id-1").count(), 2, "{texto}");
        assert!(!texto.contains("segredo"), "{texto}");
    }
}
