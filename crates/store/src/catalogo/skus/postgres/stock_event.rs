//! The event of a change of stock, in pieces: only the database knows both figures of it.

use domain::evento::Mudanca;
use domain::values::dates::Instante;
use domain::values::ids::SkuId;

use crate::base::StoreError;
use crate::base::StoredEvent;
use crate::base::Valor;
use crate::catalogo::skus::mudancas;
use crate::eventos;

/// The event of a change of stock, its body cut where the two figures go.
pub(super) struct Evento {
    tipo: i16,
    sorteio: i64,
    inicio: String,
    meio: String,
    fim: String,
}

impl Evento {
    pub fn novo(sku: &SkuId, agora: Instante) -> Result<Self, StoreError> {
        // figures that no stock has, and that nothing comes behind: a SKU may be named like them
        let marcado = Mudanca::SkuEstoque { anterior: -1, estoque: -2 };
        let StoredEvent { tipo, sorteio, corpo, .. } =
            eventos::stored(mudancas::novo((0, sku.as_str()), marcado), agora)?;
        let (resto, fim) = corpo.rsplit_once("-2").ok_or_else(sem_numeros)?;
        let (inicio, meio) = resto.rsplit_once("-1").ok_or_else(sem_numeros)?;
        Ok(Self { tipo, sorteio, inicio: inicio.to_owned(), meio: meio.to_owned(), fim: fim.to_owned() })
    }

    /// Kind, random part, and the three pieces of the body.
    pub fn valores(&self) -> [Valor<'_>; 5] {
        let Self { tipo, sorteio, inicio, meio, fim } = self;
        let texto = |pedaco| Valor::Texto(pedaco);
        [Valor::Curto(*tipo), Valor::Longo(*sorteio), texto(inicio), texto(meio), texto(fim)]
    }
}

fn sem_numeros() -> StoreError {
    StoreError::Interno("the event of a stock has no place for its figures".to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_body_in_pieces_is_the_body() {
        let agora = Instante::agora();
        for codigo in ["S", "-1", "-2-1", "\",\"estoqueAnterior\":-1,\"estoque\":-2}}", "ção-2"] {
            let sku = SkuId::parse(codigo).unwrap();
            let Evento { inicio, meio, fim, .. } = Evento::novo(&sku, agora).unwrap();
            let inteiro = mudancas::de_estoque(40, 7).unwrap();
            let inteiro = eventos::stored(mudancas::novo((0, codigo), inteiro), agora).unwrap();
            assert_eq!(format!("{inicio}40{meio}7{fim}"), inteiro.corpo);
        }
    }
}
