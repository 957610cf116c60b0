//! A database that a newer program has migrated: nobody serves it, and everybody says why.

use std::sync::Arc;
use std::thread;

use db::diesel::{self, RunQueryDsl};
use db::{Config, Database as Ground, DbError, NoUnit, on};
use server::app::Application;

use crate::support::app::config;
use crate::support::program::Program;

/// Notes a migration that no program of today has.
fn migrate_from_the_future(url: &str) {
    let url = url.to_owned();
    let work = move || {
        let ground: Ground<NoUnit> = Ground::open(&Config::new(url), Arc::default()).unwrap();
        let written: Result<_, DbError> = ground.write_blocking(|mut backend, _| {
            let insert = "INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000000')";
            Ok(on!(backend, c => diesel::sql_query(insert).execute(c))?)
        });
        assert_eq!(written.unwrap(), 1);
    };
    thread::spawn(work).join().unwrap();
}

on_both_databases! {
    async fn a_newer_schema_is_refused_everywhere(app: TestApp) {
        app.admin.get("/ready").await.with_status(200);
        migrate_from_the_future(&app.database.url);

        let ready = app.admin.get("/ready").await.with_status(503).text();
        assert!(ready.contains("99990101000000") && ready.contains("newer version"), "{ready}");

        let p = Program::new().free_ports().env("DATABASE_URL", &app.database.url);
        for command in [
            &["serve"][..],
            &["migrate"],
            &["migrate", "--check"],
            &["app", "list"],
            &["app", "create", "erp"],
        ] {
            let error = p.failure(1, command);
            for part in ["99990101000000", "newer version", "restore a backup"] {
                assert!(error.contains(part), "{command:?}: {error}");
            }
        }
        let config = config(&app.database.url);
        let start = thread::spawn(move || Application::build(&config).map(drop)).join().unwrap();
        assert!(format!("{:#}", start.unwrap_err()).contains("newer version"));
    }
}
