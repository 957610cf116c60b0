//! Removal of distribution centres that hold no stock.

use diesel::prelude::*;
use domain::estoque::CENTRO_PADRAO;
use domain::values::ids::LojaId;

use crate::base::schema::{canais, estoque_centros, estoque_reservas, skus};
use crate::base::{Conn, StoreError, Tx, locked, on, stored};
use crate::inventory::centros;

/// What became of a removal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemoveCentroOutcome {
    /// Done.
    Removed,
    /// There is no such centre.
    Missing,
    /// It holds stock or reservations, a channel names it, or it is the main one.
    InUse,
}

/// SKUs that are stocked in a centre, if only with a stock of zero.
macro_rules! stocked {
    ($loja:expr, $centro:expr) => {
        skus::table
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
            .filter(
                skus::sku_num.eq_any(
                    estoque_centros::table
                        .filter(estoque_centros::aplicacao_id.eq($loja.aplicacao.0))
                        .filter(estoque_centros::loja_id.eq($loja.loja))
                        .filter(estoque_centros::centro_num.eq($centro))
                        .select(estoque_centros::sku_num),
                ),
            )
    };
}

/// Removes a centre that holds no stock.
pub fn remove_centro(tx: &mut Tx<'_>, loja: LojaId, centro: i32) -> Result<RemoveCentroOutcome, StoreError> {
    centros::exclusive(tx, loja)?;
    if centros::unknown(tx, loja, [centro])?.is_some() {
        return Ok(RemoveCentroOutcome::Missing);
    }
    if centro == CENTRO_PADRAO {
        return Ok(RemoveCentroOutcome::InUse);
    }
    // no order allocates units there meanwhile
    let stocked = stocked!(loja, centro).order(skus::sku).select(skus::sku_num);
    let _: Vec<i64> = locked!(tx, stocked, load)?;
    if in_use(tx, loja, centro)? {
        return Ok(RemoveCentroOutcome::InUse);
    }
    // their ledgers stay
    on!(tx, c => diesel::update(stocked!(loja, centro)).set(skus::centros.eq(skus::centros - 1)).execute(c))?;
    on!(tx, c => diesel::delete(estoque_centros::table
        .filter(estoque_centros::aplicacao_id.eq(loja.aplicacao.0))
        .filter(estoque_centros::loja_id.eq(loja.loja))
        .filter(estoque_centros::centro_num.eq(centro)))
        .execute(c))?;
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
