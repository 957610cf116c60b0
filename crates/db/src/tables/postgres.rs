//! Tables of a PostgreSQL database, in the first schema of its search path.

use diesel::deserialize::{self, FromSql};
use diesel::pg::{Pg, PgRowByRowLoadingMode, PgValue};
use diesel::prelude::*;
use diesel::row::{Field, NamedRow};
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Integer, Nullable, SmallInt, Text};

use super::{Cell, ColumnRow, Finding, Kind, Table, gather};
use crate::error::DbError;

pub(super) fn tables(c: &mut PgConnection) -> Result<Vec<Table>, DbError> {
    let rows: Vec<ColumnRow> = sql_query(
        "SELECT t.relname::text AS table_name, a.attname::text AS name, \
                format_type(a.atttypid, NULL) AS kind, \
                coalesce(array_position(i.indkey::int2[], a.attnum), -1)::bigint + 1 AS key \
         FROM pg_class t \
         JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped \
              AND a.attgenerated = '' \
         LEFT JOIN pg_index i ON i.indrelid = t.oid AND i.indisprimary \
         WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition \
               AND t.relnamespace = current_schema()::regnamespace \
         ORDER BY t.relname, a.attnum",
    )
    .load(c)?;
    Ok(gather(&rows, kind))
}

fn kind(text: &str) -> Kind {
    match text {
        "smallint" | "integer" | "bigint" => Kind::Integer,
        "boolean" => Kind::Boolean,
        "text" | "character varying" => Kind::Text,
        "bytea" => Kind::Bytes,
        other => Kind::Other(other.to_owned()),
    }
}

/// Loads row by row; otherwise libpq would hold the whole table in memory.
pub(super) fn each_row<E: From<DbError>>(
    c: &mut PgConnection,
    text: &str,
    f: &mut dyn FnMut(Vec<Cell>) -> Result<(), E>,
) -> Result<(), E> {
    let rows = sql_query(text).load_iter::<Row, PgRowByRowLoadingMode>(c).map_err(DbError::from)?;
    for row in rows {
        f(row.map_err(DbError::from)?.0)?;
    }
    Ok(())
}

/// The values of one column of many rows.
enum Values {
    Integers(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
    Bytes(Vec<Option<Vec<u8>>>),
}

/// Inserts all rows by one statement, with an array per column.
pub(super) fn insert(c: &mut PgConnection, table: &Table, rows: Vec<Vec<Cell>>) -> Result<(), DbError> {
    let columns = Table::list(table.columns.iter().map(|column| &column.name));
    let (mut values, mut lists, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (index, column) in table.columns.iter().enumerate() {
        let (list, value) = match column.kind {
            Kind::Integer | Kind::Boolean => ("bigint[]", Values::Integers(Vec::with_capacity(rows.len()))),
            Kind::Text | Kind::Other(_) => ("text[]", Values::Texts(Vec::with_capacity(rows.len()))),
            Kind::Bytes => ("bytea[]", Values::Bytes(Vec::with_capacity(rows.len()))),
        };
        let name = format!("c{index}");
        lists.push(format!("${}::{list}", index + 1));
        names.push(name.clone());
        values.push((name, value));
    }
    for row in rows {
        for ((column, (_, values)), cell) in table.columns.iter().zip(&mut values).zip(row) {
            match (values, cell) {
                (Values::Integers(list), Cell::Integer(value)) => list.push(Some(value)),
                (Values::Texts(list), Cell::Text(value)) => list.push(Some(value)),
                (Values::Bytes(list), Cell::Bytes(value)) => list.push(Some(value)),
                (Values::Integers(list), Cell::Null) => list.push(None),
                (Values::Texts(list), Cell::Null) => list.push(None),
                (Values::Bytes(list), Cell::Null) => list.push(None),
                _ => return Err(table.misfit(&column.name)),
            }
        }
    }
    // PostgreSQL narrows integers in the assignment, but does not convert them to booleans
    let chosen = table.columns.iter().zip(&names).map(|(column, name)| match column.kind {
        Kind::Boolean => format!("{name} <> 0"),
        _ => name.clone(),
    });
    let chosen: Vec<String> = chosen.collect();
    let text = format!(
        "INSERT INTO \"{}\" ({columns}) SELECT {} FROM unnest({}) AS given ({})",
        table.name,
        chosen.join(", "),
        lists.join(", "),
        names.join(", ")
    );
    let mut statement = sql_query(text).into_boxed::<Pg>();
    for (_, values) in values {
        statement = match values {
            Values::Integers(list) => statement.bind::<Array<Nullable<BigInt>>, _>(list),
            Values::Texts(list) => statement.bind::<Array<Nullable<Text>>, _>(list),
            Values::Bytes(list) => statement.bind::<Array<Nullable<Binary>>, _>(list),
        };
    }
    statement.execute(c)?;
    Ok(())
}

pub(super) fn without_limits(c: &mut PgConnection) -> Result<(), DbError> {
    for name in ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"] {
        sql_query(format!("SET LOCAL {name} = 0")).execute(c)?;
    }
    Ok(())
}

pub(super) fn integrity_problems(c: &mut PgConnection) -> Result<Vec<String>, DbError> {
    let found: Vec<Finding> = sql_query(
        "SELECT 'the index ' || indexrelid::regclass || ' is not valid' AS text \
         FROM pg_index WHERE NOT indisvalid \
         UNION ALL \
         SELECT 'the rule ' || conname || ' of ' || conrelid::regclass || ' was never checked' \
         FROM pg_constraint WHERE NOT convalidated AND connamespace = current_schema()::regnamespace",
    )
    .load(c)?;
    Ok(Finding::texts(found))
}

/// A row of any table.
struct Row(Vec<Cell>);

impl QueryableByName<Pg> for Row {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<Self> {
        let mut cells = Vec::with_capacity(row.field_count());
        for index in 0..row.field_count() {
            let field = diesel::row::Row::get(row, index).ok_or("a row ends early")?;
            cells.push(field.value().map_or(Ok(Cell::Null), of_postgres)?);
        }
        Ok(Self(cells))
    }
}

/// Reads a value by the OID of its type, which is the same on all servers.
fn of_postgres(value: PgValue<'_>) -> deserialize::Result<Cell> {
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
