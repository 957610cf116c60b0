//! The latest orders of buyers with a name.

use diesel::prelude::*;
use domain::values::ids::LojaId;
use domain::values::name_words::of_search;

use crate::base::schema::pedido_nomes;
use crate::base::{Conn, StoreError, on};

diesel::alias! {
    const OTHERS: Alias<Others> = pedido_nomes as others;
}

/// The latest orders whose buyer's name holds each word of a search, at most so many. An order comes twice
/// where two words of its name fit one of the search: the database, to tell them apart, would first sort all
/// that fit.
pub(in crate::orders) fn seek(
    conn: &mut Conn<'_>,
    loja: LojaId,
    text: &str,
    most: i64,
) -> Result<Vec<i64>, StoreError> {
    let words = of_search(text);
    // the longest leaves the fewest orders
    let Some((first, others)) = words.split_first() else { return Ok(Vec::new()) };
    let (from, until) = first.range();
    Ok(on!(conn, c => {
        let mut q = pedido_nomes::table
            .filter(pedido_nomes::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_nomes::loja_id.eq(loja.loja))
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
            .limit(most)
            .load(c)
    })?)
}
