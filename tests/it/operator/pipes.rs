//! Whoever reads may stop reading: a command then ends quietly, and not as if it had done all.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::fd::OwnedFd;
use std::process::Stdio;

use crate::support::program::{Program, ProgramOutput};

/// What shells say of a process that a closed pipe has ended.
const CLOSED_PIPE: i32 = 141;

/// The end of a pipe that nobody reads from.
fn nobody() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    OwnedFd::from(writer).into()
}

fn filled() -> Program {
    let p = Program::new();
    p.ok(&["seed", "--orders", "50", "--skus", "2000", "--log", "error"]);
    fs::write(p.folder.path().join("wrong.csv"), "sku;estoque\nx;y\n").unwrap();
    p
}

#[test]
fn an_export_into_head_ends_quietly() {
    let p = filled();
    for form in ["csv", "csv-br", "jsonl"] {
        let arguments = ["export", "skus", "--app", "seed", "--user", "loja-1", "--format", form];
        let command = &mut p.command(&arguments);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(first.contains("sku"), "{first}");
        let mut said = String::new();
        process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(process.wait().unwrap().code(), Some(CLOSED_PIPE), "{said}");
        assert_eq!(said, "", "{form}");
    }
}

#[test]
fn whatever_is_listed_for_nobody_ends_quietly() {
    let p = filled();
    let which = ["--app", "seed", "--user", "loja-1"];
    let commands: [(&[&str], bool); 15] = [
        (&["app", "list"], false),
        (&["app", "list", "--json"], false),
        (&["app", "limit", "seed"], false),
        (&["token", "list"], false),
        (&["store", "show"], true),
        (&["order", "show", "1"], true),
        (&["export", "skus"], true),
        (&["export", "categorias", "--format", "jsonl"], true),
        (&["config"], false),
        (&["config", "--json"], false),
        (&["check", "--sums"], false),
        (&["migrate", "--check"], false),
        (&["completions", "bash"], false),
        (&["events", "prune", "--older-than", "90d", "--dry-run"], false),
        (&["titular", "export", "--document", "52998224725"], false),
    ];
    for (command, of_store) in commands {
        let arguments = if of_store { [command, &which].concat() } else { command.to_vec() };
        let output: ProgramOutput = p.command(&arguments).stdout(nobody()).output().unwrap().into();
        assert_eq!(output.codigo, CLOSED_PIPE, "{arguments:?}: {}", output.stderr);
        let said: Vec<&str> = output.stderr.lines().filter(|line| !line.starts_with("rows: ")).collect();
        assert!(said.is_empty(), "{arguments:?}: {said:?}");
    }
    // help is clap's
    let output: ProgramOutput = p.command(&["--help"]).stdout(nobody()).output().unwrap().into();
    assert!(!output.stderr.contains("panicked"), "{}", output.stderr);
}

#[test]
fn a_backup_that_nobody_took_is_a_failure() {
    let p = filled();
    let output: ProgramOutput = p.command(&["backup", "-"]).stdout(nobody()).output().unwrap().into();
    assert_eq!(output.codigo, 1, "{}", output.stderr);
    let said = "error: whoever reads the backup ended before it was whole";
    assert!(output.stderr.contains(said) && !output.stderr.contains("os error"), "{}", output.stderr);
}

#[test]
fn a_full_disk_is_told_of() {
    let p = filled();
    let full = || fs::File::create("/dev/full").unwrap();
    for arguments in [
        &["export", "skus", "--app", "seed", "--user", "loja-1"][..],
        &["export", "skus", "--app", "seed", "--user", "loja-1", "--format", "jsonl"],
        &["backup", "-"],
    ] {
        let output: ProgramOutput = p.command(arguments).stdout(full()).output().unwrap().into();
        assert_eq!(output.codigo, 1, "{arguments:?}");
        let said = output.stderr.lines().last().unwrap();
        assert!(said.contains("full: make room") && said.matches("os error").count() == 1, "{said}");
    }
}

#[test]
fn nobody_has_to_read_what_goes_on_meanwhile() {
    let p = filled();
    for (code, arguments) in [
        (1, &["import", "estoque", "wrong.csv", "--app", "seed", "--user", "loja-1"][..]),
        (0, &["export", "skus", "all.csv", "--app", "seed", "--user", "loja-1"]),
        (0, &["token", "rotate", "1"]),
        (1, &["app", "limit", "nobody"]),
        (2, &["config", "--log-format", "xml"]),
    ] {
        let status = p.command(arguments).stdout(Stdio::null()).stderr(nobody()).status().unwrap();
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
}
