//! No line is longer than 110 characters, comments, strings and macros included; 130 in Markdown.
//!
//! The formatter leaves those alone. `allowed/lines.txt` has the number of long lines of each file with some.

use super::debts::{Finding, hold};
use super::sources::{TREE, Tree};

const LONGEST: usize = 110;
const LONGEST_PROSE: usize = 130;

/// What has lines that are read; the scripts in `.ci` have no extension.
const SOURCES: &[&str] = &[".rs", ".sql", ".toml", ".sh", ".lua", ".md"];
const SCRIPTS: &str = ".ci/";

#[test]
fn no_line_is_longer_than_110_characters() {
    hold("lines", &long_lines(&TREE));
}

fn long_lines(tree: &Tree) -> Vec<Finding> {
    let sources = tree.texts.iter().filter(|(path, _)| is_source(path));
    let found = sources.filter_map(|(path, text)| {
        let (longest, prose) = match path.ends_with(".md") {
            true => (LONGEST_PROSE, true),
            false => (LONGEST, false),
        };
        let table = |line: &str| prose && line.trim_start().starts_with('|');
        let long = |line: &str| line.chars().count() > longest && !table(line);
        let lines: Vec<String> =
            text.lines().enumerate().filter(|(_, l)| long(l)).map(|(at, _)| (at + 1).to_string()).collect();
        (!lines.is_empty())
            .then(|| Finding::with(format!("{path} {}", lines.len()), format!("lines {}", lines.join(" "))))
    });
    found.collect()
}

fn is_source(path: &str) -> bool {
    path.starts_with(SCRIPTS) || SOURCES.iter().any(|ending| path.ends_with(ending))
}

#[test]
fn long_lines_are_counted_by_characters_and_tables_are_not() {
    let (fits, long) = ("ç".repeat(LONGEST), "ç".repeat(LONGEST + 1));
    let prose = "ç".repeat(LONGEST_PROSE + 1);
    let markdown = format!("{prose}\n| {prose}\n{long}\n");
    let tree = Tree::of(&[
        ("a.rs", &format!("// {long}\n\n// {long}")),
        ("b.sql", &fits),
        ("c.md", &markdown),
        ("d.lock", &long),
    ]);
    let found: Vec<(String, String)> = long_lines(&tree).into_iter().map(|f| (f.key, f.detail)).collect();
    let expected = [("a.rs 2", "lines 1 3"), ("c.md 1", "lines 1")];
    assert_eq!(found, expected.map(|(k, d)| (k.to_owned(), d.to_owned())));
}
