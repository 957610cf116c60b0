//! PostgreSQL's advisory locks: what must not change between reading and writing.

use diesel::expression::functions::declare_sql_function;
use diesel::sql_types::{BigInt, Text};
use diesel::{PgConnection, RunQueryDsl};

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

// the server makes the number out of the name, so that every version of this program agrees
#[declare_sql_function]
extern "SQL" {
    fn hashtextextended(name: Text, seed: BigInt) -> BigInt;
    fn pg_advisory_xact_lock(key: BigInt) -> Text;
    fn pg_advisory_xact_lock_shared(key: BigInt) -> Text;
    fn pg_try_advisory_xact_lock(key: BigInt) -> Bool;
}
