//! The interface's own documentation: `/openapi.json` and a page to read and try it at `/docs`. Both work
//! offline and need no key.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ContentType, LOCATION, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use actix_web::middleware::{DefaultHeaders, Next, from_fn};
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{Error, HttpResponse, guard};
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{OpenApi, RefOr};
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig as Documented;
use utoipa_swagger_ui::{Config, SwaggerUi};

/// How keys are declared in an OpenAPI document. Not as `http` + `basic`: clients made from the document
/// would encode the key as user and password.
fn key_scheme() -> SecurityScheme {
    SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(
        "Authorization",
        "A chave vai como está, sem base64: `Basic <chave>`.",
    )))
}

/// Every operation of a document, with its method in lower case and its path.
fn operations(openapi: &mut OpenApi) -> impl Iterator<Item = (&'static str, &str, &mut Operation)> {
    openapi.paths.paths.iter_mut().flat_map(|(path, item)| {
        let all = [
            ("get", &mut item.get),
            ("put", &mut item.put),
            ("post", &mut item.post),
            ("patch", &mut item.patch),
            ("delete", &mut item.delete),
        ];
        all.into_iter().filter_map(|(method, op)| Some((method, path.as_str(), op.as_mut()?)))
    })
}

/// Gives every response that says nothing of itself the name of its status: a document without descriptions
/// is not a valid one.
fn describe_answers(openapi: &mut OpenApi) {
    let answers = operations(openapi).flat_map(|(_, _, op)| &mut op.responses.responses);
    for (status, answer) in answers {
        if let RefOr::T(answer) = answer
            && answer.description.is_empty()
        {
            let known = status.parse().ok().and_then(|code: StatusCode| code.canonical_reason());
            answer.description = known.unwrap_or(status).to_owned();
        }
    }
}

/// The document of a handler crate: `base`, the routes that `register` names, and what none of them says by
/// itself.
pub fn document(base: OpenApi, register: fn(&mut Documented<'_>)) -> OpenApi {
    let app = actix_web::App::new().into_utoipa_app().openapi(base);
    let (_, document) = app.configure(register).split_for_parts();
    complete(document)
}

/// The document of a handler crate with what none of its routes says by itself: the key, names that tell the
/// operations apart, and what utoipa leaves out.
fn complete(mut openapi: OpenApi) -> OpenApi {
    describe_answers(&mut openapi);
    for (method, path, operation) in operations(&mut openapi) {
        operation.operation_id = Some(operation_id_of(method, path));
        so_json(operation);
    }
    openapi.components.get_or_insert_default().add_security_scheme("chave", key_scheme());
    openapi.security = Some(vec![SecurityRequirement::new::<_, [&str; 0], &str>("chave", [])]);
    openapi
}

/// A bare `true` or number is JSON too; utoipa takes it for plain text.
fn so_json(operation: &mut Operation) {
    for answer in operation.responses.responses.values_mut() {
        if let RefOr::T(answer) = answer
            && let Some(body) = answer.content.shift_remove("text/plain")
        {
            answer.content.insert("application/json".to_owned(), body);
        }
    }
}

/// `get` and `/sku/{sku}/Canal` make `getSkuPorSkuCanal`. The handlers' own names repeat from one resource to
/// the next, and clients made from the document are named by these.
fn operation_id_of(method: &str, path: &str) -> String {
    let mut id = method.to_owned();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        let name = part.trim_start_matches('{').trim_end_matches('}');
        if name.len() < part.len() {
            id.push_str("Por");
        }
        let mut letters = name.chars();
        id.extend(letters.next().map(|initial| initial.to_ascii_uppercase()));
        id.extend(letters.filter(|letter| *letter != '_'));
    }
    id
}

/// A document and its page, ready to be served.
pub struct Docs(Bytes);

impl Docs {
    /// Writes the document out, once.
    pub fn new(openapi: &OpenApi) -> serde_json::Result<Self> {
        Ok(Self(serde_json::to_vec(openapi)?.into()))
    }

    /// Serves both from one thread's app.
    pub fn configure(&self, cfg: &mut ServiceConfig) {
        let document = self.0.clone();
        let serve = move || {
            let answer = HttpResponse::Ok()
                .content_type(ContentType::json())
                // nothing of anybody's is in it
                .insert_header((CACHE_CONTROL, "no-cache"))
                .body(document.clone());
            async { answer }
        };
        let redirect =
            || async { HttpResponse::TemporaryRedirect().insert_header((LOCATION, "docs/")).finish() };
        cfg.service(
            web::resource("/openapi.json").guard(guard::Get()).wrap(shielded()).wrap(from_fn(mark)).to(serve),
        )
        .service(web::resource("/docs").wrap(shielded()).to(redirect))
        .service(
            web::scope("/docs")
                .wrap(shielded())
                .wrap(from_fn(mark))
                // relative, so that it is found behind a proxy that adds a prefix
                .service(SwaggerUi::new("/{_:.*}").config(Config::from("../openapi.json"))),
        );
    }
}

/// Marks an answer that is the same for everybody as long as the program runs.
pub(crate) struct Unchanging;

async fn mark<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut answer = next.call(req).await?;
    answer.response_mut().extensions_mut().insert(Unchanging);
    Ok(answer)
}

/// What keeps the page to itself: its own scripts and styles (it writes some of these into its elements),
/// pictures that it carries along, calls to its own address; and nobody's frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

fn shielded() -> DefaultHeaders {
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
    use actix_web::test::{TestRequest, call_service, init_service, read_body};

    #[actix_web::test]
    async fn document_and_page_are_served() {
        let docs = Docs::new(&OpenApi::default()).unwrap();
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
        let start = read_body(call_service(&app, ask("/docs/swagger-initializer.js")).await).await;
        assert!(String::from_utf8_lossy(&start).contains("../openapi.json"));
        assert_eq!(call_service(&app, ask("/docs/swagger-ui-bundle.js")).await.status(), 200);
    }

    #[actix_web::test]
    async fn page_and_document_are_shielded_and_the_page_needs_nothing_else() {
        let docs = Docs::new(&OpenApi::default()).unwrap();
        let app = init_service(App::new().configure(|cfg| docs.configure(cfg))).await;
        for uri in [
            "/openapi.json",
            "/docs",
            "/docs/",
            "/docs/swagger-ui-bundle.js",
            "/docs/swagger-ui.css",
            "/docs/x",
        ] {
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
