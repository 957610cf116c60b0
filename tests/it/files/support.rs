//! Stores that files come out of and go into.

use std::path::PathBuf;

use serde_json::Value;

use crate::support::TestApp;
use crate::support::program::{Program, ProgramOutput};

/// The program beside a running application.
pub fn beside(app: &TestApp) -> Program {
    Program::new().env("DATABASE_URL", &app.database.url).env("ENTREPOSTO_LOG", "error")
}

/// `import` or `export` of the application's user `u`.
pub fn run(p: &Program, arguments: &[&str]) -> ProgramOutput {
    p.run(&[arguments, &["--app", "testes", "--user", "u"]].concat())
}

/// The same where it has to succeed; answers what it says.
#[track_caller]
pub fn ok(p: &Program, arguments: &[&str]) -> String {
    let output = run(p, arguments);
    assert_eq!(output.codigo, 0, "{arguments:?}\n{}\n{}", output.stdout, output.stderr);
    output.stdout.trim_end().to_owned()
}

/// Imports a text as a file; answers the report, and whether it was a success.
#[track_caller]
pub fn import(p: &Program, kind: &str, text: impl AsRef<[u8]>) -> (Value, bool) {
    let path: PathBuf = p.folder.path().join("in.csv");
    std::fs::write(&path, text).unwrap();
    let output = run(p, &["import", kind, "in.csv", "--json"]);
    let report = serde_json::from_str(output.stdout.trim_end());
    (report.unwrap_or_else(|e| panic!("{e}: {}{}", output.stdout, output.stderr)), output.codigo == 0)
}
