//! What the tree does against a rule today: one line for each case, in `allowed/<rule>.txt`.
//!
//! A case that is not listed fails the rule's test, and so does a line without its case: whoever mends
//! something deletes its line. A list that has become empty is deleted as a file. A test that fails leaves
//! the whole list, as it is now, in cargo's folder for temporary files and says where.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::sources;

/// One case of a broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The line that allows it.
    pub key: String,
    /// What helps to mend it.
    pub detail: String,
}

impl Finding {
    pub fn new(key: impl Into<String>) -> Self {
        Self { key: key.into(), detail: String::new() }
    }

    pub fn with(key: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { key: key.into(), detail: detail.into() }
    }
}

/// Fails unless what was found is what is allowed, no more and no less.
pub fn hold(rule: &str, found: &[Finding]) {
    let path = format!("tests/it/architecture/allowed/{rule}.txt");
    let allowed = fs::read_to_string(sources::root().join(&path)).unwrap_or_default();
    if let Err(report) = compare(&allowed, found) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layout");
        fs::create_dir_all(&folder).unwrap();
        let now = folder.join(format!("{rule}.txt"));
        fs::write(&now, list(found)).unwrap();
        panic!("{rule}:\n{report}\n{path} as the tree is now: {}", now.display());
    }
}

fn list(found: &[Finding]) -> String {
    let keys: BTreeMap<&str, ()> = found.iter().map(|f| (f.key.as_str(), ())).collect();
    keys.keys().fold(String::new(), |all, key| all + key + "\n")
}

fn compare(allowed: &str, found: &[Finding]) -> Result<(), String> {
    let found: BTreeMap<&str, &str> = found.iter().map(|f| (f.key.as_str(), f.detail.as_str())).collect();
    let allowed: BTreeMap<&str, ()> = allowed.lines().map(|line| (line.trim_end(), ())).collect();
    let mut report = String::new();
    for (key, detail) in found.iter().filter(|(key, _)| !allowed.contains_key(*key)) {
        let _ = writeln!(report, "  against the rule: {key}");
        for line in detail.lines() {
            let _ = writeln!(report, "      {line}");
        }
    }
    for key in allowed.keys().filter(|key| !found.contains_key(*key)) {
        let _ = writeln!(report, "  allowed, and no longer so (delete the line): {key}");
    }
    if report.is_empty() { Ok(()) } else { Err(report) }
}

#[test]
fn a_new_case_and_a_line_that_is_not_needed_both_fail() {
    let found = [Finding::new("a"), Finding::with("b", "why")];
    assert_eq!(compare("a\nb\n", &found), Ok(()));
    assert_eq!(compare("", &[]), Ok(()));
    let unknown = compare("a\n", &found).unwrap_err();
    assert_eq!(unknown, "  against the rule: b\n      why\n");
    let not_needed = compare("a\nb\nc\n", &found).unwrap_err();
    assert_eq!(not_needed, "  allowed, and no longer so (delete the line): c\n");
    assert_eq!(list(&[found[1].clone(), found[0].clone(), found[1].clone()]), "a\nb\n");
}
