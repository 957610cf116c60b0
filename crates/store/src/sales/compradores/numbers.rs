//! Finding and giving numbers.

use std::collections::{BTreeSet, HashMap};

use domain::pedido::Comprador;
use domain::values::ids::{AplicacaoId, LojaId};

use super::row::{CompradorKey, CompradorRow, key};
use crate::base::sequences::{Sequence, next_many, next_number};
use crate::base::{Conn, StoreError, Tx, dialect};

/// The numbers of some stores' buyers, in order: for each the one that the same CPF, CNPJ or e-mail has had
/// there before, or a new one.
pub(crate) fn find_or_create<'a>(
    tx: &mut Tx<'_>,
    compradores: impl Iterator<Item = (LojaId, &'a Comprador)>,
) -> Result<Vec<i64>, StoreError> {
    let keys: Vec<Option<(LojaId, CompradorKey)>> =
        compradores.map(|(loja, comprador)| Some((loja, key(comprador)?))).collect();
    let distinct: BTreeSet<(LojaId, &[u8])> =
        keys.iter().flatten().map(|(loja, key)| (*loja, key.as_slice())).collect();
    let distinct: Vec<(LojaId, &[u8])> = distinct.into_iter().collect();
    let mut numbers = find(tx, &distinct)?;
    let added: Vec<(LojaId, &[u8])> = distinct
        .iter()
        .copied()
        .filter(|(loja, key)| !numbers.contains_key(&(*loja, key.to_vec())))
        .collect();
    let anonymous = keys.iter().filter(|c| c.is_none()).count();
    let mut free = next_many(tx, Sequence::Compradores, added.len() + anonymous)?.into_iter();
    if !added.is_empty() {
        let rows: Vec<CompradorRow<'_>> = added
            .iter()
            .zip(&mut free)
            .map(|((loja, chave), num)| CompradorRow {
                aplicacao_id: loja.aplicacao.0,
                loja_id: loja.loja,
                chave,
                comprador_num: num,
            })
            .collect();
        dialect!(tx => insert(&rows))?;
        // read back: another transaction may have been faster with some of them
        numbers = find(tx, &distinct)?;
    }
    let number = |key: &Option<(LojaId, CompradorKey)>| match key {
        Some(key) => numbers.get(key).copied(),
        None => free.next(),
    };
    let numbered: Option<Vec<i64>> = keys.iter().map(number).collect();
    numbered.ok_or_else(|| StoreError::Concurrency("a buyer vanished".to_owned()))
}

/// The number of a new order's buyer, as [`numbers`] gives it, and a number for the order.
pub(crate) fn number_and_pedido(
    tx: &mut Tx<'_>,
    loja: LojaId,
    comprador: &Comprador,
) -> Result<(i64, i64), StoreError> {
    let key = key(comprador);
    if let Some(numbers) = dialect!(tx => buyer_and_order(loja, key.as_ref()))? {
        return Ok(numbers);
    }
    let numbers = find_or_create(tx, std::iter::once((loja, comprador)))?;
    let pedido = next_number(tx, Sequence::Pedidos)?;
    Ok((numbers.first().copied().unwrap_or_default(), pedido))
}

fn find(
    conn: &mut Conn<'_>,
    keys: &[(LojaId, &[u8])],
) -> Result<HashMap<(LojaId, CompradorKey), i64>, StoreError> {
    let found: Vec<(i32, i32, CompradorKey, i64)> = dialect!(conn => find(keys))?;
    let keyed =
        |(aplicacao, loja, key, number)| ((LojaId { aplicacao: AplicacaoId(aplicacao), loja }, key), number);
    Ok(found.into_iter().map(keyed).collect())
}
