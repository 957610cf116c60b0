//! Another table in the place of one, with the same rows in other parts.

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};

use super::super::rules;
use super::asking::partitions;
use super::kept::Kept;
use super::ranges;
use crate::division::Division;
use crate::error::DbError;

/// Divides a table, or puts it together, in the transaction of the caller; false when it is so already.
/// Whoever wants the table waits until the transaction ends, and finds it under the same name.
pub(super) fn rebuild(pg: &mut PgConnection, table: &str, division: Division) -> Result<bool, DbError> {
    if is_so(pg, table, division)? {
        return Ok(false);
    }
    pg.batch_execute(&format!("LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"))?;
    let kept = Kept::of(pg, table)?;
    let new = format!("{table}_novo");
    let references = rules::lift(pg, Some(table))?;
    let parts = parts(pg, table, division)?;
    let like = format!("CREATE TABLE {new} (LIKE {table} INCLUDING ALL EXCLUDING INDEXES)");
    let mut steps = vec![format!("{like}{}", by(division).unwrap_or(kept.settings.clone()))];
    for (part, values) in &parts {
        steps.push(format!("CREATE TABLE {part} PARTITION OF {new} {values}{}", kept.settings));
    }
    let columns = &kept.columns;
    steps.push(format!("INSERT INTO \"{new}\" ({columns}) SELECT {columns} FROM {table}"));
    // names of indexes are free once the table is gone, and indexes made of all rows at once are dense
    steps.push(format!("DROP TABLE {table}"));
    steps.push(format!("ALTER TABLE {new} RENAME TO {table}"));
    steps.extend(kept.keys_and_indexes);
    steps.extend(Some(references).filter(|statements| !statements.is_empty()));
    steps.extend(kept.rights.on(table));
    steps.extend(parts.iter().flat_map(|(part, _)| kept.rights.on(part)));
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
        (Division::Hash { columns, parts }, Some(now)) => {
            now.by == format!("HASH ({columns})") && now.count == i64::from(parts)
        }
        (Division::Ranges { column, .. }, Some(now)) => now.by == format!("RANGE ({column})"),
    })
}

/// What the new table says of its parts; nothing when it has none.
fn by(division: Division) -> Option<String> {
    match division {
        Division::Whole => None,
        Division::Hash { columns, .. } => Some(format!(" PARTITION BY HASH ({columns})")),
        Division::Ranges { column, .. } => Some(format!(" PARTITION BY RANGE ({column})")),
    }
}

/// The names of the parts, and what each holds.
fn parts(pg: &mut PgConnection, table: &str, division: Division) -> Result<Vec<(String, String)>, DbError> {
    Ok(match division {
        Division::Whole => Vec::new(),
        Division::Hash { parts, .. } => {
            let values = |n| format!("FOR VALUES WITH (MODULUS {parts}, REMAINDER {n})");
            (0..parts).map(|n| (format!("{table}_{parts}_{n}"), values(n))).collect()
        }
        Division::Ranges { column, size } => {
            let last: Option<i64> =
                sql::<Nullable<BigInt>>(&format!("SELECT max({column}) FROM {table}")).get_result(pg)?;
            ranges::bounds(last, size)
                .map(|(from, to)| (ranges::name(table, from), ranges::values(from, to)))
                .collect()
        }
    })
}
