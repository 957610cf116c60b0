//! The directions between the crates, from Cargo's metadata.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The packages of the workspace that each package depends on, apart from its tests; lower layers first.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    ("entreposto-domain", &[]),
    ("entreposto-migrations", &[]),
    ("entreposto-db", &[]),
    ("entreposto-store", &["entreposto-db", "entreposto-domain", "entreposto-migrations"]),
    ("entreposto-sample", &["entreposto-domain", "entreposto-store"]),
    ("entreposto-sheets", &[]),
    ("entreposto-outbound", &["entreposto-domain"]),
    ("entreposto-connector", &["entreposto-domain"]),
    ("entreposto-connector-kit", &["entreposto-connector", "entreposto-domain"]),
    ("entreposto-connector-medusa", &["entreposto-connector", "entreposto-domain"]),
    ("entreposto-connector-vendure", &["entreposto-connector", "entreposto-domain"]),
    (
        "entreposto-channels",
        &["entreposto-connector", "entreposto-domain", "entreposto-outbound", "entreposto-store"],
    ),
    ("entreposto-delivery", &["entreposto-domain", "entreposto-outbound", "entreposto-store"]),
    ("entreposto-http-kit", &["entreposto-domain", "entreposto-store"]),
    (
        "entreposto-api-a",
        &["entreposto-domain", "entreposto-files", "entreposto-http-kit", "entreposto-store"],
    ),
    ("entreposto-api-b", &["entreposto-domain", "entreposto-http-kit", "entreposto-store"]),
    ("entreposto-files", &["entreposto-domain", "entreposto-sheets", "entreposto-store"]),
    (
        "entreposto-console",
        &[
            "entreposto-domain",
            "entreposto-files",
            "entreposto-http-kit",
            "entreposto-outbound",
            "entreposto-store",
        ],
    ),
    ("entreposto-api-ping", &["entreposto-http-kit", "entreposto-store"]),
    (
        "entreposto",
        &[
            "entreposto-api-a",
            "entreposto-api-b",
            "entreposto-channels",
            "entreposto-delivery",
            "entreposto-domain",
            "entreposto-http-kit",
            "entreposto-outbound",
            "entreposto-store",
        ],
    ),
    (
        "entreposto-server",
        &[
            "entreposto",
            "entreposto-api-a",
            "entreposto-api-b",
            "entreposto-channels",
            "entreposto-connector",
            "entreposto-connector-kit",
            "entreposto-connector-medusa",
            "entreposto-connector-vendure",
            "entreposto-console",
            "entreposto-delivery",
            "entreposto-domain",
            "entreposto-files",
            "entreposto-http-kit",
            "entreposto-outbound",
            "entreposto-sample",
            "entreposto-store",
        ],
    ),
    ("entreposto-client", &["entreposto-domain"]),
    ("entreposto-domain-only", &["entreposto-domain"]),
    ("entreposto-embed", &["entreposto"]),
    ("entreposto-tests", &["entreposto-connector-kit", "entreposto-server"]),
    ("entreposto-bench", &["entreposto-connector-kit"]),
];

/// The crates that may depend on Diesel; `migrations` embeds its files by `diesel_migrations`.
const DIESEL: &[&str] = &["entreposto-db", "entreposto-store", "entreposto-migrations"];
/// The programs, which may use `anyhow`.
const PROGRAMS: &[&str] = &["entreposto-server", "entreposto-tests", "entreposto-bench"];

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Cargo's metadata, with the dependencies that are used on this machine.
pub fn metadata() -> Value {
    let run = |program: &str, args: &[&str]| {
        let output = Command::new(program).args(args).current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let rustc = run("rustc", &["-vV"]);
    let machine = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let arguments = ["metadata", "--format-version", "1", "--offline", "--filter-platform", machine];
    serde_json::from_str(&run(env!("CARGO"), &arguments)).unwrap()
}

/// The direct dependencies of each package of the workspace, apart from its tests.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let metadata = metadata();
    let members: Vec<&Value> = metadata["workspace_members"].as_array().unwrap().iter().collect();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let all = packages.filter(|package| members.contains(&&package["id"])).map(|package| {
        let direct = package["dependencies"].as_array().unwrap().iter();
        let direct = direct.filter(|d| d["kind"] != "dev").map(|d| text(&d["name"])).collect();
        (text(&package["name"]), direct)
    });
    all.collect()
}

#[test]
fn the_crates_depend_on_lower_layers_alone() {
    let direct = dependencies();
    let own = |all: &BTreeSet<String>| all.iter().filter(|d| direct.contains_key(*d)).cloned().collect();
    let found: BTreeMap<&str, BTreeSet<String>> =
        direct.iter().map(|(package, all)| (package.as_str(), own(all))).collect();
    let expected: BTreeMap<&str, BTreeSet<String>> = DEPENDENCIES
        .iter()
        .map(|(package, all)| (*package, all.iter().map(|d| (*d).to_owned()).collect()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn each_layer_keeps_its_libraries_to_itself() {
    for (package, direct) in dependencies() {
        let has = |prefix: &str| direct.iter().any(|d| d.starts_with(prefix));
        assert!(DIESEL.contains(&package.as_str()) || !has("diesel"), "{package} uses Diesel");
        assert!(PROGRAMS.contains(&package.as_str()) || !has("anyhow"), "{package} uses anyhow");
        if ["entreposto-domain", "entreposto-store", "entreposto-sample"].contains(&package.as_str()) {
            assert!(!has("actix") && !has("utoipa-actix"), "{package} uses actix");
        }
        if package == "entreposto-domain" {
            assert!(!has("tokio"), "{package} uses tokio");
        }
        if package == "entreposto-sample" {
            assert!(!has("clap") && !has("indicatif"), "{package} is for programs without a command line");
        }
    }
}
