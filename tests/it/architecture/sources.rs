//! The repository's files, read once and shared by all tests of the layout.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;

use super::syntax::{self, Module};

/// Folders that hold nothing of the project's own.
const LEFT_OUT: &[&str] = &[".git", "target", "node_modules"];

/// Each file by its path from the root of the repository.
pub type Texts = BTreeMap<String, String>;

/// Rust sources: each file's text and, unless it is a test's alone, its outermost module.
pub struct Tree {
    pub texts: Texts,
    pub modules: BTreeMap<String, Module>,
}

/// The repository.
pub static TREE: LazyLock<Tree> = LazyLock::new(|| {
    let mut texts = Texts::new();
    read(&root(), &root(), &mut texts);
    assert!(texts.len() > 300, "only {} files were found", texts.len());
    Tree::new(texts)
});

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(root: &Path, folder: &Path, texts: &mut Texts) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() {
            if !LEFT_OUT.iter().any(|left_out| name == *left_out) {
                read(root, &path, texts);
            }
        } else if let Ok(text) = fs::read_to_string(&path) {
            let path = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            texts.insert(path, text);
        }
    }
}

impl Tree {
    /// Parses on two threads: most of the time that these tests take is spent here.
    pub fn new(texts: Texts) -> Self {
        let rust: Vec<(&String, &String)> = texts.iter().filter(|(path, _)| path.ends_with(".rs")).collect();
        let (even, odd) = rust.split_at(rust.len() / 2);
        let parse = |files: &[(&String, &String)]| -> Vec<(String, Module)> {
            files.iter().map(|(path, text)| ((*path).clone(), syntax::read(path, text))).collect()
        };
        let modules = thread::scope(|scope| {
            let other = scope.spawn(|| parse(odd));
            let mut all = parse(even);
            all.extend(other.join().unwrap());
            all
        });
        Self { modules: modules.into_iter().collect(), texts }
    }

    /// A small tree for the tests of the tests.
    pub fn of(files: &[(&str, &str)]) -> Self {
        Self::new(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
    }

    /// The files from which a crate's modules are found.
    pub fn crate_roots(&self) -> Vec<&str> {
        self.modules.keys().map(String::as_str).filter(|path| is_crate_root(path)).collect()
    }
}

/// Cargo's conventions: `src/lib.rs`, `src/main.rs`, `src/bin/*.rs`, `tests/*.rs` …; and these tests.
fn is_crate_root(path: &str) -> bool {
    let Some((folder, file)) = path.rsplit_once('/') else { return false };
    let (above, last) = folder.rsplit_once('/').unwrap_or(("", folder));
    match last {
        "src" => matches!(file, "lib.rs" | "main.rs"),
        "bin" => above.ends_with("/src"),
        "benches" | "examples" | "tests" => !above.contains("/src"),
        _ => path == "tests/it/main.rs",
    }
}

#[test]
fn every_crate_of_the_workspace_is_found() {
    let roots = TREE.crate_roots();
    for root in ["bin/bench/src/main.rs", "crates/domain/src/lib.rs", "tests/it/main.rs"] {
        assert!(roots.contains(&root), "{roots:?}");
    }
    assert!(roots.contains(&"examples/api-ping/tests/ping.rs") && roots.contains(&"tests/src/bin/server.rs"));
    assert!(!is_crate_root("crates/store/src/eventos/tests/x.rs"));
}
