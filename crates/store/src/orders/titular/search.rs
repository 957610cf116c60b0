//! Search of a person's orders.

use std::collections::{BTreeSet, HashSet};

use diesel::prelude::*;
use domain::titular::Titular;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use crate::base::schema::pedidos;
use crate::base::{Conn, StoreError, on};
use crate::orders::buyers::numbers;

/// Batch size: bound values of a statement.
const NUMBERS: usize = 500;

/// The orders of a person in the stores of an application.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PersonOrders {
    /// The orders, with their stores.
    pub orders: Vec<(LojaId, PedidoId)>,
    /// Numbers of buyers with another document all of whose orders are in `orders`, because each one names the
    /// person's e-mail or company. They are forgotten with the person.
    pub whole_buyers: HashSet<i64>,
}

/// The orders of a person: those with the buyer's numbers of the document and of the e-mail, and those that name the
/// e-mail, or the company's CNPJ, with another document. No index covers an application, so all its orders are
/// scanned.
pub fn find_orders(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    titular: &Titular,
) -> Result<PersonOrders, StoreError> {
    let own: Vec<i64> =
        numbers::numbers_of(conn, aplicacao, titular)?.into_iter().map(|(_, number)| number).collect();
    let mut found: BTreeSet<(i32, i64)> = BTreeSet::new();
    let mut others: BTreeSet<i64> = BTreeSet::new();
    for part in own.chunks(NUMBERS) {
        let rows: Vec<(i32, i64)> = on!(conn, c => pedidos::table
            .filter(pedidos::aplicacao_id.eq(aplicacao.0))
            .filter(pedidos::comprador_num.eq_any(part))
            .select((pedidos::loja_id, pedidos::pedido_id))
            .load(c))?;
        found.extend(rows);
    }
    if !titular.email.is_empty() {
        let rows: Vec<(i32, i64, i64)> = on!(conn, c => pedidos::table
            .filter(pedidos::aplicacao_id.eq(aplicacao.0))
            .filter(pedidos::email.eq(&titular.email))
            .select((pedidos::loja_id, pedidos::pedido_id, pedidos::comprador_num))
            .load(c))?;
        for (loja, id, number) in rows {
            found.insert((loja, id));
            others.insert(number);
        }
    }
    let company = (!titular.documento.is_empty()).then(|| numbers::company_key(&titular.documento));
    if let Some(company) = &company {
        let rows: Vec<(i32, i64, i64)> = on!(conn, c => pedidos::table
            .filter(pedidos::aplicacao_id.eq(aplicacao.0))
            .filter(pedidos::empresa.eq(company))
            .select((pedidos::loja_id, pedidos::pedido_id, pedidos::comprador_num))
            .load(c))?;
        for (loja, id, number) in rows {
            found.insert((loja, id));
            others.insert(number);
        }
    }
    let own: HashSet<i64> = own.into_iter().collect();
    let others: Vec<i64> = others.into_iter().filter(|number| !own.contains(number)).collect();
    let mut whole_buyers: HashSet<i64> = others.iter().copied().collect();
    for part in others.chunks(NUMBERS) {
        let elsewhere: Vec<i64> = on!(conn, c => {
            let mut q = pedidos::table
                .filter(pedidos::aplicacao_id.eq(aplicacao.0))
                .filter(pedidos::comprador_num.eq_any(part))
                .into_boxed();
            if !titular.email.is_empty() {
                q = q.filter(pedidos::email.ne(&titular.email));
            }
            if let Some(company) = &company {
                q = q.filter(pedidos::empresa.is_null().or(pedidos::empresa.ne(company)));
            }
            q.select(pedidos::comprador_num).distinct().load(c)
        })?;
        whole_buyers.retain(|number| !elsewhere.contains(number));
    }
    let orders = found.into_iter().map(|(loja, id)| (LojaId { aplicacao, loja }, PedidoId(id))).collect();
    Ok(PersonOrders { orders, whole_buyers })
}
