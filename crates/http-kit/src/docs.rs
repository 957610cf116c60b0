//! The interface's own documentation: `/openapi.json` and a page to read and try it at `/docs`. Both work
//! offline and need no key.

use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpResponse, guard};
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{OpenApi, RefOr};
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig as Documented;
use utoipa_swagger_ui::{Config, SwaggerUi};

/// How keys are declared in an OpenAPI document. Not as `http` + `basic`: clients made from the document
/// would encode the key as user and password.
fn esquema_chave() -> SecurityScheme {
    SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(
        "Authorization",
        "A chave vai como está, sem base64: `Basic <chave>`.",
    )))
}

/// Every operation of a document, with its method in lower case and its path.
fn operacoes(openapi: &mut OpenApi) -> impl Iterator<Item = (&'static str, &str, &mut Operation)> {
    openapi.paths.paths.iter_mut().flat_map(|(caminho, item)| {
        let todas = [
            ("get", &mut item.get),
            ("put", &mut item.put),
            ("post", &mut item.post),
            ("patch", &mut item.patch),
            ("delete", &mut item.delete),
        ];
        todas.into_iter().filter_map(|(metodo, op)| Some((metodo, caminho.as_str(), op.as_mut()?)))
    })
}

/// Gives every response that says nothing of itself the name of its status: a document without descriptions
/// is not a valid one.
fn descrever_respostas(openapi: &mut OpenApi) {
    let respostas = operacoes(openapi).flat_map(|(_, _, op)| &mut op.responses.responses);
    for (status, resposta) in respostas {
        if let RefOr::T(resposta) = resposta
            && resposta.description.is_empty()
        {
            let conhecido = status.parse().ok().and_then(|codigo: StatusCode| codigo.canonical_reason());
            resposta.description = conhecido.unwrap_or(status).to_owned();
        }
    }
}

/// The document of a handler crate: `base`, the routes that `register` names, and what none of them says by
/// itself.
pub fn document(base: OpenApi, register: fn(&mut Documented<'_>)) -> OpenApi {
    let app = actix_web::App::new().into_utoipa_app().openapi(base);
    let (_, document) = app.configure(register).split_for_parts();
    completar(document)
}

/// The document of a handler crate with what none of its routes says by itself: the key, names that tell the
/// operations apart, and what utoipa leaves out.
fn completar(mut openapi: OpenApi) -> OpenApi {
    descrever_respostas(&mut openapi);
    for (metodo, caminho, operacao) in operacoes(&mut openapi) {
        operacao.operation_id = Some(id_da_operacao(metodo, caminho));
        so_json(operacao);
    }
    openapi.components.get_or_insert_default().add_security_scheme("chave", esquema_chave());
    openapi.security = Some(vec![SecurityRequirement::new::<_, [&str; 0], &str>("chave", [])]);
    openapi
}

/// A bare `true` or number is JSON too; utoipa takes it for plain text.
fn so_json(operacao: &mut Operation) {
    for resposta in operacao.responses.responses.values_mut() {
        if let RefOr::T(resposta) = resposta
            && let Some(corpo) = resposta.content.shift_remove("text/plain")
        {
            resposta.content.insert("application/json".to_owned(), corpo);
        }
    }
}

/// `get` and `/sku/{sku}/Canal` make `getSkuPorSkuCanal`. The handlers' own names repeat from one resource to
/// the next, and clients made from the document are named by these.
fn id_da_operacao(metodo: &str, caminho: &str) -> String {
    let mut id = metodo.to_owned();
    for parte in caminho.split('/').filter(|parte| !parte.is_empty()) {
        let nome = parte.trim_start_matches('{').trim_end_matches('}');
        if nome.len() < parte.len() {
            id.push_str("Por");
        }
        let mut letras = nome.chars();
        id.extend(letras.next().map(|inicial| inicial.to_ascii_uppercase()));
        id.extend(letras.filter(|letra| *letra != '_'));
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
        let documento = self.0.clone();
        let servir = move || {
            let resposta = HttpResponse::Ok().content_type(ContentType::json()).body(documento.clone());
            async { resposta }
        };
        cfg.service(web::resource("/openapi.json").guard(guard::Get()).to(servir))
            .service(web::redirect("/docs", "docs/"))
            // relative, so that it is found behind a proxy that adds a prefix
            .service(SwaggerUi::new("/docs/{_:.*}").config(Config::from("../openapi.json")));
    }
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
        let pedir = |uri: &str| TestRequest::with_uri(uri).to_request();

        let documento = call_service(&app, pedir("/openapi.json")).await;
        assert_eq!(documento.headers().get("content-type").unwrap(), "application/json");
        assert!(read_body(documento).await.starts_with(b"{\"openapi\":\"3."));

        let desvio = call_service(&app, pedir("/docs")).await;
        assert_eq!(
            (desvio.status().as_u16(), desvio.headers().get("location").unwrap()),
            (307, &"docs/".parse().unwrap())
        );

        let pagina = read_body(call_service(&app, pedir("/docs/")).await).await;
        assert!(!String::from_utf8_lossy(&pagina).contains("https://"));
        let inicio = read_body(call_service(&app, pedir("/docs/swagger-initializer.js")).await).await;
        assert!(String::from_utf8_lossy(&inicio).contains("../openapi.json"));
        assert_eq!(call_service(&app, pedir("/docs/swagger-ui-bundle.js")).await.status(), 200);
    }
}
