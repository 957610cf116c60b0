//! The crate's errors: one type, one place where it becomes a status and a body.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use http_kit::{Api, KitError, request_id};
use serde::Serialize;
use store::StoreError;
use store::tokens::TokenKind;
use utoipa::ToSchema;

/// The crate as the kit knows it: application keys, and errors in its own shape.
pub enum Ping {}

impl Api for Ping {
    const KIND: TokenKind = TokenKind::Aplicacao;

    fn error(error: KitError) -> actix_web::Error {
        Erro(error).into()
    }
}

/// What a request can fail with. A crate with refusals of its own makes this an enum: one variant for the
/// kit's, one for each of its own, and exhaustive matches below.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Erro(#[from] KitError);

impl From<StoreError> for Erro {
    fn from(error: StoreError) -> Self {
        Self(error.into())
    }
}

/// The body of every error of this crate.
#[derive(Serialize, ToSchema)]
pub struct Failure {
    /// What went wrong, a whole sentence in Portuguese.
    falha: String,
    /// The single problems of the input, if any.
    detalhes: Vec<String>,
}

impl ResponseError for Erro {
    fn status_code(&self) -> StatusCode {
        self.0.status()
    }

    fn error_response(&self) -> HttpResponse {
        if self.0.status().is_server_error() {
            request_id::log_failure(self, self.status_code());
        }
        let mut answer = HttpResponse::build(self.0.status());
        for header in self.0.headers() {
            answer.append_header(header);
        }
        let problems = self.0.problems().into_iter().flat_map(|problems| problems.iter());
        answer
            .json(Failure { falha: self.to_string(), detalhes: problems.map(ToString::to_string).collect() })
    }
}
