//! Warnings about an order that is accepted all the same.

use std::fmt;

use super::order::Pedido;
use crate::values::money::Dinheiro;

/// Something that a person may want to look at. `Display` is for people; [`Aviso::code`] for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aviso {
    /// An item names a SKU that is not registered: marketplaces sell what the catalogue lost.
    SkuNotRegistered(String),
    /// The total is not what the parts add up to: marketplaces round.
    TotalDiffers {
        /// As received, and as kept.
        informed: Dinheiro,
        /// As added up.
        computed: Dinheiro,
    },
}

impl Aviso {
    /// A stable name.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::SkuNotRegistered(_) => "sku-nao-cadastrado",
            Self::TotalDiffers { .. } => "total-divergente",
        }
    }

    /// What the notice is about: the SKU, or the two totals.
    pub fn detail(&self) -> String {
        match self {
            Self::SkuNotRegistered(sku) => sku.clone(),
            Self::TotalDiffers { informed, computed } => {
                format!("informado={informed} calculado={computed}")
            }
        }
    }
}

impl fmt::Display for Aviso {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SkuNotRegistered(sku) => write!(f, "O SKU {sku} não está cadastrado."),
            Self::TotalDiffers { informed, computed } => {
                write!(f, "O total informado ({informed}) difere do calculado ({computed}).")
            }
        }
    }
}

impl Pedido {
    /// The notice about the total, if it does not add up.
    pub fn total_notice(&self) -> Option<Aviso> {
        // parts that add up to more than can be counted certainly do not add up to the total
        let computed = self.computed_total().unwrap_or(Dinheiro::MAX);
        (computed != self.total).then_some(Aviso::TotalDiffers { informed: self.total, computed })
    }
}
