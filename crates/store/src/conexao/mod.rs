//! The two databases behind one face: connections, transactions, and where blocking work runs.

#[cfg(feature = "sqlite")]
mod checkpoint;
mod comando;
#[cfg(feature = "sqlite")]
mod escritor;
mod inserir;
#[cfg(feature = "sqlite")]
mod leitores;
#[cfg(feature = "sqlite")]
mod lembrado;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "sqlite")]
mod sqlite;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

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
}

/// A transaction: everything that a [`Conn`] can do, and writing.
pub struct Tx<'a> {
    pub(crate) conn: Conn<'a>,
    agora: Instante,
    /// What the counters have to follow when this transaction ends well.
    pub(crate) contagens: Mudancas,
    /// What SQLite's writer knows already; `None` on PostgreSQL.
    #[cfg(feature = "sqlite")]
    pub(crate) lembrado: Option<&'a mut Lembrado>,
}

impl<'a> Tx<'a> {
    fn new(backend: Backend<'a>) -> Self {
        Self {
            conn: Conn { backend },
            agora: Instante::agora(),
            contagens: Mudancas::default(),
            #[cfg(feature = "sqlite")]
            lembrado: None,
        }
    }

    /// To be called before a user or a channel changes: SQLite's writer remembers them.
    pub(crate) fn esquecer_cadastros(&mut self) {
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
        let banco = match esquema {
            #[cfg(feature = "sqlite")]
            "sqlite" => Banco::Sqlite(sqlite::Sqlite::open(config)?),
            #[cfg(feature = "postgres")]
            "postgres" | "postgresql" => Banco::Postgres(postgres::Postgres::open(config)?),
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

    /// Runs `f` on a connection that can only read, off the caller's thread.
    pub async fn read<T, E>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.bloquear(move |store| store.read_blocking(f)).await
    }

    /// [`Store::read`] for a few rows that are found by their keys. On SQLite it runs on the caller's thread while a
    /// connection is idle: handing such a read over and back costs more than the read
    /// (`docs/decisions/0027-reads-by-key-stay.md`).
    pub async fn read_by_key<T, E>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => match b.leitores.tentar(f) {
                Ok(lido) => lido,
                Err(f) => self.read(f).await,
            },
            #[cfg(feature = "postgres")]
            Banco::Postgres(_) => self.read(f).await,
        }
    }

    /// [`Store::read_by_key`] for what asks once, or whose questions need not be answered as of one moment: on
    /// PostgreSQL there is no transaction around them, which saves two trips. `f` may run again when a connection was
    /// lost.
    pub async fn read_one<T, E>(
        &self,
        f: impl FnMut(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(_) => self.read_by_key(f).await,
            #[cfg(feature = "postgres")]
            Banco::Postgres(_) => {
                self.bloquear(move |store| match &store.inner.banco {
                    #[cfg(feature = "sqlite")]
                    Banco::Sqlite(b) => b.leitores.read(f),
                    Banco::Postgres(b) => b.read_one(f),
                })
                .await
            }
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

    /// [`Store::read`] on this thread.
    pub fn read_blocking<T, E>(&self, f: impl FnOnce(&mut Conn<'_>) -> Result<T, E>) -> Result<T, E>
    where
        E: From<StoreError>,
    {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => b.leitores.read(f),
            #[cfg(feature = "postgres")]
            Banco::Postgres(b) => b.read(f),
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
    /// Waits for what is being read or written for up to 5 s.
    pub fn empty_log(&self) -> Result<(), StoreError> {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => b.empty_log(),
            #[cfg(feature = "postgres")]
            Banco::Postgres(_) => Ok(()),
        }
    }

    /// One trip to the database and back.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(|conn| {
            on!(conn, c => diesel::RunQueryDsl::execute(diesel::sql_query("SELECT 1"), c))?;
            Ok(())
        })
        .await
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
