//! Interface B's product record: how a product is named, what its record holds, and what may be changed.
//!
//! A product is a SKU. Clients call the SKU a variant and the group that it belongs to the product.

mod assembly;
mod cadastro;
mod editing;
mod image_file;
mod parts;
mod query;
mod registration;
mod seo;
mod seo_editing;
mod single;
mod source;
mod writing;

pub use assembly::{NAME_OF_OWN_PRICE_LIST, OWN_PRICE_LIST};
pub use cadastro::Cadastro;
pub use editing::*;
pub use image_file::*;
pub use parts::*;
pub use query::*;
pub use registration::*;
pub use seo::{GoneMetaTags, MetaTag, NewMetaTags, Seo, SeoChange};
pub use single::*;
pub use source::{Extras, Source};
pub use writing::*;

#[cfg(test)]
mod tests;
