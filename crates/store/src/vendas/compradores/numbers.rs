//! Finding and giving numbers.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::pedido::Comprador;
use domain::values::ids::LojaId;

use super::row::{Chave, Linha, chave};
use crate::base::schema::compradores;
use crate::base::sequences::{Sequencia, proximo, proximos};
use crate::base::{Conn, StoreError, Tx, dialect, load_by_key};

/// The numbers of some buyers, in order: for each the one that the same CPF, CNPJ or e-mail has had before, or
/// a new one.
pub(crate) fn numeros<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    compradores: impl Iterator<Item = &'a Comprador>,
) -> Result<Vec<i64>, StoreError> {
    let chaves: Vec<Option<Chave>> = compradores.map(chave).collect();
    let distintas: BTreeSet<&Chave> = chaves.iter().flatten().collect();
    let mut numeros = list(tx, loja, &distintas)?;
    let novas: Vec<&Chave> = distintas.iter().copied().filter(|c| !numeros.contains_key(*c)).collect();
    let anonimos = chaves.iter().filter(|c| c.is_none()).count();
    let mut livres = proximos(tx, Sequencia::Compradores, novas.len() + anonimos)?.into_iter();
    if !novas.is_empty() {
        let rows: Vec<Linha<'_>> = novas
            .iter()
            .zip(&mut livres)
            .map(|(chave, num)| Linha {
                aplicacao_id: loja.aplicacao.0,
                loja_id: loja.loja,
                chave,
                comprador_num: num,
            })
            .collect();
        dialect!(tx => insert(&rows))?;
        // read back: another transaction may have been faster with some of them
        numeros = list(tx, loja, &distintas)?;
    }
    let numero = |chave: &Option<Chave>| match chave {
        Some(chave) => numeros.get(chave).copied(),
        None => livres.next(),
    };
    let numerados: Option<Vec<i64>> = chaves.iter().map(numero).collect();
    numerados.ok_or_else(|| StoreError::Concorrencia("a buyer vanished".to_owned()))
}

/// The number of a new order's buyer, as [`numeros`] gives it, and a number for the order.
pub(crate) fn numero_e_pedido(
    tx: &mut Tx<'_>,
    loja: LojaId,
    comprador: &Comprador,
) -> Result<(i64, i64), StoreError> {
    let key = chave(comprador);
    if let Some(numbers) = dialect!(tx => buyer_and_order(loja, key.as_ref()))? {
        return Ok(numbers);
    }
    let numeros = numeros(tx, loja, std::iter::once(comprador))?;
    let pedido = proximo(tx, Sequencia::Pedidos)?;
    Ok((numeros.first().copied().unwrap_or_default(), pedido))
}

fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    chaves: &BTreeSet<&Chave>,
) -> Result<HashMap<Chave, i64>, StoreError> {
    let keys = chaves.iter().map(|chave| chave.as_slice());
    let found: Vec<(Vec<u8>, i64)> =
        load_by_key!(conn, compradores::chave, keys, |of_them| compradores::table
            .filter(compradores::aplicacao_id.eq(loja.aplicacao.0))
            .filter(compradores::loja_id.eq(loja.loja))
            .filter(of_them)
            .select((compradores::chave, compradores::comprador_num)));
    Ok(found.into_iter().collect())
}
