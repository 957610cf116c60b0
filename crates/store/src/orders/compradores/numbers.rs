//! Finding and giving numbers.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::pedido::Comprador;
use domain::values::ids::LojaId;

use crate::base::schema::compradores;
use crate::base::sequences::{Sequence, next_many, next_number};
use crate::base::{Conn, StoreError, Tx, dialect, load_by_key};
use crate::orders::compradores::row::{CompradorKey, CompradorRow, key};

/// The numbers of some buyers, in order: for each the one that the same CPF, CNPJ or e-mail has had in the
/// store before, or a new one.
pub(crate) fn find_or_create<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    compradores: impl Iterator<Item = &'a Comprador>,
) -> Result<Vec<i64>, StoreError> {
    let keys: Vec<Option<CompradorKey>> = compradores.map(key).collect();
    let distinct: BTreeSet<&[u8]> = keys.iter().flatten().map(Vec::as_slice).collect();
    let mut numbers = find(tx, loja, &distinct)?;
    let added: Vec<&[u8]> = distinct.iter().copied().filter(|key| !numbers.contains_key(*key)).collect();
    let anonymous = keys.iter().filter(|c| c.is_none()).count();
    let mut free = next_many(tx, Sequence::Compradores, added.len() + anonymous)?.into_iter();
    if !added.is_empty() {
        let rows: Vec<CompradorRow<'_>> = added
            .iter()
            .zip(&mut free)
            .map(|(chave, num)| CompradorRow {
                aplicacao_id: loja.aplicacao.0,
                loja_id: loja.loja,
                chave,
                comprador_num: num,
            })
            .collect();
        dialect!(tx => insert(&rows))?;
        // read back: another transaction may have been faster with some of them
        numbers = find(tx, loja, &distinct)?;
    }
    let number = |key: &Option<CompradorKey>| match key {
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
    let numbers = find_or_create(tx, loja, std::iter::once(comprador))?;
    let pedido = next_number(tx, Sequence::Pedidos)?;
    Ok((numbers.first().copied().unwrap_or_default(), pedido))
}

fn find(
    conn: &mut Conn<'_>,
    loja: LojaId,
    keys: &BTreeSet<&[u8]>,
) -> Result<HashMap<CompradorKey, i64>, StoreError> {
    let found: Vec<(CompradorKey, i64)> =
        load_by_key!(conn, compradores::chave, keys.iter().copied(), |of_them| compradores::table
            .filter(compradores::aplicacao_id.eq(loja.aplicacao.0))
            .filter(compradores::loja_id.eq(loja.loja))
            .filter(of_them)
            .select((compradores::chave, compradores::comprador_num)));
    Ok(found.into_iter().collect())
}
