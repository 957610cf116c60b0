//! SKUs: many, one, what is registered of it, what channels show of it, and its stock set right.

pub mod adjustment;
pub mod edit;
pub mod in_channel;
pub mod list;
pub mod mass;
pub mod one;

use domain::values::ids::SkuId;
use store::skus;

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::view::parts::{parameter, parameter_as};

/// The SKU of a code that an address or a form names.
fn code(text: Option<String>) -> Result<SkuId, Failure> {
    text.and_then(|text| SkuId::parse(text).ok()).ok_or(Failure::Missing)
}

/// The SKU that the address names.
fn asked(visit: &LojaVisit) -> Result<SkuId, Failure> {
    parameter_as(visit, "codigo", |text| SkuId::parse(text).ok())?.ok_or(Failure::Missing)
}

/// The SKUs that the address asks for; `None` = all.
pub fn filter_of(visit: &LojaVisit) -> Result<Option<skus::Filter>, Failure> {
    let known = |text: &str| matches!(text, "sim" | "nao").then(|| text.to_owned());
    let (busca, ativo) = (parameter(visit, "q"), parameter_as(visit, "ativo", known)?);
    Ok((busca.is_some() || ativo.is_some()).then(|| filter(busca, ativo.as_deref())))
}

/// The SKUs with a text, and those that are active or not.
pub fn filter(busca: Option<String>, ativo: Option<&str>) -> skus::Filter {
    let ativo = match ativo {
        Some("sim") => Some(true),
        Some("nao") => Some(false),
        _ => None,
    };
    skus::Filter { busca, ativo, ..skus::Filter::default() }
}
