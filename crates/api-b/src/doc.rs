//! The parts of the OpenAPI document that belong to no single route.

use http_kit::docs::Sources;
use utoipa::openapi::OpenApi as Document;
use utoipa::{IntoResponses, OpenApi};

use crate::error::ErrorBody;

/// What any operation may answer besides its own.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum Errors {
    /// The request is invalid; `mensagem` names every problem.
    #[response(status = 400)]
    Invalid(ErrorBody),
    /// The key is missing, malformed, unknown, expired, revoked, or of another interface.
    #[response(status = 401)]
    Unauthorized(ErrorBody),
    /// The path exists, with other methods.
    #[response(status = 405)]
    Method(ErrorBody),
    /// Too many requests or failed attempts; see `Retry-After`.
    #[response(status = 429)]
    Excess(ErrorBody),
    /// An internal failure; the answer's `X-Request-Id` finds it in the server's log.
    #[response(status = 500)]
    Internal(ErrorBody),
    /// Overloaded, or the database is away; see `Retry-After`.
    #[response(status = 503)]
    Unavailable(ErrorBody),
    /// It is not known whether the change was made: look before you repeat it.
    #[response(status = 504)]
    Unknown(ErrorBody),
}

/// What an operation on something named in its path may answer besides.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum MissingError {
    /// The store has no such thing.
    #[response(status = 404)]
    NotFound(ErrorBody),
}

/// What a list of long records may answer besides.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum PageErrors {
    /// The records of the page are longer than 16 MiB together: ask for fewer, or follow `Link`.
    #[response(status = 413)]
    Big(ErrorBody),
}

/// What a change without a body may answer besides.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum RuleError {
    /// A rule of the business refuses it, or the store is inactive.
    #[response(status = 422)]
    Rule(ErrorBody),
}

/// What an operation with a body may answer besides.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum BodyErrors {
    /// The body did not arrive in time.
    #[response(status = 408)]
    Slow(ErrorBody),
    /// The body is too large.
    #[response(status = 413)]
    Big(ErrorBody),
    /// The body is not JSON.
    #[response(status = 415)]
    MediaType(ErrorBody),
    /// The disk is nearly full, and the body is no small one; see `Retry-After`.
    #[response(status = 507)]
    ShortOfDisk(ErrorBody),
    /// A rule of the business refuses it, or the store is inactive.
    #[response(status = 422)]
    Rule(ErrorBody),
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Entreposto – interface B",
        description = "O que o sistema de uma loja consulta e altera: pedidos, produtos e as categorias da \
            loja. A chave da loja vai no cabeçalho `Authorization: Basic <chave>`, sem base64.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(ErrorBody)),
    tags(
        (name = "Pedidos", description = "Os pedidos de todos os canais da loja."),
        (name = "Produtos", description = "Os SKUs da loja, com estoque e preços."),
        (name = "Fabricantes", description = "As marcas dos produtos da loja."),
        (name = "Tabelas de precos", description = "Os preços da loja e os de seus canais."),
        (name = "Categorias", description = "A árvore de categorias da loja."),
        (name = "Usuarios", description = "Quem comprou na loja, como os pedidos o conhecem."),
        (name = "Loja", description = "A própria loja."),
        (name = "Webhook", description = "Para onde a loja quer que as mudanças sejam enviadas."),
    )
)]
struct Base;

/// What clients read of the operations, and what their examples are answered.
pub const SOURCES: Sources = Sources {
    texts: include_str!("doc/texts.toml"),
    members: include_str!("doc/members.toml"),
    answers: include_str!("doc/answers.json"),
};

/// The document before its routes.
pub fn base() -> Document {
    Base::openapi()
}
