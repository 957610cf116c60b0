//! Warnings about an order that is accepted all the same.

use std::fmt;

use super::order::Pedido;
use crate::values::money::Dinheiro;

/// Something that a person may want to look at. `Display` is for people; [`Aviso::codigo`] for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aviso {
    /// An item names a SKU that is not registered: marketplaces sell what the catalogue lost.
    SkuNaoCadastrado(String),
    /// The total is not what the parts add up to: marketplaces round.
    TotalDivergente {
        /// As received, and as kept.
        informado: Dinheiro,
        /// As added up.
        calculado: Dinheiro,
    },
}

impl Aviso {
    /// A stable name.
    pub const fn codigo(&self) -> &'static str {
        match self {
            Self::SkuNaoCadastrado(_) => "sku-nao-cadastrado",
            Self::TotalDivergente { .. } => "total-divergente",
        }
    }

    /// What the notice is about: the SKU, or the two totals.
    pub fn detalhe(&self) -> String {
        match self {
            Self::SkuNaoCadastrado(sku) => sku.clone(),
            Self::TotalDivergente { informado, calculado } => {
                format!("informado={informado} calculado={calculado}")
            }
        }
    }
}

impl fmt::Display for Aviso {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SkuNaoCadastrado(sku) => write!(f, "O SKU {sku} não está cadastrado."),
            Self::TotalDivergente { informado, calculado } => {
                write!(f, "O total informado ({informado}) difere do calculado ({calculado}).")
            }
        }
    }
}

impl Pedido {
    /// The notice about the total, if it does not add up.
    pub fn aviso_de_total(&self) -> Option<Aviso> {
        // parts that add up to more than can be counted certainly do not add up to the total
        let calculado = self.total_calculado().unwrap_or(Dinheiro::MAXIMO);
        (calculado != self.total).then_some(Aviso::TotalDivergente { informado: self.total, calculado })
    }
}
