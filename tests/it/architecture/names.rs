//! Which file needs which: the names of a crate followed to the files that define them.
//!
//! A re-export is followed, so a `mod.rs` that only declares and re-exports is nobody's need and needs none.
//! A path in a macro that begins with `$crate` belongs to the macro's file, any other to the calling file.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{Import, Path};
use super::sources::Tree;
use super::syntax::Module;

/// Imports that lead to imports are followed this far.
const LONGEST_CHAIN: usize = 16;

/// From a file to the files it needs, with the names by which it does and where each stands first.
pub type Needs = BTreeMap<String, BTreeMap<String, BTreeMap<String, usize>>>;

struct Node<'t> {
    file: String,
    parent: Option<usize>,
    children: BTreeMap<&'t str, usize>,
    text: &'t Module,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Module(usize),
    /// Something in this module.
    Item(usize),
    /// Not of this crate.
    Outside,
}

/// One crate.
struct Names<'t> {
    /// Its modules; the first is its root.
    nodes: Vec<Node<'t>>,
    /// The macros of all crates.
    lent: BTreeMap<&'t str, &'t Module>,
}

/// What the files of the crate with this root need of one another.
pub fn needs(tree: &Tree, root: &str) -> Needs {
    let macros = tree.modules.values().flat_map(|module| &module.macros);
    let lent = macros.map(|(name, body)| (name.as_str(), body)).collect();
    let mut names = Names { nodes: Vec::new(), lent };
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    names.add(tree, root, folder, &tree.modules[root], None);
    let mut needs = Needs::new();
    for at in 0..names.nodes.len() {
        let from = names.nodes[at].file.clone();
        let own = needs.entry(from.clone()).or_default();
        names.of_module(at, &mut |to: usize, name: String, line: usize| {
            let file = &names.nodes[to].file;
            if *file != from {
                own.entry(file.clone()).or_default().entry(name).or_insert(line);
            }
        });
    }
    needs
}

/// The files of the libraries and programs: those of tests left out.
pub fn production(tree: &Tree) -> BTreeSet<String> {
    let roots =
        tree.crate_roots().into_iter().filter(|root| root.contains("/src/") && !root.starts_with("tests/"));
    roots.flat_map(|root| needs(tree, root).into_keys()).collect()
}

impl<'t> Names<'t> {
    /// `folder` is where the files of its children stand.
    fn add(
        &mut self,
        tree: &'t Tree,
        file: &str,
        folder: &str,
        text: &'t Module,
        parent: Option<usize>,
    ) -> usize {
        let at = self.nodes.len();
        self.nodes.push(Node { file: file.to_owned(), parent, children: BTreeMap::new(), text });
        for (name, inline) in &text.children {
            let below = format!("{folder}/{name}");
            let child = match inline {
                Some(contents) => self.add(tree, file, &below, contents, Some(at)),
                None => {
                    let files = [format!("{below}.rs"), format!("{below}/mod.rs")];
                    let Some(child) = files.iter().find(|f| tree.modules.contains_key(*f)) else { continue };
                    self.add(tree, child, &below, &tree.modules[child], Some(at))
                }
            };
            self.nodes[at].children.insert(name, child);
        }
        at
    }

    fn of_module(&self, at: usize, need: &mut Need<'_>) {
        let text = self.nodes[at].text;
        for import in &text.imports {
            self.of_import(at, import, need);
        }
        for path in &text.paths {
            self.of_path(at, path, need);
        }
        for call in &text.calls {
            self.of_call(at, call, need, LONGEST_CHAIN);
        }
        for body in text.macros.values() {
            let imports = body.imports.iter().map(|i| &i.path);
            imports
                .chain(&body.paths)
                .filter(|p| p.segments[0] == "crate")
                .for_each(|p| self.of_path(at, p, need));
        }
    }

    fn of_import(&self, at: usize, import: &Import, need: &mut Need<'_>) {
        let text = self.nodes[at].text;
        let found = self.imported(at, import, LONGEST_CHAIN);
        if import.name == "*" {
            for word in &text.words {
                let Found::Module(all_of) = found else { break };
                if let Some(Found::Item(to)) = self.member(all_of, word, true, LONGEST_CHAIN) {
                    need(to, word.clone(), import.path.line);
                }
            }
            if let Found::Item(to) = found {
                need(to, import.path.segments.join("::"), import.path.line);
            }
            return;
        }
        let used = text.words.contains(&import.name) || (!import.public && !text.defined.is_empty());
        match found {
            Found::Item(to) if used => need(to, import.name.clone(), import.path.line),
            // a module: what is needed of it stands in the paths that begin with its name
            Found::Module(to) if used && !text.paths.iter().any(|p| p.segments[0] == import.name) => {
                need(to, import.name.clone(), import.path.line);
            }
            Found::Item(_) | Found::Module(_) | Found::Outside => {}
        }
    }

    fn of_path(&self, at: usize, path: &Path, need: &mut Need<'_>) {
        match self.locate(at, &path.segments, LONGEST_CHAIN) {
            Found::Item(to) | Found::Module(to) => need(to, path.segments.join("::"), path.line),
            Found::Outside => {}
        }
    }

    /// The macro's file, and what its body names for the one who calls it.
    fn of_call(&self, at: usize, call: &Path, need: &mut Need<'_>, guard: usize) {
        let name = call.segments[0].as_str();
        let defined_in = self.macro_called(at, name);
        if let Some(to) = defined_in {
            need(to, format!("{name}!"), call.line);
        }
        let body = defined_in
            .map_or_else(|| self.lent.get(name).copied(), |to| self.nodes[to].text.macros.get(name));
        let (Some(guard), Some(body)) = (guard.checked_sub(1), body) else { return };
        for path in body.paths.iter().chain(body.imports.iter().map(|i| &i.path)) {
            if path.segments[0] != "crate" {
                self.of_path(at, &Path { line: call.line, ..path.clone() }, need);
            }
        }
        for inner in body.calls.iter().filter(|inner| inner.segments != call.segments) {
            self.of_call(at, &Path { line: call.line, ..inner.clone() }, need, guard);
        }
    }

    /// Found through an import, else in a module around or in a child of one, under `#[macro_use]`.
    fn macro_called(&self, at: usize, name: &str) -> Option<usize> {
        let defines = |at: &usize| self.nodes[*at].text.macros.contains_key(name);
        if let Some(Found::Item(to)) = self.member(at, name, true, LONGEST_CHAIN) {
            return Some(to).filter(defines);
        }
        let mut around = std::iter::successors(Some(at), |at| self.nodes[*at].parent);
        around.find_map(|at| {
            let node = &self.nodes[at];
            let lent = node.text.macro_children.iter().filter_map(|child| node.children.get(child.as_str()));
            std::iter::once(at).chain(lent.copied()).find(defines)
        })
    }

    fn locate(&self, from: usize, path: &[String], guard: usize) -> Found {
        let first = |name: &str, last: bool| self.member(from, name, last, guard);
        self.walk(from, path, guard, &first)
    }

    /// Looks for the first name among what is imported by name: to ask the imports of `*` for the root of an
    /// import would lead around.
    fn imported(&self, from: usize, import: &Import, guard: usize) -> Found {
        let Some(guard) = guard.checked_sub(1) else { return Found::Outside };
        let first = |name: &str, last: bool| self.by_name(from, name, last, guard);
        self.walk(from, &import.path.segments, guard, &first)
    }

    fn walk(&self, from: usize, path: &[String], guard: usize, first: &First<'_>) -> Found {
        let Some((head, rest)) = path.split_first() else { return Found::Outside };
        let parent = |at: usize| self.nodes[at].parent.map_or(Found::Outside, Found::Module);
        let mut found = match head.as_str() {
            "crate" => Found::Module(0),
            "self" => Found::Module(from),
            "super" => parent(from),
            name => first(name, rest.is_empty()).unwrap_or(Found::Outside),
        };
        for (at, segment) in rest.iter().enumerate() {
            let Found::Module(module) = found else { return found };
            found = match segment.as_str() {
                "super" => parent(module),
                name => {
                    let found = self.member(module, name, at + 1 == rest.len(), guard);
                    found.unwrap_or_else(|| Found::Item(self.made_by_macro(module, name)))
                }
            };
        }
        found
    }

    /// What is not seen is made by a macro and taken to be of the module, or is a macro that is exported from
    /// the crate's root and stands elsewhere.
    fn made_by_macro(&self, module: usize, name: &str) -> usize {
        let exported = |node: &Node<'_>| module == 0 && node.text.macros.contains_key(name);
        self.nodes.iter().position(exported).unwrap_or(module)
    }

    /// What a name means in a module; `last` when it ends a path.
    fn member(&self, module: usize, name: &str, last: bool, guard: usize) -> Option<Found> {
        let guard = guard.checked_sub(1)?;
        self.by_name(module, name, last, guard).or_else(|| {
            let all_of = self.nodes[module].text.imports.iter().filter(|i| i.name == "*");
            all_of.into_iter().find_map(|import| match self.imported(module, import, guard) {
                Found::Module(all_of) if all_of != module => self.member(all_of, name, last, guard),
                Found::Module(_) | Found::Item(_) | Found::Outside => None,
            })
        })
    }

    /// [`Names::member`] without what is imported by `*`. Where a path ends, an import goes before a module.
    fn by_name(&self, module: usize, name: &str, last: bool, guard: usize) -> Option<Found> {
        let node = &self.nodes[module];
        let child = node.children.get(name).map(|child| Found::Module(*child));
        if child.is_some() && !last {
            return child;
        }
        if node.text.items.contains(name) || node.text.macros.contains_key(name) {
            return Some(Found::Item(module));
        }
        let imports = node.text.imports.iter().filter(|i| i.name == name);
        let found: Vec<Found> = imports.map(|import| self.imported(module, import, guard)).collect();
        let inside = found.iter().find(|f| **f != Found::Outside).copied();
        inside.or(child).or(found.first().copied())
    }
}

/// Is told of a module, a name that leads to it, and the line.
type Need<'n> = dyn FnMut(usize, String, usize) + 'n;

/// How the first name of a path is looked up.
type First<'f> = dyn Fn(&str, bool) -> Option<Found> + 'f;

#[cfg(test)]
mod tests;
