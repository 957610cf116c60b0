//! The interface's errors: one type, one place where it becomes a status and a body.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use http_kit::{Fault, KitError, request_id};
use serde::Serialize;
use store::StoreError;
use utoipa::ToSchema;

/// The body of every error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ResultadoOperacao)]
pub struct ErrorBody {
    /// Always false.
    #[schema(default = false)]
    resultado_operacao: bool,
    /// The HTTP status, or a code of the field: 15012 = no such product, 1500 = no such parent of a category,
    /// 1002 = others hang on it.
    #[schema(minimum = 400)]
    codigo: u16,
    /// What went wrong, in Portuguese; names each parameter or member that has a problem.
    mensagem: String,
}

/// What programs in the field tell errors by, where that is not the HTTP status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Others hang on it.
    InUse,
    /// The parent of a category is not there.
    ParentMissing,
    /// There is no such product.
    ProductMissing,
}

impl Code {
    const fn number(self) -> u16 {
        match self {
            Self::InUse => 1002,
            Self::ParentMissing => 1500,
            Self::ProductMissing => 15_012,
        }
    }
}

/// Everything that a request can fail with.
#[derive(Debug, thiserror::Error)]
pub enum ErrorB {
    #[error(transparent)]
    Kit(#[from] KitError),
    /// The store has no such thing; the whole sentence. Another store's is as missing as one that never was.
    #[error("{0}")]
    NotFound(&'static str),
    /// The store has no such product.
    #[error("O produto não foi encontrado.")]
    ProductMissing,
    /// Well formed, but against a rule of the business; the whole sentence.
    #[error("{0}")]
    Rule(String),
    /// The same, under a code that programs in the field look at.
    #[error("{1}")]
    KnownRule(Code, String),
    #[error("A loja está inativa: seus dados podem ser lidos, mas não alterados.")]
    Inactive,
}

impl From<StoreError> for ErrorB {
    fn from(error: StoreError) -> Self {
        Self::Kit(error.into())
    }
}

impl From<Fault> for ErrorB {
    fn from(fault: Fault) -> Self {
        Self::Kit(fault.into())
    }
}

impl ErrorB {
    /// A rule of the business that the request breaks.
    pub fn rule(message: impl std::fmt::Display) -> Self {
        Self::Rule(message.to_string())
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Kit(error) => error.status(),
            Self::NotFound(_) | Self::ProductMissing => StatusCode::NOT_FOUND,
            Self::Rule(_) | Self::KnownRule(..) | Self::Inactive => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    fn code(&self) -> u16 {
        match self {
            Self::ProductMissing => Code::ProductMissing.number(),
            Self::KnownRule(code, _) => code.number(),
            Self::Kit(_) | Self::NotFound(_) | Self::Rule(_) | Self::Inactive => self.status().as_u16(),
        }
    }

    /// This shape has no list of problems: they follow the sentence.
    fn message(&self) -> String {
        match self {
            Self::Kit(error) => match error.problems() {
                Some(problems) => format!("{error} {problems}."),
                None => error.to_string(),
            },
            other => other.to_string(),
        }
    }

    fn headers(&self) -> Vec<(HeaderName, HeaderValue)> {
        match self {
            Self::Kit(error) => error.headers(),
            Self::NotFound(_)
            | Self::ProductMissing
            | Self::Rule(_)
            | Self::KnownRule(..)
            | Self::Inactive => Vec::new(),
        }
    }
}

impl ResponseError for ErrorB {
    fn status_code(&self) -> StatusCode {
        self.status()
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.status();
        if status.is_server_error() {
            request_id::log_failure(self, status);
        }
        let mut answer = HttpResponse::build(status);
        for header in self.headers() {
            answer.append_header(header);
        }
        answer.json(ErrorBody { resultado_operacao: false, codigo: self.code(), mensagem: self.message() })
    }
}
