//! Errors of a request.

use reqwest::StatusCode;
use serde::Deserialize;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address is invalid, or no HTTP client can be made.
    #[error("no connection can be made: {0}")]
    Setup(String),
    /// The service was not reached, or its answer was lost: the request may have been executed.
    #[error("the service cannot be reached: {0}")]
    Transport(#[from] reqwest::Error),
    /// The service answered with an error.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A successful answer of an unexpected format.
    #[error("the answer cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
}

impl Error {
    /// The refusal, if it is one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            Self::Setup(_) | Self::Transport(_) | Self::Unreadable(_) => None,
        }
    }

    /// The status of the refusal, if it is one.
    pub fn status(&self) -> Option<u16> {
        self.refusal().map(|refusal| refusal.status)
    }
}

/// An error answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{status}: {message} (X-Request-Id: {request_id})")]
#[non_exhaustive]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// What went wrong, a whole sentence in Portuguese.
    pub message: String,
    /// Interface A: one entry per problem of the request, each beginning with its path.
    pub problems: Vec<String>,
    /// Interface B's code.
    pub code: Option<i64>,
    /// The request's id in the service's log; empty if there is none.
    pub request_id: String,
}

/// The bodies of errors, of both interfaces.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Body {
    message: Option<String>,
    validation_errors: Vec<String>,
    mensagem: Option<String>,
    codigo: Option<i64>,
}

impl Refusal {
    pub(crate) fn read(status: StatusCode, request_id: String, body: &[u8]) -> Self {
        // a balancer in between answers something else
        let body: Body = serde_json::from_slice(body).unwrap_or_default();
        let named = || status.canonical_reason().unwrap_or("no reason given").to_owned();
        Self {
            status: status.as_u16(),
            message: body.message.or(body.mensagem).unwrap_or_else(named),
            problems: body.validation_errors,
            code: body.codigo,
            request_id,
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_of_either_interface_is_told_and_a_stranger_s_page_is_not_needed() {
        let read = |body: &str| Refusal::read(StatusCode::BAD_REQUEST, "r1".to_owned(), body.as_bytes());
        let of_a = read(r#"{"message": "Há problemas.", "validationErrors": ["$.nome: é obrigatório"]}"#);
        assert_eq!(of_a.to_string(), "400: Há problemas. (X-Request-Id: r1)");
        assert_eq!(of_a.problems, ["$.nome: é obrigatório"]);
        let of_b =
            read(r#"{"resultadoOperacao": false, "codigo": 15012, "mensagem": "Não há esse produto."}"#);
        assert_eq!((of_b.message.as_str(), of_b.code), ("Não há esse produto.", Some(15012)));
        assert_eq!(read("<html>").message, "Bad Request");
    }
}
