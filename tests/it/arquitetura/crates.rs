//! The directions between the crates: who may know whom.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn raiz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn metadata() -> Value {
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
        if pacote != "entreposto-store" {
            assert!(!dependencias.iter().any(|d| do_diesel(d)), "{pacote} knows diesel");
        }
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
    assert!(!diretas["entreposto-http-kit"].iter().any(|d| d.starts_with("entreposto-api-")));
    let proprias = |pacote: &str| -> Vec<&str> {
        diretas[pacote].iter().filter(|d| d.starts_with("entreposto-")).map(String::as_str).collect()
    };
    assert_eq!(proprias("entreposto-domain"), [""; 0]);
    assert_eq!(proprias("entreposto-delivery"), ["entreposto-domain", "entreposto-store"]);
    assert_eq!(proprias("entreposto-store"), ["entreposto-domain"]);
    // it measures the program as clients see it
    assert_eq!(proprias("entreposto-bench"), [""; 0]);

    let abaixo = tudo_abaixo(&metadata, "entreposto-domain");
    assert!(!abaixo.iter().any(|d| do_diesel(d) || do_actix(d) || d == "tokio"), "{abaixo:?}");
    let abaixo = tudo_abaixo(&metadata, "entreposto-store");
    assert!(!abaixo.iter().any(|d| do_actix(d)), "{abaixo:?}");
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
    for pasta in ["bench", "crates", "bin", "tests"] {
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
