//! `mod.rs` and `lib.rs` define nothing: they declare, re-export, document, hold macros for their children.
//!
//! So nothing below has a reason to look up into them.

use super::debts::{Finding, hold};
use super::sources::{TREE, Tree};

const ROOTS: &[&str] = &["/mod.rs", "/lib.rs"];

#[test]
fn module_roots_define_nothing() {
    hold("module_roots", &defined(&TREE));
}

fn defined(tree: &Tree) -> Vec<Finding> {
    let roots = tree.modules.iter().filter(|(path, _)| ROOTS.iter().any(|root| path.ends_with(root)));
    let found = roots.flat_map(|(path, module)| {
        let inline = module.children.iter().filter(|(_, contents)| contents.is_some());
        let inline = inline.map(|(name, _)| format!("mod {name} {{}}"));
        module.defined.iter().cloned().chain(inline).map(move |item| Finding::new(format!("{path} {item}")))
    });
    found.collect()
}

#[test]
fn what_a_module_root_defines_is_seen() {
    let root =
        "//! Doc.\n#![deny(x)]\n#[cfg(unix)]\nmod a;\npub mod b;\npub use a::X;\nmacro_rules! m { () => {} }";
    let tree = Tree::of(&[
        ("c/src/lib.rs", root),
        ("c/src/a.rs", "pub struct X;"),
        ("c/src/b/mod.rs", "mod d { fn e() {} }\nmacro!();\nimpl<'a> X<'a> {}\npub(crate) struct Y;"),
    ]);
    let found: Vec<String> = defined(&tree).into_iter().map(|f| f.key).collect();
    let items = ["macro!", "impl<'a> X<'a>", "struct Y", "mod d {}"];
    assert_eq!(found, items.map(|item| format!("c/src/b/mod.rs {item}")));
}
