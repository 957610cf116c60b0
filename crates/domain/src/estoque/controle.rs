//! Who keeps the stock.

use serde::{Deserialize, Serialize};

/// Who keeps a user's stock, and so what orders do to it (this project's own).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ControleEstoque {
    /// Nobody here: orders move nothing.
    Nenhum,
    /// The owner's own system, which sends absolute numbers. Orders hold units until one of those numbers
    /// contains them.
    Erp,
    /// The hub: orders hold units while they are open and take them out once they are invoiced.
    Hub,
}

crate::reading::words::enumeration!(ControleEstoque { Nenhum = "nenhum", Erp = "erp", Hub = "hub" });

impl ControleEstoque {
    /// The number that is stored.
    pub const fn code(self) -> i16 {
        match self {
            Self::Nenhum => 0,
            Self::Erp => 1,
            Self::Hub => 2,
        }
    }

    /// Who keeps the stock, by the stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.code() == code)
    }

    /// True when orders hold units of it.
    pub const fn reserves(self) -> bool {
        match self {
            Self::Nenhum => false,
            Self::Erp | Self::Hub => true,
        }
    }
}
