//! What divided tables need from time to time: further ranges, statistics of the whole.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::super::engine::{Postgres, analyze};
use super::asking::partitions;
use super::ranges;
use crate::division::{Divided, Division, Partitions};
use crate::error::DbError;
use crate::unit::Unit;

/// Any number, the same in every server: who holds it tends the partitions.
const TENDING_LOCK: i64 = 0x454e_5452_4551;

/// Divided tables whose parts have grown to twice what the planner knows of the whole: autovacuum looks at
/// each part alone.
const GROWN: &str = "SELECT CAST(t.oid AS regclass)::text \
     FROM pg_class t \
     JOIN pg_inherits i ON i.inhparent = t.oid \
     JOIN pg_class part ON part.oid = i.inhrelid \
     WHERE t.relkind = 'p' AND t.relnamespace = CAST(current_schema() AS regnamespace) \
     GROUP BY t.oid, t.reltuples \
     HAVING sum(greatest(part.reltuples, 0)) > 2 * greatest(t.reltuples, 0) + 1000 \
     ORDER BY 1";

impl<U: Unit> Postgres<U> {
    /// The tables that have partitions.
    pub fn partitions(&self) -> Result<Vec<Partitions>, DbError> {
        self.maintain(partitions)
    }

    /// Keeps what is divided in order.
    pub fn tend_partitions(&self, divided: &[Divided]) -> Result<(), DbError> {
        let there = self.partitions()?;
        for (table, division) in divided {
            if let Division::Ranges { column, size } = division
                && there.iter().any(|partitions| partitions.table == *table)
            {
                self.in_turn(|pg| ranges::extend(pg, table, column, *size))?;
            }
        }
        if there.is_empty() { Ok(()) } else { self.in_turn(|pg| analyze(pg, GROWN)) }
    }

    /// One server at a time: the others' turn comes again.
    fn in_turn(&self, mut f: impl FnMut(&mut PgConnection) -> Result<(), DbError>) -> Result<(), DbError> {
        self.maintain(|pg| {
            let got = format!("SELECT pg_try_advisory_xact_lock({TENDING_LOCK})");
            if sql::<Bool>(&got).get_result(pg)? { f(pg) } else { Ok(()) }
        })
    }
}
