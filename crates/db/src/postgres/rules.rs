//! Rules between tables, lifted while rows come in whatever order or a table is replaced.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Nullable, Text};

use crate::error::DbError;

#[derive(QueryableByName)]
struct Rule {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    definition: String,
}

/// Takes the references of the schema away, or those that a table has part in; answers the statements that
/// bring them back and check them. Those of a table's parts go with the table's.
pub fn lift(pg: &mut PgConnection, table: Option<&str>) -> Result<String, DbError> {
    let rules: Vec<Rule> = sql_query(
        "SELECT CAST(conrelid AS regclass)::text AS table_name, quote_ident(conname) AS name, \
                pg_get_constraintdef(oid) AS definition \
         FROM pg_constraint \
         WHERE contype = 'f' AND conparentid = 0 AND CASE \
             WHEN CAST($1 AS text) IS NULL THEN connamespace = CAST(current_schema() AS regnamespace) \
             ELSE CAST(CAST($1 AS text) AS regclass) IN (conrelid, confrelid) END \
         ORDER BY conname",
    )
    .bind::<Nullable<Text>, _>(table)
    .load(pg)?;
    let mut back = String::new();
    for Rule { table_name, name, definition } in rules {
        pg.batch_execute(&format!("ALTER TABLE {table_name} DROP CONSTRAINT {name}"))?;
        back += &format!("ALTER TABLE {table_name} ADD CONSTRAINT {name} {definition};\n");
    }
    Ok(back)
}
