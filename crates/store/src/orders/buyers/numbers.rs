//! Buyers' numbers: per store, the same CPF, CNPJ or e-mail always gets the same number. Only hashes of them are
//! stored.

use std::collections::{BTreeSet, HashMap};

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use domain::pedido::Comprador;
use domain::titular::{Titular, folded_email};
use domain::values::ids::{AplicacaoId, LojaId};
use sha2::{Digest, Sha256};

use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{compradores, pedidos};
use crate::base::sequences::{Sequence, next_many, next_number};
use crate::base::{Conn, Rare, StoreError, Tx, load_by_key, of_store, on};
use crate::orders::buyers::sql::{self, CompradorRow};
use crate::orders::buyers::{BuyerDate, BuyersFilter};
use crate::orders::search::OTHER_ORDERS;

pub(in crate::orders) use crate::orders::buyers::sql::CompradorKey;

/// The key of a company.
pub(in crate::orders) fn company_key(cnpj: &str) -> CompradorKey {
    hashed("cnpj", cnpj)
}

/// The key of the company that a buyer with a CPF bought for.
pub(in crate::orders) fn company_of(comprador: &Comprador) -> Option<CompradorKey> {
    let Comprador { cpf, cnpj, .. } = comprador;
    (!cpf.is_empty() && !cnpj.is_empty()).then(|| company_key(cnpj))
}

/// The key of a buyer; `None` without CPF, CNPJ and e-mail.
pub(in crate::orders) fn key(comprador: &Comprador) -> Option<CompradorKey> {
    let email = folded_email(&comprador.email);
    let (kind, value) = if !comprador.cpf.is_empty() {
        ("cpf", &comprador.cpf)
    } else if !comprador.cnpj.is_empty() {
        ("cnpj", &comprador.cnpj)
    } else if !email.is_empty() {
        ("email", &email)
    } else {
        return None;
    };
    Some(hashed(kind, value))
}

fn hashed(kind: &str, value: &str) -> CompradorKey {
    Sha256::digest(format!("{kind}:{value}")).iter().copied().take(16).collect()
}

/// The numbers of buyers, in the same order: the existing number of the same CPF, CNPJ or e-mail in the store, or
/// a new one.
pub(in crate::orders) fn find_or_create<'a>(
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
        sql::insert(tx, &rows)?;
        // read again: another transaction may have inserted some of them first
        numbers = find(tx, loja, &distinct)?;
    }
    let number = |key: &Option<CompradorKey>| match key {
        Some(key) => numbers.get(key).copied(),
        None => free.next(),
    };
    let numbered: Option<Vec<i64>> = keys.iter().map(number).collect();
    numbered.ok_or_else(|| StoreError::Concurrency("a buyer vanished".to_owned()))
}

/// The number of a new order's buyer, as [`find_or_create`] finds it, and a new number for the order.
pub(in crate::orders) fn number_and_pedido(
    tx: &mut Tx<'_>,
    loja: LojaId,
    comprador: &Comprador,
) -> Result<(i64, i64), StoreError> {
    let key = key(comprador);
    if let Some(numbers) = sql::buyer_and_order(tx, loja, key.as_ref())? {
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
        load_by_key!(conn, compradores::chave, keys.iter().copied(), |of_them| of_store!(compradores, loja)
            .filter(of_them)
            .select((compradores::chave, compradores::comprador_num)));
    Ok(found.into_iter().collect())
}

/// The numbers of a store's identified buyers, ascending.
pub(in crate::orders) fn numbers(
    conn: &mut Conn<'_>,
    loja: LojaId,
    page: PageRequest,
) -> Result<Page<i64>, StoreError> {
    let total: i64 = on!(conn, c => of_store!(compradores, loja).count().get_result(c))?;
    if total <= page.offset() {
        return Ok(Page { total, ..page.empty() });
    }
    let after = page.after().map_or(i64::MIN, |[number, _]| number);
    let rows: Vec<i64> = on!(conn, c => of_store!(compradores, loja)
        .filter(compradores::comprador_num.gt(after))
        .order(compradores::comprador_num)
        .select(compradores::comprador_num)
        .limit(page.limit())
        .offset(page.offset())
        .load(c))?;
    page.page(rows, total, |number| [*number, 0], Ok)
}

/// The numbers of the identified buyers whose first or latest order came in within a range, ascending. Reads the
/// orders of the range.
pub(in crate::orders) fn numbers_of_range(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &BuyersFilter,
    page: PageRequest,
) -> Result<Page<i64>, StoreError> {
    // each buyer once: by the order that has none before it, or none after it
    macro_rules! in_range {
        ($nobody:expr) => {
            of_store!(pedidos, loja)
                .filter(Rare(pedidos::criado_em.ge(filter.faixa.start_micros())))
                .filter(pedidos::criado_em.lt(filter.faixa.end_micros()))
                .filter(exists(
                    of_store!(compradores, loja)
                        .filter(compradores::comprador_num.eq(pedidos::comprador_num)),
                ))
                .filter(not(exists(
                    OTHER_ORDERS
                        .filter(OTHER_ORDERS.field(pedidos::aplicacao_id).eq(loja.aplicacao.0))
                        .filter(OTHER_ORDERS.field(pedidos::loja_id).eq(loja.loja))
                        .filter(OTHER_ORDERS.field(pedidos::comprador_num).eq(pedidos::comprador_num))
                        .filter($nobody),
                )))
        };
    }
    macro_rules! page_of {
        ($nobody:expr) => {{
            let total: i64 = on!(conn, c => in_range!($nobody).count().get_result(c))?;
            if total <= page.offset() {
                return Ok(Page { total, ..page.empty() });
            }
            let after = page.after().map_or(i64::MIN, |[number, _]| number);
            let rows: Vec<i64> = on!(conn, c => in_range!($nobody)
                // a sum, so that nobody reads along the index of the numbers, through all buyers
                .filter((pedidos::comprador_num + 0_i64).gt(after))
                .order(pedidos::comprador_num + 0_i64)
                .select(pedidos::comprador_num)
                .limit(page.limit())
                .offset(page.offset())
                .load(c))?;
            page.page(rows, total, |number| [*number, 0], Ok)
        }};
    }
    match filter.date {
        BuyerDate::Creation => page_of!(OTHER_ORDERS.field(pedidos::pedido_id).lt(pedidos::pedido_id)),
        BuyerDate::Change => page_of!(OTHER_ORDERS.field(pedidos::pedido_id).gt(pedidos::pedido_id)),
    }
}

/// The number of the buyer with this CPF, CNPJ or e-mail.
pub(in crate::orders) fn number_of(
    conn: &mut Conn<'_>,
    loja: LojaId,
    comprador: &Comprador,
) -> Result<Option<i64>, StoreError> {
    let Some(key) = key(comprador) else { return Ok(None) };
    Ok(on!(conn, c => compradores::table
        .find((loja.aplicacao.0, loja.loja, key))
        .select(compradores::comprador_num)
        .first(c)
        .optional())?)
}

/// Whether a number belongs to an identified buyer. The number of an anonymised order belongs to nobody.
pub(in crate::orders) fn known(conn: &mut Conn<'_>, loja: LojaId, number: i64) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(
        of_store!(compradores, loja)
            .filter(compradores::comprador_num.eq(number))
    )).get_result(c))?)
}

/// The keys that a person may have: by CPF, by CNPJ, by e-mail.
fn keys(titular: &Titular) -> Vec<CompradorKey> {
    let by_cpf = Comprador { cpf: titular.documento.clone(), ..Comprador::default() };
    let by_cnpj = Comprador { cnpj: titular.documento.clone(), ..Comprador::default() };
    let by_email = Comprador { email: titular.email.clone(), ..Comprador::default() };
    [by_cpf, by_cnpj, by_email].iter().filter_map(key).collect()
}

/// The numbers of a person in the stores of an application.
pub(in crate::orders) fn numbers_of(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    titular: &Titular,
) -> Result<Vec<(LojaId, i64)>, StoreError> {
    let found: Vec<(i32, i64)> = on!(conn, c => compradores::table
        .filter(compradores::aplicacao_id.eq(aplicacao.0))
        .filter(compradores::chave.eq_any(keys(titular)))
        .select((compradores::loja_id, compradores::comprador_num))
        .load(c))?;
    Ok(found.into_iter().map(|(loja, num)| (LojaId { aplicacao, loja }, num)).collect())
}

/// Deletes a buyer's number.
pub(in crate::orders) fn forget(
    tx: &mut Tx<'_>,
    loja: LojaId,
    comprador: &Comprador,
    number: i64,
) -> Result<(), StoreError> {
    let Some(key) = key(comprador) else { return Ok(()) };
    on!(tx, c => diesel::delete(compradores::table.find((loja.aplicacao.0, loja.loja, key)))
        .filter(compradores::comprador_num.eq(number))
        .execute(c))?;
    Ok(())
}

/// The same, where no order has the number any more.
pub(in crate::orders) fn forget_unused(
    tx: &mut Tx<'_>,
    loja: LojaId,
    comprador: &Comprador,
    number: i64,
) -> Result<(), StoreError> {
    if is_used(tx, loja, number)? { Ok(()) } else { forget(tx, loja, comprador, number) }
}

fn is_used(conn: &mut Conn<'_>, loja: LojaId, number: i64) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(
        of_store!(pedidos, loja)
            .filter(pedidos::comprador_num.eq(number))
    )).get_result(c))?)
}

/// Deletes a person's numbers that no order refers to; returns how many were deleted.
pub(in crate::orders) fn forget_titular(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    titular: &Titular,
) -> Result<usize, StoreError> {
    let mut forgotten = 0;
    for (loja, number) in numbers_of(tx, aplicacao, titular)? {
        if !is_used(tx, loja, number)? {
            forgotten += on!(tx, c => diesel::delete(of_store!(compradores, loja)
                .filter(compradores::chave.eq_any(keys(titular)))
                .filter(compradores::comprador_num.eq(number)))
                .execute(c))?;
        }
    }
    Ok(forgotten)
}
