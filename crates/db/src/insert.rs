//! Inserting many rows the way that each database likes best.

/// Rows per statement on PostgreSQL, where each statement is a round trip: bind parameters stay below its limit of 65,535.
pub const LINHAS_POR_COMANDO: usize = 1500;

/// Inserts rows (an iterator of references).
///
/// On SQLite one at a time, by a statement that stays in the statement cache: one of many rows has another text for
/// each number of rows and would be compiled each time. On PostgreSQL many at a time, since each statement is a round
/// trip.
#[macro_export]
macro_rules! inserir {
    ($conn:expr, $table:expr, $rows:expr) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => {
                for row in $rows {
                    $crate::diesel::insert_into($table).values(row).execute(*c)?;
                }
            }
            $crate::Backend::Postgres(c) => {
                let rows: Vec<_> = $rows.collect();
                $crate::copiar!(*c, $table, rows);
            }
        }
    };
}

/// Inserts rows (a vector) on PostgreSQL by COPY, which has nothing to plan; what fails fails as an INSERT does.
/// One or two go by a statement that is kept: COPY takes more round trips.
#[macro_export]
macro_rules! copiar {
    ($c:expr, $table:expr, $rows:expr) => {
        if $rows.len() > 2 {
            $crate::diesel::copy_from($table).from_insertable($rows).execute($c)?;
        } else {
            for row in $rows {
                $crate::diesel::insert_into($table).values(row).execute($c)?;
            }
        }
    };
}
