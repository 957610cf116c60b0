//! Brands as interface B lists them.

use serde::Serialize;

use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;

/// A brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fabricante {
    /// Its number.
    pub fabricante_id: i64,
    /// As the store has told; true where it has not. Products do not follow it.
    pub ativo: bool,
    /// Its name: the `fabricante` of products.
    pub nome: String,
    /// Address of its logo; null without one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub url_logo_tipo: Option<String>,
    /// Address of its page; null without one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub url_link: Option<String>,
    /// Address of its banner; null without one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub url_carrossel: Option<String>,
}

/// What a store says of a brand; what is absent stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = DadosFabricante, rename_all = "camelCase"))]
pub struct FabricanteChange {
    /// Its name, 1 to 100 characters.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 100))]
    pub nome: Option<String>,
    /// The brand is active.
    pub ativo: Option<bool>,
    /// Address of its logo.
    #[cfg_attr(feature = "openapi", schema(max_length = 2000))]
    pub url_logo_tipo: Option<String>,
    /// Address of its page.
    #[cfg_attr(feature = "openapi", schema(max_length = 2000))]
    pub url_link: Option<String>,
    /// Address of its banner.
    #[cfg_attr(feature = "openapi", schema(max_length = 2000))]
    pub url_carrossel: Option<String>,
}

impl FromJson for FabricanteChange {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let nome = obj.with("nome", p, |v, p| v.text(1, 100, p));
        let ativo = obj.optional("ativo", p);
        let [logo, link, carrossel] = ["urlLogoTipo", "urlLink", "urlCarrossel"]
            .map(|name| obj.with(name, p, |v, p| v.text(0, 2000, p)));
        Some(Self {
            nome: nome?,
            ativo: ativo?,
            url_logo_tipo: logo?,
            url_link: link?,
            url_carrossel: carrossel?,
        })
    }
}
