//! A kill in the middle: nothing half made is left under a name that somebody might trust, and the next try
//! does it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::support::{files, path_of, seeded, sums};
use crate::support::process::Process;
use crate::support::program::Program;
use crate::support::wait::wait_until;
use crate::support::{Database, TestDatabase};

/// Starts a command and kills it after each of some waits, in milliseconds; stops when it was too fast.
fn kill_after(p: &Program, arguments: &[&str], waits: &[u64], left: impl Fn()) {
    for wait in waits {
        let mut process = Process(p.command(arguments).spawn().unwrap());
        sleep(Duration::from_millis(*wait));
        if process.0.try_wait().unwrap().is_some() {
            return;
        }
        drop(process);
        left();
    }
}

const WAITS: &[u64] = &[5, 15, 30, 60, 90, 130, 180, 250];

#[test]
fn a_killed_backup_leaves_no_file_that_looks_whole() {
    for kind in [Database::Sqlite, Database::Postgres] {
        let Some(from) = TestDatabase::empty(kind) else { continue };
        let p = seeded(&from);
        let folder = p.folder.path().join("backups");
        kill_after(&p, &["backup", "backups/"], WAITS, || {
            let there = if folder.exists() { files(&folder) } else { Vec::new() };
            // one that was at its end when it was killed is whole
            for name in there.iter().filter(|name| *name != "entreposto.part") {
                p.ok(&["restore", "--check", folder.join(name).to_str().unwrap()]);
            }
        });
        p.ok(&["backup", "backups/"]);
        let there = files(&folder);
        assert!(!there.contains(&"entreposto.part".to_owned()), "{there:?}");
        let newest = folder.join(there.last().unwrap());
        assert_eq!(fs::metadata(&newest).unwrap().permissions().mode() & 0o777, 0o600);
        p.ok(&["restore", "--check", newest.to_str().unwrap()]);
    }
}

#[test]
fn a_killed_restore_leaves_what_was_there() {
    for kind in [Database::Sqlite, Database::Postgres] {
        let (Some(from), Some(to)) = (TestDatabase::empty(kind), TestDatabase::empty(kind)) else { continue };
        let p = seeded(&from);
        p.ok(&["backup", "whole.zst"]);
        let restore = ["restore", "whole.zst", "--database-url", to.url.as_str()];
        let nothing = || {
            if kind == Database::Sqlite {
                // or all of it, where it was at its end
                assert!(!path_of(&to).exists() || sums(&p, &from.url) == sums(&p, &to.url));
            }
        };
        kill_after(&p, &restore, WAITS, nothing);
        if kind == Database::Postgres || !path_of(&to).exists() {
            try_again(&p, &restore, (&from, &to));
        }
        assert_eq!(sums(&p, &from.url), sums(&p, &to.url));
    }
}

/// Runs the command until it does it, or until it was done, as PostgreSQL notices late that the killed client
/// is gone.
fn try_again(p: &Program, arguments: &[&str], (from, to): (&TestDatabase, &TestDatabase)) {
    let held = |url: &str| p.run(&["check", "--sums", "--json", "--database-url", url]).stdout;
    let tables = |text: String| Some(serde_json::from_str::<Value>(&text).ok()?["tables"].clone());
    let expected = tables(held(&from.url));
    wait_until("it is done", || {
        let tried = p.run(arguments);
        let there = ["is not empty", "there is a database at"].iter().any(|part| tried.stderr.contains(part));
        assert!(tried.codigo == 0 || there, "{}", tried.stderr);
        tried.codigo == 0 || tables(held(&to.url)) == expected
    });
}

#[test]
fn a_killed_copy_into_the_other_database_is_done_by_the_next_one() {
    for kind in [Database::Sqlite, Database::Postgres] {
        let other = if kind == Database::Sqlite { Database::Postgres } else { Database::Sqlite };
        let (Some(from), Some(first)) = (TestDatabase::empty(kind), TestDatabase::empty(other)) else {
            return;
        };
        let p = seeded(&from);
        let begin = Instant::now();
        p.ok(&["copy", "--from", &from.url, "--to", &first.url]);
        let whole = u64::try_from(begin.elapsed().as_millis()).unwrap();
        let expected = sums(&p, &from.url);
        // while it writes, and in the last moments
        for part in [40, 95] {
            let to = TestDatabase::empty(other).unwrap();
            let copy = ["copy", "--from", from.url.as_str(), "--to", to.url.as_str()];
            kill_after(&p, &copy, &[whole * part / 100], || {
                if other == Database::Sqlite && path_of(&to).exists() {
                    assert_eq!(expected, sums(&p, &to.url), "killed after {part}%");
                }
            });
            try_again(&p, &copy, (&from, &to));
            assert_eq!(expected, sums(&p, &to.url), "killed after {part}%");
            assert_eq!(expected, sums(&p, &from.url), "the database that was read");
        }
    }
}

#[test]
fn a_killed_replacement_leaves_the_old_file_as_it_was() {
    let (from, to) = (TestDatabase::empty(Database::Sqlite), TestDatabase::empty(Database::Sqlite));
    let (from, to) = (from.unwrap(), to.unwrap());
    let p = seeded(&from);
    p.ok(&["backup", "whole.zst"]);
    p.ok(&["seed", "--orders", "30", "--skus", "10", "--seed", "9", "--database-url", &to.url]);
    let before = sums(&p, &to.url);
    assert!(p.failure(1, &["restore", "whole.zst", "--database-url", &to.url]).contains("--replace"));
    let replace = ["restore", "whole.zst", "--replace", "--database-url", to.url.as_str()];
    kill_after(&p, &replace, &[10, 40, 80, 120], || {
        let now = sums(&p, &to.url);
        assert!(now == before || now == sums(&p, &from.url), "{now}");
    });
    p.ok(&replace);
    assert_eq!(sums(&p, &to.url), sums(&p, &from.url));
    let kept = format!("{}.before-restore", to.url);
    assert!(p.run(&["check", "--database-url", &kept]).codigo == 0);
    let folder = path_of(&to).parent().unwrap();
    assert!(!files(folder).iter().any(|name| name.contains("restoring")), "{:?}", files(folder));
}
