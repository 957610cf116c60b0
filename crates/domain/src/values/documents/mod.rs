//! Brazilian documents and codes, each a type that only holds good values.

mod cep;
mod check_digits;
mod cnpj;
mod cpf;
mod document;
mod gtin;
mod nfe;
mod uf;

pub use cep::Cep;
pub use cnpj::Cnpj;
pub use cpf::Cpf;
pub use document::InvalidDocument;
pub(crate) use document::{Digits, read_or_empty};
pub use gtin::{Gtin, gtin_digits, gtin_spellings};
pub use nfe::NfeKey;
pub use uf::Uf;

#[cfg(test)]
mod tests;
