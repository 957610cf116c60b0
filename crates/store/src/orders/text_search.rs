//! Search of orders by free text: order number, marketplace identifier or the number in it, CPF or CNPJ, e-mail,
//! the buyer's name, or a code that channels are given in a SKU's place.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::pedido::Comprador;
use domain::titular::{Titular, folded_email};
use domain::values::ids::{LojaId, PedidoId};
use domain::values::name_words::{is_number, of_search};

use crate::base::schema::{pedido_itens, pedido_nomes, pedidos};
use crate::base::{Conn, StoreError, Tx, of_store, on};
use crate::catalogue::skus::own_codes;
use crate::orders::buyers::numbers;

/// How many orders each kind of search finds at most: the latest ones.
const LATEST_MAX: i64 = 1000;

/// The greatest character.
const LAST: char = '\u{10FFFF}';

/// Orders that match a text in any of these ways, each by its own index.
pub(super) fn find_by_text(
    conn: &mut Conn<'_>,
    loja: LojaId,
    text: &str,
) -> Result<Vec<PedidoId>, StoreError> {
    let text = text.trim();
    let mut found = BTreeSet::new();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    macro_rules! latest {
        ($condition:expr) => {
            latest!($condition, pedidos::pedido_id)
        };
        ($condition:expr, $order:expr) => {{
            let ids: Vec<i64> = on!(conn, c => of_store!(pedidos, loja)
                .filter($condition)
                .order($order.desc())
                .select(pedidos::pedido_id)
                .limit(LATEST_MAX)
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
    if let Some(sku) = own_codes(conn, loja, std::iter::once(text))?.into_values().next() {
        let with_sku = of_store!(pedido_itens, loja).filter(pedido_itens::sku.eq(sku));
        latest!(pedidos::pedido_id.eq_any(with_sku.select(pedido_itens::pedido_id)));
    }
    // all codes may begin so: those that the index ends with, of codes that count up the latest
    let begins = pedidos::source_id.ge(text).and(pedidos::source_id.lt(format!("{text}{LAST}")));
    latest!(begins, pedidos::source_id);
    found.extend(by_name(conn, loja, text, LATEST_MAX)?);
    if is_number(text) {
        let ids: Vec<i64> = on!(conn, c => of_store!(pedido_nomes, loja)
            .filter(pedido_nomes::palavra.eq(text))
            .order(pedido_nomes::pedido_id.desc())
            .select(pedido_nomes::pedido_id)
            .limit(LATEST_MAX)
            .load(c))?;
        found.extend(ids);
    }
    if let Ok(titular) = Titular::default().with_documento(text) {
        let (cpf, cnpj) = (titular.documento.clone(), titular.documento);
        latest!(pedidos::empresa.eq(numbers::company_key(&cnpj)));
        for comprador in
            [Comprador { cpf, ..Comprador::default() }, Comprador { cnpj, ..Comprador::default() }]
        {
            if let Some(number) = numbers::number_of(conn, loja, &comprador)? {
                latest!(pedidos::comprador_num.eq(number));
            }
        }
    }
    Ok(found.into_iter().map(PedidoId).collect())
}

diesel::alias! {
    const OTHERS: Alias<Others> = pedido_nomes as others;
}

/// The latest orders whose buyer's name has each word of the text. May return an order twice, if two words of
/// the name match one of the text: `DISTINCT` would sort all matches first.
fn by_name(conn: &mut Conn<'_>, loja: LojaId, text: &str, limit: i64) -> Result<Vec<i64>, StoreError> {
    let words = of_search(text);
    // sorted by length: the longest word matches the fewest orders
    let Some((first, others)) = words.split_first() else { return Ok(Vec::new()) };
    let (from, until) = first.range();
    Ok(on!(conn, c => {
        let mut q = of_store!(pedido_nomes, loja)
            .filter(pedido_nomes::palavra.ge(from))
            .filter(pedido_nomes::palavra.lt(until))
            .into_boxed();
        for other in others {
            let (from, until) = other.range();
            q = q.filter(pedido_nomes::pedido_id.eq_any(
                OTHERS
                    .filter(OTHERS.field(pedido_nomes::aplicacao_id).eq(loja.aplicacao.0))
                    .filter(OTHERS.field(pedido_nomes::loja_id).eq(loja.loja))
                    .filter(OTHERS.field(pedido_nomes::palavra).ge(from))
                    .filter(OTHERS.field(pedido_nomes::palavra).lt(until))
                    .select(OTHERS.field(pedido_nomes::pedido_id)),
            ));
        }
        q.order(pedido_nomes::pedido_id.desc())
            .select(pedido_nomes::pedido_id)
            .limit(limit)
            .load(c)
    })?)
}

macro_rules! of_order {
    ($loja:expr, $id:expr, $words:expr) => {
        of_store!(pedido_nomes, $loja)
            .filter(pedido_nomes::palavra.eq_any($words))
            .filter(pedido_nomes::pedido_id.eq($id.0))
    };
}

/// Of the given name words, those that are stored for an order.
pub(super) fn stored_names(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
    words: &BTreeSet<String>,
) -> Result<Vec<String>, StoreError> {
    Ok(on!(conn, c => of_order!(loja, id, words)
        .order(pedido_nomes::palavra)
        .select(pedido_nomes::palavra)
        .load(c))?)
}

/// Deletes name words of an order.
pub(super) fn forget_names(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    words: &BTreeSet<String>,
) -> Result<(), StoreError> {
    on!(tx, c => diesel::delete(of_order!(loja, id, words)).execute(c))?;
    Ok(())
}
