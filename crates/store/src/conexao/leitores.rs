//! SQLite's readers: connections that can do nothing but read, each for one call at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use diesel::connection::SimpleConnection;
use diesel::r2d2::{ConnectionManager, CustomizeConnection, Error as R2d2Error, Pool};
use diesel::{RunQueryDsl, SqliteConnection};

use super::{Backend, Cadastros, Comando, Conn};
use crate::config::StoreConfig;
use crate::erro::StoreError;

type Gerente = ConnectionManager<SqliteConnection>;

pub(super) struct Leitores {
    pool: Pool<Gerente>,
    cadastros: Arc<Cadastros>,
}

/// What the answers of one read have in common.
#[derive(Debug, Clone, Copy)]
pub(super) enum Momento {
    /// All are of one moment: a transaction.
    Um,
    /// Each is of its own.
    Cada,
}

impl Leitores {
    pub fn open(caminho: &str, config: &StoreConfig, cadastros: Arc<Cadastros>) -> Result<Self, StoreError> {
        let pool = Pool::builder()
            .max_size(config.connections.max(1))
            .connection_timeout(config.espera)
            .test_on_check_out(false)
            .connection_customizer(Box::new(SoLeitura))
            .build(ConnectionManager::new(caminho))
            .map_err(|e| StoreError::Indisponivel(e.to_string()))?;
        Ok(Self { pool, cadastros })
    }

    /// Connections, and how many of them are idle.
    pub fn estado(&self) -> (u32, u32) {
        let estado = self.pool.state();
        (estado.connections, estado.idle_connections)
    }

    /// Runs `f` on a connection, after waiting for one.
    pub fn read<T, E: From<StoreError>>(
        &self,
        momento: Momento,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut conexao = self.pool.get().map_err(|_| StoreError::Sobrecarga)?;
        self.ler(&mut conexao, momento, f)
    }

    /// Runs `f` if a connection is idle; gives it back otherwise. A panic of `f` is an error.
    pub fn tentar<T, E, F>(&self, momento: Momento, f: F) -> Result<Result<T, E>, F>
    where
        E: From<StoreError>,
        F: FnOnce(&mut Conn<'_>) -> Result<T, E>,
    {
        let Some(mut conexao) = self.pool.try_get() else { return Err(f) };
        let lido = self.ler(&mut conexao, momento, |conn| {
            catch_unwind(AssertUnwindSafe(|| f(conn)))
                .unwrap_or_else(|_| Err(StoreError::Interno("a read panicked".to_owned()).into()))
        });
        Ok(lido)
    }

    fn ler<T, E: From<StoreError>>(
        &self,
        conexao: &mut SqliteConnection,
        momento: Momento,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let lembranca = self.cadastros.lembranca();
        match momento {
            Momento::Cada => f(&mut Conn::que_lembra(Backend::Sqlite(conexao), lembranca)),
            Momento::Um => em_transacao(conexao, |c| f(&mut Conn::que_lembra(Backend::Sqlite(c), lembranca))),
        }
    }
}

/// So that the count and the rows of a page are of the same moment. The transaction's own statements are kept like
/// others: Diesel's would be compiled for each call.
fn em_transacao<T, E: From<StoreError>>(
    conexao: &mut SqliteConnection,
    f: impl FnOnce(&mut SqliteConnection) -> Result<T, E>,
) -> Result<T, E> {
    if let Err(erro) = executar("BEGIN", conexao) {
        // the one before could not end its own; if that is not why, `erro` says why
        executar("ROLLBACK", conexao).map_err(|_| erro)?;
        executar("BEGIN", conexao)?;
    }
    let lido = f(conexao);
    let fim = executar("COMMIT", conexao);
    lido.and_then(|valor| Ok(fim.map(|()| valor)?))
}

fn executar(comando: &'static str, conexao: &mut SqliteConnection) -> Result<(), StoreError> {
    let comando: Comando<'_, (), 0> = Comando::novo(comando, []);
    comando.execute(conexao)?;
    Ok(())
}

/// What a reader may do: nothing but read.
#[derive(Debug)]
struct SoLeitura;

impl CustomizeConnection<SqliteConnection, R2d2Error> for SoLeitura {
    fn on_acquire(&self, conexao: &mut SqliteConnection) -> Result<(), R2d2Error> {
        conexao
            .batch_execute("PRAGMA busy_timeout = 2000; PRAGMA query_only = ON; PRAGMA cache_size = -2000;")
            .map_err(R2d2Error::QueryError)
    }
}
