//! Another table in the place of one, with the same rows in other parts.

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};

use super::kept::{Kept, hold};
use super::{partitions, ranges};
use crate::division::Division;
use crate::error::DbError;

/// Divides a table, or puts it together, in the transaction of the caller; false when it is so already. Whoever
/// wants the table waits until the transaction ends, and finds it under the same name.
pub(super) fn rebuild(pg: &mut PgConnection, table: &str, division: Division) -> Result<bool, DbError> {
    if is_so(pg, table, division)? {
        return Ok(false);
    }
    hold(pg, table)?;
    let kept = Kept::of(pg, table)?;
    let new = format!("{table}_novo");
    let mut steps = kept.unrefer;
    steps.extend(tables(pg, table, &new, division, &kept.settings)?);
    let columns = &kept.columns;
    steps.push(format!("INSERT INTO {new} ({columns}) SELECT {columns} FROM {table}"));
    // names of indexes are free once the table is gone, and indexes made of all rows at once are dense
    steps.push(format!("DROP TABLE {table}"));
    steps.push(format!("ALTER TABLE {new} RENAME TO {table}"));
    steps.extend(kept.keys_and_indexes);
    steps.extend(kept.references);
    steps.extend(kept.grants);
    steps.push(format!("ANALYZE {table}"));
    for step in steps {
        pg.batch_execute(&step)?;
    }
    Ok(true)
}

/// Ranges grow with what is written: how many there are says nothing.
fn is_so(pg: &mut PgConnection, table: &str, division: Division) -> Result<bool, DbError> {
    let now = partitions(pg)?.into_iter().find(|partitions| partitions.table == table);
    Ok(match (division, now) {
        (Division::Whole, now) => now.is_none(),
        (_, None) => false,
        (Division::Hash { parts, .. }, Some(now)) => {
            now.by.starts_with("HASH") && now.count == i64::from(parts)
        }
        (Division::Ranges { .. }, Some(now)) => now.by.starts_with("RANGE"),
    })
}

/// What makes the new table and its parts, without indexes.
fn tables(
    pg: &mut PgConnection,
    table: &str,
    new: &str,
    division: Division,
    settings: &str,
) -> Result<Vec<String>, DbError> {
    let like = format!("CREATE TABLE {new} (LIKE {table} INCLUDING ALL EXCLUDING INDEXES)");
    Ok(match division {
        Division::Whole => vec![format!("{like}{settings}")],
        Division::Hash { columns, parts } => {
            let part = |n| {
                format!(
                    "CREATE TABLE {table}_{parts}_{n} PARTITION OF {new} \
                     FOR VALUES WITH (MODULUS {parts}, REMAINDER {n}){settings}"
                )
            };
            let whole = format!("{like} PARTITION BY HASH ({columns})");
            [whole].into_iter().chain((0..parts).map(part)).collect()
        }
        Division::Ranges { column, size } => {
            let last: Option<i64> =
                sql::<Nullable<BigInt>>(&format!("SELECT max({column}) FROM {table}")).get_result(pg)?;
            let whole = format!("{like} PARTITION BY RANGE ({column})");
            let parts = ranges::bounds(last, size)
                .map(|(from, to)| format!("{}{settings}", ranges::part(table, new, from, to)));
            [whole].into_iter().chain(parts).collect()
        }
    })
}
