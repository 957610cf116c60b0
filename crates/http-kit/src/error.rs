//! Errors of the kit, and the trait with which a handler crate formats them.

use std::borrow::Cow;
use std::error::Error;

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use domain::reading::json::ReadError;
use domain::reading::problems::Problems;
use store::StoreError;
use store::tokens::TokenKind;

/// A handler crate: the kind of key that it accepts and the format of its errors.
///
/// Each handler crate has one zero-sized type that implements it. The extractors of the kit are generic over
/// it, so that an error always has the format of the interface that was called.
pub trait Api: 'static {
    /// The kind of key that opens this interface.
    const KIND: TokenKind;

    /// Formats an error of the kit as the interface does.
    fn error(error: KitError) -> actix_web::Error;
}

/// Why the kit refuses a request. `Display` is a sentence in Portuguese for the client.
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
    /// Too many bytes of earlier answers are still being sent, to this application or in all.
    #[error("Há respostas grandes demais ainda não recebidas. Leia-as, ou peça menos registros por página.")]
    TooManyAnswers,
    /// Too many bytes of large bodies are being received, from this application or in all.
    #[error(
        "Há corpos grandes demais a caminho ao mesmo tempo. Espere pelas respostas, ou envie lotes menores."
    )]
    TooManyBodies,
    /// Problems of the query string.
    #[error("A consulta tem parâmetros inválidos.")]
    Query(Problems),
    /// Problems of an identifier in the path. Reads may return 404 instead.
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
    /// The body exceeds its limit.
    #[error("O corpo excede o limite de {limit} bytes.")]
    BodyTooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The disk is nearly full: large bodies are refused, small ones still accepted.
    #[error("O serviço está com pouco espaço em disco e recusa, por ora, corpos de mais de 16 KiB.")]
    ShortOfDisk,
    /// The records of a page chosen by number are too long together; a shorter page would skip records.
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
    /// The connection ended, or its framing was invalid, inside the body.
    #[error("O corpo chegou incompleto.")]
    BodyIncomplete,
    /// No route has this path.
    #[error("A rota solicitada não existe.")]
    UnknownRoute,
    /// The path has no route for this method.
    #[error("O método não é permitido nesta rota.")]
    MethodNotAllowed {
        /// The methods of the path.
        allowed: Vec<Method>,
    },
    /// The database failed. The cause is logged and never shown to the client.
    #[error("{}", store_message(.0))]
    Store(#[from] StoreError),
    /// A bug of the program. The cause is logged and never shown to the client.
    #[error("Ocorreu um erro interno.")]
    Internal(#[from] Fault),
}

/// A bug of the program: a value that cannot be written as JSON, an invariant that does not hold. `Display` is
/// English, for the log; clients never see it.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct Fault {
    what: Cow<'static, str>,
    #[source]
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Fault {
    /// With a description of what failed.
    pub fn new(what: impl Into<Cow<'static, str>>) -> Self {
        Self { what: what.into(), cause: None }
    }

    /// For the value `what`, which could not be written as JSON.
    pub fn json(what: &str, cause: serde_json::Error) -> Self {
        Self { what: format!("{what} cannot be written as JSON").into(), cause: Some(Box::new(cause)) }
    }
}

/// Why a key was refused. `Display` is a sentence in Portuguese for the client.
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
    Scheme,
    /// Well formed, but unknown.
    #[error("A chave informada não é válida.")]
    Unknown,
    /// Expired.
    #[error("A chave informada expirou.")]
    Expired,
    /// Revoked.
    #[error("A chave informada foi revogada.")]
    Revoked,
    /// A key of another interface's kind.
    #[error("A chave informada pertence a outra interface.")]
    OtherInterface,
}

fn store_message(error: &StoreError) -> &'static str {
    match error {
        StoreError::Unknown(_) => "Não se sabe se a alteração foi gravada. Consulte antes de repetir.",
        error if retry_after_s(error).is_some() => {
            "O serviço está temporariamente indisponível. Tente novamente em instantes."
        }
        _ => "Ocorreu um erro interno.",
    }
}

/// Seconds until a retry makes sense; `None` when a retry does not help.
pub(crate) fn retry_after_s(error: &StoreError) -> Option<u64> {
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
            Self::TooManyAnswers | Self::TooManyBodies => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(StoreError::Unknown(_)) => StatusCode::GATEWAY_TIMEOUT,
            Self::Store(error) if retry_after_s(error).is_some() => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(_) | Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The headers that the status requires: `WWW-Authenticate`, `Allow` or `Retry-After`.
    pub fn headers(&self) -> Vec<(HeaderName, HeaderValue)> {
        match self {
            Self::Unauthorized(_) => {
                vec![(header::WWW_AUTHENTICATE, HeaderValue::from_static(r#"Basic realm="entreposto""#))]
            }
            Self::MethodNotAllowed { allowed } => {
                let names: Vec<&str> = allowed.iter().map(Method::as_str).collect();
                // method names are tokens, which a header can always contain
                HeaderValue::from_str(&names.join(", ")).into_iter().map(|v| (header::ALLOW, v)).collect()
            }
            Self::TooManyAttempts { wait_s } => vec![(header::RETRY_AFTER, HeaderValue::from(*wait_s))],
            Self::TooManyAnswers | Self::TooManyBodies => vec![(header::RETRY_AFTER, HeaderValue::from(1))],
            Self::ShortOfDisk => vec![(header::RETRY_AFTER, HeaderValue::from(60))],
            Self::Store(error) => retry_after_s(error)
                .into_iter()
                .map(|s| (header::RETRY_AFTER, HeaderValue::from(s)))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The problems of the request's parts, if any.
    pub fn problems(&self) -> Option<&Problems> {
        match self {
            Self::Query(p) | Self::PathParams(p) | Self::Body(p) => Some(p),
            _ => None,
        }
    }
}

impl From<UnauthorizedReason> for KitError {
    fn from(reason: UnauthorizedReason) -> Self {
        Self::Unauthorized(reason)
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
