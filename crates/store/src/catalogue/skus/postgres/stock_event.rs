//! The event of a change of stock, in pieces: only the database knows both figures of it.

use domain::evento::Change;
use domain::values::dates::Instante;
use domain::values::ids::SkuId;

use crate::base::BindValue;
use crate::base::StoreError;
use crate::base::StoredEvent;
use crate::catalogue::skus::changes;
use crate::eventos;

/// The event of a change of stock, its body cut where the two figures go.
pub(super) struct Evento {
    tipo: i16,
    sorteio: i64,
    inicio: String,
    half: String,
    fim: String,
}

impl Evento {
    pub fn new(sku: &SkuId, now: Instante) -> Result<Self, StoreError> {
        // figures that no stock has, and that nothing comes behind: a SKU may be named like them
        let marked = Change::SkuEstoque { anterior: -1, estoque: -2 };
        let StoredEvent { tipo, sorteio, corpo, .. } =
            eventos::stored(changes::new((0, sku.as_str()), marked), now)?;
        let (rest, fim) = corpo.rsplit_once("-2").ok_or_else(without_numbers)?;
        let (inicio, half) = rest.rsplit_once("-1").ok_or_else(without_numbers)?;
        Ok(Self { tipo, sorteio, inicio: inicio.to_owned(), half: half.to_owned(), fim: fim.to_owned() })
    }

    /// Kind, random part, and the three pieces of the body.
    pub fn values(&self) -> [BindValue<'_>; 5] {
        let Self { tipo, sorteio, inicio, half, fim } = self;
        let text = |piece| BindValue::Str(piece);
        [BindValue::I16(*tipo), BindValue::I64(*sorteio), text(inicio), text(half), text(fim)]
    }
}

fn without_numbers() -> StoreError {
    StoreError::Internal("the event of a stock has no place for its figures".to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_body_in_pieces_is_the_body() {
        let now = Instante::now();
        for code in ["S", "-1", "-2-1", "\",\"estoqueAnterior\":-1,\"estoque\":-2}}", "ção-2"] {
            let sku = SkuId::parse(code).unwrap();
            let Evento { inicio, half, fim, .. } = Evento::new(&sku, now).unwrap();
            let integer = changes::of_estoque(40, 7).unwrap();
            let integer = eventos::stored(changes::new((0, code), integer), now).unwrap();
            assert_eq!(format!("{inicio}40{half}7{fim}"), integer.corpo);
        }
    }
}
