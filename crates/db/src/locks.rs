//! PostgreSQL's advisory locks: what must not change between reading and writing.

use std::time::Duration;

use diesel::expression::functions::declare_sql_function;
use diesel::sql_types::{Array, BigInt, Bool, Text};
use diesel::{PgConnection, QueryableByName, RunQueryDsl, sql_query};

use crate::error::DbError;

/// Holds a name until the end of the transaction.
pub fn lock(c: &mut PgConnection, name: &str) -> Result<(), DbError> {
    diesel::select(pg_advisory_xact_lock(hashtextextended(name, 0_i64))).execute(c)?;
    Ok(())
}

/// Holds a name beside others that do the same; whoever asks for it by [`lock`] waits for all of them.
pub fn lock_shared(c: &mut PgConnection, name: &str) -> Result<(), DbError> {
    diesel::select(pg_advisory_xact_lock_shared(hashtextextended(name, 0_i64))).execute(c)?;
    Ok(())
}

/// [`lock`], but false at once when another transaction has it.
pub fn try_lock(c: &mut PgConnection, name: &str) -> Result<bool, DbError> {
    Ok(diesel::select(pg_try_advisory_xact_lock(hashtextextended(name, 0_i64))).get_result(c)?)
}

/// Has this transaction fail where it would wait longer for a lock.
pub fn wait_at_most(c: &mut PgConnection, time: Duration) -> Result<(), DbError> {
    let time = format!("{}ms", time.as_millis());
    diesel::select(set_config("lock_timeout", time, true)).execute(c)?;
    Ok(())
}

#[derive(QueryableByName)]
struct Held {
    #[diesel(sql_type = Bool)]
    held: bool,
}

/// [`try_lock`] for several names in one statement; which of them this transaction has now.
pub fn try_locks(c: &mut PgConnection, names: &[String]) -> Result<Vec<bool>, DbError> {
    let locks = "SELECT pg_try_advisory_xact_lock(hashtextextended(name, 0)) AS held \
                 FROM unnest($1) WITH ORDINALITY AS n (name, place) ORDER BY place";
    let held: Vec<Held> = sql_query(locks).bind::<Array<Text>, _>(names).load(c)?;
    Ok(held.into_iter().map(|lock| lock.held).collect())
}

// the server makes the number out of the name, so that every version of this program agrees
#[declare_sql_function]
extern "SQL" {
    fn hashtextextended(name: Text, seed: BigInt) -> BigInt;
    fn pg_advisory_xact_lock(key: BigInt) -> Text;
    fn pg_advisory_xact_lock_shared(key: BigInt) -> Text;
    fn pg_try_advisory_xact_lock(key: BigInt) -> Bool;
    fn set_config(name: Text, value: Text, is_local: Bool) -> Text;
}
