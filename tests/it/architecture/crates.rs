//! The directions between the crates: who may know whom.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::debts::{Finding, hold};

/// Each package and the packages of the project that it knows, no more and no less; the ground first. Those
/// that are needed for tests alone are left out.
const KNOWS: &[(&str, &[&str])] = &[
    ("entreposto-domain", &[]),
    ("entreposto-migrations", &[]),
    ("entreposto-db", &[]),
    ("entreposto-store", &["entreposto-db", "entreposto-domain", "entreposto-migrations"]),
    ("entreposto-sample", &["entreposto-domain", "entreposto-store"]),
    ("entreposto-delivery", &["entreposto-domain", "entreposto-store"]),
    ("entreposto-http-kit", &["entreposto-domain", "entreposto-store"]),
    ("entreposto-api-a", &["entreposto-domain", "entreposto-http-kit", "entreposto-store"]),
    ("entreposto-api-b", &["entreposto-domain", "entreposto-http-kit", "entreposto-store"]),
    ("entreposto-files", &["entreposto-domain", "entreposto-store"]),
    (
        "entreposto-console",
        &["entreposto-domain", "entreposto-files", "entreposto-http-kit", "entreposto-store"],
    ),
    ("entreposto-api-ping", &["entreposto-http-kit", "entreposto-store"]),
    ("entreposto", LIBRARIES),
    (
        "entreposto-server",
        &[
            "entreposto",
            "entreposto-api-a",
            "entreposto-api-b",
            "entreposto-console",
            "entreposto-delivery",
            "entreposto-domain",
            "entreposto-files",
            "entreposto-http-kit",
            "entreposto-sample",
            "entreposto-store",
        ],
    ),
    // a program that asks the hub holds nothing of it but its shapes
    ("entreposto-client", &["entreposto-domain"]),
    ("entreposto-domain-only", &["entreposto-domain"]),
    ("entreposto-embed", &["entreposto"]),
    ("entreposto-tests", &["entreposto-server"]),
    // it measures the program as clients see it
    ("entreposto-bench", &[]),
];

/// What the library that goes out as one re-exports.
const LIBRARIES: &[&str] = &[
    "entreposto-api-a",
    "entreposto-api-b",
    "entreposto-delivery",
    "entreposto-domain",
    "entreposto-http-kit",
    "entreposto-store",
];

/// Who knows Diesel; the package of migrations embeds them and knows nothing else of it.
const KNOW_DIESEL: &[&str] = &["entreposto-db", "entreposto-store"];
const EMBEDS_MIGRATIONS: (&str, &str) = ("entreposto-migrations", "diesel_migrations");

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

pub fn metadata() -> Value {
    let job = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    // this machine's packages alone: the others need not be here
    let output = Command::new(job)
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &machine()])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The triple of this machine.
fn machine() -> String {
    let output = Command::new("rustc").arg("-vV").current_dir(root()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|l| l.strip_prefix("host: ")).unwrap().to_owned()
}

/// The packages that each package of the workspace names as a dependency; those for tests alone left out.
fn dependencies(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let members: BTreeSet<&str> =
        metadata["workspace_members"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    let packages = metadata["packages"].as_array().unwrap();
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    packages
        .iter()
        .filter(|p| members.contains(p["id"].as_str().unwrap()))
        .map(|p| {
            let direct = p["dependencies"].as_array().unwrap().iter();
            (text(&p["name"]), direct.filter(|d| d["kind"] != "dev").map(|d| text(&d["name"])).collect())
        })
        .collect()
}

/// Everything that a package brings along.
fn all_below(metadata: &Value, package: &str) -> BTreeSet<String> {
    let nodes: BTreeMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| (n["id"].as_str().unwrap(), n))
        .collect();
    let names: BTreeMap<&str, &str> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| (p["id"].as_str().unwrap(), p["name"].as_str().unwrap()))
        .collect();
    let start = names.iter().find(|(_, name)| **name == package).unwrap().0;
    let mut pending = vec![*start];
    let mut seen = BTreeSet::new();
    while let Some(id) = pending.pop() {
        for d in nodes[id]["deps"].as_array().unwrap() {
            let of_production = d["dep_kinds"].as_array().unwrap().iter().any(|k| k["kind"] != "dev");
            let id = d["pkg"].as_str().unwrap();
            if of_production && seen.insert(names[id].to_owned()) {
                pending.push(id);
            }
        }
    }
    seen
}

fn of_diesel(name: &str) -> bool {
    name.starts_with("diesel") || name == "libsqlite3-sys" || name == "pq-sys"
}

fn of_actix(name: &str) -> bool {
    name.starts_with("actix") || name == "utoipa-actix-web"
}

#[test]
fn dependencies_go_one_way() {
    let metadata = metadata();
    let direct = dependencies(&metadata);
    for (package, dependencies) in &direct {
        let has = |name: &str| dependencies.contains(name);
        let diesel = dependencies
            .iter()
            .filter(|d| of_diesel(d) && EMBEDS_MIGRATIONS != (package.as_str(), d.as_str()));
        assert!(KNOW_DIESEL.contains(&package.as_str()) || diesel.count() == 0, "{package} knows diesel");
        if package.starts_with("entreposto-api-") {
            let others = dependencies.iter().filter(|d| d.starts_with("entreposto-api-")).count();
            assert_eq!(others, 0, "{package} knows another handler crate");
        }
        let program =
            ["entreposto-server", "entreposto-tests", "entreposto-bench"].contains(&package.as_str());
        assert!(program || !has("anyhow"), "{package} uses anyhow");
        if !["entreposto-server", "entreposto-tests"].contains(&package.as_str()) {
            assert!(!has("entreposto-server"), "{package} knows the server");
        }
    }
    hold("crates", &known(&direct, KNOWS));

    let below = all_below(&metadata, "entreposto-domain");
    assert!(!below.iter().any(|d| of_diesel(d) || of_actix(d) || d == "tokio"), "{below:?}");
    for package in ["entreposto-store", "entreposto-sample"] {
        let below = all_below(&metadata, package);
        assert!(!below.iter().any(|d| of_actix(d)), "{package}: {below:?}");
    }
    // made-up data are for other programs too: how they are asked for and shown is the server's
    let direct = &direct["entreposto-sample"];
    assert!(!direct.contains("clap") && !direct.contains("indicatif"), "{direct:?}");
}

/// Where the packages do not know what their rows say.
fn known(direct: &BTreeMap<String, BTreeSet<String>>, rows: &[(&str, &[&str])]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (package, all) in direct {
        let Some((_, row)) = rows.iter().find(|(name, _)| name == package) else {
            found.push(Finding::new(format!("{package} has no row")));
            continue;
        };
        let knows: BTreeSet<&str> =
            all.iter().map(String::as_str).filter(|d| direct.contains_key(*d)).collect();
        let row: BTreeSet<&str> = row.iter().copied().collect();
        found.extend(knows.difference(&row).map(|other| Finding::new(format!("{package} knows {other}"))));
        found.extend(
            row.difference(&knows).map(|other| Finding::new(format!("{package} does not know {other}"))),
        );
    }
    let missing = rows.iter().filter(|(package, _)| !direct.contains_key(*package));
    found.extend(missing.map(|(package, _)| Finding::new(format!("{package} is not there"))));
    found
}

#[test]
fn a_dependency_more_or_less_is_seen() {
    let direct = [("a", vec!["c", "serde"]), ("b", vec!["a"]), ("c", vec![])];
    let direct =
        direct.map(|(package, all)| (package.to_owned(), all.into_iter().map(str::to_owned).collect()));
    let found = known(&BTreeMap::from(direct), &[("a", &["b"]), ("b", &["a"]), ("d", &[])]);
    let found: Vec<&str> = found.iter().map(|f| f.key.as_str()).collect();
    assert_eq!(found, ["a knows c", "a does not know b", "c has no row", "d is not there"]);
}

/// Every source file below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for input in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = input.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn only_the_server_reads_the_environment() {
    let mut found = Vec::new();
    sources(&root().join("crates"), &mut found);
    // an example is a program
    found.retain(|source| !source.components().any(|part| part.as_os_str() == "examples"));
    assert!(found.len() > 20, "{found:?}");
    for source in found {
        let text = fs::read_to_string(&source).unwrap();
        // tests stand at the end of a file
        let production = text.split("#[cfg(test)]\nmod").next().unwrap();
        for forbidden in ["env::var", "env::args", "env::set_var"] {
            assert!(!production.contains(forbidden), "{} uses {forbidden}", source.display());
        }
    }
}

#[test]
fn every_source_says_what_it_is_about() {
    let mut found = Vec::new();
    for folder in ["bin", "crates", "migrations", "tests"] {
        sources(&root().join(folder), &mut found);
    }
    // a tests.rs is about the module beside it
    found.retain(|source| source.file_name().is_some_and(|name| name != "tests.rs"));
    for source in found {
        let text = fs::read_to_string(&source).unwrap();
        assert!(
            text.starts_with("//! "),
            "{} does not begin with a line that says what it is",
            source.display()
        );
    }
}
