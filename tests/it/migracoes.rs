//! Migrations: in pairs, applied by whoever comes first.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread;

use server::app::Application;

use crate::suporte::app::config;
use crate::suporte::{Banco, BancoDeTeste};

fn nomes(banco: &str) -> BTreeSet<String> {
    let pasta = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(banco);
    let mut nomes = BTreeSet::new();
    for migracao in fs::read_dir(pasta).unwrap().map(Result::unwrap) {
        for arquivo in fs::read_dir(migracao.path()).unwrap().map(Result::unwrap) {
            let (pasta, arquivo) = (migracao.file_name(), arquivo.file_name());
            nomes.insert(format!("{}/{}", pasta.to_string_lossy(), arquivo.to_string_lossy()));
        }
    }
    nomes
}

#[test]
fn both_databases_have_the_same_migrations() {
    let nomes_sqlite = nomes("sqlite");
    assert!(!nomes_sqlite.is_empty());
    assert_eq!(nomes_sqlite, nomes("postgres"));
}

/// Six servers on one empty database: one migrates, the others find it done.
fn comecar_juntos(banco: Banco) {
    let Some(banco) = BancoDeTeste::vazio(banco) else { return };
    let partidas: Vec<_> = (0..6)
        .map(|_| {
            let config = config(&banco.url);
            thread::spawn(move || Application::build(&config).map(|app| app.store().pending_migrations()))
        })
        .collect();
    for partida in partidas {
        let pendentes = partida.join().unwrap().unwrap().unwrap();
        assert!(pendentes.is_empty(), "{pendentes:?}");
    }
}

#[test]
fn several_servers_start_at_once_on_an_empty_sqlite() {
    comecar_juntos(Banco::Sqlite);
}

#[test]
fn several_servers_start_at_once_on_an_empty_postgres() {
    comecar_juntos(Banco::Postgres);
}
