//! Migrations: in pairs, applied by whoever comes first.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use db::diesel::connection::SimpleConnection;
use db::diesel::pg::PgConnection;
use db::diesel::sql_types::Text;
use db::diesel::{self, Connection, QueryableByName, RunQueryDsl};
use db::{Backend, Config, Database as Ground, DbError, NoUnit};
use serde_json::{Value, json};
use server::app::Application;
use store::SchemaState;

use crate::support::app::config;
use crate::support::packed::{texts, undone};
use crate::support::running::run;
use crate::support::{Database, TestApp, TestDatabase, models};

/// What whoever migrates holds.
const MIGRATION_LOCK: i64 = 0x454e_5452_4550;

fn names(database: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(database);
    let mut names = BTreeSet::new();
    for migration in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        for file in fs::read_dir(migration.path()).unwrap().map(Result::unwrap) {
            let (folder, file) = (migration.file_name(), file.file_name());
            names.insert(format!("{}/{}", folder.to_string_lossy(), file.to_string_lossy()));
        }
    }
    names
}

#[test]
fn both_databases_have_the_same_migrations() {
    let sqlite_names = names("sqlite");
    assert!(!sqlite_names.is_empty());
    assert_eq!(sqlite_names, names("postgres"));
}

/// Six servers on one empty database: one migrates, the others find it done.
fn start_together(database: Database) {
    let Some(database) = TestDatabase::empty(database) else { return };
    let starts: Vec<_> = (0..6)
        .map(|_| {
            let config = config(&database.url);
            thread::spawn(move || Application::build(&config).map(|app| app.store().schema()))
        })
        .collect();
    for start in starts {
        let schema = start.join().unwrap().unwrap().unwrap();
        assert_eq!(schema, SchemaState::default());
    }
}

#[test]
fn several_servers_start_at_once_on_an_empty_sqlite() {
    start_together(Database::Sqlite);
}

#[test]
fn several_servers_start_at_once_on_an_empty_postgres() {
    start_together(Database::Postgres);
}

/// A pooler that hands connections on by the transaction would leave a lock of the session with a stranger.
#[test]
fn whoever_finds_nothing_to_apply_takes_no_lock() {
    run(Database::Postgres, async |app: TestApp| {
        let mut stranger = PgConnection::establish(&app.database.url).unwrap();
        stranger.batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})")).unwrap();
        let (store, (done, ends)) = (app.store.clone(), mpsc::channel());
        thread::spawn(move || done.send(store.migrate()));
        assert_eq!(ends.recv_timeout(Duration::from_secs(20)).unwrap().unwrap(), Vec::<String>::new());
    });
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Tables with their columns, and indexes, as the database tells of them.
fn shape(app: &TestApp) -> BTreeSet<String> {
    const SQLITE: &str = "SELECT m.name || ' ' || p.name || ' ' || p.type || ' ' || p.\"notnull\" || ' ' || \
        coalesce(p.dflt_value, '') || ' ' || p.pk AS line FROM sqlite_schema m, pragma_table_info(m.name) p \
        UNION ALL SELECT name || ' ' || sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL \
        UNION ALL SELECT 'sequence ' || nome FROM sequencias";
    const POSTGRES: &str = "SELECT table_name || ' ' || column_name || ' ' || data_type || ' ' \
        || is_nullable || ' ' || coalesce(column_default, '') || ' ' || coalesce(collation_name, '') AS line \
        FROM information_schema.columns WHERE table_schema = 'public' \
        UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' \
        UNION ALL SELECT 'sequence ' || sequencename FROM pg_sequences";
    let ground: Ground<NoUnit> =
        Ground::open(&Config::new(app.database.url.as_str()), Arc::default()).unwrap();
    let read = |backend: Backend<'_>| -> Result<Vec<Line>, DbError> {
        Ok(match backend {
            Backend::Sqlite(c) => diesel::sql_query(SQLITE).load(c)?,
            Backend::Postgres(c) => diesel::sql_query(POSTGRES).load(c)?,
        })
    };
    let lines: BTreeSet<String> =
        ground.read_blocking(read).unwrap().into_iter().map(|row| row.line).collect();
    assert!(lines.len() > 200, "the schema was not read");
    lines
}

/// The migrations of the present release that can be undone under data, the first one first.
fn undoable(database: &str) -> Vec<String> {
    let all =
        names(database).into_iter().filter_map(|name| name.strip_suffix("/down.sql").map(str::to_owned));
    all.filter(|name| name.as_str() >= "00000000000012").collect()
}

fn folder_of(database: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(database).join(name)
}

/// What the tables hold that these migrations make or change, as clients see it.
async fn told(app: &TestApp) -> Vec<Value> {
    let b = app.b_as(app.loja("u"));
    let mut all = Vec::new();
    for path in ["/fabricantes", "/atributos", "/usuarios", "/categorias", "/produtos"] {
        all.push(b.get(path).await.json_of(200));
    }
    for path in ["/Pedido?usuarioId=u&busca=conceicao", "/sku?usuarioId=u"] {
        all.push(app.a.get(path).await.json_of(200));
    }
    all.push(app.a.get("/Evento?quantidade_registros=100").await.json_of(200)["eventos"].clone());
    all
}

/// Has bodies of events shortened that are not; answers of how many.
async fn shortened(app: &TestApp) -> usize {
    let mut shortened = 0;
    while let Some(part) = app.store.read(store::eventos::long_events).await.unwrap() {
        let part = Arc::new(part);
        shortened += app.store.write(move |tx| store::eventos::write_short(tx, &part)).await.unwrap();
    }
    shortened
}

on_both_databases! {
    async fn they_are_undone_and_done_again_under_data(app: TestApp) {
        app.loja_with_skus("u", &["S", "T"]).await;
        for n in 0..3 {
            app.create_pedido("u", &models::pedido("canal", &format!("P{n}"), "S")).await;
        }
        app.b_as(app.loja("u")).post("/categorias", &json!({ "nome": "Casa" })).await.with_status(201);
        let kind = if app.database.url.starts_with("postgres") { "postgres" } else { "sqlite" };
        let migrations = undoable(kind);
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.with_status(200);
        app.a.put("/Pedido/1/Status?usuarioId=u", &json!({ "status": "Enviado" })).await.with_status(200);
        assert!(migrations.len() >= 6);
        // no statement can unpack what is packed
        let packed = folder_of(kind, "00000000000020_textos_compactos").join("down.sql");
        let (before, told_before) = (shape(&app), told(&app).await);
        assert!(app.database.try_execute(&fs::read_to_string(packed).unwrap()).is_err());
        assert_eq!(shape(&app), before);
        undone(&app, app.loja("u"), &[1, 2, 3]);
        for name in migrations.iter().rev() {
            app.database.execute(&fs::read_to_string(folder_of(kind, name).join("down.sql")).unwrap());
        }
        let first = migrations[0].split('_').next().unwrap();
        app.database.execute(&format!("DELETE FROM __diesel_schema_migrations WHERE version >= '{first}'"));
        let without = shape(&app);
        // an index that SQLite had before comes back, and two of PostgreSQL's that had room in their pages
        let roomy = |line: &str| {
            let of_log = ["INDEX eventos_pkey ", "INDEX eventos_loja "];
            of_log.iter().any(|name| line.contains(name)) && !line.contains("fillfactor")
        };
        let returned = |line: &&String| line.starts_with("skus_alterado_em ") || roomy(line);
        let (back, left): (Vec<&String>, _) = without.difference(&before).partition(returned);
        assert_eq!(back.len(), if kind == "sqlite" { 1 } else { 2 }, "{back:?}");
        assert_eq!(left, [""; 0], "a part was not there before");
        assert!(without.len() < before.len() - 20);
        let versions: Vec<&str> = migrations.iter().map(|name| name.split('_').next().unwrap()).collect();
        assert_eq!(app.store.migrate().unwrap(), versions);
        assert_eq!(shape(&app), before);
        while app.store.write(store::pedidos::write_missing_names).await.unwrap().is_some() {}
        assert_eq!(told(&app).await, told_before);
        while let Some(part) = app.store.read(store::pedidos::unpacked).await.unwrap() {
            let part = Arc::new(part);
            app.store.write(move |tx| store::pedidos::pack_up(tx, &part)).await.unwrap();
        }
        let stored = texts(&app, app.loja("u"), 2);
        assert!(stored.bytes["documento"] * 3 < stored.documento.len());
        assert!((1..stored.andamento.len()).contains(&stored.bytes["andamento"]));
        let events = told_before.last().unwrap().as_array().unwrap().len();
        assert_eq!((events > 5, shortened(&app).await), (true, events));
        app.database.execute("INSERT INTO eventos_pendentes VALUES (1, 0, 1000)");
        assert_eq!(shortened(&app).await, 0);
        assert_eq!(told(&app).await, told_before);
    }
}
