//! A fresh database for every test, on either backend.

use std::sync::OnceLock;
use std::thread::sleep;
use std::time::Duration;

use store::{Store, StoreConfig};
use tempfile::TempDir;

use super::postgres;

/// The two databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Banco {
    /// Embedded.
    Sqlite,
    /// A server.
    Postgres,
}

/// A database that goes away with this value.
pub struct BancoDeTeste {
    /// Its address.
    pub url: String,
    /// Where SQLite's file is.
    _pasta: TempDir,
    nome: Option<String>,
}

impl BancoDeTeste {
    /// With the schema in place; `None` when the backend is not to be had here.
    pub fn novo(banco: Banco) -> Option<Self> {
        Self::com(banco, true)
    }

    /// Without anything in it.
    pub fn vazio(banco: Banco) -> Option<Self> {
        Self::com(banco, false)
    }

    fn com(banco: Banco, migrado: bool) -> Option<Self> {
        let pasta = tempfile::Builder::new().prefix("entreposto-").tempdir().expect("a temporary folder");
        match banco {
            Banco::Sqlite => {
                let arquivo = pasta.path().join("teste.db");
                if migrado {
                    std::fs::write(&arquivo, modelo_sqlite()).expect("the template can be copied");
                }
                Some(Self { url: format!("sqlite://{}", arquivo.display()), _pasta: pasta, nome: None })
            }
            Banco::Postgres => {
                let servidor = postgres::servidor()?;
                let nome = if migrado { servidor.novo_banco() } else { servidor.novo_banco_vazio() };
                Some(Self { url: servidor.url(&nome), _pasta: pasta, nome: Some(nome) })
            }
        }
    }
}

impl Drop for BancoDeTeste {
    fn drop(&mut self) {
        if let (Some(nome), Some(servidor)) = (&self.nome, postgres::servidor()) {
            servidor.remover(nome);
        }
    }
}

/// The content of a migrated SQLite file, made once per process.
fn modelo_sqlite() -> &'static [u8] {
    static MODELO: OnceLock<Vec<u8>> = OnceLock::new();
    MODELO.get_or_init(|| {
        let pasta =
            tempfile::Builder::new().prefix("entreposto-modelo-").tempdir().expect("a temporary folder");
        let arquivo = pasta.path().join("modelo.db");
        let store =
            Store::open(&StoreConfig::new(format!("sqlite://{}", arquivo.display()))).expect("SQLite opens");
        store.migrate().expect("the template migrates");
        drop(store);
        // the last connection to close folds the log into the file; only then is the file the whole database
        let log = pasta.path().join("modelo.db-wal");
        for _ in 0..100 {
            if !log.exists() {
                break;
            }
            sleep(Duration::from_millis(50));
        }
        assert!(!log.exists(), "the template stays open");
        std::fs::read(arquivo).expect("the template can be read")
    })
}
