//! How a user's stock is kept, as interface A shows and takes it.

use serde::{Deserialize, Serialize};

use super::controle::ControleEstoque;
use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;

/// How a user's stock is kept (this project's own).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EstoqueUsuario {
    /// Who keeps the stock.
    pub controle_estoque: ControleEstoque,
    /// Under `erp`: to read an order by its number is to take it over. False when not given.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub assumir_na_leitura: bool,
    /// Changes of what channels should show are told as `oferta.alterada`. True when not given.
    #[serde(default = "yes")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub anunciar_ofertas: bool,
}

const fn yes() -> bool {
    true
}

impl FromJson for EstoqueUsuario {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let control = obj.required("controleEstoque", p);
        let on_reading = obj.optional::<bool>("assumirNaLeitura", p);
        let told = obj.optional::<bool>("anunciarOfertas", p);
        Some(Self {
            controle_estoque: control?,
            assumir_na_leitura: on_reading?.unwrap_or(false),
            anunciar_ofertas: told?.unwrap_or(true),
        })
    }
}
