//! The table of limits in OPERATIONS.md is held against the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::program::Program;

struct Row {
    what: String,
    default: String,
    setting: String,
    answer: String,
}

/// The rows of the one table below the heading `Limits`.
fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/OPERATIONS.md");
    let text = fs::read_to_string(path).unwrap();
    let (_, chapter) = text.split_once("\n## Limits\n").expect("a chapter on limits");
    let chapter = chapter.split("\n## ").next().unwrap();
    let table: Vec<&str> = chapter.lines().filter_map(|line| line.strip_prefix("| ")).collect();
    assert_eq!(table[0], "what | default | setting | what the client gets |");
    table[1..]
        .iter()
        .map(|row| {
            let cells: Vec<&str> = row.trim_end_matches('|').split(" | ").map(str::trim).collect();
            let [what, default, setting, answer] = cells[..] else { panic!("not four cells: {row}") };
            Row { what: what.into(), default: default.into(), setting: setting.into(), answer: answer.into() }
        })
        .collect()
}

/// The settings and their defaults, as `server config` has them.
fn defaults() -> BTreeMap<String, String> {
    let config = Program::new().ok(&["config"]);
    let rows = config.lines().filter(|row| row.ends_with("# default"));
    rows.map(|row| {
        let (key, rest) = row.trim_start_matches("# ").split_once(" = \"").unwrap();
        (key.to_owned(), rest.split('"').next().unwrap().to_owned())
    })
    .collect()
}

#[test]
fn every_limit_that_can_be_set_has_its_setting_and_its_default() {
    let (rows, defaults) = (rows(), defaults());
    assert!(rows.len() > 25, "{} rows", rows.len());
    for row in &rows {
        assert!(![&row.what, &row.default, &row.answer].iter().any(|cell| cell.is_empty()), "{}", row.what);
        if row.setting == "fixed" {
            continue;
        }
        let name = row.setting.strip_prefix('`').and_then(|name| name.strip_suffix('`'));
        let name =
            name.unwrap_or_else(|| panic!("{}: {} is neither `name` nor fixed", row.what, row.setting));
        let default = defaults.get(name).unwrap_or_else(|| panic!("{}: no setting {name}", row.what));
        assert_eq!(&row.default, default, "{}: {name}", row.what);
    }
}

#[test]
fn every_setting_that_is_a_limit_is_in_the_table() {
    let rows = rows();
    let limits = defaults().into_keys().filter(|key| {
        ["_limit", "_timeout", "_wait", "max_", "_queue", "_per_"].iter().any(|part| key.contains(part))
    });
    for key in limits {
        assert!(rows.iter().any(|row| row.setting == format!("`{key}`")), "{key} is in no row");
    }
}
