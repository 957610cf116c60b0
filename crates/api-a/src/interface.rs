//! The interface as the kit knows it, and the kit's extractors as the handlers name them.

use http_kit::{Api, KitError};
use store::tokens::TokenKind;

use crate::error::ErrorA;

/// Interface A: application keys, and errors in its own shape.
pub struct InterfaceA;

impl Api for InterfaceA {
    const KIND: TokenKind = TokenKind::Aplicacao;

    fn error(error: KitError) -> actix_web::Error {
        ErrorA::from(error).into()
    }
}

pub type PathParams<T> = http_kit::PathParams<T, InterfaceA>;
pub type Body<T> = http_kit::Body<T, InterfaceA>;
pub type FileBody = http_kit::FileBody<InterfaceA>;
pub type RawBody = http_kit::RawBody<InterfaceA>;
pub type Credential = http_kit::Credential<InterfaceA>;
pub type Filters<T> = http_kit::Filters<T, InterfaceA>;
