//! There and back: every table has the same rows and checksum afterwards.

use std::process::Stdio;

use super::support::{files, pairs, path_of, seeded, sums, text_of, written};
use crate::support::program::{Program, ProgramOutput};
use crate::support::{Database, TestDatabase};

#[test]
fn a_restored_database_is_the_one_of_the_backup() {
    for (from, to) in pairs() {
        let p = seeded(&from);
        from.execute(
            "INSERT INTO imagens SELECT aplicacao_id, loja_id, 'x', 1, documento FROM pedido_documentos LIMIT 1",
        );
        from.execute(
            "INSERT INTO sku_imagens SELECT aplicacao_id, loja_id, min(sku_num), 'x' FROM skus \
            GROUP BY aplicacao_id, loja_id",
        );
        // on PostgreSQL events without a position and changes that are not counted yet are in it
        p.ok(&["backup", "whole.zst"]);
        let said = p.ok(&["restore", "whole.zst", "--database-url", &to.url]);
        assert!(said.starts_with("restored and compared"), "{said}");
        let (before, after) = (sums(&p, &from.url), sums(&p, &to.url));
        let tables = |all: &serde_json::Value| -> Vec<serde_json::Value> {
            // changes of the counts that are pending are folded in while restoring
            let lasting = |sum: &&serde_json::Value| sum["table"] != "contagens";
            all.as_array().unwrap().iter().filter(lasting).cloned().collect()
        };
        assert_eq!(tables(&before), tables(&after), "{} → {}", from.url, to.url);
        assert_eq!(p.ok(&["migrate", "--check", "--database-url", &to.url]), "the schema is up to date");
    }
}

#[test]
fn a_copy_has_equal_checksums_and_goes_on_giving_out_numbers() {
    for (from, to) in pairs() {
        let p = seeded(&from);
        let said = p.ok(&["copy", "--from", &from.url, "--to", &to.url]);
        assert!(said.starts_with("copied and compared"), "{said}");
        assert_eq!(sums(&p, &from.url), sums(&p, &to.url), "{} → {}", from.url, to.url);
        if from.url.starts_with("sqlite:") {
            let served = store::hold(&from.url).unwrap();
            let beside = p.run(&["copy", "--from", &from.url, "--to", "sqlite://./beside.db"]);
            assert!(beside.stderr.contains("a server serves the database of --from"), "{}", beside.stderr);
            drop(served);
        }
        // numbers, counters and the log go on where they were
        let seed = ["seed", "--orders", "50", "--skus", "20", "--seed", "2", "--database-url", &to.url];
        p.ok(&seed);
        assert_ne!(sums(&p, &from.url), sums(&p, &to.url));
        // what is there is never written over
        let refused = p.failure(1, &["copy", "--from", &from.url, "--to", &to.url]);
        assert!(refused.contains("createdb") || refused.contains("there is a database at"), "{refused}");
        assert!(p.failure(2, &["copy", "--from", &to.url, "--to", &to.url]).contains("the same database"));
    }
}

#[test]
fn a_backup_goes_through_a_pipe() {
    let (from, to) = (TestDatabase::empty(Database::Sqlite).unwrap(), TestDatabase::empty(Database::Sqlite));
    let to = to.unwrap();
    let p = seeded(&from);
    let mut backup = p.command(&["backup", "-"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut restore = p.command(&["restore", "-", "--database-url", &to.url]);
    let restored = restore.stdin(backup.stdout.take().unwrap()).output().unwrap();
    assert!(backup.wait().unwrap().success());
    let ProgramOutput { codigo, stderr, .. } = restored.into();
    assert_eq!(codigo, 0, "{stderr}");
    assert_eq!(sums(&p, &from.url), sums(&p, &to.url));
}

#[test]
fn a_folder_gets_names_with_the_time_and_keeps_so_many() {
    let from = TestDatabase::empty(Database::Sqlite).unwrap();
    let p = seeded(&from).env("ENTREPOSTO_BACKUP_FOLDER", "backups");
    let folder = p.folder.path().join("backups");
    std::fs::create_dir(&folder).unwrap();
    for old in ["entreposto-20200101T000000Z.jsonl.zst", "entreposto-20210101T000000Z.jsonl.zst", "mine.txt"]
    {
        std::fs::write(folder.join(old), "").unwrap();
    }
    let said = p.ok(&["backup", "--keep", "2", "--json"]);
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["deleted"].as_array().unwrap().len(), 1, "{said}");
    let there = files(&folder);
    assert_eq!(there.len(), 3, "{there:?}");
    assert_eq!((there[0].as_str(), there[2].as_str()), ("entreposto-20210101T000000Z.jsonl.zst", "mine.txt"));
    assert!(said["file"].as_str().unwrap().ends_with(&there[1]), "{said} {there:?}");
    p.ok(&["restore", "--check", &format!("backups/{}", there[1])]);
    // a file is for one backup
    assert!(p.failure(2, &["backup", "x.zst", "--keep", "2"]).contains("--keep is for a folder"));
    let refused = p.failure(1, &["backup", &format!("backups/{}", there[1])]);
    assert!(refused.contains("is there already"), "{refused}");
    assert!(Program::new().failure(2, &["backup"]).contains("backup_folder"));
}

#[test]
fn backups_of_one_second_do_not_replace_each_other() {
    let from = TestDatabase::empty(Database::Sqlite).unwrap();
    let p = seeded(&from);
    let folder = p.folder.path().join("backups");
    let mut written = Vec::new();
    for _ in 0..4 {
        let said = p.ok(&["backup", "backups/", "--keep", "3", "--json"]);
        let said: serde_json::Value = serde_json::from_str(&said).unwrap();
        written.push(said["file"].as_str().unwrap().trim_start_matches("backups/").to_owned());
    }
    // the oldest is the one that was let go
    assert_eq!(files(&folder), written[1..]);
    for name in &written[1..] {
        p.ok(&["restore", "--check", &format!("backups/{name}")]);
    }
}

#[test]
fn a_backup_of_a_newer_schema_is_refused() {
    let from = TestDatabase::empty(Database::Sqlite).unwrap();
    let p = seeded(&from);
    p.ok(&["backup", "whole.zst"]);
    let text = text_of(&p.folder.path().join("whole.zst"));
    let base = "\"20261201000000\"";
    assert!(text.lines().next().unwrap().contains(base), "the header names its migrations");
    let newer = written(&p, &text.replacen(base, "\"99999999999999\"", 1));
    let other = TestDatabase::empty(Database::Sqlite).unwrap();
    let refused = p.failure(1, &["restore", newer.to_str().unwrap(), "--database-url", &other.url]);
    assert!(refused.contains("newer version"), "{refused}");
    assert!(!path_of(&other).exists());
}

/// Whatever tables there will be: each is in a backup, or named as one that is not.
#[test]
fn no_table_is_forgotten() {
    const MADE_ANEW: &[&str] = &["__diesel_schema_migrations", "categorias_loja_versoes"];
    const DONE_AT_ONCE: &[&str] = &["contagem_mudancas", "eventos_novos"];
    for database in [Database::Sqlite, Database::Postgres] {
        let Some(from) = TestDatabase::empty(database) else { continue };
        let p = seeded(&from);
        p.ok(&["backup", "whole.zst"]);
        let text = text_of(&p.folder.path().join("whole.zst"));
        let ground: db::Database<db::NoUnit> =
            db::Database::open(&db::Config::new(from.url.as_str()), std::sync::Arc::default()).unwrap();
        let there = ground.read_blocking(db::tables::tables).unwrap();
        assert!(there.len() > 30, "{there:?}");
        for table in there.iter().filter(|table| !MADE_ANEW.contains(&table.name.as_str())) {
            assert!(text.contains(&format!("{{\"table\":\"{}\"", table.name)), "{}", table.name);
            for column in &table.columns {
                let known = !matches!(column.kind, db::tables::Kind::Other(_));
                assert!(known, "{}.{} has a type that no backup holds", table.name, column.name);
            }
        }
        for table in DONE_AT_ONCE {
            assert_eq!(there.iter().any(|t| t.name == *table), database == Database::Postgres, "{table}");
        }
    }
}
