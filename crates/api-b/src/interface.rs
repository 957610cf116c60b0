//! The interface as the kit knows it, and the kit's extractors as the handlers name them.

use http_kit::{Api, KitError};
use store::tokens::TokenKind;

use crate::error::ErrorB;

/// Interface B: store keys, and errors in its own shape.
pub struct InterfaceB;

impl Api for InterfaceB {
    const KIND: TokenKind = TokenKind::Loja;

    fn error(error: KitError) -> actix_web::Error {
        ErrorB::from(error).into()
    }
}

pub type PathParams<T> = http_kit::PathParams<T, InterfaceB>;
pub type Body<T> = http_kit::Body<T, InterfaceB>;
pub type Credential = http_kit::Credential<InterfaceB>;
pub type Filters<T> = http_kit::Filters<T, InterfaceB>;
