//! Groups on SQLite.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use domain::values::ids::LojaId;

use crate::base::StoreError;
use crate::base::schema::grupos;
use crate::base::{BindValue, Statement};

/// The numbers of those groups that have one. By one cached statement for any number of them.
pub(super) fn list(
    c: &mut SqliteConnection,
    loja: LojaId,
    parents: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    let list = serde_json::to_string(parents).map_err(|e| StoreError::Internal(e.to_string()))?;
    Ok(Statement::<(Text, BigInt), 3>::new(
        "SELECT g.parent_id, g.produto_num FROM json_each(?) j \
         CROSS JOIN grupos g ON g.aplicacao_id = ? AND g.loja_id = ? AND g.parent_id = j.value",
        [BindValue::Str(&list), BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja)],
    )
    .load(c)?)
}

/// Gives groups numbers; answers those that they have. The one writer: nobody else can have given them
/// others.
pub(super) fn insert(
    c: &mut SqliteConnection,
    loja: LojaId,
    new: &[(&str, i64)],
) -> Result<Vec<(String, i64)>, StoreError> {
    for (parent, number) in new {
        diesel::insert_into(grupos::table)
            .values((
                grupos::aplicacao_id.eq(loja.aplicacao.0),
                grupos::loja_id.eq(loja.loja),
                grupos::parent_id.eq(parent),
                grupos::produto_num.eq(number),
            ))
            .execute(c)?;
    }
    Ok(new.iter().map(|(parent, number)| ((*parent).to_owned(), *number)).collect())
}
