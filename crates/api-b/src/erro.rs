//! The interface's errors: one type, one place where it becomes a status and a body.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use http_kit::{KitError, request_id};
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
}

impl From<StoreError> for ErroB {
    fn from(erro: StoreError) -> Self {
        Self::Kit(erro.into())
    }
}

impl ErroB {
    fn status(&self) -> StatusCode {
        match self {
            Self::Kit(erro) => erro.status(),
        }
    }

    /// This shape has no list of problems: they follow the sentence.
    fn mensagem(&self) -> String {
        match self {
            Self::Kit(erro) => match erro.problemas() {
                Some(problemas) => format!("{erro} {problemas}."),
                None => erro.to_string(),
            },
        }
    }

    fn cabecalhos(&self) -> Vec<(HeaderName, HeaderValue)> {
        match self {
            Self::Kit(erro) => erro.cabecalhos(),
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
