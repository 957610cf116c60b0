//! Orders by what somebody has at hand: a number, an identifier of the marketplace, a document, an e-mail, a
//! name.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::pedido::Comprador;
use domain::titular::{Titular, folded_email};
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::pedidos;
use crate::base::{Conn, StoreError, on};
use crate::orders::compradores;
use crate::orders::names;

/// Most orders that one of the ways leads to: the latest. Who has more at hand names a filter beside.
const ORDERS: i64 = 1000;

/// Greater than any character of a text.
const LAST: char = '\u{10FFFF}';

/// The orders that a text leads to, each way from an index of its own.
pub(super) fn seek(conn: &mut Conn<'_>, loja: LojaId, text: &str) -> Result<Vec<PedidoId>, StoreError> {
    let text = text.trim();
    let mut found = BTreeSet::new();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    macro_rules! latest {
        ($condition:expr) => {{
            let ids: Vec<i64> = on!(conn, c => pedidos::table
                .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
                .filter(pedidos::loja_id.eq(loja.loja))
                .filter($condition)
                .order(pedidos::pedido_id.desc())
                .select(pedidos::pedido_id)
                .limit(ORDERS)
                .load(c))?;
            found.extend(ids);
        }};
    }
    if text.contains('@') {
        latest!(pedidos::email.eq(folded_email(text)));
    }
    if let Ok(number) = text.parse::<i64>() {
        latest!(pedidos::pedido_id.eq(number));
    }
    latest!(pedidos::source_id.ge(text).and(pedidos::source_id.lt(format!("{text}{LAST}"))));
    found.extend(names::seek(conn, loja, text, ORDERS)?);
    if let Ok(titular) = Titular::default().with_documento(text) {
        let (cpf, cnpj) = (titular.documento.clone(), titular.documento);
        latest!(pedidos::empresa.eq(compradores::company(&cnpj)));
        for comprador in
            [Comprador { cpf, ..Comprador::default() }, Comprador { cnpj, ..Comprador::default() }]
        {
            if let Some(number) = compradores::number_of(conn, loja, &comprador)? {
                latest!(pedidos::comprador_num.eq(number));
            }
        }
    }
    Ok(found.into_iter().map(PedidoId).collect())
}
