//! Ranges of a column whose values grow: there is always an empty one ahead of the last row, and one behind
//! all for whatever comes before the next is made.

use std::iter;

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};

use crate::error::DbError;

/// The longest that what writes and reads waits until a range is added: whoever holds the table longer is let
/// go first.
const PATIENCE: &str = "SET LOCAL lock_timeout = '2s'";

/// From where to where, `None`: without an end.
type Bounds = (Option<i64>, Option<i64>);

/// Ranges for values up to the last.
pub(super) fn bounds(last: Option<i64>, size: i64) -> impl Iterator<Item = Bounds> {
    let filled = last.unwrap_or(0).max(0) / size + 1;
    let end = move |n: i64| (n > 0).then_some(n * size);
    (0..=filled).map(move |n| (end(n), end(n + 1))).chain(iter::once((end(filled + 1), None)))
}

/// What makes a range of a table; `of` is the name that the table has meanwhile.
pub(super) fn part(table: &str, of: &str, from: Option<i64>, to: Option<i64>) -> String {
    let name = from.unwrap_or(0);
    format!("CREATE TABLE {table}_de_{name} PARTITION OF {of} FOR VALUES {}", values(from, to))
}

fn values(from: Option<i64>, to: Option<i64>) -> String {
    let end = |end: Option<i64>, none: &str| end.map_or_else(|| none.to_owned(), |end| end.to_string());
    format!("FROM ({}) TO ({})", end(from, "MINVALUE"), end(to, "MAXVALUE"))
}

#[derive(QueryableByName)]
struct Range {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    start: i64,
    #[diesel(sql_type = BigInt)]
    bytes: i64,
}

/// Makes the next range once the last of those that have an end is begun, and gives back the disk of ranges
/// whose rows are all gone. Each step in a transaction of the caller's.
pub(super) fn extend(pg: &mut PgConnection, table: &str, column: &str, size: i64) -> Result<(), DbError> {
    pg.batch_execute(PATIENCE)?;
    let ranges = ranges(pg, table)?;
    let [old @ .., last, tail] = ranges.as_slice() else { return Ok(()) };
    if holds_any(pg, last)? || holds_any(pg, tail)? {
        return add(pg, (table, column), tail, size);
    }
    for range in old.iter().filter(|range| range.bytes > 0) {
        if !holds_any(pg, range)? {
            pg.batch_execute(&format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", range.name))?;
            // somebody's first rows may have come meanwhile
            if !holds_any(pg, range)? {
                pg.batch_execute(&format!("TRUNCATE {}", range.name))?;
            }
        }
    }
    Ok(())
}

fn ranges(pg: &mut PgConnection, table: &str) -> Result<Vec<Range>, DbError> {
    // the first one's start has no number
    let ranges = sql_query(
        "SELECT CAST(c.oid AS regclass)::text AS name, pg_relation_size(c.oid) AS bytes, \
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
    let values = values(Some(*start), Some(end));
    pg.batch_execute(&format!("ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES {values}"))?;
    pg.batch_execute(&part(table, table, Some(end), None))?;
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
        let first = "CREATE TABLE t_de_0 PARTITION OF t FOR VALUES FROM (MINVALUE) TO (10)";
        assert_eq!(part("t", "t", None, Some(10)), first);
        assert_eq!(
            part("t", "x", Some(10), None),
            "CREATE TABLE t_de_10 PARTITION OF x FOR VALUES FROM (10) TO (MAXVALUE)"
        );
    }
}
