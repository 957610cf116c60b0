//! The two databases behind one face: connections, transactions, and where blocking work runs.

mod cadastros;
#[cfg(feature = "sqlite")]
mod checkpoint;
mod comando;
#[cfg(feature = "sqlite")]
mod escritor;
mod inserir;
#[cfg(feature = "sqlite")]
mod leitores;
mod leitura;
#[cfg(feature = "sqlite")]
mod lembrado;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "sqlite")]
mod sqlite;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use domain::datas::Instante;
use domain::ids::LojaId;
use tokio::sync::Semaphore;

use crate::config::StoreConfig;
use crate::contagens::Mudancas;
use crate::erro::StoreError;

/// Runs an expression on the connection of whichever database is behind `$conn`.
///
/// The body is compiled once per database, so that each gets its own statements, prepared and cached by
/// Diesel, and everything that its dialect has (`docs/decisions/0002-two-arm-macro.md`).
macro_rules! on {
    ($conn:expr, $c:ident => $body:expr) => {
        match &mut $conn.backend {
            #[cfg(feature = "sqlite")]
            $crate::conexao::Backend::Sqlite($c) => {
                let $c: &mut diesel::SqliteConnection = $c;
                $body
            }
            #[cfg(feature = "postgres")]
            $crate::conexao::Backend::Postgres($c) => {
                let $c: &mut diesel::PgConnection = $c;
                $body
            }
        }
    };
}
pub(crate) use cadastros::{Cadastros, Lembranca};
pub(crate) use comando::{Comando, Valor};
pub(crate) use inserir::inserir;
#[cfg(feature = "postgres")]
pub(crate) use inserir::{LINHAS_POR_COMANDO, copiar};
#[cfg(feature = "sqlite")]
pub(crate) use lembrado::Lembrado;
pub(crate) use on;

pub(crate) enum Backend<'a> {
    #[cfg(feature = "sqlite")]
    Sqlite(&'a mut diesel::SqliteConnection),
    #[cfg(feature = "postgres")]
    Postgres(&'a mut diesel::PgConnection),
}

/// A connection that may read.
pub struct Conn<'a> {
    pub(crate) backend: Backend<'a>,
    /// What a read may take from memory; `None` in a write, which asks the database.
    lembranca: Option<Lembranca<'a>>,
}

impl<'a> Conn<'a> {
    /// One that takes nothing from memory.
    pub(crate) fn new(backend: Backend<'a>) -> Self {
        Self { backend, lembranca: None }
    }

    fn que_lembra(backend: Backend<'a>, lembranca: Lembranca<'a>) -> Self {
        Self { backend, lembranca: Some(lembranca) }
    }
}

/// A transaction: everything that a [`Conn`] can do, and writing.
pub struct Tx<'a> {
    pub(crate) conn: Conn<'a>,
    agora: Instante,
    /// Whether users, settings or channels change.
    #[cfg(feature = "postgres")]
    cadastros_mudam: bool,
    /// What the counters have to follow when this transaction ends well.
    pub(crate) contagens: Mudancas,
    /// What SQLite's writer knows already; `None` on PostgreSQL.
    #[cfg(feature = "sqlite")]
    pub(crate) lembrado: Option<&'a mut Lembrado>,
}

impl<'a> Tx<'a> {
    fn new(backend: Backend<'a>) -> Self {
        Self {
            conn: Conn::new(backend),
            agora: Instante::agora(),
            #[cfg(feature = "postgres")]
            cadastros_mudam: false,
            contagens: Mudancas::default(),
            #[cfg(feature = "sqlite")]
            lembrado: None,
        }
    }

    /// To be called where a user, a store's settings or a channel change: they are remembered.
    pub(crate) fn esquecer_cadastros(&mut self) {
        #[cfg(feature = "postgres")]
        {
            self.cadastros_mudam = true;
        }
        #[cfg(feature = "sqlite")]
        if let Some(lembrado) = &mut self.lembrado {
            lembrado.esquecer_cadastros();
        }
    }

    /// Keeps every other transaction that asks for the same thing waiting until this one ends, so that what
    /// is read here stays true until it is changed here. SQLite's one writer needs no such thing.
    pub fn exclusivo(&mut self, coisa: &str, loja: LojaId, chave: &str) -> Result<(), StoreError> {
        match &mut self.conn.backend {
            #[cfg(feature = "sqlite")]
            Backend::Sqlite(_) => {
                let _ = (coisa, loja, chave);
                Ok(())
            }
            #[cfg(feature = "postgres")]
            Backend::Postgres(c) => postgres::trava(c, coisa, loja, chave),
        }
    }

    /// [`Tx::exclusivo`] without waiting; false when another transaction has it.
    pub(crate) fn tentar_exclusivo(
        &mut self,
        coisa: &str,
        loja: LojaId,
        chave: &str,
    ) -> Result<bool, StoreError> {
        match &mut self.conn.backend {
            #[cfg(feature = "sqlite")]
            Backend::Sqlite(_) => {
                let _ = (coisa, loja, chave);
                Ok(true)
            }
            #[cfg(feature = "postgres")]
            Backend::Postgres(c) => postgres::tentar_trava(c, coisa, loja, chave),
        }
    }

    /// The transaction's one idea of now.
    pub fn agora(&self) -> Instante {
        self.agora
    }
}

impl<'a> Deref for Tx<'a> {
    type Target = Conn<'a>;
    fn deref(&self) -> &Conn<'a> {
        &self.conn
    }
}

impl<'a> DerefMut for Tx<'a> {
    fn deref_mut(&mut self) -> &mut Conn<'a> {
        &mut self.conn
    }
}

/// An open database. Cloning is cheap.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    banco: Banco,
    /// As wide as the pool: work waits here, asynchronously, and not inside a thread.
    vagas: Arc<Semaphore>,
    /// Who moves events to the end of the log: the others wait here, and not with a connection in their hands.
    #[cfg(feature = "postgres")]
    movedor: tokio::sync::Mutex<()>,
    config: StoreConfig,
}

enum Banco {
    #[cfg(feature = "sqlite")]
    Sqlite(sqlite::Sqlite),
    #[cfg(feature = "postgres")]
    Postgres(postgres::Postgres),
}

/// Figures for the operator.
#[derive(Debug, Clone, Copy)]
pub struct StoreStats {
    /// `sqlite` or `postgres`.
    pub backend: &'static str,
    /// Connections in the pool.
    pub connections: u32,
    /// Of these, idle.
    pub idle: u32,
    /// Calls that may start at once and now have not.
    pub vagas: usize,
    /// Writes waiting for the SQLite writer.
    pub fila_de_escrita: usize,
}

impl Store {
    /// Opens the database of `config.url`; creates an SQLite file that is not there, migrates nothing.
    ///
    /// # Errors
    /// [`StoreError::Url`] for a scheme that this build does not know, [`StoreError::Indisponivel`] when the
    /// database cannot be reached.
    pub fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        let (esquema, _) = config.url.split_once(':').unwrap_or((config.url.as_str(), ""));
        let cadastros = Arc::default();
        let banco = match esquema {
            #[cfg(feature = "sqlite")]
            "sqlite" => Banco::Sqlite(sqlite::Sqlite::open(config, &cadastros)?),
            #[cfg(feature = "postgres")]
            "postgres" | "postgresql" => Banco::Postgres(postgres::Postgres::open(config, &cadastros)?),
            outro => {
                return Err(StoreError::Url(format!(
                    "the database URL starts with `{outro}:`, which this build does not know; \
                     use sqlite://PATH or postgres://USER@HOST/DATABASE"
                )));
            }
        };
        let vagas = Arc::new(Semaphore::new(config.connections.max(1) as usize));
        let inner = Inner {
            banco,
            vagas,
            #[cfg(feature = "postgres")]
            movedor: tokio::sync::Mutex::default(),
            config: config.clone(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// True when PostgreSQL is behind it.
    #[cfg(feature = "postgres")]
    pub(crate) fn e_postgres(&self) -> bool {
        matches!(self.inner.banco, Banco::Postgres(_))
    }

    /// Waits until nobody else in this process moves events to the end of the log.
    #[cfg(feature = "postgres")]
    pub(crate) async fn vez_de_mover(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.inner.movedor.lock().await
    }

    /// Brings the schema up to date; answers the versions applied. Safe while other servers do the same.
    pub fn migrate(&self) -> Result<Vec<String>, StoreError> {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => b.migrate(),
            #[cfg(feature = "postgres")]
            Banco::Postgres(b) => b.migrate(),
        }
    }

    /// The versions that [`Store::migrate`] would apply.
    pub fn pending_migrations(&self) -> Result<Vec<String>, StoreError> {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => b.pending(),
            #[cfg(feature = "postgres")]
            Banco::Postgres(b) => b.pending(),
        }
    }

    /// Runs `f` in a transaction, off the caller's thread. `Ok` means committed and durable; `Err` means
    /// that nothing happened. `f` may run again when the database asks for it.
    pub async fn write<T, E>(
        &self,
        f: impl FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => b.enviar(f)?.await.unwrap_or_else(|_| Err(parado().into())),
            #[cfg(feature = "postgres")]
            Banco::Postgres(_) => self.bloquear(move |store| store.write_blocking(f)).await,
        }
    }

    /// [`Store::write`], waiting on this thread.
    pub fn write_blocking<T, E>(
        &self,
        f: impl FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => b.enviar(f)?.blocking_recv().unwrap_or_else(|_| Err(parado().into())),
            #[cfg(feature = "postgres")]
            Banco::Postgres(b) => b.write(f),
        }
    }

    /// Folds changes that PostgreSQL keeps apart into the counters of orders; answers how many. Nothing waits for
    /// it: totals are exact without it, and a little slower. On SQLite there is never anything to fold.
    pub async fn dobrar_contagens(&self) -> Result<usize, StoreError> {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(_) => Ok(0),
            #[cfg(feature = "postgres")]
            Banco::Postgres(_) => {
                self.bloquear(|store| match &store.inner.banco {
                    Banco::Postgres(b) => b.dobrar_contagens(),
                    #[cfg(feature = "sqlite")]
                    Banco::Sqlite(_) => Ok(0),
                })
                .await
            }
        }
    }

    /// Has PostgreSQL look at what the tables hold, as it does by itself a minute or so after much was written. Until
    /// then it takes every table for nearly empty, and reads a store's whole range where a list of keys is looked up.
    pub fn refresh_statistics(&self) -> Result<(), StoreError> {
        match &self.inner.banco {
            // its plans do not depend on what the tables hold
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(_) => Ok(()),
            #[cfg(feature = "postgres")]
            Banco::Postgres(b) => b.refresh_statistics(),
        }
    }

    /// For the end of a program that has written: leaves nothing in SQLite's log, so that the next start is quick.
    /// Waits for what is being read or copied, for about `paciencia`.
    pub fn empty_log(&self, paciencia: Duration) -> Result<(), StoreError> {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => b.empty_log(paciencia),
            #[cfg(feature = "postgres")]
            Banco::Postgres(_) => {
                let _ = paciencia;
                Ok(())
            }
        }
    }

    /// Figures for the operator.
    pub fn stats(&self) -> StoreStats {
        let vagas = self.inner.vagas.available_permits();
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => {
                let (connections, idle) = b.leitores.estado();
                StoreStats { backend: "sqlite", connections, idle, vagas, fila_de_escrita: b.na_fila() }
            }
            #[cfg(feature = "postgres")]
            Banco::Postgres(b) => {
                let (connections, idle) = b.estado();
                StoreStats { backend: "postgres", connections, idle, vagas, fila_de_escrita: 0 }
            }
        }
    }

    async fn bloquear<T, E>(&self, f: impl FnOnce(&Store) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let vagas = Arc::clone(&self.inner.vagas);
        let vaga = match tokio::time::timeout(self.inner.config.espera, vagas.acquire_owned()).await {
            Ok(Ok(vaga)) => vaga,
            _ => return Err(StoreError::Sobrecarga.into()),
        };
        let store = self.clone();
        let feito = tokio::task::spawn_blocking(move || {
            let resultado = f(&store);
            drop(vaga);
            resultado
        });
        feito
            .await
            .unwrap_or_else(|e| Err(StoreError::Interno(format!("a blocking task failed: {e}")).into()))
    }
}

#[cfg(feature = "sqlite")]
fn parado() -> StoreError {
    StoreError::Indisponivel("the writer has stopped".to_owned())
}
