//! The parts of the OpenAPI document that belong to no single route.

use utoipa::openapi::OpenApi as Documento;
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
        (name = "Webhook", description = "Para onde a loja quer que as mudanças sejam enviadas."),
    )
)]
struct Base;

/// The document before its routes.
pub fn base() -> Documento {
    Base::openapi()
}
