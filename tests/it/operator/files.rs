//! The file of an SQLite database: whose it is, who serves it, and who makes it.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use db::diesel::{RunQueryDsl, sql_query};
use db::{Config, Database as Ground, DbError, NoUnit, on};

use crate::support::process::demonstrate;
use crate::support::program::Program;
use crate::support::wait::wait_until;
use crate::support::{Database, TestDatabase};

const DATABASE: &str = "./data/entreposto.db";

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).permissions().mode() & 0o777
}

#[test]
fn a_start_that_fails_on_a_taken_port_has_migrated_nothing() {
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = busy.local_addr().unwrap().to_string();
    let p = Program::new().free_ports().env("ENTREPOSTO_LISTEN_ADMIN", &taken);
    for command in [&["serve"][..], &["demo", "--orders", "1"]] {
        assert!(p.failure(1, command).contains("--listen-admin"));
    }
    assert_eq!(fs::read_dir(p.folder.path()).unwrap().count(), 0);

    let Some(database) = TestDatabase::empty(Database::Postgres) else { return };
    let p = Program::new().free_ports().env("ENTREPOSTO_LISTEN_B", &taken).env("DATABASE_URL", &database.url);
    assert!(p.failure(1, &["serve"]).contains("--listen-b"));
    assert!(p.failure(1, &["migrate", "--check"]).contains("pending"));
}

#[test]
fn a_second_server_of_a_file_is_refused_and_commands_are_not() {
    let p = Program::new().free_ports();
    let (process, _rows, _output) = demonstrate(&p);
    let url = "sqlite://./data/demo/entreposto.db";
    for command in [&["serve", "--database-url", url][..], &["demo"]] {
        let error = p.failure(1, command);
        let number = format!("process {}", process.0.id());
        for part in [number.as_str(), "demo/entreposto.db-lock", "stop it first", "a file of its own"] {
            assert!(error.contains(part), "{part}: {error}");
        }
    }
    for command in [
        &["app", "list"][..],
        &["token", "create", "app", "--name", "beside"],
        &["migrate"],
        &["seed", "--orders", "1", "--skus", "1"],
    ] {
        p.ok(&[command, &["--database-url", url]].concat());
    }
    // the lock goes with the process, whatever ended it
    process.sign("KILL");
    drop(process);
    let (_process, _rows, _output) = demonstrate(&p);
}

#[test]
fn what_a_server_keeps_is_for_its_user_alone() {
    let p = Program::new().free_ports();
    let (_process, _rows, _output) = demonstrate(&p);
    let folder = p.folder.path().join("data/demo");
    assert_eq!((mode(&folder), mode(folder.parent().unwrap())), (0o700, 0o700));
    for file in ["entreposto.db", "entreposto.db-wal", "entreposto.db-shm", "entreposto.db-lock", "demo.json"]
    {
        assert_eq!(mode(&folder.join(file)), 0o600, "{file}");
    }
    p.ok(&["migrate"]);
    assert_eq!(mode(&p.folder.path().join(DATABASE)), 0o600);
}

#[test]
fn a_file_that_others_can_read_is_warned_of() {
    let p = Program::new();
    p.ok(&["migrate"]);
    assert_eq!(p.run(&["app", "list"]).stderr, "");
    fs::set_permissions(p.folder.path().join(DATABASE), fs::Permissions::from_mode(0o644)).unwrap();
    let said = p.run(&["app", "list"]).stderr;
    assert!(said.contains("mode 644") && said.contains("chmod 600 ./data/entreposto.db*"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn commands_that_only_look_make_nothing() {
    let p = Program::new();
    for command in [
        &["app", "list"][..],
        &["token", "list"],
        &["token", "rotate", "1"],
        &["token", "revoke", "1"],
        &["token", "create", "store", "--app", "a", "--user", "u"],
        &["store", "show", "--app", "a", "--user", "u"],
        &["store", "set", "--app", "a", "--user", "u", "--timezone", "UTC"],
        &["events", "prune", "--older-than", "90d", "--dry-run"],
        &["migrate", "--check"],
    ] {
        let error = p.failure(1, command);
        assert!(error.contains(&format!("there is no database at {DATABASE}")), "{command:?}: {error}");
    }
    p.ok(&["config"]);
    assert_eq!(fs::read_dir(p.folder.path()).unwrap().count(), 0);
}

#[test]
fn a_file_that_can_only_be_read_is_refused_in_a_sentence() {
    let database = TestDatabase::new(Database::Sqlite).unwrap();
    let path = database.url.strip_prefix("sqlite://").unwrap();
    // a format of the future, which SQLite reads and does not write: root may write to any file
    let mut file = fs::read(path).unwrap();
    file[18] = 3;
    fs::write(path, file).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
    let p = Program::new().free_ports().env("DATABASE_URL", &database.url);
    for command in [&["app", "list"][..], &["migrate"], &["serve"]] {
        let error = p.failure(1, command);
        assert!(error.contains("can be read but not written to"), "{command:?}: {error}");
        // a process that may open few files says that first
        let said = error.lines().filter(|line| !line.contains("open too few files"));
        assert_eq!(said.count(), 1, "{error}");
    }
}

#[test]
fn a_place_that_cannot_be_is_refused_in_a_sentence() {
    let p = Program::new();
    fs::write(p.folder.path().join("file"), "").unwrap();
    for (url, part) in [
        ("sqlite://.", "is a folder: name a file in it"),
        ("sqlite://./file/x.db", "is a file and no folder"),
        ("sqlite:///proc/entreposto.db", "name another place"),
    ] {
        let error = p.failure(1, &["migrate", "--database-url", url]);
        assert!(error.contains(part), "{url}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

const MIB: u64 = 1024 * 1024;

fn execute(ground: &Ground<NoUnit>, text: &'static str) {
    let written: Result<_, DbError> = ground
        .write_blocking(move |mut backend, _| Ok(on!(backend, c => sql_query(text).execute(c).map(drop))?));
    written.unwrap();
}

#[test]
fn a_log_that_a_long_reader_made_grow_gives_its_room_back() {
    let database = TestDatabase::empty(Database::Sqlite).unwrap();
    let ground: Ground<NoUnit> = Ground::open(&Config::new(database.url.as_str()), Arc::default()).unwrap();
    let path = format!("{}-wal", database.url.strip_prefix("sqlite://").unwrap());
    let log = || fs::metadata(&path).unwrap().len();
    execute(&ground, "CREATE TABLE notes (text BLOB NOT NULL)");

    let (begun, has_begun) = channel();
    let (end, may_end) = channel::<()>();
    let reading = ground.clone();
    let reader = thread::spawn(move || {
        let read: Result<_, DbError> = reading.read_blocking(|mut backend| {
            on!(backend, c => sql_query("SELECT count(*) FROM notes").execute(c))?;
            begun.send(()).unwrap();
            let _ = may_end.recv();
            Ok(())
        });
        read.unwrap();
    });
    has_begun.recv().unwrap();
    for _ in 0..40 {
        execute(&ground, "INSERT INTO notes VALUES (randomblob(1024 * 1024))");
    }
    assert!(log() > 38 * MIB, "{} MiB", log() / MIB);

    drop(end);
    reader.join().unwrap();
    execute(&ground, "DELETE FROM notes WHERE rowid = 1");
    wait_until("the log begins anew", || {
        execute(&ground, "UPDATE notes SET text = x'00' WHERE rowid = 2");
        log() <= 32 * MIB
    });
}
