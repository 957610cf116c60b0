//! All that a database holds, whatever its tables are.

use std::sync::Arc;

use db::diesel::sql_types::Text;
use db::diesel::{self, QueryableByName, RunQueryDsl};
use db::{Backend, Config, Database as Ground, DbError, NoUnit};

use crate::support::TestApp;
use crate::support::packed::unpacked;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Every value of every table as bytes, behind the name of its table; none is left out for its type. What is
/// packed is there twice: as it is, and unpacked.
pub fn dump(app: &TestApp) -> Vec<(String, Vec<u8>)> {
    let ground: Ground<NoUnit> =
        Ground::open(&Config::new(app.database.url.as_str()), Arc::default()).unwrap();
    let read = |backend: Backend<'_>| -> Result<Vec<(String, Vec<u8>)>, DbError> {
        let mut all = Vec::new();
        match backend {
            Backend::Sqlite(c) => {
                let columns = "SELECT 'SELECT ''' || m.name || ':'' || hex(CAST(\"' || p.name \
                    || '\" AS BLOB)) AS line FROM \"' || m.name || '\"' AS line \
                    FROM sqlite_schema m, pragma_table_info(m.name) p WHERE m.type = 'table'";
                for Line { line } in diesel::sql_query(columns).load::<Line>(c)? {
                    all.extend(diesel::sql_query(line).load::<Line>(c)?);
                }
            }
            Backend::Postgres(c) => {
                let columns = "SELECT format('SELECT %L || encode(%s, ''hex'') AS line FROM %I \
                    WHERE %I IS NOT NULL', table_name || ':', CASE data_type \
                    WHEN 'bytea' THEN quote_ident(column_name) \
                    ELSE format('convert_to(%I::text, ''UTF8'')', column_name) END, \
                    table_name, column_name) AS line \
                    FROM information_schema.columns WHERE table_schema = 'public'";
                for Line { line } in diesel::sql_query(columns).load::<Line>(c)? {
                    all.extend(diesel::sql_query(line).load::<Line>(c)?);
                }
            }
        }
        let value = |Line { line }: Line| {
            let (table, hex) = line.split_once(':').unwrap();
            let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
            (table.to_owned(), bytes.collect())
        };
        Ok(all.into_iter().map(value).collect())
    };
    let mut all = ground.read_blocking(read).unwrap();
    assert!(all.len() > 100, "the tables were not read");
    let unpack = |(table, bytes): &(String, Vec<u8>)| Some((table.clone(), unpacked(bytes)?));
    let texts: Vec<(String, Vec<u8>)> = all.iter().filter_map(unpack).collect();
    all.extend(texts);
    all
}

/// The tables that hold one of some texts, in whatever case.
pub fn tables_with(app: &TestApp, texts: &[&str]) -> Vec<String> {
    let all = dump(app);
    let holds = |bytes: &[u8], text: &str| {
        String::from_utf8_lossy(bytes).to_lowercase().contains(&text.to_lowercase())
    };
    let mut found: Vec<String> = texts
        .iter()
        .flat_map(|text| {
            all.iter().filter(|(_, value)| holds(value, text)).map(move |(t, _)| format!("{t}: {text}"))
        })
        .collect();
    found.sort();
    found.dedup();
    found
}
