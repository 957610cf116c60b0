//! The interface as the kit knows it, and the kit's extractors as the handlers name them.

use http_kit::{Api, KitError};
use store::tokens::TipoToken;

use crate::erro::ErroB;

/// Interface B: store keys, and errors in its own shape.
pub struct InterfaceB;

impl Api for InterfaceB {
    const TIPO: TipoToken = TipoToken::Loja;

    fn erro(erro: KitError) -> actix_web::Error {
        ErroB::from(erro).into()
    }
}

pub type Caminho<T> = http_kit::Caminho<T, InterfaceB>;
pub type Corpo<T> = http_kit::Corpo<T, InterfaceB>;
pub type Credencial = http_kit::Credencial<InterfaceB>;
pub type Filtros<T> = http_kit::Filtros<T, InterfaceB>;
