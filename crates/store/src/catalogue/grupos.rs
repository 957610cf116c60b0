//! Groups of SKUs: the numbers of a store's `parentId`s, drawn when a group is first named.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use domain::values::ids::LojaId;

use crate::base::schema::grupos;
use crate::base::sequences::{Sequence, next_many};
use crate::base::{Backend, BindValue, Statement, StoreError, Tx, of_store, to_json};

/// The numbers of some groups; those that have none yet get one. An empty `parentId` is no group.
pub(crate) fn find_or_create<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    parents: impl Iterator<Item = &'a str>,
) -> Result<HashMap<String, i64>, StoreError> {
    let parents: BTreeSet<&str> = parents.filter(|p| !p.is_empty()).collect();
    if parents.is_empty() {
        return Ok(HashMap::new());
    }
    let parents: Vec<&str> = parents.into_iter().collect();
    let mut found: HashMap<String, i64> = list(tx, loja, &parents)?.into_iter().collect();
    let new: Vec<&str> = parents.into_iter().filter(|p| !found.contains_key(*p)).collect();
    if !new.is_empty() {
        let numbers = next_many(tx, Sequence::Skus, new.len())?;
        found.extend(insert(tx, loja, &new, numbers)?);
    }
    Ok(found)
}

/// The numbers of existing groups; on SQLite by one cached statement for lists of any length.
fn list(tx: &mut Tx<'_>, loja: LojaId, parents: &[&str]) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(match tx.either() {
        Backend::Sqlite(c) => Statement::<(Text, BigInt), 3>::new(
            "SELECT g.parent_id, g.produto_num FROM json_each(?) j \
             CROSS JOIN grupos g ON g.aplicacao_id = ? AND g.loja_id = ? AND g.parent_id = j.value",
            [BindValue::Str(&to_json(parents)?), BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja)],
        )
        .load(*c)?,
        Backend::Postgres(c) => of_store!(grupos, loja)
            .filter(grupos::parent_id.eq_any(parents))
            .select((grupos::parent_id, grupos::produto_num))
            .load(*c)?,
    })
}

/// Numbers groups and returns the numbers they have: on PostgreSQL another transaction may have been first.
fn insert(
    tx: &mut Tx<'_>,
    loja: LojaId,
    parents: &[&str],
    numbers: Vec<i64>,
) -> Result<Vec<(String, i64)>, StoreError> {
    let rows = parents.iter().zip(numbers).map(|(parent, number)| {
        (
            grupos::aplicacao_id.eq(loja.aplicacao.0),
            grupos::loja_id.eq(loja.loja),
            grupos::parent_id.eq(*parent),
            grupos::produto_num.eq(number),
        )
    });
    match tx.either() {
        Backend::Sqlite(c) => {
            for row in rows {
                diesel::insert_into(grupos::table).values(row).execute(*c)?;
            }
        }
        Backend::Postgres(c) => {
            let rows: Vec<_> = rows.collect();
            diesel::insert_into(grupos::table).values(rows).on_conflict_do_nothing().execute(*c)?;
        }
    }
    list(tx, loja, parents)
}
