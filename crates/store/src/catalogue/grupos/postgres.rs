//! Groups on PostgreSQL.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use crate::base::StoreError;
use crate::base::schema::grupos;

/// The numbers of those groups that have one.
pub(super) fn list(
    c: &mut PgConnection,
    loja: LojaId,
    parents: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(grupos::table
        .filter(grupos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(grupos::loja_id.eq(loja.loja))
        .filter(grupos::parent_id.eq_any(parents))
        .select((grupos::parent_id, grupos::produto_num))
        .load(c)?)
}

/// Gives groups numbers, in the order of their names; answers those that they have. Another transaction may
/// have been first: its numbers count.
pub(super) fn insert(
    c: &mut PgConnection,
    loja: LojaId,
    new: &[(&str, i64)],
) -> Result<Vec<(String, i64)>, StoreError> {
    let rows: Vec<_> = new
        .iter()
        .map(|(parent, number)| {
            (
                grupos::aplicacao_id.eq(loja.aplicacao.0),
                grupos::loja_id.eq(loja.loja),
                grupos::parent_id.eq(*parent),
                grupos::produto_num.eq(*number),
            )
        })
        .collect();
    diesel::insert_into(grupos::table).values(rows).on_conflict_do_nothing().execute(c)?;
    let parents: Vec<&str> = new.iter().map(|(parent, _)| *parent).collect();
    list(c, loja, &parents)
}
