//! The parts of the OpenAPI document that belong to no single route.

use utoipa::openapi::OpenApi as Documento;
use utoipa::{IntoResponses, OpenApi};

use crate::erro::CorpoErro;

/// What any operation may answer besides its own.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "for the document alone")]
pub enum Erros {
    /// The request is invalid; `validationErrors` has one entry per problem.
    #[response(status = 400)]
    Invalida(CorpoErro),
    /// The key is missing, malformed, unknown, expired, revoked, or of another interface.
    #[response(status = 401)]
    NaoAutorizado(CorpoErro),
    /// No such thing, for this application.
    #[response(status = 404)]
    NaoEncontrado(CorpoErro),
    /// The path exists, with other methods.
    #[response(status = 405)]
    Metodo(CorpoErro),
    /// It conflicts with what is stored.
    #[response(status = 409)]
    Conflito(CorpoErro),
    /// `If-Match` names another state than the present one.
    #[response(status = 412)]
    PreCondicao(CorpoErro),
    /// Too many failed attempts; see `Retry-After`.
    #[response(status = 429)]
    Excesso(CorpoErro),
    /// An internal failure; `exception.id` is the request id.
    #[response(status = 500)]
    Interno(CorpoErro),
    /// Overloaded, or the database is away; see `Retry-After`.
    #[response(status = 503)]
    Indisponivel(CorpoErro),
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
        (name = "Oferta", description = "O que cada canal deve mostrar, e por quê."),
        (name = "Categoria", description = "Categorias de um canal."),
        (name = "Pedido", description = "Pedidos vindos dos marketplaces."),
        (name = "Fila", description = "Eventos de pedidos, entregues até serem confirmados."),
        (name = "Evento", description = "O registro de tudo o que mudou."),
        (name = "Notificacao", description = "Para onde os eventos são enviados, assinados."),
    )
)]
struct Base;

/// The document before its routes.
pub fn base() -> Documento {
    Base::openapi()
}
