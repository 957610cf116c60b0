//! The parts of the OpenAPI document that belong to no single route.

use http_kit::docs::Sources;
use utoipa::openapi::OpenApi as Document;
use utoipa::{IntoResponses, OpenApi};

use crate::error::ErrorBody;

/// What any operation may answer besides its own.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum Errors {
    /// The request is invalid; `validationErrors` has one entry per problem.
    #[response(status = 400)]
    Invalid(ErrorBody),
    /// The key is missing, malformed, unknown, expired, revoked, or of another interface.
    #[response(status = 401)]
    Unauthorized(ErrorBody),
    /// No such thing, for this application.
    #[response(status = 404)]
    NotFound(ErrorBody),
    /// The path exists, with other methods.
    #[response(status = 405)]
    Method(ErrorBody),
    /// It conflicts with what is stored.
    #[response(status = 409)]
    Conflict(ErrorBody),
    /// `If-Match` names another state than the present one.
    #[response(status = 412)]
    Precondition(ErrorBody),
    /// Too many failed attempts; see `Retry-After`.
    #[response(status = 429)]
    Excess(ErrorBody),
    /// An internal failure; `exception.id` is the request id.
    #[response(status = 500)]
    Internal(ErrorBody),
    /// Overloaded, or the database is away; see `Retry-After`.
    #[response(status = 503)]
    Unavailable(ErrorBody),
    /// It is not known whether the change was made: look before you repeat it.
    #[response(status = 504)]
    Unknown(ErrorBody),
}

/// What a list of long records may answer besides.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum PageErrors {
    /// The records of the page that was asked for by its number are longer than 16 MiB together: ask for
    /// fewer, or follow `Link`.
    #[response(status = 413)]
    Big(ErrorBody),
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
}

/// What an operation that takes a file may answer besides.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum FileErrors {
    /// The file did not arrive in time.
    #[response(status = 408)]
    Slow(ErrorBody),
    /// The file is too large.
    #[response(status = 413)]
    Big(ErrorBody),
    /// The file is compressed on its way.
    #[response(status = 415)]
    Coding(ErrorBody),
    /// The disk is nearly full, and the file is no small one; see `Retry-After`.
    #[response(status = 507)]
    ShortOfDisk(ErrorBody),
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Entreposto – interface A",
        description = "Usuários, canais, SKUs, categorias de canal e pedidos de uma aplicação. \
            A chave vai no cabeçalho `Authorization: Basic <chave>`, sem base64.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "Usuario", description = "As lojas da aplicação."),
        (name = "Canal", description = "Conexões de uma loja com marketplaces."),
        (name = "Sku", description = "O que a loja vende: estoque e preço."),
        (name = "Estoque", description = "Quem conta o estoque e o que pedidos reservam dele."),
        (name = "Oferta", description = "O que cada canal deve mostrar, e por quê."),
        (name = "Conexao", description = "O que o próprio hub faz em um marketplace, e o que o impede."),
        (name = "Categoria", description = "Categorias de um canal."),
        (name = "Pedido", description = "Pedidos vindos dos marketplaces."),
        (name = "Fila", description = "Eventos de pedidos, entregues até serem confirmados."),
        (name = "Importacao", description = "Planilhas e outros arquivos, como vêm de outros sistemas."),
        (name = "Evento", description = "O registro de tudo o que mudou."),
        (name = "Notificacao", description = "Para onde os eventos são enviados, assinados."),
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
