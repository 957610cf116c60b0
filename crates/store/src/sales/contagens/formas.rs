//! Which payment methods a store's orders have: the largest buckets know, of which there is one a month.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::kinds::TreeKind;
use super::parts::Parts;
use super::rows;
use crate::base::schema::contagens;
use crate::base::{Conn, StoreError, on};

/// The payment methods of a store's orders, ascending. An order never changes its own.
pub fn formas(conn: &mut Conn<'_>, loja: LojaId) -> Result<BTreeSet<i32>, StoreError> {
    let kept: Vec<String> = on!(conn, c => contagens::table
        .filter(contagens::aplicacao_id.eq(loja.aplicacao.0))
        .filter(contagens::loja_id.eq(loja.loja))
        .filter(contagens::tipo.eq(TreeKind::Pedido.code()))
        .filter(contagens::nivel.eq(TreeKind::Pedido.root()))
        .select(contagens::partes)
        .load(c))?;
    let mut formas = BTreeSet::new();
    for text in &kept {
        formas.extend(Parts::read(text)?.formas());
    }
    formas.extend(rows::unfolded(conn, loja)?.iter().map(|change| change.estado.forma));
    Ok(formas)
}
