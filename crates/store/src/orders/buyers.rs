//! Buyers of a store, each with the latest order.

pub(super) mod numbers;
mod sql;

use std::collections::HashMap;

use diesel::dsl::{max, min};
use diesel::prelude::*;
use domain::pedido::{Comprador, Pedido};
use domain::titular::folded_email;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::paging::{Page, PageRequest, Range};
use crate::base::schema::{pedido_documentos, pedidos};
use crate::base::{Conn, Packed, StoreError, load_by_key, of_store, on};
use crate::orders::search::{OTHER_ORDERS, OfBuyer};

/// How many of a buyer's latest orders are read for their addresses.
const LATEST_MAX: i64 = 50;

/// The key of a search for a buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuyerKey {
    /// The number.
    Number(i64),
    /// The CPF, without marks.
    Cpf(String),
    /// The CNPJ, without marks.
    Cnpj(String),
    /// The e-mail, in any case.
    Email(String),
}

/// A buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buyer {
    /// The number.
    pub number: i64,
    /// The latest order.
    pub pedido: Pedido,
    /// When the first order came in.
    pub criado_em: Instante,
    /// When the latest order came in.
    pub alterado_em: Instante,
}

/// Which of a buyer's dates a range applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BuyerDate {
    /// When the first order came in.
    Creation,
    /// When the latest order came in.
    #[default]
    Change,
}

/// Filter for buyers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BuyersFilter {
    /// The date of the range.
    pub date: BuyerDate,
    /// The range.
    pub faixa: Range,
}

/// The identified buyers of a store that a filter leaves, by ascending number.
pub fn buyers(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &BuyersFilter,
    page: PageRequest,
) -> Result<Page<Buyer>, StoreError> {
    let page = match filter.faixa.open() {
        true => numbers::numbers(conn, loja, page)?,
        false => numbers::numbers_of_range(conn, loja, filter, page)?,
    };
    let Page { rows, total, pagina, next, cut } = page;
    Ok(Page { rows: by_numbers(conn, loja, &rows)?, total, pagina, next, cut })
}

/// One buyer.
pub fn buyer(conn: &mut Conn<'_>, loja: LojaId, key: &BuyerKey) -> Result<Option<Buyer>, StoreError> {
    match find_buyer(conn, loja, key)? {
        Some(FoundBuyer::Number(number)) => Ok(by_numbers(conn, loja, &[number])?.into_iter().next()),
        // the latest order for the company, not one that they placed for themselves since
        Some(FoundBuyer::InOrder(number, id)) => {
            let pedido = documents(conn, loja, &[id])?.remove(&id);
            let buyer = by_numbers(conn, loja, &[number])?.into_iter().next();
            Ok(buyer.zip(pedido).map(|(buyer, pedido)| Buyer { pedido, ..buyer }))
        }
        None => Ok(None),
    }
}

/// The latest orders of a buyer, newest first.
pub fn latest_orders_of(conn: &mut Conn<'_>, loja: LojaId, number: i64) -> Result<Vec<Pedido>, StoreError> {
    let ids: Vec<i64> = on!(conn, c => of_store!(pedidos, loja)
        .filter(pedidos::comprador_num.eq(number))
        .order(pedidos::pedido_id.desc())
        .select(pedidos::pedido_id)
        .limit(LATEST_MAX)
        .load(c))?;
    let mut found = documents(conn, loja, &ids)?;
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// A buyer that was found.
enum FoundBuyer {
    /// The number.
    Number(i64),
    /// A buyer who ordered for a company: the number of the buyer and of the order.
    InOrder(i64, i64),
}

/// Looks a buyer up.
fn find_buyer(conn: &mut Conn<'_>, loja: LojaId, key: &BuyerKey) -> Result<Option<FoundBuyer>, StoreError> {
    let number = match key {
        BuyerKey::Number(number) => Some(*number),
        BuyerKey::Cpf(cpf) => {
            let comprador = Comprador { cpf: cpf.clone(), ..Comprador::default() };
            numbers::number_of(conn, loja, &comprador)?
        }
        BuyerKey::Cnpj(cnpj) => match company_number(conn, loja, cnpj)? {
            Some(number) => Some(number),
            None => {
                let latest = latest_by_company(conn, loja, cnpj)?;
                return Ok(latest.map(|(number, id)| FoundBuyer::InOrder(number, id)));
            }
        },
        BuyerKey::Email(email) => latest_by_email(conn, loja, email)?,
    };
    match number {
        Some(number) if numbers::known(conn, loja, number)? => Ok(Some(FoundBuyer::Number(number))),
        Some(_) | None => Ok(None),
    }
}

/// The number of the company itself.
fn company_number(conn: &mut Conn<'_>, loja: LojaId, cnpj: &str) -> Result<Option<i64>, StoreError> {
    let comprador = Comprador { cnpj: cnpj.to_owned(), ..Comprador::default() };
    numbers::number_of(conn, loja, &comprador)
}

/// The buyer's number and the number of the latest order that meets a condition on `OTHER_ORDERS`. A subquery finds
/// the order: SQLite would walk all orders rather than use the index and look the row up.
macro_rules! latest {
    ($conn:expr, $loja:expr, $condition:expr) => {
        on!($conn, c => of_store!(pedidos, $loja)
            .filter(pedidos::pedido_id.eq_any(OTHER_ORDERS
                .filter(OTHER_ORDERS.field(pedidos::aplicacao_id).eq($loja.aplicacao.0))
                .filter(OTHER_ORDERS.field(pedidos::loja_id).eq($loja.loja))
                .filter($condition)
                .order(OTHER_ORDERS.field(pedidos::pedido_id).desc())
                .select(OTHER_ORDERS.field(pedidos::pedido_id))
                .limit(1)))
            .select((pedidos::comprador_num, pedidos::pedido_id))
            .first(c)
            .optional())
    };
}

/// The buyer with a CPF who ordered last for a company, and that order.
fn latest_by_company(
    conn: &mut Conn<'_>,
    loja: LojaId,
    cnpj: &str,
) -> Result<Option<(i64, i64)>, StoreError> {
    let key = numbers::company_key(cnpj);
    Ok(latest!(conn, loja, OTHER_ORDERS.field(pedidos::empresa).eq(&key))?)
}

/// The buyer who ordered last under an e-mail.
fn latest_by_email(conn: &mut Conn<'_>, loja: LojaId, email: &str) -> Result<Option<i64>, StoreError> {
    let email = folded_email(email);
    if email.is_empty() {
        return Ok(None);
    }
    let latest: Option<(i64, i64)> = latest!(conn, loja, OTHER_ORDERS.field(pedidos::email).eq(&email))?;
    Ok(latest.map(|(number, _)| number))
}

/// The filter for the orders of a buyer; `None` if the buyer does not exist.
pub fn buyer_filter(
    conn: &mut Conn<'_>,
    loja: LojaId,
    key: &BuyerKey,
) -> Result<Option<OfBuyer>, StoreError> {
    let Some(FoundBuyer::Number(number) | FoundBuyer::InOrder(number, _)) = find_buyer(conn, loja, key)?
    else {
        return Ok(None);
    };
    Ok(Some(match key {
        // without the orders that its buyers placed for themselves
        BuyerKey::Cnpj(cnpj) => {
            OfBuyer { number: company_number(conn, loja, cnpj)?, company: Some(cnpj.clone()) }
        }
        BuyerKey::Number(_) | BuyerKey::Cpf(_) | BuyerKey::Email(_) => {
            OfBuyer { number: Some(number), company: None }
        }
    }))
}

/// Buyers by their numbers, in the same order.
fn by_numbers(conn: &mut Conn<'_>, loja: LojaId, numbers: &[i64]) -> Result<Vec<Buyer>, StoreError> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let ends: Vec<(i64, Option<i64>, Option<i64>)> =
        load_by_key!(conn, pedidos::comprador_num, numbers, |of_them| of_store!(pedidos, loja)
            .filter(of_them)
            .group_by(pedidos::comprador_num)
            .select((pedidos::comprador_num, min(pedidos::pedido_id), max(pedidos::pedido_id))));
    let ends: HashMap<i64, (i64, i64)> =
        ends.into_iter().filter_map(|(number, first, last)| Some((number, (first?, last?)))).collect();
    let mut ids: Vec<i64> = ends.values().flat_map(|(first, last)| [*first, *last]).collect();
    ids.sort_unstable();
    ids.dedup();
    let came_in: Vec<(i64, i64)> =
        load_by_key!(conn, pedidos::pedido_id, &ids, |of_them| of_store!(pedidos, loja)
            .filter(of_them)
            .select((pedidos::pedido_id, pedidos::criado_em)));
    let came_in: HashMap<i64, i64> = came_in.into_iter().collect();
    let latest: Vec<i64> = ends.values().map(|(_, last)| *last).collect();
    let mut found = documents(conn, loja, &latest)?;
    let buyer = |number: &i64| {
        let (first, last) = ends.get(number)?;
        let at = |id: &i64| Some(Instante::from_micros(*came_in.get(id)?));
        let (criado_em, alterado_em) = (at(first)?, at(last)?);
        Some(Buyer { number: *number, pedido: found.remove(last)?, criado_em, alterado_em })
    };
    Ok(numbers.iter().filter_map(buyer).collect())
}

/// Order documents by order number.
fn documents(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<HashMap<i64, Pedido>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(i64, Packed)> =
        load_by_key!(conn, pedido_documentos::pedido_id, ids, |of_them| of_store!(pedido_documentos, loja)
            .filter(of_them)
            .select((pedido_documentos::pedido_id, pedido_documentos::documento)));
    let read = |(id, document): (i64, Packed)| Ok((id, document.read_document(PedidoId(id))?));
    found.into_iter().map(read).collect()
}
