//! The parts of the OpenAPI document that belong to no single route.

use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{OpenApi as Documento, RefOr};
use utoipa::{IntoResponses, OpenApi};

use crate::erro::CorpoErro;

/// What any operation may answer besides its own.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum Erros {
    /// The request is invalid; `mensagem` names every problem.
    #[response(status = 400)]
    Invalida(CorpoErro),
    /// The key is missing, malformed, unknown, expired, revoked, or of another interface.
    #[response(status = 401)]
    NaoAutorizado(CorpoErro),
    /// The path exists, with other methods.
    #[response(status = 405)]
    Metodo(CorpoErro),
    /// Too many requests or failed attempts; see `Retry-After`.
    #[response(status = 429)]
    Excesso(CorpoErro),
    /// An internal failure; the answer's `X-Request-Id` finds it in the server's log.
    #[response(status = 500)]
    Interno(CorpoErro),
    /// Overloaded, or the database is away; see `Retry-After`.
    #[response(status = 503)]
    Indisponivel(CorpoErro),
}

/// What an operation on something named in its path may answer besides.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum ErroAusente {
    /// The store has no such thing.
    #[response(status = 404)]
    NaoEncontrado(CorpoErro),
}

/// What a change without a body may answer besides.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum ErroDeRegra {
    /// A rule of the business refuses it, or the store is inactive.
    #[response(status = 422)]
    Regra(CorpoErro),
}

/// What an operation with a body may answer besides.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum ErrosDeCorpo {
    /// The body did not arrive in time.
    #[response(status = 408)]
    Lento(CorpoErro),
    /// The body is too large.
    #[response(status = 413)]
    Grande(CorpoErro),
    /// The body is not JSON.
    #[response(status = 415)]
    TipoMidia(CorpoErro),
    /// A rule of the business refuses it, or the store is inactive.
    #[response(status = 422)]
    Regra(CorpoErro),
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Entreposto – interface B",
        description = "O que o sistema de uma loja consulta e altera: pedidos, produtos e as categorias da \
            loja. A chave da loja vai no cabeçalho `Authorization: Basic <chave>`, sem base64.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(CorpoErro)),
    tags(
        (name = "Pedidos", description = "Os pedidos de todos os canais da loja."),
        (name = "Produtos", description = "Os SKUs da loja, com estoque e preços."),
        (name = "Categorias", description = "A árvore de categorias da loja."),
        (name = "Loja", description = "A própria loja."),
    )
)]
struct Base;

/// The document before its routes.
pub fn base() -> Documento {
    Base::openapi()
}

/// The document with what all routes share: the key.
pub fn completar(mut doc: Documento) -> Documento {
    http_kit::docs::descrever_respostas(&mut doc);
    let componentes = doc.components.get_or_insert_default();
    componentes.add_security_scheme("chave", http_kit::docs::esquema_chave());
    doc.security = Some(vec![SecurityRequirement::new::<_, [&str; 0], &str>("chave", [])]);
    so_json(&mut doc);
    doc
}

/// A bare `true` or number is JSON too; utoipa takes it for plain text.
fn so_json(doc: &mut Documento) {
    for item in doc.paths.paths.values_mut() {
        let operacoes = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operacao in operacoes.into_iter().flatten() {
            for resposta in operacao.responses.responses.values_mut() {
                if let RefOr::T(resposta) = resposta
                    && let Some(corpo) = resposta.content.shift_remove("text/plain")
                {
                    resposta.content.insert("application/json".to_owned(), corpo);
                }
            }
        }
    }
}
