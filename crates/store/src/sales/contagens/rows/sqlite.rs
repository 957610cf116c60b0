//! The one writer keeps the counters up to date: nothing is ever put aside.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::ahead::{Loaded, Stretches, of_stretches};
use super::row::ContagemRow;
use crate::base::schema::contagens;
use crate::base::{BindValue, CountedChange, Statement, StoreError};
use crate::sales::contagens::kinds::Tree;

/// One by one: a prepared statement costs less than a long one that has to be compiled.
pub(super) fn save(
    c: &mut SqliteConnection,
    new: &[ContagemRow],
    changed: &[ContagemRow],
) -> Result<(), StoreError> {
    for row in new {
        diesel::insert_into(contagens::table).values(row).execute(c)?;
    }
    for row in changed {
        update(row).execute(c)?;
    }
    Ok(())
}

/// Writes what may change of a bucket that is there.
fn update(row: &ContagemRow) -> Statement<'_, (), 9> {
    Statement::new(
        "UPDATE contagens SET total = ?, dividido = ?, partes = ? WHERE aplicacao_id = ? AND loja_id = ? \
         AND tipo = ? AND nivel = ? AND inicio = ? AND inicio_id = ?",
        [
            BindValue::I64(row.total),
            BindValue::Boolean(row.dividido),
            BindValue::Str(&row.partes),
            BindValue::I32(row.aplicacao_id),
            BindValue::I32(row.loja_id),
            BindValue::I16(row.tipo),
            BindValue::I16(row.nivel),
            BindValue::I64(row.inicio),
            BindValue::I64(row.inicio_id),
        ],
    )
}

pub(super) fn append(_: &mut SqliteConnection, _: &[CountedChange]) -> Result<usize, StoreError> {
    Ok(0)
}

pub(super) fn unfolded(_: &mut SqliteConnection, _: LojaId) -> Result<Vec<CountedChange>, StoreError> {
    Ok(Vec::new())
}

pub(super) fn ahead(
    c: &mut SqliteConnection,
    tree: Tree,
    stretches: Stretches,
    _: (i64, i64),
    whole: bool,
) -> Result<Loaded, StoreError> {
    Ok(match whole {
        true => Loaded::Totals(of_stretches!(tree, contagens::total, stretches).load(c)?),
        false => Loaded::Parts(of_stretches!(tree, contagens::partes, stretches).load(c)?),
    })
}

pub(super) fn stores_to_fold(_: &mut SqliteConnection) -> Result<Vec<LojaId>, StoreError> {
    Ok(Vec::new())
}

pub(super) fn take(_: &mut SqliteConnection, _: LojaId) -> Result<Vec<CountedChange>, StoreError> {
    Ok(Vec::new())
}

/// Every transaction sees one moment.
pub(super) fn fresh_snapshot(_: &mut SqliteConnection) -> Result<(), StoreError> {
    Ok(())
}
