//! Tables that are divided into partitions, or put together again.

mod kept;
mod ranges;
mod rebuild;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};

use super::engine::{ATTEMPTS, MIGRATION_LOCK, Postgres};
use crate::division::{Divided, Division, Partitions};
use crate::error::DbError;
use crate::unit::Unit;

impl<U: Unit> Postgres<U> {
    /// The tables that have partitions.
    pub fn partitions(&self) -> Result<Vec<Partitions>, DbError> {
        self.maintain(partitions)
    }

    /// Divides tables, or puts them together, each in a transaction of its own; tells of each that was. What
    /// is cut off between two goes on when it is called again.
    pub fn divide(&self, divided: &[Divided], told: &mut dyn FnMut(&str)) -> Result<(), DbError> {
        for (table, division) in divided {
            let rebuilt = self.until_it_wins(|pg| {
                // whoever migrates, or divides, is waited for
                pg.batch_execute("SET LOCAL lock_timeout = 0")?;
                sql_query(format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")).execute(pg)?;
                rebuild::rebuild(pg, table, *division)
            })?;
            if rebuilt {
                told(table);
            }
        }
        Ok(())
    }

    /// The locks that it begins with may be taken in another order than those of others, who are let go first.
    fn until_it_wins<T>(
        &self,
        mut f: impl FnMut(&mut PgConnection) -> Result<T, DbError>,
    ) -> Result<T, DbError> {
        for _ in 1..ATTEMPTS {
            match self.maintain(&mut f) {
                Err(DbError::Concurrency(_)) => {}
                done => return done,
            }
        }
        self.maintain(f)
    }

    /// Keeps what is divided in order.
    pub fn tend_partitions(&self, divided: &[Divided]) -> Result<(), DbError> {
        let there = self.partitions()?;
        for (table, division) in divided {
            if let Division::Ranges { column, size } = division
                && there.iter().any(|partitions| partitions.table == *table)
            {
                self.maintain(|pg| ranges::extend(pg, table, column, *size))?;
            }
        }
        if there.is_empty() { Ok(()) } else { self.maintain(look_at_grown) }
    }
}

/// A line of text.
#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

fn lines(pg: &mut PgConnection, question: &str, table: &str) -> Result<Vec<String>, DbError> {
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
fn partitions(pg: &mut PgConnection) -> Result<Vec<Partitions>, DbError> {
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

/// Has the planner look at divided tables whose parts have grown to twice what it knows of the whole: nobody
/// else does, autovacuum looks at each part alone.
fn look_at_grown(pg: &mut PgConnection) -> Result<(), DbError> {
    let grown: Vec<Line> = sql_query(
        "SELECT CAST(t.oid AS regclass)::text AS line \
         FROM pg_class t \
         JOIN pg_inherits i ON i.inhparent = t.oid \
         JOIN pg_class part ON part.oid = i.inhrelid \
         WHERE t.relkind = 'p' AND t.relnamespace = CAST(current_schema() AS regnamespace) \
         GROUP BY t.oid, t.reltuples \
         HAVING sum(greatest(part.reltuples, 0)) > 2 * greatest(t.reltuples, 0) + 1000 \
         ORDER BY 1",
    )
    .load(pg)?;
    for Line { line } in grown {
        sql_query(format!("ANALYZE {line}")).execute(pg)?;
    }
    Ok(())
}
