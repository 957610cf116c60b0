//! Numbers given out by the service: never reused, with gaps.
//!
//! PostgreSQL has sequences. On SQLite, with one writer, a counter row is as good, and is written once a commit.

use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Text};

pub(crate) use super::sequence::Sequence;
use crate::base::{Backend, BindValue, Conn, Pending, Statement, StoreError, Tx};

/// The next `count` numbers, in ascending order.
pub(crate) fn next_many(tx: &mut Tx<'_>, seq: Sequence, count: usize) -> Result<Vec<i64>, StoreError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let count = count as i64;
    match tx.split() {
        (Backend::Sqlite(c), pending) => {
            let given = match pending.sequences.get(&seq) {
                Some(given) => *given,
                None => Statement::<BigInt, 1>::new(
                    "SELECT valor FROM sequencias WHERE nome = ?",
                    [BindValue::Str(seq.name())],
                )
                .get_result(*c)?,
            };
            pending.sequences.insert(seq, given + count);
            Ok((given + 1..=given + count).collect())
        }
        (Backend::Postgres(c), _) => {
            let mut numbers: Vec<i64> = Statement::<BigInt, 2>::new(
                "SELECT nextval('seq_' || ?) FROM generate_series(1, ?)",
                [BindValue::Str(seq.name()), BindValue::I64(count)],
            )
            .load(*c)?;
            numbers.sort_unstable();
            Ok(numbers)
        }
    }
}

/// The next number.
pub(crate) fn next_number(tx: &mut Tx<'_>, seq: Sequence) -> Result<i64, StoreError> {
    let numbers = next_many(tx, seq, 1)?;
    numbers.first().copied().ok_or_else(|| StoreError::Internal("a sequence gave no number".to_owned()))
}

/// The next number of a sequence whose column is 32 bits wide.
pub(crate) fn next_i32(tx: &mut Tx<'_>, seq: Sequence) -> Result<i32, StoreError> {
    i32::try_from(next_number(tx, seq)?)
        .map_err(|_| StoreError::Internal(format!("no numbers left for {}", seq.name())))
}

/// Writes the last numbers given out (SQLite).
pub(crate) fn write(backend: Backend<'_>, pending: &mut Pending) -> Result<(), StoreError> {
    let Backend::Sqlite(c) = backend else { return Ok(()) };
    for (seq, value) in &pending.sequences {
        set_counter(c, seq.name(), *value)?;
    }
    Ok(())
}

fn set_counter(c: &mut diesel::SqliteConnection, name: &str, last: i64) -> Result<(), StoreError> {
    Statement::<(), 2>::new(
        "UPDATE sequencias SET valor = ? WHERE nome = ?",
        [BindValue::I64(last), BindValue::Str(name)],
    )
    .execute(c)?;
    Ok(())
}

/// The last number of every sequence by its name; 0 for one that has given none.
pub(crate) fn all(conn: &mut Conn<'_>) -> Result<Vec<(String, i64)>, StoreError> {
    let mut all: Vec<(String, i64)> = match conn.either() {
        Backend::Sqlite(c) => {
            Statement::<(Text, BigInt), 0>::new("SELECT nome, valor FROM sequencias", []).load(*c)?
        }
        // the catalogue has no `last_value` for a sequence that has given no number
        Backend::Postgres(c) => Statement::<(Text, BigInt), 0>::new(
            "SELECT substr(sequencename::text, 5), coalesce(last_value, 0) FROM pg_sequences \
             WHERE schemaname = current_schema() AND starts_with(sequencename, 'seq_')",
            [],
        )
        .load(*c)?,
    };
    all.sort();
    Ok(all)
}

/// Sets the last number of a sequence; the next one follows it.
pub(crate) fn set(backend: Backend<'_>, name: &str, last: i64) -> Result<(), StoreError> {
    match backend {
        Backend::Sqlite(c) => set_counter(c, name, last),
        // `is_called` is false for a sequence that has given no number
        Backend::Postgres(c) => {
            Statement::<BigInt, 3>::new(
                "SELECT setval('seq_' || ?, ?, ?)",
                [BindValue::Str(name), BindValue::I64(last.max(1)), BindValue::Boolean(last > 0)],
            )
            .load::<i64>(c)?;
            Ok(())
        }
    }
}
