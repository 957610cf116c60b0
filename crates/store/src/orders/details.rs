//! Invoice and parcel, of an order or of an item that has its own.

use std::collections::BTreeMap;

use domain::pedido::{LineIndex, NotaFiscal, Rastreio};
use serde::{Deserialize, Serialize};

/// The details of an order that came with its moves.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Detalhes {
    /// The invoice, once known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nota_fiscal: Option<NotaFiscal>,
    /// The parcel, once known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rastreio: Option<Rastreio>,
}

/// The details of items that have some of their own.
pub(super) type LineDetails = BTreeMap<LineIndex, Detalhes>;

impl Detalhes {
    /// True when nothing is known.
    pub const fn is_empty(&self) -> bool {
        self.nota_fiscal.is_none() && self.rastreio.is_none()
    }

    /// With others laid over them: what those do not say stays; details that say nothing are none.
    pub fn merge(self, nota_fiscal: Option<&NotaFiscal>, rastreio: Option<&Rastreio>) -> Self {
        Self {
            nota_fiscal: match nota_fiscal {
                Some(new) => Some(self.nota_fiscal.unwrap_or_default().merge(new.clone()))
                    .filter(|nota| *nota != NotaFiscal::default()),
                None => self.nota_fiscal,
            },
            rastreio: match rastreio {
                Some(new) => Some(self.rastreio.unwrap_or_default().merge(new.clone()))
                    .filter(|rastreio| *rastreio != Rastreio::default()),
                None => self.rastreio,
            },
        }
    }
}
