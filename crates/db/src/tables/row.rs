//! A row as it comes, read by what the database says of each value.

use diesel::QueryableByName;
use diesel::deserialize::{FromSql, Result};
use diesel::pg::{Pg, PgValue};
use diesel::row::{Field, NamedRow};
use diesel::sql_types::{BigInt, Binary, Bool, Integer, SmallInt, Text};
use diesel::sqlite::{Sqlite, SqliteType};

use super::Cell;

/// A row of any table.
pub struct Row(pub Vec<Cell>);

impl QueryableByName<Sqlite> for Row {
    fn build<'a>(row: &impl NamedRow<'a, Sqlite>) -> Result<Self> {
        let mut cells = Vec::with_capacity(row.field_count());
        for index in 0..row.field_count() {
            let field = diesel::row::Row::get(row, index).ok_or("a row ends early")?;
            let Some(value) = field.value() else {
                cells.push(Cell::Null);
                continue;
            };
            cells.push(match value.value_type() {
                None => Cell::Null,
                Some(SqliteType::SmallInt | SqliteType::Integer | SqliteType::Long) => {
                    Cell::Integer(FromSql::<BigInt, Sqlite>::from_sql(value)?)
                }
                Some(SqliteType::Text) => Cell::Text(FromSql::<Text, Sqlite>::from_sql(value)?),
                Some(SqliteType::Binary) => Cell::Bytes(FromSql::<Binary, Sqlite>::from_sql(value)?),
                Some(other) => return Err(format!("a value of type {other:?}").into()),
            });
        }
        Ok(Self(cells))
    }
}

impl QueryableByName<Pg> for Row {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> Result<Self> {
        let mut cells = Vec::with_capacity(row.field_count());
        for index in 0..row.field_count() {
            let field = diesel::row::Row::get(row, index).ok_or("a row ends early")?;
            cells.push(field.value().map_or(Ok(Cell::Null), of_postgres)?);
        }
        Ok(Self(cells))
    }
}

/// By the number of its type, which is the same on every server.
fn of_postgres(value: PgValue<'_>) -> Result<Cell> {
    Ok(match value.get_oid().get() {
        16 => Cell::Integer(<bool as FromSql<Bool, Pg>>::from_sql(value)?.into()),
        17 => Cell::Bytes(FromSql::<Binary, Pg>::from_sql(value)?),
        20 => Cell::Integer(FromSql::<BigInt, Pg>::from_sql(value)?),
        21 => Cell::Integer(<i16 as FromSql<SmallInt, Pg>>::from_sql(value)?.into()),
        23 => Cell::Integer(<i32 as FromSql<Integer, Pg>>::from_sql(value)?.into()),
        25 | 1043 => Cell::Text(FromSql::<Text, Pg>::from_sql(value)?),
        other => return Err(format!("a value of the type with the number {other}").into()),
    })
}
