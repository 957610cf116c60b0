//! Needs of small crates.

use super::super::sources::Tree;
use super::*;

/// The needs of a crate in `c/src`, as `from -> to: names`.
fn of(files: &[(&str, &str)]) -> Vec<String> {
    let paths: Vec<String> = files.iter().map(|(file, _)| format!("c/src/{file}")).collect();
    let files: Vec<(&str, &str)> =
        paths.iter().zip(files).map(|(p, (_, text))| (p.as_str(), *text)).collect();
    let short = |path: &str| path.trim_start_matches("c/src/").trim_end_matches(".rs").to_owned();
    needs(&Tree::of(&files), "c/src/lib.rs")
        .iter()
        .flat_map(|(from, to)| {
            to.iter().map(move |(to, names)| {
                let names: Vec<&str> = names.keys().map(String::as_str).collect();
                format!("{} -> {}: {}", short(from), short(to), names.join(" "))
            })
        })
        .collect()
}

#[test]
fn a_re_export_leads_to_the_file_that_defines() {
    let files = [
        ("lib.rs", "mod a; pub use a::X;"),
        ("a/mod.rs", "mod b; mod c; mod d; pub(crate) use b::{self as e, X}; use c::*;"),
        ("a/b.rs", "pub struct X; pub fn f() {}"),
        ("a/c.rs", "use super::X; pub struct Y(X);"),
        ("a/d.rs", "use super::*; fn g() -> Y { crate::a::e::f() }"),
    ];
    assert_eq!(of(&files), ["a/c -> a/b: X", "a/d -> a/b: crate::a::e::f", "a/d -> a/c: Y"]);
}

#[test]
fn a_macro_belongs_to_its_file_and_its_paths_to_who_calls_it() {
    let files = [
        ("lib.rs", "#[macro_use] mod a; mod b; mod c; mod sqlite;"),
        ("a.rs", "macro_rules! m { ($f:ident) => { $crate::c::f(sqlite::$f) } }"),
        ("b.rs", "use crate::sqlite; fn f() { m!(x) }"),
        ("c.rs", "pub fn f() { let _ = vec![crate::b::X]; }"),
        ("sqlite.rs", ""),
    ];
    let of_b = ["b -> a: m!", "b -> sqlite: sqlite sqlite::$"];
    assert_eq!(of(&files), ["a -> c: crate::c::f", of_b[0], of_b[1], "c -> b: crate::b::X"]);
}

#[test]
fn exported_macros_are_found_in_their_files_and_in_other_crates() {
    let tree = Tree::of(&[
        ("c/src/lib.rs", "mod a; mod sqlite;"),
        ("c/src/a.rs", "mod own; use db::m; fn f() { m!(x) }"),
        ("c/src/sqlite.rs", "use crate::own; fn f() { own!() }"),
        ("c/src/a/own.rs", "macro_rules! own { () => {} }"),
        ("db/src/lib.rs", "macro_rules! m { ($f:ident) => { super::sqlite::$f() } }"),
    ]);
    let needs = needs(&tree, "c/src/lib.rs");
    assert_eq!(needs["c/src/a.rs"].keys().collect::<Vec<_>>(), ["c/src/sqlite.rs"]);
    assert_eq!(needs["c/src/sqlite.rs"].keys().collect::<Vec<_>>(), ["c/src/a/own.rs"]);
}

#[test]
fn other_crates_and_tests_are_nobodys_need() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use std::fmt; fn f() { fmt::x() } #[cfg(test)] mod t { use crate::b::X; }"),
        ("b.rs", "pub struct X; impl X { fn f() { let a = 1; a.b::<Y>(); } }"),
    ];
    assert_eq!(of(&files), [""; 0]);
}
