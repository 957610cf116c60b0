//! Many rows at once, the way that each database likes best.

/// Rows per statement on PostgreSQL, where each statement is a round trip: bind parameters stay below its
/// limit of 65,535.
pub const ROWS_PER_STATEMENT: usize = 1500;

/// Inserts rows (an iterator of references).
///
/// On SQLite one at a time, by a statement that stays in the statement cache: one of many rows has another
/// text for each number of rows and would be compiled each time. On PostgreSQL by COPY, which has nothing to
/// plan; what fails fails as an INSERT does. One or two go by a statement that is kept: COPY takes two round
/// trips.
#[macro_export]
macro_rules! insert {
    ($conn:expr, $table:expr, $rows:expr) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => {
                for row in $rows {
                    $crate::diesel::insert_into($table).values(row).execute(*c)?;
                }
            }
            $crate::Backend::Postgres(c) => {
                let rows: Vec<_> = $rows.collect();
                if rows.len() > 2 {
                    $crate::diesel::copy_from($table).from_insertable(rows).execute(*c)?;
                } else {
                    for row in rows {
                        $crate::diesel::insert_into($table).values(row).execute(*c)?;
                    }
                }
            }
        }
    };
}

/// Loads the rows of some keys:
/// `load_by_key!(conn, table::column, keys, |condition| table.filter(condition))`, as
/// [`load_each`](crate::load_each) does it, and on PostgreSQL by [`listed`](crate::listed).
#[macro_export]
macro_rules! load_by_key {
    ($conn:expr, $column:path, $keys:expr, |$condition:ident| $query:expr) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => {
                $crate::load_one_by_one!(c, $keys, |key| $column.eq(key), |$condition| $query)
            }
            $crate::Backend::Postgres(c) => {
                $crate::listed!($column, $keys, |$condition| $query.load(*c)?)
            }
        }
    };
}

/// What is asked of PostgreSQL of some keys: `listed!(table::column, keys, |condition| …)`. Of one, which it
/// is most often, by `column = key`: planned once, and for a look-up by the key whether PostgreSQL knows the
/// table or not. A list it plans for anew each time, since it takes one of any values for ten.
#[macro_export]
macro_rules! listed {
    ($column:path, $keys:expr, |$condition:ident| $answer:expr) => {{
        let keys: Vec<_> = IntoIterator::into_iter($keys).collect();
        match keys.as_slice() {
            [key] => {
                let $condition = $column.eq(*key);
                $answer
            }
            _ => {
                let $condition = $column.eq_any(keys);
                $answer
            }
        }
    }};
}

/// Loads the rows of some keys, by the condition of one and the condition of all of them:
/// `load_each!(conn, keys, |key| one, all, |condition| table.filter(condition))`.
///
/// On SQLite one key at a time, by a statement that stays in the statement cache: a key that is there twice
/// is loaded twice. On PostgreSQL all at once, in one round trip. The order of the rows is that of the keys
/// on SQLite, and any on PostgreSQL.
#[macro_export]
macro_rules! load_each {
    ($conn:expr, $keys:expr, |$key:pat_param| $one:expr, $all:expr, |$condition:ident| $query:expr) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => {
                $crate::load_one_by_one!(c, $keys, |$key| $one, |$condition| $query)
            }
            $crate::Backend::Postgres(c) => {
                let $condition = $all;
                $query.load(*c)?
            }
        }
    };
}

/// What [`load_each`](crate::load_each) does on SQLite.
#[doc(hidden)]
#[macro_export]
macro_rules! load_one_by_one {
    ($c:ident, $keys:expr, |$key:pat_param| $one:expr, |$condition:ident| $query:expr) => {{
        let mut rows = Vec::new();
        for $key in $keys {
            let $condition = $one;
            rows.append(&mut $query.load(*$c)?);
        }
        rows
    }};
}

/// Loads rows that this transaction is about to change, as `FOR NO KEY UPDATE` does on PostgreSQL; `skip`
/// leaves out those that another transaction holds, `delete` is for rows that are about to go: nothing can
/// come to refer to them (`FOR UPDATE`). SQLite's one writer needs no locks.
#[macro_export]
macro_rules! locked {
    ($conn:expr, $query:expr, $end:ident) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => $query.$end(*c),
            $crate::Backend::Postgres(c) => $query.for_no_key_update().$end(*c),
        }
    };
    ($conn:expr, $query:expr, delete, $end:ident) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => $query.$end(*c),
            $crate::Backend::Postgres(c) => $query.for_update().$end(*c),
        }
    };
    ($conn:expr, $query:expr, skip, $end:ident) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => $query.$end(*c),
            $crate::Backend::Postgres(c) => $query.for_no_key_update().skip_locked().$end(*c),
        }
    };
}
