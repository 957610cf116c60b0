//! The service's own code of a SKU: what a channel is given that is not to see the SKU's.
//!
//! It follows from the service's number of the SKU, which is given out once, belongs to no other SKU and never
//! changes; so does the code. No SKU may be registered under such a code: an order that names one means the
//! SKU whose it is.

use crate::values::ids::SkuId;

const PREFIX: &str = "EP";

/// The code of the SKU with this number.
pub fn of(sku_num: i64) -> String {
    format!("{PREFIX}{sku_num:010}")
}

/// The number of the SKU that a code of this form belongs to.
pub fn number(code: &str) -> Option<i64> {
    let digits = code.strip_prefix(PREFIX)?;
    digits.parse().ok().filter(|num| *num > 0 && of(*num) == code)
}

/// A code that a SKU cannot have, because the service gives such codes to channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("não pode ter a forma dos códigos que o serviço dá aos canais (EP e dez algarismos)")]
pub struct Taken;

/// Refuses a code of this form for a SKU.
pub fn check(sku: &SkuId) -> Result<(), Taken> {
    if number(sku.as_str()).is_some() { Err(Taken) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_says_whose_it_is() {
        for num in [1, 36, 9_999_999_999, 10_000_000_000, i64::MAX] {
            assert_eq!(number(&of(num)), Some(num));
        }
        for other in ["", "EP", "EP36", "EP0000000000", "EP00000000036", "EP-000000036", "ep0000000036", "X"]
        {
            assert_eq!(number(other), None, "{other}");
        }
    }
}
