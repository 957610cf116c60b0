//! What the two databases say differently stands in `sqlite.rs` and `postgres.rs` of a folder, side by side.

use std::collections::{BTreeMap, BTreeSet};

use super::debts::{Finding, hold};
use super::names::production;
use super::sources::{TREE, Tree};
use super::tokens::{self, Token, flat, inside, stands};

/// The crate whose business the databases are: it may say everything below anywhere.
const GROUND: &str = "crates/db/";

/// Where the rule holds.
const HELD: &[&str] = &["crates/", "bin/server/"];

/// The two files, each named like the feature that builds it.
const SQLITE: &str = "sqlite";
const POSTGRES: &str = "postgres";

/// What tells the databases apart and stands in the two files alone.
const TOLD_APART: &[&[&str]] = &[&["Backend", "::"], &["SqliteConnection"], &["PgConnection"]];

#[test]
fn dialects_stand_side_by_side() {
    hold("dialects", &check(&TREE));
}

fn check(tree: &Tree) -> Vec<Finding> {
    let held = |file: &String| HELD.iter().any(|f| file.starts_with(f)) && !file.starts_with(GROUND);
    let mut pairs: BTreeMap<String, BTreeMap<&str, Functions>> = BTreeMap::new();
    let mut found = Vec::new();
    for file in production(tree).iter().filter(|file| held(file)) {
        let tokens = flat(tokens::production(file, &tree.texts[file]));
        let (folder, name) = file.rsplit_once('/').unwrap_or_default();
        match [SQLITE, POSTGRES].into_iter().find(|dialect| name.trim_end_matches(".rs") == *dialect) {
            Some(dialect) => {
                drop(pairs.entry(folder.to_owned()).or_default().insert(dialect, functions(&tokens)))
            }
            None => found.extend(told_apart(file, &tokens)),
        }
    }
    found.extend(pairs.iter().flat_map(|(folder, pair)| different(folder, pair)));
    found
}

/// A file's visible functions: their parameters behind the connection.
type Functions = BTreeMap<String, Vec<String>>;

fn different(folder: &str, pair: &BTreeMap<&str, Functions>) -> Vec<Finding> {
    let (Some(sqlite), Some(postgres)) = (pair.get(SQLITE), pair.get(POSTGRES)) else {
        let only: Vec<&str> = pair.keys().copied().collect();
        return vec![Finding::new(format!("{folder} has {}.rs alone", only.concat()))];
    };
    let names: BTreeSet<&String> = sqlite.keys().chain(postgres.keys()).collect();
    let found = names.into_iter().filter_map(|name| match (sqlite.get(name), postgres.get(name)) {
        (Some(here), Some(there)) if alike(here, there) => None,
        (Some(here), Some(there)) => {
            let detail = format!("sqlite: {}\npostgres: {}", here.join(", "), there.join(", "));
            Some(Finding::with(format!("{folder} has two kinds of {name}"), detail))
        }
        (here, _) => {
            let file = if here.is_some() { SQLITE } else { POSTGRES };
            Some(Finding::new(format!("{folder}/{file}.rs alone has {name}")))
        }
    });
    found.collect()
}

/// The same types in the same order, and the same names where both files use the parameter.
fn alike(here: &[String], there: &[String]) -> bool {
    let parts = |parameter: &str| -> (String, String) {
        parameter.split_once(':').map(|(name, of)| (name.to_owned(), of.to_owned())).unwrap_or_default()
    };
    let same = |(here, there): (&String, &String)| {
        let (here, there) = (parts(here), parts(there));
        here.1 == there.1 && (here.0 == there.0 || here.0.is_empty() || there.0.is_empty())
    };
    here.len() == there.len() && here.iter().zip(there).all(same)
}

/// The free functions that are `pub` in some way.
fn functions(tokens: &[Token]) -> Functions {
    let mut found = Functions::new();
    let mut depth = 0_usize;
    let mut public = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => {
                depth -= 1;
                public &= token.text != "}";
            }
            "pub" if depth == 0 => public = true,
            ";" if depth == 0 => public = false,
            "fn" if depth == 0 && public => {
                let open = (at..tokens.len()).find(|at| tokens[*at].text == "(").unwrap_or(at);
                found.insert(tokens[at + 1].text.clone(), parameters(inside(tokens, open)));
            }
            _ => {}
        }
    }
    found
}

/// Name and type of each, the first left out; `_name` is `name`, and `_` has none.
fn parameters(tokens: &[Token]) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut depth = 0_isize;
    for (at, token) in tokens.iter().enumerate() {
        let arrow = at > 0 && ["-", "="].contains(&tokens[at - 1].text.as_str());
        match token.text.as_str() {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            ">" if !arrow => depth -= 1,
            "," if depth == 0 => {
                all.push(String::new());
                continue;
            }
            _ => {}
        }
        let Some(last) = all.last_mut() else { continue };
        let word = if last.is_empty() { token.text.trim_start_matches('_') } else { token.text.as_str() };
        let apart = last.ends_with(char::is_alphanumeric) && word.starts_with(char::is_alphanumeric);
        last.push_str(if apart { " " } else { "" });
        last.push_str(word);
    }
    all.into_iter().skip(1).filter(|parameter| !parameter.is_empty()).collect()
}

/// What a file that is of no database says of one.
fn told_apart(file: &str, tokens: &[Token]) -> Vec<Finding> {
    let mut lines: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for at in 0..tokens.len() {
        let line = tokens[at].line;
        for words in TOLD_APART.iter().filter(|words| stands(tokens, at, words)) {
            lines.entry(words.concat()).or_default().push(line);
        }
        let told = |feature: &&str| is_feature(tokens, at, feature) && !declares(tokens, at, feature);
        if let Some(feature) = [SQLITE, POSTGRES].into_iter().find(told) {
            lines.entry(format!("cfg of {feature}")).or_default().push(line);
        }
    }
    let found = lines.into_iter().map(|(what, lines)| {
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        Finding::with(format!("{file} says {what}"), format!("lines {}", lines.join(" ")))
    });
    found.collect()
}

fn is_feature(tokens: &[Token], at: usize, feature: &str) -> bool {
    let quoted = format!("\"{feature}\"");
    stands(tokens, at, &["feature", "=", quoted.as_str()])
}

/// `#[cfg(feature = "sqlite")] mod sqlite;`
fn declares(tokens: &[Token], at: usize, feature: &str) -> bool {
    let plain =
        at > 3 && stands(tokens, at - 4, &["#", "[", "cfg", "("]) && stands(tokens, at + 3, &[")", "]"]);
    let visibility = if stands(tokens, at + 5, &["pub", "("]) { 4 } else { 0 };
    plain && stands(tokens, at + 5 + visibility, &["mod", feature, ";"])
}

#[test]
fn files_that_differ_are_seen() {
    let sqlite = "pub(super) fn set(c: &mut SqliteConnection, _n: i32, _: impl Fn(i32) -> Map<A, B>) {}\n\
                  pub(super) fn gone(c: &mut SqliteConnection) {}\n\
                  fn own() {}\npub struct A;\nimpl A { pub fn x() {} }";
    let postgres = "pub fn set<T>(c: &mut PgConnection, n: i32, f: impl Fn(i32) -> Map<A, B>) {}\n\
                    pub(super) fn other(c: &mut PgConnection, loja: u8) {}";
    let both = "#[cfg(feature = \"postgres\")]\nmod postgres;\n#[cfg(feature = \"sqlite\")]\nmod sqlite;";
    let tree = |sqlite: &str| {
        Tree::of(&[
            ("crates/c/src/lib.rs", "mod a; mod b;"),
            ("crates/c/src/a/mod.rs", both),
            ("crates/c/src/a/sqlite.rs", sqlite),
            ("crates/c/src/a/postgres.rs", postgres),
            ("crates/c/src/b/mod.rs", "#[cfg(feature = \"sqlite\")]\npub(crate) mod sqlite;"),
            ("crates/c/src/b/sqlite.rs", ""),
        ])
    };
    let found = |tree: &Tree| check(tree).into_iter().map(|f| f.key).collect::<Vec<_>>();
    let of_b = "crates/c/src/b has sqlite.rs alone";
    let of_a = ["crates/c/src/a/sqlite.rs alone has gone", "crates/c/src/a/postgres.rs alone has other"];
    assert_eq!(found(&tree(sqlite)), [of_a[0], of_a[1], of_b]);
    let with_i64 = sqlite
        .replace("_n: i32", "n: i64")
        .replace("gone(c: &mut SqliteConnection)", "other(c: C, _loja: u8)");
    assert_eq!(found(&tree(&with_i64)), ["crates/c/src/a has two kinds of set", of_b]);
}

#[test]
fn databases_told_apart_elsewhere_are_seen() {
    let text = "#[cfg(feature = \"sqlite\")]\nuse diesel::SqliteConnection;\n\
                fn f() { match b { Backend::A => c, #[cfg(feature = \"postgres\")] Backend::B => d } }\n\
                #[cfg(feature = \"openapi\")] fn g() {}\n\
                #[cfg(test)] mod tests { use diesel::PgConnection; }";
    let tree = Tree::of(&[
        ("crates/c/src/lib.rs", text),
        ("crates/db/src/lib.rs", text),
        ("bench/src/main.rs", text), //
    ]);
    let found: Vec<String> = check(&tree).iter().map(|f| format!("{}, {}", f.key, f.detail)).collect();
    let said = [
        "Backend::, lines 3 3",
        "SqliteConnection, lines 2",
        "cfg of postgres, lines 3",
        "cfg of sqlite, lines 1",
    ];
    assert_eq!(found, said.map(|what| format!("crates/c/src/lib.rs says {what}")));
}
