//! Everything that the kit can refuse, and how a handler crate turns it into its own answer.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use domain::reading::json::ReadError;
use domain::reading::problems::Problems;
use store::StoreError;
use store::tokens::TokenKind;

use crate::fault::Fault;

/// What tells one handler crate from another: the kind of key that it takes and the shape of its errors.
///
/// Each handler crate has one zero-sized type that implements it; every extractor of the kit is generic
/// over it, so that a refusal always has the shape of the interface that was called.
pub trait Api: 'static {
    /// The kind of key that opens this interface.
    const KIND: TokenKind;

    /// The interface's own error for a refusal of the kit.
    fn error(error: KitError) -> actix_web::Error;
}

/// A request that the kit refused. `Display` is a whole sentence that a client may read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KitError {
    /// No valid key of the right kind.
    #[error("{0}")]
    Unauthorized(UnauthorizedReason),
    /// Too many requests, or too many failed attempts from one address.
    #[error("O limite de tentativas foi excedido. Tente novamente em {wait_s} segundo(s).")]
    TooManyAttempts {
        /// Whole seconds until the next attempt counts.
        wait_s: u64,
    },
    /// Too much of what was answered before is still on its way to this client's application, or to all.
    #[error("Há respostas grandes demais ainda não recebidas. Leia-as, ou peça menos registros por página.")]
    TooManyBytes,
    /// Too many large bodies of this client's application, or of all, are on their way or not yet read.
    #[error(
        "Há corpos grandes demais a caminho ao mesmo tempo. Espere pelas respostas, ou envie lotes menores."
    )]
    TooManyBodies,
    /// Problems of the query string.
    #[error("A consulta tem parâmetros inválidos.")]
    Query(Problems),
    /// Problems of an identifier in the path. Reads may prefer to answer that it does not exist.
    #[error("O caminho tem um identificador inválido.")]
    PathParams(Problems),
    /// Problems of the body.
    #[error("O corpo da requisição tem dados inválidos.")]
    Body(Problems),
    /// The body is not JSON.
    #[error("O corpo não é um JSON válido (linha {row}, coluna {column}).")]
    InvalidJson {
        /// 1-based line.
        row: usize,
        /// 1-based column.
        column: usize,
    },
    /// Neither JSON nor UTF-8, or compressed.
    #[error("O corpo deve ser enviado como application/json em UTF-8, sem compressão.")]
    MediaType,
    /// The body is larger than it may be.
    #[error("O corpo excede o limite de {limit} bytes.")]
    BodyTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The disk is nearly full: large bodies are refused, so that small ones can go on.
    #[error("O serviço está com pouco espaço em disco e recusa, por ora, corpos de mais de 16 KiB.")]
    ShortOfDisk,
    /// The records of the page are too long together, and whoever counts pages would miss some of them.
    #[error(
        "Os registros desta página somam mais de {limit} bytes. Peça menos por página (quantidade_registros) \
         ou siga o cabeçalho Link, sem informar pagina."
    )]
    PageTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The body did not arrive within its deadline.
    #[error("O corpo não chegou por inteiro dentro do prazo.")]
    BodyTooSlow,
    /// The connection ended, or its framing broke, inside the body.
    #[error("O corpo chegou incompleto.")]
    BodyIncomplete,
    /// No route has this path.
    #[error("A rota solicitada não existe.")]
    UnknownRoute,
    /// The path exists with other methods.
    #[error("O método não é permitido nesta rota.")]
    MethodNotAllowed {
        /// The methods that the path has.
        allowed: Vec<Method>,
    },
    /// The database could not serve the request. The cause is for the log, never for the client.
    #[error("{}", message_store(.0))]
    Store(#[from] StoreError),
    /// The program did something wrong itself. What, is for the log, never for the client.
    #[error("Ocorreu um erro interno.")]
    Internal(#[from] Fault),
}

/// Why a key was refused. `Display` is a whole sentence that a client may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnauthorizedReason {
    /// No `Authorization` header.
    #[error("Informe a chave no cabeçalho Authorization, na forma: Basic <chave>.")]
    Missing,
    /// Not a key: wrong prefix, length, characters or checksum.
    #[error("A chave do cabeçalho Authorization está malformada.")]
    Malformed,
    /// The client encoded the key as HTTP Basic does with user and password.
    #[error(
        "A chave vai como está no cabeçalho Authorization (Basic <chave>), sem usuário, senha nem base64."
    )]
    Base64,
    /// Another scheme, such as Bearer.
    #[error("O esquema do cabeçalho Authorization deve ser Basic, seguido da chave.")]
    Schema,
    /// Well formed, but nobody's key.
    #[error("A chave informada não é válida.")]
    Unknown,
    /// Past its end.
    #[error("A chave informada expirou.")]
    Expired,
    /// Revoked.
    #[error("A chave informada foi revogada.")]
    Revoked,
    /// A key of the other kind.
    #[error("A chave informada pertence a outra interface.")]
    OtherInterface,
}

fn message_store(error: &StoreError) -> &'static str {
    match error {
        StoreError::Unknown(_) => "Não se sabe se a alteração foi gravada. Consulte antes de repetir.",
        error if wait_of_store(error).is_some() => {
            "O serviço está temporariamente indisponível. Tente novamente em instantes."
        }
        _ => "Ocorreu um erro interno.",
    }
}

/// Seconds after which a retry makes sense; `None` when it makes none.
pub(crate) fn wait_of_store(error: &StoreError) -> Option<u64> {
    match error {
        StoreError::Overload | StoreError::Concurrency(_) | StoreError::TooSlow(_) => Some(1),
        StoreError::Unavailable(_) => Some(2),
        _ => None,
    }
}

impl KitError {
    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Unauthorized(_) => StatusCode::UNAUTHORIZED,
            Self::TooManyAttempts { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Query(_)
            | Self::PathParams(_)
            | Self::Body(_)
            | Self::InvalidJson { .. }
            | Self::BodyIncomplete => StatusCode::BAD_REQUEST,
            Self::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTooLarge { .. } | Self::PageTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::ShortOfDisk => StatusCode::INSUFFICIENT_STORAGE,
            Self::BodyTooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::UnknownRoute => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooManyBytes | Self::TooManyBodies => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(StoreError::Unknown(_)) => StatusCode::GATEWAY_TIMEOUT,
            Self::Store(error) if wait_of_store(error).is_some() => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(_) | Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The headers that the status demands: `WWW-Authenticate`, `Allow` or `Retry-After`.
    pub fn headers(&self) -> Vec<(HeaderName, HeaderValue)> {
        match self {
            Self::Unauthorized(_) => {
                vec![(header::WWW_AUTHENTICATE, HeaderValue::from_static(r#"Basic realm="entreposto""#))]
            }
            Self::MethodNotAllowed { allowed } => {
                let names: Vec<&str> = allowed.iter().map(Method::as_str).collect();
                // method names are tokens, always fit for a header
                HeaderValue::from_str(&names.join(", ")).into_iter().map(|v| (header::ALLOW, v)).collect()
            }
            Self::TooManyAttempts { wait_s } => vec![(header::RETRY_AFTER, HeaderValue::from(*wait_s))],
            Self::TooManyBytes | Self::TooManyBodies => vec![(header::RETRY_AFTER, HeaderValue::from(1))],
            Self::ShortOfDisk => vec![(header::RETRY_AFTER, HeaderValue::from(60))],
            Self::Store(error) => wait_of_store(error)
                .into_iter()
                .map(|s| (header::RETRY_AFTER, HeaderValue::from(s)))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The single problems behind the refusal, when it has any.
    pub fn problems(&self) -> Option<&Problems> {
        match self {
            Self::Query(p) | Self::PathParams(p) | Self::Body(p) => Some(p),
            _ => None,
        }
    }
}

impl From<UnauthorizedReason> for KitError {
    fn from(motivo: UnauthorizedReason) -> Self {
        Self::Unauthorized(motivo)
    }
}

impl From<ReadError> for KitError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Syntax { row, column } => Self::InvalidJson { row, column },
            ReadError::Problems(problems) => Self::Body(problems),
        }
    }
}

#[cfg(test)]
pub(crate) mod test {
    //! A small interface for the kit's own tests: its error body is `status|message|problems`.

    use std::fmt;

    use actix_web::{HttpResponse, ResponseError};

    use super::*;

    /// An interface opened by application keys.
    pub struct TestInterface;

    #[derive(Debug)]
    struct Answer(KitError);

    impl fmt::Display for Answer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    impl ResponseError for Answer {
        fn status_code(&self) -> StatusCode {
            self.0.status()
        }

        fn error_response(&self) -> HttpResponse {
            let mut answer = HttpResponse::build(self.0.status());
            for header in self.0.headers() {
                answer.insert_header(header);
            }
            let problems = self.0.problems().map(ToString::to_string).unwrap_or_default();
            answer.body(format!("{}|{problems}", self.0))
        }
    }

    impl Api for TestInterface {
        const KIND: TokenKind = TokenKind::Aplicacao;

        fn error(error: KitError) -> actix_web::Error {
            Answer(error).into()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    fn header(error: &KitError) -> String {
        error.headers().iter().map(|(n, v)| format!("{n}: {}", v.to_str().unwrap())).collect()
    }

    #[test]
    fn statuses_carry_the_headers_that_they_demand() {
        let unauthorized = KitError::from(UnauthorizedReason::Missing);
        assert_eq!(unauthorized.status(), 401);
        assert_eq!(header(&unauthorized), r#"www-authenticate: Basic realm="entreposto""#);

        let method = KitError::MethodNotAllowed { allowed: vec![Method::GET, Method::POST] };
        assert_eq!(method.status(), 405);
        assert_eq!(header(&method), "allow: GET, POST");

        let many = KitError::TooManyAttempts { wait_s: 7 };
        assert_eq!((many.status().as_u16(), header(&many)), (429, "retry-after: 7".into()));

        let overload = KitError::from(StoreError::Overload);
        assert_eq!((overload.status().as_u16(), header(&overload)), (503, "retry-after: 1".into()));
    }
}
