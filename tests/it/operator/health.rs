//! Readiness tells reading from writing, and mends by itself.

use std::process::{Command, Stdio};

use actix_web::rt::System;

use crate::support::process::{Process, admin_of, demonstrate, first_line, started};
use crate::support::program::Program;
use crate::support::wait::eventually;
use crate::support::{Database, TestApp, TestClient, models, postgres, run};

/// Lets no file of a process grow beyond a page, as a full disk does; or lets it grow again.
fn full_disk(process: &Process, full: bool) {
    let limit = if full { "--fsize=4096:unlimited" } else { "--fsize=unlimited:unlimited" };
    let done = Command::new("prlimit").args(["--pid", &process.0.id().to_string(), limit]).status();
    assert!(done.expect("prlimit is there").success());
}

async fn until(admin: &TestClient, status: u16) -> String {
    let answer = eventually("readiness", async || {
        let answer = admin.get("/ready").await;
        (answer.status == status).then_some(answer)
    });
    answer.await.text()
}

fn figure(figures: &str, name: &str) -> f64 {
    let row = figures.lines().find_map(|row| row.strip_prefix(&format!("{name} ")));
    row.unwrap_or_else(|| panic!("{name} is missing in\n{figures}")).parse().unwrap()
}

#[test]
fn a_full_disk_makes_the_server_unready_for_writing_until_there_is_room_again() {
    let p = Program::new().free_ports();
    let demo = p.command(&["demo", "--orders", "20", "--skus", "20"]);
    // a limit of the system's ends a process that has not asked to be told as an error
    let mut shell = p.command(&[]);
    let mut under = Command::new("sh");
    under.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(demo.get_program()).args(demo.get_args());
    under.current_dir(p.folder.path()).env_clear().stdin(Stdio::null()).stderr(Stdio::null());
    for (name, value) in shell.env("PATH", std::env::var_os("PATH").unwrap()).get_envs() {
        under.env(name, value.unwrap());
    }
    let (process, rows, _output) = started(&mut under);
    let (key, base) = first_line(&rows);
    System::new().block_on(async {
        let client = TestClient::new(base.trim_start_matches("http://"), Some(&key));
        let admin = TestClient::new(admin_of(&rows), None);
        admin.get("/ready").await.with_status(200);
        full_disk(&process, true);
        for n in 0..3 {
            // by where the log ends, the disk is full or it fails: of the latter the log cannot be emptied
            // either, and it is said that the outcome is not known
            let answer = client.post("/Usuario", &models::usuario(&format!("u{n}"))).await;
            assert!([503, 504].contains(&answer.status), "{answer:?}");
        }
        let answer = admin.get("/ready").await.with_status(503).text();
        assert!(answer.starts_with("not ready: nothing could be written for "), "{answer}");
        assert!(answer.contains("\nreading: yes\nwriting: nothing could be written"), "{answer}");
        client.get("/Usuario").await.with_status(200);
        let figures = admin.get("/metrics").await.text();
        assert_eq!(figure(&figures, "entreposto_commits_failing"), 1.0);
        assert!(figure(&figures, "entreposto_commits_failed_total") >= 3.0);
        assert!(figure(&figures, "entreposto_commit_last_failed_timestamp_seconds") > 1e9);

        full_disk(&process, false);
        // nobody writes: it finds out by itself
        assert_eq!(until(&admin, 200).await, "ready\nreading: yes\nwriting: yes\n");
        assert_eq!(figure(&admin.get("/metrics").await.text(), "entreposto_commits_failing"), 0.0);
        client.post("/Usuario", &models::usuario("u")).await.with_status(201);
    });
}

#[test]
fn a_file_that_is_deleted_under_the_server_makes_it_unready() {
    for file in ["entreposto.db-lock", "entreposto.db"] {
        let p = Program::new().free_ports();
        let (_process, rows, _output) = demonstrate(&p);
        System::new().block_on(async {
            let admin = TestClient::new(admin_of(&rows), None);
            admin.get("/ready").await.with_status(200);
            let path = p.folder.path().join("data/demo").join(file);
            std::fs::remove_file(&path).unwrap();
            let answer = admin.get("/ready").await.with_status(503).text();
            assert!(answer.contains(&format!("{file}: the file was deleted or replaced")), "{answer}");
            assert!(!path.exists());
        });
    }
}

#[test]
fn a_postgres_that_takes_reads_alone_is_told_from_one_that_takes_writes() {
    run(Database::Postgres, async |app: TestApp| {
        let server = postgres::server().unwrap();
        let name = app.database.url.rsplit('/').next().unwrap().to_owned();
        let reads_alone = |on: &str| {
            server.execute(
                &server.url("postgres"),
                &format!("ALTER DATABASE {name} SET default_transaction_read_only = {on}"),
            );
            // the setting is for new connections
            server.execute(
                &server.url("postgres"),
                &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"),
            );
        };
        reads_alone("on");
        app.a.post("/Usuario", &models::usuario("u")).await.with_status(503);
        let answer = until(&app.admin, 503).await;
        assert!(answer.contains("\nreading: yes\nwriting: nothing could be written"), "{answer}");
        reads_alone("off");
        until(&app.admin, 200).await;
        app.a.post("/Usuario", &models::usuario("u")).await.with_status(201);
    });
}

#[test]
fn a_postgres_that_does_not_answer_is_neither_read_from_nor_written_to() {
    run(Database::Postgres, async |app: TestApp| {
        let server = postgres::server().unwrap();
        let name = app.database.url.rsplit('/').next().unwrap().to_owned();
        let answers = |on: bool| {
            let ask = |statement: String| server.execute(&server.url("postgres"), &statement);
            ask(format!("ALTER DATABASE {name} WITH ALLOW_CONNECTIONS {on}"));
            ask(format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"));
        };
        answers(false);
        let answer = until(&app.admin, 503).await;
        assert!(
            answer.contains("\nreading: the database") && answer.contains("\nwriting: the database"),
            "{answer}"
        );
        answers(true);
        assert_eq!(until(&app.admin, 200).await, "ready\nreading: yes\nwriting: yes\n");
    });
}
