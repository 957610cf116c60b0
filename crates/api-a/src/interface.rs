//! The interface as the kit knows it, and the kit's extractors as the handlers name them.

use http_kit::{Api, KitError};
use store::tokens::TipoToken;

use crate::erro::ErroA;

/// Interface A: application keys, and errors in its own shape.
pub struct InterfaceA;

impl Api for InterfaceA {
    const TIPO: TipoToken = TipoToken::Aplicacao;

    fn erro(erro: KitError) -> actix_web::Error {
        ErroA::from(erro).into()
    }
}

pub type Caminho<T> = http_kit::Caminho<T, InterfaceA>;
pub type Corpo<T> = http_kit::Corpo<T, InterfaceA>;
pub type CorpoBruto = http_kit::CorpoBruto<InterfaceA>;
pub type Credencial = http_kit::Credencial<InterfaceA>;
pub type Filtros<T> = http_kit::Filtros<T, InterfaceA>;
