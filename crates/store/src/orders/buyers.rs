//! The store's buyers as its orders know them: each by the latest order.

use std::collections::HashMap;

use diesel::dsl::max;
use diesel::prelude::*;
use domain::pedido::{Comprador, Pedido};
use domain::titular::folded_email;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{pedido_documentos, pedidos};
use crate::base::{Conn, Packed, StoreError, load_by_key, on};
use crate::orders::compradores;
use crate::orders::filter::OfBuyer;
use crate::orders::search::BOUGHT;

/// Orders whose addresses are looked at.
const ORDERS: i64 = 50;

/// By what a buyer is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuyerKey {
    /// The number.
    Number(i64),
    /// The CPF, without marks.
    Cpf(String),
    /// The CNPJ, without marks.
    Cnpj(String),
    /// The e-mail, in whatever case.
    Email(String),
}

/// A buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buyer {
    /// The number.
    pub number: i64,
    /// The latest order.
    pub pedido: Pedido,
}

/// The buyers of a store that a document or an e-mail tells from others, by ascending number.
pub fn buyers(conn: &mut Conn<'_>, loja: LojaId, page: PageRequest) -> Result<Page<Buyer>, StoreError> {
    let page = compradores::numbers(conn, loja, page)?;
    let Page { rows, total, pagina, next, cut } = page;
    Ok(Page { rows: by_numbers(conn, loja, &rows)?, total, pagina, next, cut })
}

/// One buyer.
pub fn buyer(conn: &mut Conn<'_>, loja: LojaId, key: &BuyerKey) -> Result<Option<Buyer>, StoreError> {
    match found(conn, loja, key)? {
        Some(Found::Number(number)) => Ok(by_numbers(conn, loja, &[number])?.into_iter().next()),
        // as they bought for the company, whatever they have bought for themselves since
        Some(Found::InOrder(number, id)) => {
            let pedido = documents(conn, loja, &[id])?.remove(&id);
            Ok(pedido.map(|pedido| Buyer { number, pedido }))
        }
        None => Ok(None),
    }
}

/// The latest orders of a buyer, the last one first.
pub fn orders_of(conn: &mut Conn<'_>, loja: LojaId, number: i64) -> Result<Vec<Pedido>, StoreError> {
    let ids: Vec<i64> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::comprador_num.eq(number))
        .order(pedidos::pedido_id.desc())
        .select(pedidos::pedido_id)
        .limit(ORDERS)
        .load(c))?;
    let mut found = documents(conn, loja, &ids)?;
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// What leads to a buyer.
enum Found {
    /// The number.
    Number(i64),
    /// The number, out of an order of that number.
    InOrder(i64, i64),
}

/// A buyer, if there is one.
fn found(conn: &mut Conn<'_>, loja: LojaId, key: &BuyerKey) -> Result<Option<Found>, StoreError> {
    let number = match key {
        BuyerKey::Number(number) => Some(*number),
        BuyerKey::Cpf(cpf) => {
            let comprador = Comprador { cpf: cpf.clone(), ..Comprador::default() };
            compradores::number_of(conn, loja, &comprador)?
        }
        BuyerKey::Cnpj(cnpj) => match of_company(conn, loja, cnpj)? {
            Some(number) => Some(number),
            None => {
                let latest = by_company(conn, loja, cnpj)?;
                return Ok(latest.map(|(number, id)| Found::InOrder(number, id)));
            }
        },
        BuyerKey::Email(email) => by_email(conn, loja, email)?,
    };
    match number {
        Some(number) if compradores::known(conn, loja, number)? => Ok(Some(Found::Number(number))),
        Some(_) | None => Ok(None),
    }
}

/// The number of the company itself.
fn of_company(conn: &mut Conn<'_>, loja: LojaId, cnpj: &str) -> Result<Option<i64>, StoreError> {
    let comprador = Comprador { cnpj: cnpj.to_owned(), ..Comprador::default() };
    compradores::number_of(conn, loja, &comprador)
}

/// The buyer's number and the number of the latest order that a condition on `BOUGHT` leaves. Which one that
/// is comes out of the index: SQLite would rather walk all orders than look rows up.
macro_rules! latest {
    ($conn:expr, $loja:expr, $condition:expr) => {
        on!($conn, c => pedidos::table
            .filter(pedidos::aplicacao_id.eq($loja.aplicacao.0))
            .filter(pedidos::loja_id.eq($loja.loja))
            .filter(pedidos::pedido_id.eq_any(BOUGHT
                .filter(BOUGHT.field(pedidos::aplicacao_id).eq($loja.aplicacao.0))
                .filter(BOUGHT.field(pedidos::loja_id).eq($loja.loja))
                .filter($condition)
                .order(BOUGHT.field(pedidos::pedido_id).desc())
                .select(BOUGHT.field(pedidos::pedido_id))
                .limit(1)))
            .select((pedidos::comprador_num, pedidos::pedido_id))
            .first(c)
            .optional())
    };
}

/// Who has last bought for a company, with a CPF, and in which order.
fn by_company(conn: &mut Conn<'_>, loja: LojaId, cnpj: &str) -> Result<Option<(i64, i64)>, StoreError> {
    let key = compradores::company(cnpj);
    Ok(latest!(conn, loja, BOUGHT.field(pedidos::empresa).eq(&key))?)
}

/// Who has last bought under an e-mail.
fn by_email(conn: &mut Conn<'_>, loja: LojaId, email: &str) -> Result<Option<i64>, StoreError> {
    let email = folded_email(email);
    if email.is_empty() {
        return Ok(None);
    }
    let latest: Option<(i64, i64)> = latest!(conn, loja, BOUGHT.field(pedidos::email).eq(&email))?;
    Ok(latest.map(|(number, _)| number))
}

/// How the orders of a buyer are found; `None` when there is no such buyer.
pub fn orders_by(conn: &mut Conn<'_>, loja: LojaId, key: &BuyerKey) -> Result<Option<OfBuyer>, StoreError> {
    let Some(Found::Number(number) | Found::InOrder(number, _)) = found(conn, loja, key)? else {
        return Ok(None);
    };
    Ok(Some(match key {
        // not what people who have bought for it bought for themselves
        BuyerKey::Cnpj(cnpj) => {
            OfBuyer { number: of_company(conn, loja, cnpj)?, company: Some(cnpj.clone()) }
        }
        BuyerKey::Number(_) | BuyerKey::Cpf(_) | BuyerKey::Email(_) => {
            OfBuyer { number: Some(number), company: None }
        }
    }))
}

/// Buyers by their numbers, in this order.
fn by_numbers(conn: &mut Conn<'_>, loja: LojaId, numbers: &[i64]) -> Result<Vec<Buyer>, StoreError> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let latest: Vec<(i64, Option<i64>)> =
        load_by_key!(conn, pedidos::comprador_num, numbers, |of_them| pedidos::table
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .filter(of_them)
            .group_by(pedidos::comprador_num)
            .select((pedidos::comprador_num, max(pedidos::pedido_id))));
    let latest: HashMap<i64, i64> =
        latest.into_iter().filter_map(|(number, id)| Some((number, id?))).collect();
    let ids: Vec<i64> = latest.values().copied().collect();
    let mut found = documents(conn, loja, &ids)?;
    let buyer = |number: &i64| {
        let pedido = found.remove(latest.get(number)?)?;
        Some(Buyer { number: *number, pedido })
    };
    Ok(numbers.iter().filter_map(buyer).collect())
}

/// Orders by their numbers.
fn documents(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<HashMap<i64, Pedido>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(i64, Packed)> =
        load_by_key!(conn, pedido_documentos::pedido_id, ids, |of_them| pedido_documentos::table
            .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_documentos::loja_id.eq(loja.loja))
            .filter(of_them)
            .select((pedido_documentos::pedido_id, pedido_documentos::documento)));
    let read = |(id, document): (i64, Packed)| Ok((id, document.read_document(PedidoId(id))?));
    found.into_iter().map(read).collect()
}
