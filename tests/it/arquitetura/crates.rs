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
    ("entreposto-api-ping", &["entreposto-http-kit", "entreposto-store"]),
    ("entreposto", LIBRARIES),
    ("entreposto-server", &["entreposto", "entreposto-sample"]),
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

pub fn raiz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

pub fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    // this machine's packages alone: the others need not be here
    let saida = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &maquina()])
        .current_dir(raiz())
        .output()
        .unwrap();
    assert!(saida.status.success(), "{}", String::from_utf8_lossy(&saida.stderr));
    serde_json::from_slice(&saida.stdout).unwrap()
}

/// The triple of this machine.
fn maquina() -> String {
    let saida = Command::new("rustc").arg("-vV").current_dir(raiz()).output().unwrap();
    let texto = String::from_utf8(saida.stdout).unwrap();
    texto.lines().find_map(|l| l.strip_prefix("host: ")).unwrap().to_owned()
}

/// The packages that each package of the workspace names as a dependency; those for tests alone left out.
fn dependencias(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let membros: BTreeSet<&str> =
        metadata["workspace_members"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    let pacotes = metadata["packages"].as_array().unwrap();
    let texto = |v: &Value| v.as_str().unwrap().to_owned();
    pacotes
        .iter()
        .filter(|p| membros.contains(p["id"].as_str().unwrap()))
        .map(|p| {
            let diretas = p["dependencies"].as_array().unwrap().iter();
            (texto(&p["name"]), diretas.filter(|d| d["kind"] != "dev").map(|d| texto(&d["name"])).collect())
        })
        .collect()
}

/// Everything that a package brings along.
fn tudo_abaixo(metadata: &Value, pacote: &str) -> BTreeSet<String> {
    let nos: BTreeMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| (n["id"].as_str().unwrap(), n))
        .collect();
    let nomes: BTreeMap<&str, &str> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| (p["id"].as_str().unwrap(), p["name"].as_str().unwrap()))
        .collect();
    let inicio = nomes.iter().find(|(_, nome)| **nome == pacote).unwrap().0;
    let mut pendentes = vec![*inicio];
    let mut vistos = BTreeSet::new();
    while let Some(id) = pendentes.pop() {
        for d in nos[id]["deps"].as_array().unwrap() {
            let de_producao = d["dep_kinds"].as_array().unwrap().iter().any(|k| k["kind"] != "dev");
            let id = d["pkg"].as_str().unwrap();
            if de_producao && vistos.insert(nomes[id].to_owned()) {
                pendentes.push(id);
            }
        }
    }
    vistos
}

fn do_diesel(nome: &str) -> bool {
    nome.starts_with("diesel") || nome == "libsqlite3-sys" || nome == "pq-sys"
}

fn do_actix(nome: &str) -> bool {
    nome.starts_with("actix") || nome == "utoipa-actix-web"
}

#[test]
fn dependencies_go_one_way() {
    let metadata = metadata();
    let diretas = dependencias(&metadata);
    for (pacote, dependencias) in &diretas {
        let tem = |nome: &str| dependencias.contains(nome);
        let diesel = dependencias
            .iter()
            .filter(|d| do_diesel(d) && EMBEDS_MIGRATIONS != (pacote.as_str(), d.as_str()));
        assert!(KNOW_DIESEL.contains(&pacote.as_str()) || diesel.count() == 0, "{pacote} knows diesel");
        if pacote.starts_with("entreposto-api-") {
            let outras = dependencias.iter().filter(|d| d.starts_with("entreposto-api-")).count();
            assert_eq!(outras, 0, "{pacote} knows another handler crate");
        }
        let programa =
            ["entreposto-server", "entreposto-tests", "entreposto-bench"].contains(&pacote.as_str());
        assert!(programa || !tem("anyhow"), "{pacote} uses anyhow");
        if !["entreposto-server", "entreposto-tests"].contains(&pacote.as_str()) {
            assert!(!tem("entreposto-server"), "{pacote} knows the server");
        }
    }
    hold("crates", &known(&diretas, KNOWS));

    let abaixo = tudo_abaixo(&metadata, "entreposto-domain");
    assert!(!abaixo.iter().any(|d| do_diesel(d) || do_actix(d) || d == "tokio"), "{abaixo:?}");
    for pacote in ["entreposto-store", "entreposto-sample"] {
        let abaixo = tudo_abaixo(&metadata, pacote);
        assert!(!abaixo.iter().any(|d| do_actix(d)), "{pacote}: {abaixo:?}");
    }
    // made-up data are for other programs too: how they are asked for and shown is the server's
    let direct = &diretas["entreposto-sample"];
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
fn fontes(pasta: &Path, achadas: &mut Vec<PathBuf>) {
    for entrada in fs::read_dir(pasta).unwrap().map(Result::unwrap) {
        let caminho = entrada.path();
        if caminho.is_dir() {
            fontes(&caminho, achadas);
        } else if caminho.extension().is_some_and(|e| e == "rs") {
            achadas.push(caminho);
        }
    }
}

#[test]
fn only_the_server_reads_the_environment() {
    let mut achadas = Vec::new();
    fontes(&raiz().join("crates"), &mut achadas);
    assert!(achadas.len() > 20, "{achadas:?}");
    for fonte in achadas {
        let texto = fs::read_to_string(&fonte).unwrap();
        // tests stand at the end of a file
        let producao = texto.split("#[cfg(test)]\nmod").next().unwrap();
        for proibido in ["env::var", "env::args", "env::set_var"] {
            assert!(!producao.contains(proibido), "{} uses {proibido}", fonte.display());
        }
    }
}

#[test]
fn every_source_says_what_it_is_about() {
    let mut achadas = Vec::new();
    for pasta in ["bin", "crates", "migrations", "tests"] {
        fontes(&raiz().join(pasta), &mut achadas);
    }
    // a tests.rs is about the module beside it
    achadas.retain(|fonte| fonte.file_name().is_some_and(|nome| nome != "tests.rs"));
    for fonte in achadas {
        let texto = fs::read_to_string(&fonte).unwrap();
        assert!(
            texto.starts_with("//! "),
            "{} does not begin with a line that says what it is",
            fonte.display()
        );
    }
}
