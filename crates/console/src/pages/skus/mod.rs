//! SKUs: many, one, what is registered of it, what channels show of it, and its stock set right.

pub mod adjustment;
pub mod edit;
pub mod in_channel;
pub mod list;
pub mod mass;
pub mod one;

use domain::values::ids::SkuId;

use crate::error::Failure;

/// The SKU of a code that an address or a form names.
fn code(text: Option<String>) -> Result<SkuId, Failure> {
    text.and_then(|text| SkuId::parse(text).ok()).ok_or(Failure::Missing)
}
