//! No circle of modules in any crate: who reads a file never comes back to it.

use std::collections::{BTreeMap, BTreeSet};

use super::debts::{Finding, hold};
use super::names::{Needs, needs};
use super::sources::{TREE, Tree};

#[test]
fn no_crate_has_a_circle_of_modules() {
    hold("circles", &circles(&TREE));
}

/// Each file that stands in a circle.
fn circles(tree: &Tree) -> Vec<Finding> {
    let crates = tree.crate_roots();
    crates.into_iter().flat_map(|root| of_crate(&needs(tree, root))).collect()
}

fn of_crate(needs: &Needs) -> Vec<Finding> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        needs.keys().map(|file| (file.as_str(), reached(needs, file))).collect();
    let found = reached.iter().filter(|(file, files)| files.contains(*file)).map(|(file, files)| {
        let circle: BTreeSet<&str> =
            files.iter().copied().filter(|other| reached[other].contains(file)).collect();
        Finding::with(*file, drawn(needs, file, &circle))
    });
    found.collect()
}

/// What a file needs, what that needs, and so on; itself only if it is needed on the way.
fn reached<'n>(needs: &'n Needs, file: &str) -> BTreeSet<&'n str> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&str> = needs[file].keys().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(needs[next].keys().map(String::as_str));
        }
    }
    seen
}

/// The arrows that tie a file into its circle.
fn drawn(needs: &Needs, file: &str, circle: &BTreeSet<&str>) -> String {
    let mut drawing = format!("in a circle of {}", circle.len());
    for from in circle {
        for (to, names) in needs[*from].iter().filter(|(to, _)| circle.contains(to.as_str())) {
            if *from == file || to == file {
                let names: Vec<String> =
                    names.iter().map(|(name, line)| format!("{name} (line {line})")).collect();
                drawing += &format!("\n{from} -> {to}: {}", names.join(", "));
            }
        }
    }
    drawing
}

#[test]
fn a_circle_is_seen_and_its_neighbours_are_not() {
    let tree = Tree::of(&[
        ("c/src/lib.rs", "mod a; mod b; mod d; mod e;"),
        ("c/src/a.rs", "use crate::b::B;\npub struct A(B);"),
        ("c/src/b.rs", "use crate::d::D;\npub struct B(D);"),
        ("c/src/d.rs", "pub struct D(Box<crate::a::A>, crate::e::E);"),
        ("c/src/e.rs", "pub struct E;"),
    ]);
    let found = circles(&tree);
    let files: Vec<&str> = found.iter().map(|f| f.key.as_str()).collect();
    assert_eq!(files, ["c/src/a.rs", "c/src/b.rs", "c/src/d.rs"]);
    let arrows = "in a circle of 3\nc/src/a.rs -> c/src/b.rs: B (line 1)\n\
                  c/src/d.rs -> c/src/a.rs: crate::a::A (line 1)";
    assert_eq!(found[0].detail, arrows);
}
