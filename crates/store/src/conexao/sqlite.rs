//! SQLite: many readers, and one writer ([`super::escritor`]).

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness};
use tokio::sync::oneshot;

use super::checkpoint::{self, Avisos};
use super::escritor::{Escritor, Trabalho, TrabalhoDe};
use super::leitores::Leitores;
use super::{Cadastros, Tx};
use crate::config::{Durability, StoreConfig};
use crate::erro::StoreError;

const MIGRACOES: EmbeddedMigrations = migrations::SQLITE;

/// Pages in the write-ahead log at which the writer copies them itself, should [`checkpoint`] not keep up: 128 MB.
const PAGINAS_NO_LOG: u32 = 32_000;

pub(super) struct Sqlite {
    pub leitores: Leitores,
    escritor: SyncSender<Box<dyn Trabalho>>,
    na_fila: Arc<AtomicUsize>,
    caminho: String,
    durability: Durability,
}

impl Sqlite {
    pub(super) fn open(config: &StoreConfig, cadastros: &Arc<Cadastros>) -> Result<Self, StoreError> {
        let caminho = caminho_do_arquivo(&config.url)?;
        if let Some(pasta) = Path::new(&caminho).parent().filter(|p| !p.as_os_str().is_empty()) {
            std::fs::create_dir_all(pasta)
                .map_err(|e| StoreError::Indisponivel(format!("cannot create {}: {e}", pasta.display())))?;
        }
        let escritor = conectar(&caminho, config.durability)?;
        let leitores = Leitores::open(&caminho, config, Arc::clone(cadastros))?;
        let (envio, fila) = sync_channel(config.fila_de_escrita.max(1));
        let na_fila = Arc::new(AtomicUsize::new(0));
        let contador = Arc::clone(&na_fila);
        let (arquivo, durability, por_balde) = (caminho.clone(), config.durability, config.pedidos_por_balde);
        let reabrir = move || conectar(&arquivo, durability);
        let (avisos, cadastros) = (Arc::new(Avisos::default()), Arc::clone(cadastros));
        let para_copiar = Arc::downgrade(&avisos);
        let arquivo = caminho.clone();
        let abrir = move || conectar(&arquivo, durability);
        iniciar("sqlite-writer", move || {
            Escritor::novo(escritor, reabrir, fila, por_balde, avisos, cadastros).escrever_sempre(&contador);
        })?;
        iniciar("sqlite-checkpoint", move || checkpoint::copiar_sempre(abrir, &para_copiar))?;
        Ok(Self { leitores, escritor: envio, na_fila, caminho, durability: config.durability })
    }

    pub(super) fn migrate(&self) -> Result<Vec<String>, StoreError> {
        // another process may be migrating the same file: what it did is no longer pending when we look again
        let mut tentativas = 0;
        loop {
            let mut conexao = conectar(&self.caminho, self.durability)?;
            match conexao.run_pending_migrations(MIGRACOES) {
                Ok(versoes) => return Ok(versoes.iter().map(ToString::to_string).collect()),
                Err(erro) if tentativas >= 20 => return Err(StoreError::Interno(erro.to_string())),
                Err(_) => {
                    tentativas += 1;
                    thread::sleep(Duration::from_millis(100));
                }
            }
        }
    }

    pub(super) fn pending(&self) -> Result<Vec<String>, StoreError> {
        let mut conexao = conectar(&self.caminho, self.durability)?;
        conexao
            .pending_migrations(MIGRACOES)
            .map(|m| m.iter().map(|m| m.name().to_string()).collect())
            .map_err(|e| StoreError::Interno(e.to_string()))
    }

    /// Hands a job to the writer; the answer comes after the commit.
    pub(super) fn enviar<T, E>(
        &self,
        f: impl FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, E>>, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (trabalho, espera) = TrabalhoDe::novo(f);
        self.na_fila.fetch_add(1, Ordering::Relaxed);
        match self.escritor.try_send(Box::new(trabalho)) {
            Ok(()) => Ok(espera),
            Err(erro) => {
                self.na_fila.fetch_sub(1, Ordering::Relaxed);
                Err(match erro {
                    TrySendError::Full(_) => StoreError::Sobrecarga,
                    TrySendError::Disconnected(_) => super::parado(),
                }
                .into())
            }
        }
    }

    /// Copies all of the log to where it belongs and empties it, so that the next start has nothing to read again.
    pub(super) fn empty_log(&self, paciencia: Duration) -> Result<(), StoreError> {
        checkpoint::esvaziar(&mut conectar(&self.caminho, self.durability)?, paciencia)
    }

    pub(super) fn na_fila(&self) -> usize {
        self.na_fila.load(Ordering::Relaxed)
    }
}

fn iniciar(nome: &str, f: impl FnOnce() + Send + 'static) -> Result<(), StoreError> {
    let iniciada = thread::Builder::new().name(nome.to_owned()).spawn(f);
    iniciada.map(drop).map_err(|e| StoreError::Indisponivel(format!("cannot start the thread {nome}: {e}")))
}

/// `sqlite://./data/x.db`, `sqlite:///var/x.db`, `sqlite:x.db` → the path.
fn caminho_do_arquivo(url: &str) -> Result<String, StoreError> {
    let resto = url.strip_prefix("sqlite:").unwrap_or(url);
    let caminho = resto.strip_prefix("//").unwrap_or(resto);
    if caminho.is_empty() || caminho.contains(":memory:") || caminho.contains('?') {
        return Err(StoreError::Url(format!("`{url}` does not name a file; write sqlite://PATH")));
    }
    Ok(caminho.to_owned())
}

fn conectar(caminho: &str, durability: Durability) -> Result<SqliteConnection, StoreError> {
    let mut conexao = abrir(caminho)?;
    let sincronia = match durability {
        Durability::Full => "FULL",
        Durability::Normal => "NORMAL",
    };
    // temp_store: what a savepoint has to be able to undo would go to a file, more of it than to the log
    conexao.batch_execute(&format!(
        "PRAGMA synchronous = {sincronia}; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000; \
         PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = {PAGINAS_NO_LOG};"
    ))?;
    Ok(conexao)
}

/// A connection to a file that has a write-ahead log. Of several that give a new file its log at once all but one are
/// refused without waiting, whatever `busy_timeout` says.
fn abrir(caminho: &str) -> Result<SqliteConnection, StoreError> {
    let mut conexao = SqliteConnection::establish(caminho)
        .map_err(|e| StoreError::Indisponivel(format!("cannot open {caminho}: {e}")))?;
    let mut tentativas = 0;
    while let Err(erro) = conexao.batch_execute("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL;") {
        if tentativas == 50 {
            return Err(erro.into());
        }
        tentativas += 1;
        thread::sleep(Duration::from_millis(20));
    }
    Ok(conexao)
}
