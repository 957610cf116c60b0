//! A backup that is not as it was written is refused, and nothing is changed.

use super::support::{path_of, seeded, text_of, written};
use crate::support::process::demonstrate;
use crate::support::program::Program;
use crate::support::{Database, TestDatabase};

#[test]
fn whatever_is_missing_or_changed_is_noticed() {
    let (from, to) = (TestDatabase::empty(Database::Sqlite), TestDatabase::empty(Database::Sqlite));
    let (from, to) = (from.unwrap(), to.unwrap());
    let p = seeded(&from);
    p.ok(&["backup", "whole.zst"]);
    let text = text_of(&p.folder.path().join("whole.zst"));
    let lines: Vec<&str> = text.lines().collect();
    let row = lines.iter().position(|line| line.starts_with('[')).unwrap();
    let without = |left_out: usize| {
        let kept = lines.iter().enumerate().filter(|(n, _)| *n != left_out).map(|(_, line)| *line);
        kept.map(|line| format!("{line}\n")).collect::<String>()
    };
    let twice = text.replacen(lines[row], &format!("{0}\n{0}", lines[row]), 1);
    let changed = text.replacen("\"S", "\"Z", 1);
    let end = |n: usize| lines[..n].join("\n") + "\n";
    for (what, text) in [
        ("a row less", without(row)),
        ("a row twice", twice),
        ("another value", changed),
        ("its end", end(lines.len() - 1)),
        ("half of it", end(lines.len() / 2)),
        ("half a line", text[..text.len() - 20].to_owned()),
        ("the head", without(0)),
        ("nothing", String::new()),
        ("more behind it", format!("{text}[1]\n")),
        ("something else", "id;nome\n1;Ana\n".to_owned()),
    ] {
        let file = written(&p, &text);
        let file = file.to_str().unwrap();
        for command in [&["restore", file, "--database-url", &to.url][..], &["restore", "--check", file]] {
            let refused = p.failure(1, command);
            let said = ["damaged at line", "no backup of this program", "ends too early"];
            assert!(said.iter().any(|part| refused.contains(part)), "{what}: {refused}");
        }
        assert!(std::fs::metadata(path_of(&to)).map_or(true, |file| file.len() == 0), "{what}");
    }
    let endless = written(&p, &format!("{}\n{}", lines[0], " ".repeat(65 << 20)));
    let refused = p.failure(1, &["restore", "--check", endless.to_str().unwrap()]);
    assert!(refused.contains("line 2: it is longer than any row"), "{refused}");
    // compressed, a single bit
    let mut bytes = std::fs::read(p.folder.path().join("whole.zst")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(p.folder.path().join("bit.zst"), bytes).unwrap();
    p.failure(1, &["restore", "bit.zst", "--database-url", &to.url]);
    p.failure(1, &["restore", "nowhere.zst", "--database-url", &to.url]);
    p.ok(&["restore", "whole.zst", "--database-url", &to.url]);
}

#[test]
fn a_database_that_a_server_holds_is_not_replaced() {
    let p = Program::new().free_ports();
    let (process, _rows, _output) = demonstrate(&p);
    let url = "sqlite://./data/demo/entreposto.db";
    p.ok(&["backup", "whole.zst", "--database-url", url]);
    let refused = p.failure(1, &["restore", "whole.zst", "--replace", "--database-url", url]);
    assert!(refused.contains(&format!("process {}", process.0.id())), "{refused}");
    assert!(refused.contains("stop it first"), "{refused}");
    drop(process);
    p.ok(&["restore", "whole.zst", "--replace", "--database-url", url]);
}

#[test]
fn a_postgres_with_something_in_it_is_refused() {
    let Some(to) = TestDatabase::new(Database::Postgres) else { return };
    let from = TestDatabase::empty(Database::Sqlite).unwrap();
    let p = seeded(&from);
    p.ok(&["backup", "whole.zst"]);
    let refused = p.failure(1, &["restore", "whole.zst", "--database-url", &to.url]);
    assert!(refused.contains("is not empty") && refused.contains("createdb"), "{refused}");
}
