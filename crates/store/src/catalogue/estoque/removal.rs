//! Distribution centres go in which nothing lies.

use diesel::prelude::*;
use domain::estoque::CENTRO_PADRAO;
use domain::values::ids::LojaId;

use crate::base::schema::{canais, estoque_centros, estoque_reservas};
use crate::base::{Conn, StoreError, Tx, on, stored};
use crate::catalogue::{centros, skus};

/// What became of a removal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemoveCentroOutcome {
    /// Done.
    Removed,
    /// There is no such centre.
    Missing,
    /// Something lies there, orders hold something there, or a channel names it; or every user has it.
    InUse,
}

/// Removes a centre in which nothing lies.
pub fn remove_centro(tx: &mut Tx<'_>, loja: LojaId, centro: i32) -> Result<RemoveCentroOutcome, StoreError> {
    centros::exclusive(tx, loja)?;
    if centros::unknown(tx, loja, [centro])?.is_some() {
        return Ok(RemoveCentroOutcome::Missing);
    }
    if centro == CENTRO_PADRAO {
        return Ok(RemoveCentroOutcome::InUse);
    }
    // no order takes from there meanwhile
    skus::lock_in_centro(tx, loja, centro)?;
    if in_use(tx, loja, centro)? {
        return Ok(RemoveCentroOutcome::InUse);
    }
    skus::leave_centro(tx, loja, centro)?;
    centros::delete(tx, loja, centro)?;
    Ok(RemoveCentroOutcome::Removed)
}

fn in_use(conn: &mut Conn<'_>, loja: LojaId, centro: i32) -> Result<bool, StoreError> {
    let (a, l) = (loja.aplicacao.0, loja.loja);
    let there: bool = on!(conn, c => diesel::select(diesel::dsl::exists(estoque_centros::table
        .filter(estoque_centros::aplicacao_id.eq(a))
        .filter(estoque_centros::loja_id.eq(l))
        .filter(estoque_centros::centro_num.eq(centro))
        .filter(estoque_centros::estoque.ne(0).or(estoque_centros::reservado.ne(0)))))
        .get_result(c))?;
    let held: bool = on!(conn, c => diesel::select(diesel::dsl::exists(estoque_reservas::table
        .filter(estoque_reservas::aplicacao_id.eq(a))
        .filter(estoque_reservas::loja_id.eq(l))
        .filter(estoque_reservas::centro_num.eq(centro))))
        .get_result(c))?;
    if there || held {
        return Ok(true);
    }
    let named: Vec<Option<String>> = on!(conn, c => canais::table
        .filter(canais::aplicacao_id.eq(a))
        .filter(canais::loja_id.eq(l))
        .filter(canais::centros.is_not_null())
        .select(canais::centros)
        .load(c))?;
    for text in named {
        if stored::centros(text.as_deref())?.centros.contains(&centro) {
            return Ok(true);
        }
    }
    Ok(false)
}
