//! `server partition`: the same rows, rules and rights in other parts.

use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::backup::support::{seeded, sums};
use crate::support::program::Program;
use crate::support::{Database, TestDatabase, postgres};

/// All that a schema is but for its parts: columns, rules, indexes, settings of storage, rights.
const SCHEMA: &str = "\
    SELECT concat_ws(' ', t.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, \
                     a.attstorage, a.attcompression, a.attgenerated, \
                     pg_get_expr(d.adbin, d.adrelid), \
                     a.attcollation::regcollation) \
    FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped \
    LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum \
    WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relnamespace = 'public'::regnamespace \
    UNION ALL \
    SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) \
    FROM pg_constraint c LEFT JOIN pg_class t ON t.oid = c.conrelid \
    WHERE connamespace = 'public'::regnamespace AND c.conparentid = 0 \
    AND NOT coalesce(t.relispartition, false) \
    UNION ALL \
    SELECT replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') \
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid \
    WHERE NOT t.relispartition AND t.relnamespace = 'public'::regnamespace \
    UNION ALL \
    SELECT DISTINCT concat_ws(' ', coalesce(i.inhparent, t.oid)::regclass, t.reloptions::text) \
    FROM pg_class t LEFT JOIN pg_inherits i ON i.inhrelid = t.oid \
    WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace \
    AND t.relname <> '__diesel_schema_migrations' \
    UNION ALL \
    SELECT concat_ws(' ', t.relname, t.relacl::text) FROM pg_class t \
    WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relnamespace = 'public'::regnamespace \
    ORDER BY 1";

/// What somebody may have made, how it goes away again, and how it is named.
const STRANGE: &[(&str, &str, &str)] = &[
    ("CREATE VIEW mine AS SELECT sku FROM skus", "DROP VIEW mine", "the view mine of skus would be lost"),
    (
        "ALTER TABLE skus ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE skus DISABLE ROW LEVEL SECURITY",
        "row level security of skus would be lost",
    ),
    ("CREATE PUBLICATION mine FOR ALL TABLES", "DROP PUBLICATION mine", "the publication mine of skus"),
    (
        "GRANT SELECT (sku) ON skus TO PUBLIC",
        "REVOKE SELECT (sku) ON skus FROM PUBLIC",
        "the right to the column sku of skus",
    ),
    (
        "CREATE STATISTICS mine ON sku, marca FROM skus",
        "DROP STATISTICS mine",
        "the statistics mine of skus would be lost",
    ),
    (
        "CREATE TRIGGER mine BEFORE INSERT ON skus_2_0 FOR EACH ROW EXECUTE FUNCTION nothing()",
        "DROP TRIGGER mine ON skus_2_0",
        "the trigger mine of skus would be lost",
    ),
    (
        "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC",
        "ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM PUBLIC",
        "default privileges",
    ),
];

fn ask(database: &TestDatabase, sql: &str) -> String {
    postgres::server().unwrap().ask(&database.url, sql)
}

fn divided(p: &Program) -> Vec<Value> {
    serde_json::from_str(&p.ok(&["partition", "--json"])).unwrap()
}

#[test]
fn a_database_is_divided_divided_anew_and_put_together() {
    let Some(database) = TestDatabase::empty(Database::Postgres) else { return };
    let p = seeded(&database);
    p.ok(&["partition", "--parts", "1"]);
    database.execute("GRANT SELECT ON pedidos TO PUBLIC");
    let (schema, rows) = (ask(&database, SCHEMA), sums(&p, &database.url));
    for parts in ["3", "5", "1", "16", "1"] {
        p.ok(&["partition", "--parts", parts]);
        assert_eq!(ask(&database, SCHEMA), schema, "{parts} parts");
        assert_eq!(sums(&p, &database.url), rows, "{parts} parts");
        let divided = divided(&p);
        if parts == "1" {
            assert_eq!(divided, Vec::<Value>::new());
            continue;
        }
        let pedidos = divided.iter().find(|one| one["table"] == "pedidos").unwrap();
        let by = "HASH (aplicacao_id, loja_id)";
        assert_eq!(pedidos, &json!({ "table": "pedidos", "by": by, "parts": parts.parse::<u32>().unwrap() }));
        let eventos = divided.iter().find(|one| one["table"] == "eventos").unwrap();
        assert_eq!(eventos["by"], "RANGE (posicao)");
        // once more changes nothing
        assert!(!p.ok(&["partition", "--parts", parts]).contains("written anew"));
    }
    p.ok(&["seed", "--orders", "50", "--skus", "20", "--seed", "2"]);
    assert_ne!(sums(&p, &database.url), rows);
}

#[test]
fn a_divided_database_is_backed_up_and_copied() {
    let Some(database) = TestDatabase::empty(Database::Postgres) else { return };
    let p = seeded(&database);
    p.ok(&["partition", "--parts", "4"]);
    for kind in [Database::Sqlite, Database::Postgres] {
        let Some(to) = TestDatabase::empty(kind) else { return };
        p.ok(&["copy", "--from", &database.url, "--to", &to.url]);
        assert_eq!(sums(&p, &database.url), sums(&p, &to.url));
    }
    p.ok(&["backup", "whole.zst"]);
    p.ok(&["restore", "--check", "whole.zst"]);
}

#[test]
fn what_would_be_lost_stops_it_and_it_goes_on_afterwards() {
    let Some(database) = TestDatabase::new(Database::Postgres) else { return };
    let p = Program::new().env("DATABASE_URL", &database.url).env("ENTREPOSTO_LOG", "error");
    p.ok(&["partition", "--parts", "1"]);
    database.execute(
        "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; \
         CREATE TRIGGER mine BEFORE INSERT ON pedidos FOR EACH ROW EXECUTE FUNCTION nothing()",
    );
    let refused = p.failure(1, &["partition", "--parts", "2"]);
    assert!(refused.contains("the trigger mine of pedidos would be lost"), "{refused}");
    let tables = |all: &[Value]| -> Vec<String> {
        all.iter().map(|one| one["table"].as_str().unwrap().to_owned()).collect()
    };
    let before = tables(&divided(&p));
    assert!(before.contains(&"skus".to_owned()) && !before.contains(&"pedidos".to_owned()), "{before:?}");
    database.execute("DROP TRIGGER mine ON pedidos");
    p.ok(&["partition", "--parts", "2"]);
    let after = tables(&divided(&p));
    assert!(after.contains(&"pedidos".to_owned()) && after.contains(&"eventos".to_owned()), "{after:?}");
    for (made, undone, named) in STRANGE {
        database.execute(made);
        let refused = p.failure(1, &["partition", "--parts", "1"]);
        assert!(refused.contains(named), "{made}: {refused}");
        database.execute(undone);
    }
    p.ok(&["partition", "--parts", "1"]);
    assert_eq!(divided(&p), Vec::<Value>::new());
}

#[test]
fn only_postgresql_divides_and_only_into_some_parts() {
    let database = TestDatabase::new(Database::Sqlite).unwrap();
    let p = Program::new().env("DATABASE_URL", &database.url);
    assert_eq!(p.ok(&["partition"]), "no table is divided");
    let refused = p.failure(1, &["partition", "--parts", "4"]);
    assert!(refused.contains("server copy"), "{refused}");
    for wrong in ["0", "17", "many", ""] {
        assert!(p.failure(2, &["partition", "--parts", wrong]).contains("--parts"), "{wrong}");
    }
}

on_both_databases! {
    async fn it_has_the_database_alone(app: TestApp) {
        if app.database.url.starts_with("sqlite") {
            return;
        }
        let mut app = app;
        app.loja_with_skus("u", &["S"]).await;
        let p = Program::new().env("DATABASE_URL", &app.database.url).env("ENTREPOSTO_LOG", "error");
        let refused = p.failure(1, &["partition", "--parts", "3"]);
        assert!(refused.contains("others are connected") && refused.contains("entreposto ("), "{refused}");
        assert_eq!(app.a.get("/sku?usuarioId=u").await.json_of(200)["metadados"]["total"], 1);
        app.stop();
    }
}

#[test]
fn a_killed_command_goes_on_when_it_is_given_again() {
    let Some(database) = TestDatabase::empty(Database::Postgres) else { return };
    let p = seeded(&database);
    let rows = sums(&p, &database.url);
    for (n, parts) in ["2", "3", "4", "5"].iter().enumerate() {
        let mut command = p.command(&["partition", "--parts", parts]).spawn().unwrap();
        sleep(Duration::from_millis(150 * (n as u64 + 1)));
        command.kill().unwrap();
        command.wait().unwrap();
        assert_eq!(sums(&p, &database.url), rows, "cut off on the way to {parts} parts");
    }
    // PostgreSQL notices within two seconds that nobody asks any more
    p.ok(&["partition", "--parts", "6"]);
    let counts = divided(&p).into_iter().filter(|one| one["by"].as_str().unwrap().starts_with("HASH"));
    assert!(counts.map(|one| one["parts"].clone()).all(|count| count == 6));
    assert_eq!(sums(&p, &database.url), rows);
}
