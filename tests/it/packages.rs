//! What each library's package holds when it is built for publishing, and the Rust that it needs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::crates::{metadata, root};

/// A member of the workspace that may be published.
struct Library {
    name: String,
    folder: PathBuf,
    package: Value,
}

/// All of them: a member that is not for publishing says `publish = false`, which is an empty list here.
fn libraries() -> Vec<Library> {
    let metadata = metadata();
    let members: BTreeSet<&str> =
        metadata["workspace_members"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    let packages = metadata["packages"].as_array().unwrap();
    let libraries: Vec<Library> = packages
        .iter()
        .filter(|p| members.contains(p["id"].as_str().unwrap()) && p["publish"].is_null())
        .map(|p| Library {
            name: p["name"].as_str().unwrap().to_owned(),
            folder: Path::new(p["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned(),
            package: p.clone(),
        })
        .collect();
    let names: BTreeSet<&str> = libraries.iter().map(|l| l.name.as_str()).collect();
    for expected in
        ["domain", "migrations", "db", "store", "http-kit", "api-a", "api-b", "delivery", "sample"]
    {
        assert!(
            names.contains(format!("entreposto-{expected}").as_str()),
            "{expected} is not for publishing"
        );
    }
    for program in ["server", "tests", "bench"] {
        assert!(!names.contains(format!("entreposto-{program}").as_str()), "{program} is for publishing");
    }
    libraries
}

/// The files of the package, as cargo would pack them.
fn packed(name: &str) -> BTreeSet<String> {
    let job = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(job)
        .args(["package", "--list", "--allow-dirty", "--offline", "-p", name])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    // a path has the separators of this machine
    String::from_utf8(output.stdout).unwrap().lines().map(|l| l.replace('\\', "/")).collect()
}

/// Every file below a folder, from the package's root.
fn files_below(package: &Path, folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            files_below(package, &path, found);
        } else {
            found.insert(path.strip_prefix(package).unwrap().to_string_lossy().replace('\\', "/"));
        }
    }
}

#[test]
fn packages_hold_their_sources_licences_and_migrations() {
    for Library { name, folder, .. } in libraries() {
        let packed = packed(&name);
        let mut expected: BTreeSet<String> =
            ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"].map(String::from).into();
        for part in ["src", "sqlite", "postgres"].map(|part| folder.join(part)) {
            if part.is_dir() {
                files_below(&folder, &part, &mut expected);
            }
        }
        let missing: Vec<_> = expected.difference(&packed).collect();
        assert!(missing.is_empty(), "{name} lacks {missing:?}");
        if name == "entreposto-migrations" {
            for database in ["sqlite", "postgres"] {
                let ups = packed.iter().filter(|f| f.starts_with(database) && f.ends_with("/up.sql")).count();
                let folders = fs::read_dir(folder.join(database)).unwrap().count();
                assert!(ups > 0 && ups == folders, "{ups} of {folders} migrations of {database}");
            }
        }
    }
}

/// They are symbolic links. Where git cannot make one, a package would hold a path instead of a licence.
#[test]
fn licences_are_those_of_the_project() {
    for Library { name, folder, .. } in libraries() {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = fs::read_to_string(folder.join(licence)).unwrap_or_default();
            assert_eq!(own, fs::read_to_string(root().join(licence)).unwrap(), "{name}: {licence}");
        }
    }
}

#[test]
fn packages_say_what_a_registry_asks_for() {
    let libraries = libraries();
    let names: BTreeSet<&str> = libraries.iter().map(|l| l.name.as_str()).collect();
    for Library { name, package, .. } in &libraries {
        for member in ["description", "license", "readme", "rust_version"] {
            assert!(package[member].as_str().is_some_and(|v| !v.is_empty()), "{name} has no {member}");
        }
        let keywords = package["keywords"].as_array().unwrap();
        assert!((1..=5).contains(&keywords.len()), "{name}: {keywords:?}");
        for dependency in package["dependencies"].as_array().unwrap() {
            let other = dependency["name"].as_str().unwrap();
            // cargo drops tests' dependencies without a version, and refuses the others
            if dependency["kind"] != "dev" {
                assert_ne!(dependency["req"], "*", "{name} takes any {other}");
                let own = other.starts_with("entreposto-");
                assert!(!own || names.contains(other), "{name} needs {other}, which is not for publishing");
            }
        }
    }
}

/// Clippy's `incompatible_msrv` looks at the standard library; this at what was chosen from the registry.
#[test]
fn no_dependency_needs_a_newer_rust() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let version = |text: &str| -> (u32, u32) {
        let mut parts = text.split('.').map(|n| n.parse().unwrap());
        (parts.next().unwrap(), parts.next().unwrap_or(0))
    };
    let ours = packages.iter().find(|p| p["name"] == "entreposto-domain").unwrap();
    let ours = version(ours["rust_version"].as_str().unwrap());
    for package in packages {
        if let Some(theirs) = package["rust_version"].as_str() {
            assert!(version(theirs) <= ours, "{} needs Rust {theirs}", package["name"]);
        }
    }
}
