//! What PostgreSQL's catalogue says of tables and their parts.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};

use crate::division::Partitions;
use crate::error::DbError;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// What a question about a table is answered, in its column `line`.
pub fn lines(pg: &mut PgConnection, question: &str, table: &str) -> Result<Vec<String>, DbError> {
    let lines: Vec<Line> = sql_query(question).bind::<Text, _>(table).load(pg)?;
    Ok(lines.into_iter().map(|row| row.line).collect())
}

#[derive(QueryableByName)]
struct PartitionsRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    by: String,
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// The tables that have partitions.
pub fn partitions(pg: &mut PgConnection) -> Result<Vec<Partitions>, DbError> {
    let rows: Vec<PartitionsRow> = sql_query(
        "SELECT t.relname::text AS name, pg_get_partkeydef(t.oid) AS by, \
                (SELECT count(*) FROM pg_inherits i WHERE i.inhparent = t.oid) AS count \
         FROM pg_class t \
         WHERE t.relkind = 'p' AND t.relnamespace = CAST(current_schema() AS regnamespace) \
         ORDER BY t.relname",
    )
    .load(pg)?;
    let named = |PartitionsRow { name, by, count }| Partitions { table: name, by, count };
    Ok(rows.into_iter().map(named).collect())
}
