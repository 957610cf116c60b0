//! Documentation of an interface: the OpenAPI document at `/openapi.json` and a page at `/docs` to read it and
//! try requests. Both work offline and without a key.

use std::sync::{Arc, OnceLock};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ContentType, LOCATION, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use actix_web::middleware::{DefaultHeaders, Next, from_fn};
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{Error, HttpResponse, guard};
use serde_json::Value;

use crate::error::{Fault, KitError};

mod document;
mod headers;
mod links;
mod members;
mod operation;
mod schemas;
mod texts;

pub use document::{Sources, document};
pub(crate) use document::{complete_document, document_of_routes, merge};

/// Why a document cannot be made. `Display` is for the author of the texts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// The texts are invalid TOML.
    #[error("the texts of the document cannot be read: {0}")]
    Texts(#[from] toml::de::Error),
    /// An example is invalid JSON.
    #[error("the example of {operation} is no JSON: {error}")]
    Example {
        /// The operation of the example.
        operation: String,
        /// The syntax error.
        error: serde_json::Error,
    },
    /// The recorded answers are invalid JSON.
    #[error("the recorded answers cannot be read: {0}")]
    Answers(serde_json::Error),
    /// The document of the routes cannot be written as JSON.
    #[error("the document of the routes cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

/// A document and its page. The document is made at its first request: that takes nearly as long as the rest of
/// a server's start, and tens of megabytes.
pub struct Docs(Arc<Document>);

struct Document {
    make: Box<dyn Fn() -> Result<Value, DocumentError> + Send + Sync>,
    json: OnceLock<Result<Bytes, DocumentError>>,
    format_error: fn(KitError) -> Error,
}

impl Docs {
    /// For the document that `make` returns; `format_error` formats its failure.
    pub fn new(
        make: impl Fn() -> Result<Value, DocumentError> + Send + Sync + 'static,
        format_error: fn(KitError) -> Error,
    ) -> Self {
        Self(Arc::new(Document { make: Box::new(make), json: OnceLock::new(), format_error }))
    }

    /// Adds the routes of the document and of its page to the app of one thread.
    pub fn configure(&self, cfg: &mut ServiceConfig) {
        let document = Arc::clone(&self.0);
        let serve = move || Arc::clone(&document).serve();
        let redirect =
            || async { HttpResponse::TemporaryRedirect().insert_header((LOCATION, "docs/")).finish() };
        cfg.service(
            web::resource("/openapi.json")
                .guard(guard::Get())
                .wrap(security_headers())
                .wrap(from_fn(mark_unchanging))
                .to(serve),
        )
        // relative, so that it is found behind a proxy that adds a prefix
        .service(web::resource(["/", "/docs"]).guard(guard::Get()).wrap(security_headers()).to(redirect));
        for file in &PAGE {
            cfg.service(
                web::resource(format!("/docs/{}", file.name))
                    .guard(guard::Get())
                    .wrap(security_headers())
                    .wrap(from_fn(mark_unchanging))
                    .to(|| async { file.answer() }),
            );
        }
    }
}

impl Document {
    async fn serve(self: Arc<Self>) -> Result<HttpResponse, Error> {
        let text = match self.json.get() {
            Some(Ok(text)) => text.clone(),
            _ => {
                let document = Arc::clone(&self);
                let made = web::block(move || document.text()).await;
                made.unwrap_or_else(|_| Err(Fault::new("making the document was cut off")))
                    .map_err(|fault| (self.format_error)(KitError::Internal(fault)))?
            }
        };
        Ok(HttpResponse::Ok()
            .content_type(ContentType::json())
            // the document is the same for all clients
            .insert_header((CACHE_CONTROL, "no-cache"))
            .body(text))
    }

    /// Made by the first request, for which others wait.
    fn text(&self) -> Result<Bytes, Fault> {
        let json = self.json.get_or_init(|| Ok((self.make)()?.to_string().into()));
        json.as_ref().cloned().map_err(|error| Fault::new(error.to_string()))
    }
}

/// A file of the page, which is built in `page/`.
struct File {
    name: &'static str,
    kind: &'static str,
    content: &'static [u8],
}

impl File {
    fn answer(&self) -> HttpResponse {
        HttpResponse::Ok()
            .content_type(self.kind)
            // another version of the program has other files at the same address
            .insert_header((CACHE_CONTROL, "no-cache"))
            .body(self.content)
    }
}

static PAGE: [File; 3] = [
    File { name: "", kind: "text/html; charset=utf-8", content: include_bytes!("../page/dist/index.html") },
    File {
        name: "page.css",
        kind: "text/css; charset=utf-8",
        content: include_bytes!("../page/dist/page.css"),
    },
    File {
        name: "page.js",
        kind: "text/javascript; charset=utf-8",
        content: include_bytes!("../page/dist/page.js"),
    },
];

/// Marks an answer that is the same for all clients while the program runs.
pub(crate) struct Unchanging;

async fn mark_unchanging<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut answer = next.call(req).await?;
    answer.response_mut().extensions_mut().insert(Unchanging);
    Ok(answer)
}

/// Content security policy of the page: scripts and styles of its own (inline styles too), embedded images,
/// requests to its own origin, no framing.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

fn security_headers() -> DefaultHeaders {
    DefaultHeaders::new()
        .add((CONTENT_SECURITY_POLICY, POLICY))
        .add((X_FRAME_OPTIONS, "DENY"))
        .add((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .add((REFERRER_POLICY, "no-referrer"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use actix_web::App;
    use actix_web::error::ErrorInternalServerError;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use serde_json::json;

    fn docs(make: fn() -> Result<Value, DocumentError>) -> Docs {
        Docs::new(make, |error| ErrorInternalServerError(error.to_string()))
    }

    #[actix_web::test]
    async fn a_document_that_cannot_be_made_is_refused_and_says_nothing_of_why() {
        let broken = || serde_json::from_str::<Value>("{").map_err(DocumentError::Answers);
        let docs = docs(broken);
        let app = init_service(App::new().configure(|cfg| docs.configure(cfg))).await;
        for _ in 0..2 {
            let answer = call_service(&app, TestRequest::with_uri("/openapi.json").to_request()).await;
            assert_eq!(answer.status(), 500);
            assert_eq!(read_body(answer).await, "Ocorreu um erro interno.");
        }
    }

    #[actix_web::test]
    async fn document_and_page_are_served() {
        let docs = docs(|| Ok(json!({ "openapi": "3.1.0" })));
        let app = init_service(App::new().configure(|cfg| docs.configure(cfg))).await;
        let ask = |uri: &str| TestRequest::with_uri(uri).to_request();

        let document = call_service(&app, ask("/openapi.json")).await;
        assert_eq!(document.headers().get("content-type").unwrap(), "application/json");
        assert!(read_body(document).await.starts_with(b"{\"openapi\":\"3."));

        let redirect = call_service(&app, ask("/docs")).await;
        assert_eq!(
            (redirect.status().as_u16(), redirect.headers().get("location").unwrap()),
            (307, &"docs/".parse().unwrap())
        );

        let page = read_body(call_service(&app, ask("/docs/")).await).await;
        assert!(!String::from_utf8_lossy(&page).contains("https://"));

        let script = call_service(&app, ask("/docs/page.js")).await;
        assert_eq!(script.headers().get("content-type").unwrap(), "text/javascript; charset=utf-8");
        let script = read_body(script).await;
        assert!(String::from_utf8_lossy(&script).contains("ENVIAR"), "the page is not in Portuguese");
        let start = call_service(&app, ask("/")).await;
        assert_eq!(start.headers().get("location").unwrap(), "docs/");
    }

    #[actix_web::test]
    async fn page_and_document_are_shielded_and_the_page_needs_nothing_else() {
        let docs = docs(|| Ok(json!({ "openapi": "3.1.0" })));
        let app = init_service(App::new().configure(|cfg| docs.configure(cfg))).await;
        for uri in ["/", "/openapi.json", "/docs", "/docs/", "/docs/page.js", "/docs/page.css"] {
            let answer = call_service(&app, TestRequest::with_uri(uri).to_request()).await;
            let header = |name: &str| answer.headers().get(name).map_or("", |value| value.to_str().unwrap());
            assert_eq!(header("content-security-policy"), POLICY, "{uri}");
            assert_eq!(header("x-frame-options"), "DENY", "{uri}");
            assert_eq!(header("x-content-type-options"), "nosniff", "{uri}");
            assert_eq!(header("referrer-policy"), "no-referrer", "{uri}");
        }
        // what the policy forbids is not on the page: scripts without a source, foreign addresses
        let page = read_body(call_service(&app, TestRequest::with_uri("/docs/").to_request()).await).await;
        let page = String::from_utf8_lossy(&page);
        let scripts = page.matches("<script").count();
        assert!(scripts > 0 && scripts == page.matches("<script src=\"./").count(), "{page}");
        assert!(!page.contains("<base") && !page.contains(" onload="), "{page}");
    }
}
