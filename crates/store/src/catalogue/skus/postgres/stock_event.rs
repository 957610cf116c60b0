//! The event of a change of stock, in pieces: only the database knows both figures of it.

use domain::evento::Change;
use domain::values::ids::SkuId;

use crate::base::BindValue;
use crate::base::StoreError;
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
    pub fn new(sku: &SkuId) -> Result<Self, StoreError> {
        // figures that no stock has, and that nothing comes behind: a SKU may be named like them
        let marked = Change::SkuEstoque { anterior: -1, estoque: -2 };
        let event = changes::new((0, sku.as_str()), marked);
        let (tipo, corpo) = (event.change.kind().code(), eventos::body(event)?);
        let (rest, fim) = corpo.rsplit_once("-2").ok_or_else(without_numbers)?;
        let (inicio, half) = rest.rsplit_once("-1").ok_or_else(without_numbers)?;
        Ok(Self {
            tipo,
            sorteio: rand::random(),
            inicio: inicio.to_owned(),
            half: half.to_owned(),
            fim: fim.to_owned(),
        })
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
        for code in ["S", "-1", "-2-1", "\",\"estoqueAnterior\":-1,\"estoque\":-2}}", "ção-2"] {
            let sku = SkuId::parse(code).unwrap();
            let Evento { inicio, half, fim, .. } = Evento::new(&sku).unwrap();
            let integer = changes::of_estoque(40, 7).unwrap();
            let integer = eventos::body(changes::new((0, code), integer)).unwrap();
            assert_eq!(format!("{inicio}40{half}7{fim}"), integer);
        }
    }
}
