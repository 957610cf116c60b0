//! SQLite: many readers, and one writer thread that commits whatever is waiting together.
//!
//! A commit costs a wait for the disk whatever its size. The writer takes every job that is waiting, runs
//! each in a savepoint of its own inside one transaction, commits once, and only then answers them all.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use tokio::sync::oneshot;

use super::leitores::Leitores;
use super::{Backend, Conn, Interrupcao, Tx};
use crate::config::{Durability, StoreConfig};
use crate::contagens::{self, Memoria, Mudancas};
use crate::erro::StoreError;

const MIGRACOES: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

/// Jobs in one commit: enough to share a disk wait, few enough that the first does not wait for long.
const GRUPO_MAX: usize = 512;

pub(super) struct Sqlite {
    pub leitores: Leitores,
    escritor: SyncSender<Box<dyn Trabalho>>,
    na_fila: Arc<AtomicUsize>,
    caminho: String,
    durability: Durability,
}

impl Sqlite {
    pub(super) fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        let caminho = caminho_do_arquivo(&config.url)?;
        if let Some(pasta) = Path::new(&caminho).parent().filter(|p| !p.as_os_str().is_empty()) {
            std::fs::create_dir_all(pasta)
                .map_err(|e| StoreError::Indisponivel(format!("cannot create {}: {e}", pasta.display())))?;
        }
        let escritor = conectar(&caminho, config.durability)?;
        let leitores = Leitores::open(&caminho, config)?;
        let (envio, fila) = sync_channel(config.fila_de_escrita.max(1));
        let na_fila = Arc::new(AtomicUsize::new(0));
        let contador = Arc::clone(&na_fila);
        let (arquivo, durability, por_balde) = (caminho.clone(), config.durability, config.pedidos_por_balde);
        let reabrir = move || conectar(&arquivo, durability);
        thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || escrever_sempre(escritor, reabrir, &fila, &contador, por_balde))
            .map_err(|e| StoreError::Indisponivel(format!("cannot start the writer thread: {e}")))?;
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
        let (resposta, espera) = oneshot::channel();
        let trabalho = Box::new(TrabalhoDe { f, resultado: None, resposta });
        self.na_fila.fetch_add(1, Ordering::Relaxed);
        match self.escritor.try_send(trabalho) {
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

    pub(super) fn na_fila(&self) -> usize {
        self.na_fila.load(Ordering::Relaxed)
    }
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
    let mut conexao = SqliteConnection::establish(caminho)
        .map_err(|e| StoreError::Indisponivel(format!("cannot open {caminho}: {e}")))?;
    let sincronia = match durability {
        Durability::Full => "FULL",
        Durability::Normal => "NORMAL",
    };
    // temp_store: what a savepoint has to be able to undo would go to a file, more of it than to the log
    conexao.batch_execute(&format!(
        "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = {sincronia}; \
         PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000; \
         PRAGMA temp_store = MEMORY;"
    ))?;
    Ok(conexao)
}

fn em_transacao<T, E: From<StoreError>>(
    conexao: &mut SqliteConnection,
    f: impl FnOnce(&mut SqliteConnection) -> Result<T, E>,
) -> Result<T, E> {
    conexao.transaction(|c| f(c).map_err(Interrupcao::Dela)).map_err(Interrupcao::em)
}

/// A write, without the types of its answer.
trait Trabalho: Send {
    /// Runs inside a savepoint of its own; keeps the answer. What it changed for good is added to `contagens`.
    fn executar(&mut self, conexao: &mut SqliteConnection, contagens: &mut Mudancas);
    /// After the commit (or its failure): sends the answer.
    fn responder(self: Box<Self>, commit: Result<(), &StoreError>);
}

struct TrabalhoDe<F, T, E> {
    f: F,
    resultado: Option<Result<T, E>>,
    resposta: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> Trabalho for TrabalhoDe<F, T, E>
where
    F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn executar(&mut self, conexao: &mut SqliteConnection, contagens: &mut Mudancas) {
        let f = &mut self.f;
        let feito = em_transacao(conexao, |c| {
            catch_unwind(AssertUnwindSafe(|| {
                let mut tx = Tx::new(Backend::Sqlite(c));
                f(&mut tx).map(|valor| (valor, tx.contagens))
            }))
            .unwrap_or_else(|_| Err(StoreError::Interno("a write panicked".to_owned()).into()))
        });
        self.resultado = Some(feito.map(|(valor, mudancas)| {
            contagens.juntar(mudancas);
            valor
        }));
    }

    fn responder(self: Box<Self>, commit: Result<(), &StoreError>) {
        let resultado = match (self.resultado, commit) {
            // what failed had changed nothing: its own reason says more than the group's
            (Some(Err(erro)), _) => Err(erro),
            (Some(Ok(valor)), Ok(())) => Ok(valor),
            (_, Err(erro)) => Err(StoreError::Indisponivel(erro.to_string()).into()),
            (None, Ok(())) => Err(StoreError::Interno("a write was not run".to_owned()).into()),
        };
        // a caller that has gone away does not want the answer; the write stands
        let _ = self.resposta.send(resultado);
    }
}

/// The writer's life: ends when every [`Sqlite`] handle is gone.
fn escrever_sempre(
    mut conexao: SqliteConnection,
    reabrir: impl Fn() -> Result<SqliteConnection, StoreError>,
    fila: &Receiver<Box<dyn Trabalho>>,
    na_fila: &AtomicUsize,
    por_balde: u32,
) {
    let mut memoria = Memoria::default();
    while let Ok(primeiro) = fila.recv() {
        let mut grupo = vec![primeiro];
        let commit = conexao.immediate_transaction(|c| {
            let mut feitos = 0;
            let mut contagens = Mudancas::default();
            while let Some(trabalho) = grupo.get_mut(feitos) {
                trabalho.executar(c, &mut contagens);
                feitos += 1;
                if feitos == grupo.len() && feitos < GRUPO_MAX {
                    grupo.extend(fila.try_recv());
                }
            }
            if contagens.vazias() {
                return Ok(());
            }
            memoria.conferir(c)?;
            let mut conn = Conn { backend: Backend::Sqlite(c) };
            contagens::aplicar(&mut conn, &mut contagens, por_balde, &mut memoria)
        });
        na_fila.fetch_sub(grupo.len(), Ordering::Relaxed);
        if let Err(erro) = &commit {
            memoria = Memoria::default();
            tracing::error!(%erro, trabalhos = grupo.len(), "a group of writes could not be committed");
            // a full disk can leave the connection in the middle of a transaction that is no more
            match reabrir() {
                Ok(nova) => conexao = nova,
                Err(erro) => tracing::error!(%erro, "the database could not be opened again"),
            }
        }
        for trabalho in grupo {
            trabalho.responder(commit.as_ref().copied());
        }
    }
}
