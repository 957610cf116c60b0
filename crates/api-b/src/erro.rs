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
pub struct CorpoErro {
    /// Always false.
    #[schema(default = false)]
    resultado_operacao: bool,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    codigo: u16,
    /// What went wrong, in Portuguese; names each parameter or member that has a problem.
    mensagem: String,
}

/// Everything that a request can fail with.
#[derive(Debug, thiserror::Error)]
pub enum ErroB {
    #[error(transparent)]
    Kit(#[from] KitError),
    /// The store has no such thing; the whole sentence. Another store's is as missing as one that never was.
    #[error("{0}")]
    NaoEncontrado(&'static str),
    /// Well formed, but against a rule of the business; the whole sentence.
    #[error("{0}")]
    Regra(String),
    #[error("A loja está inativa: seus dados podem ser lidos, mas não alterados.")]
    Inativa,
}

impl From<StoreError> for ErroB {
    fn from(erro: StoreError) -> Self {
        Self::Kit(erro.into())
    }
}

impl From<Fault> for ErroB {
    fn from(fault: Fault) -> Self {
        Self::Kit(fault.into())
    }
}

impl ErroB {
    /// A rule of the business that the request breaks.
    pub fn regra(mensagem: impl std::fmt::Display) -> Self {
        Self::Regra(mensagem.to_string())
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Kit(erro) => erro.status(),
            Self::NaoEncontrado(_) => StatusCode::NOT_FOUND,
            Self::Regra(_) | Self::Inativa => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    /// This shape has no list of problems: they follow the sentence.
    fn mensagem(&self) -> String {
        match self {
            Self::Kit(erro) => match erro.problemas() {
                Some(problemas) => format!("{erro} {problemas}."),
                None => erro.to_string(),
            },
            outro => outro.to_string(),
        }
    }

    fn cabecalhos(&self) -> Vec<(HeaderName, HeaderValue)> {
        match self {
            Self::Kit(erro) => erro.cabecalhos(),
            Self::NaoEncontrado(_) | Self::Regra(_) | Self::Inativa => Vec::new(),
        }
    }
}

impl ResponseError for ErroB {
    fn status_code(&self) -> StatusCode {
        self.status()
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.status();
        if status.is_server_error() {
            request_id::registrar_falha(self);
        }
        let mut resposta = HttpResponse::build(status);
        for cabecalho in self.cabecalhos() {
            resposta.append_header(cabecalho);
        }
        resposta.json(CorpoErro {
            resultado_operacao: false,
            codigo: status.as_u16(),
            mensagem: self.mensagem(),
        })
    }
}
