//! Macros that insert, load and lock many rows in the way that is fastest on each database.

/// Rows per statement on PostgreSQL: bind parameters stay below its limit of 65,535.
pub const ROWS_PER_STATEMENT: usize = 1500;

/// Inserts rows (an iterator of references).
///
/// On SQLite one by one, by a cached statement: an INSERT of many rows would be compiled for each number of
/// rows. On PostgreSQL by COPY, which is not planned and has the same errors; one or two rows by a cached
/// INSERT, since COPY takes two round trips.
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
/// `load_by_key!(conn, table::column, keys, |condition| table.filter(condition))`. Like
/// [`load_each`](crate::load_each), and on PostgreSQL by [`listed`](crate::listed).
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

/// A condition on some keys for PostgreSQL: `listed!(table::column, keys, |condition| …)`. One key, the usual
/// case, becomes `column = key`, whose generic plan is a look-up by the key. A list is planned at each run,
/// since the generic plan assumes ten values.
#[macro_export]
macro_rules! listed {
    ($column:path, $keys:expr, |$condition:ident| $body:expr) => {{
        let keys: Vec<_> = IntoIterator::into_iter($keys).collect();
        match keys.as_slice() {
            [key] => {
                let $condition = $column.eq(*key);
                $body
            }
            _ => {
                let $condition = $column.eq_any(keys);
                $body
            }
        }
    }};
}

/// Loads the rows of some keys, given the condition of one key and the condition of all:
/// `load_each!(conn, keys, |key| one, all, |condition| table.filter(condition))`.
///
/// On SQLite one key at a time, by a cached statement: the rows are in the order of the keys, and those of a
/// repeated key are repeated. On PostgreSQL in one round trip: the rows are in any order.
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

/// [`load_each`](crate::load_each) on SQLite.
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

/// Loads and locks rows that this transaction will change (`$method` is `load`, `first` …): `FOR NO KEY UPDATE`
/// on PostgreSQL, nothing on SQLite, whose writes are serial. `skip` leaves out rows that another transaction has
/// locked; `delete` is for rows that will be deleted (`FOR UPDATE`, which keeps others from referring to them).
#[macro_export]
macro_rules! locked {
    ($conn:expr, $query:expr, $method:ident) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => $query.$method(*c),
            $crate::Backend::Postgres(c) => $query.for_no_key_update().$method(*c),
        }
    };
    ($conn:expr, $query:expr, delete, $method:ident) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => $query.$method(*c),
            $crate::Backend::Postgres(c) => $query.for_update().$method(*c),
        }
    };
    ($conn:expr, $query:expr, skip, $method:ident) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => $query.$method(*c),
            $crate::Backend::Postgres(c) => $query.for_no_key_update().skip_locked().$method(*c),
        }
    };
}
