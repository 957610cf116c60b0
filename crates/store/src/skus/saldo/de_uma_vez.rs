//! A change of stock on PostgreSQL: the SKU's row and the event that tells of it, in one trip.
//!
//! Only the database knows both figures of the event. So its body goes there in pieces, between which they go.

use diesel::prelude::*;
use diesel::sql_types::Integer;
use domain::datas::Instante;
use domain::evento::Mudanca;
use domain::ids::{LojaId, SkuId};

use super::super::mudancas;
use crate::base::StoreError;
use crate::base::StoredEvent;
use crate::base::{Comando, Valor};
use crate::eventos;

/// The event of what `mudado` (SKU, stock before, stock now) has changed. Its number is drawn once the SKU's row is
/// locked: events of one SKU stand in the order of their changes.
macro_rules! contado {
    () => {
        "contado AS (INSERT INTO eventos_novos (aplicacao_id, loja_id, tipo, assunto, sorteio, data, corpo) \
         SELECT ?, ?, ?, sku_num, ?, ?, ? || anterior || ? || estoque || ? FROM mudado WHERE anterior <> estoque)"
    };
}

/// Sets the stock unless it is that already; `None` when there is no such SKU. What `atual` waits for is what
/// `mudado` then finds.
pub(super) fn fixar(
    c: &mut PgConnection,
    loja: LojaId,
    sku: &SkuId,
    n: i32,
    agora: Instante,
) -> Result<Option<i32>, StoreError> {
    let (aplicacao, da_loja) = (Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja));
    let (n, agora_em_micros) = (Valor::Inteiro(n), Valor::Longo(agora.micros()));
    let evento = Evento::novo(sku, agora)?;
    let [tipo, sorteio, inicio, meio, fim] = evento.valores();
    let mudanca: Comando<'_, Integer, 17> = Comando::novo(
        concat!(
            "WITH atual AS (SELECT sku_num, estoque FROM skus \
             WHERE aplicacao_id = ? AND loja_id = ? AND sku = ? FOR NO KEY UPDATE), \
             mudado AS (UPDATE skus s SET estoque = ?, alterado_em = ? FROM atual \
             WHERE s.aplicacao_id = ? AND s.loja_id = ? AND s.sku_num = atual.sku_num AND atual.estoque <> ? \
             RETURNING s.sku_num, atual.estoque AS anterior, s.estoque), ",
            contado!(),
            " SELECT CAST(? AS INTEGER) FROM atual"
        ),
        [
            aplicacao,
            da_loja,
            Valor::Texto(sku.as_str()),
            n,
            agora_em_micros,
            aplicacao,
            da_loja,
            n,
            aplicacao,
            da_loja,
            tipo,
            sorteio,
            agora_em_micros,
            inicio,
            meio,
            fim,
            n,
        ],
    );
    Ok(mudanca.get_result(c).optional()?)
}

/// Varies the stock where it is between the two bounds; answers what it is now.
pub(super) fn variar(
    c: &mut PgConnection,
    loja: LojaId,
    sku: &SkuId,
    (v, (minimo, maximo)): (i32, (i32, i32)),
    agora: Instante,
) -> Result<Option<i32>, StoreError> {
    let (aplicacao, da_loja) = (Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja));
    let (v, agora_em_micros) = (Valor::Inteiro(v), Valor::Longo(agora.micros()));
    let evento = Evento::novo(sku, agora)?;
    let [tipo, sorteio, inicio, meio, fim] = evento.valores();
    let mudanca: Comando<'_, Integer, 16> = Comando::novo(
        concat!(
            "WITH mudado AS (UPDATE skus SET estoque = estoque + ?, alterado_em = ? \
             WHERE aplicacao_id = ? AND loja_id = ? AND sku = ? AND estoque BETWEEN ? AND ? \
             RETURNING sku_num, estoque - ? AS anterior, estoque), ",
            contado!(),
            " SELECT estoque FROM mudado"
        ),
        [
            v,
            agora_em_micros,
            aplicacao,
            da_loja,
            Valor::Texto(sku.as_str()),
            Valor::Inteiro(minimo),
            Valor::Inteiro(maximo),
            v,
            aplicacao,
            da_loja,
            tipo,
            sorteio,
            agora_em_micros,
            inicio,
            meio,
            fim,
        ],
    );
    Ok(mudanca.get_result(c).optional()?)
}

/// The event of a change of stock, its body cut where the two figures go.
struct Evento {
    tipo: i16,
    sorteio: i64,
    inicio: String,
    meio: String,
    fim: String,
}

impl Evento {
    fn novo(sku: &SkuId, agora: Instante) -> Result<Self, StoreError> {
        // figures that no stock has, and that nothing comes behind: a SKU may be named like them
        let marcado = Mudanca::SkuEstoque { anterior: -1, estoque: -2 };
        let StoredEvent { tipo, sorteio, corpo, .. } =
            eventos::stored(mudancas::novo((0, sku.as_str()), marcado), agora)?;
        let (resto, fim) = corpo.rsplit_once("-2").ok_or_else(sem_numeros)?;
        let (inicio, meio) = resto.rsplit_once("-1").ok_or_else(sem_numeros)?;
        Ok(Self { tipo, sorteio, inicio: inicio.to_owned(), meio: meio.to_owned(), fim: fim.to_owned() })
    }

    fn valores(&self) -> [Valor<'_>; 5] {
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
