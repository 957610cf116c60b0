//! Ranges of a column whose values grow: there is always an empty one ahead of the last row, and one behind
//! all for whatever comes before the next is made.

use std::iter;

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};

use super::kept::{Rights, settings};
use crate::error::DbError;

/// The longest that what writes and reads waits until a range is added: whoever holds the table longer is let
/// go first.
const PATIENCE: &str = "SET LOCAL lock_timeout = '2s'";

/// More than the indexes of an empty range take.
const EMPTY: i64 = 1 << 20;

/// From where to where, `None`: without an end.
type Bounds = (Option<i64>, Option<i64>);

/// Ranges for values up to the last.
pub(super) fn bounds(last: Option<i64>, size: i64) -> impl Iterator<Item = Bounds> {
    let filled = last.unwrap_or(0).max(0) / size + 1;
    let end = move |n: i64| (n > 0).then_some(n * size);
    (0..=filled).map(move |n| (end(n), end(n + 1))).chain(iter::once((end(filled + 1), None)))
}

/// The range that begins there.
pub(super) fn name(table: &str, from: Option<i64>) -> String {
    format!("{table}_de_{}", from.unwrap_or(0))
}

pub(super) fn values(from: Option<i64>, to: Option<i64>) -> String {
    let end = |end: Option<i64>, none: &str| end.map_or_else(|| none.to_owned(), |end| end.to_string());
    format!("FOR VALUES FROM ({}) TO ({})", end(from, "MINVALUE"), end(to, "MAXVALUE"))
}

#[derive(QueryableByName)]
struct Range {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    start: i64,
    /// Of its rows, and of its indexes.
    #[diesel(sql_type = BigInt)]
    bytes: i64,
    #[diesel(sql_type = BigInt)]
    index_bytes: i64,
}

/// Makes the next range once the last of those that have an end is begun, and gives back the disk of ranges
/// whose rows are all gone, in the transaction of the caller.
pub(super) fn extend(pg: &mut PgConnection, table: &str, column: &str, size: i64) -> Result<(), DbError> {
    pg.batch_execute(PATIENCE)?;
    let ranges = ranges(pg, table)?;
    let [old @ .., last, tail] = ranges.as_slice() else { return Ok(()) };
    if holds_any(pg, last)? || holds_any(pg, tail)? {
        return add(pg, (table, column), tail, size);
    }
    // vacuum gives the disk of rows back once nobody can see them any more, that of indexes it keeps
    for range in old.iter().filter(|range| range.bytes == 0 && range.index_bytes > EMPTY) {
        pg.batch_execute(&format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", range.name))?;
        // somebody's first rows may have come meanwhile
        if !holds_any(pg, range)? {
            pg.batch_execute(&format!("TRUNCATE TABLE {}", range.name))?;
        }
    }
    Ok(())
}

fn ranges(pg: &mut PgConnection, table: &str) -> Result<Vec<Range>, DbError> {
    // the first one's start has no number
    let ranges = sql_query(
        "SELECT CAST(c.oid AS regclass)::text AS name, pg_relation_size(c.oid) AS bytes, \
                pg_indexes_size(c.oid) AS index_bytes, \
                CAST(coalesce(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \\(''?([0-9]+)'), '0') \
                     AS bigint) AS start \
         FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid \
         WHERE i.inhparent = CAST($1 AS regclass) ORDER BY start",
    );
    Ok(ranges.bind::<Text, _>(table).load(pg)?)
}

fn holds_any(pg: &mut PgConnection, range: &Range) -> Result<bool, DbError> {
    Ok(sql::<Bool>(&format!("SELECT EXISTS (SELECT 1 FROM {})", range.name)).get_result(pg)?)
}

/// The range without an end gets one, behind all that it holds, and another one follows it.
fn add(pg: &mut PgConnection, (table, column): (&str, &str), tail: &Range, size: i64) -> Result<(), DbError> {
    let Range { name, start, .. } = tail;
    pg.batch_execute(&format!("ALTER TABLE {table} DETACH PARTITION {name}"))?;
    let last: Option<i64> =
        sql::<Nullable<BigInt>>(&format!("SELECT max({column}) FROM {name}")).get_result(pg)?;
    let end = (last.unwrap_or(*start) / size + 1) * size;
    let (settings, rights) = (settings(pg, name)?, Rights::of(pg, name)?);
    let new = self::name(table, Some(end));
    let (ended, open) = (values(Some(*start), Some(end)), values(Some(end), None));
    pg.batch_execute(&format!("ALTER TABLE {table} ATTACH PARTITION {name} {ended}"))?;
    pg.batch_execute(&format!("CREATE TABLE {new} PARTITION OF {table} {open}{settings}"))?;
    rights.on(&new).try_for_each(|grant| pg.batch_execute(&grant))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_an_empty_range_ahead_of_the_last_row() {
        let all = |last, size| bounds(last, size).collect::<Vec<_>>();
        let empty = [(None, Some(10)), (Some(10), Some(20)), (Some(20), None)];
        assert_eq!(all(None, 10), empty);
        assert_eq!(all(Some(9), 10), empty);
        let begun = [(None, Some(10)), (Some(10), Some(20)), (Some(20), Some(30)), (Some(30), None)];
        assert_eq!(all(Some(10), 10), begun);
        assert_eq!(all(Some(19), 10), begun);
    }

    #[test]
    fn what_has_no_end_says_so() {
        assert_eq!((name("t", None), name("t", Some(10))), ("t_de_0".to_owned(), "t_de_10".to_owned()));
        assert_eq!(values(None, Some(10)), "FOR VALUES FROM (MINVALUE) TO (10)");
        assert_eq!(values(Some(10), None), "FOR VALUES FROM (10) TO (MAXVALUE)");
    }
}
