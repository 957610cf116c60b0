//! SQLite's readers: connections that can do nothing but read, each for one call at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};

use diesel::connection::SimpleConnection;
use diesel::r2d2::{ConnectionManager, CustomizeConnection, Error as R2d2Error, Pool};
use diesel::{RunQueryDsl, SqliteConnection};

use super::{Backend, Comando, Conn};
use crate::config::StoreConfig;
use crate::erro::StoreError;

type Gerente = ConnectionManager<SqliteConnection>;

pub(super) struct Leitores(Pool<Gerente>);

impl Leitores {
    pub fn open(caminho: &str, config: &StoreConfig) -> Result<Self, StoreError> {
        Pool::builder()
            .max_size(config.connections.max(1))
            .connection_timeout(config.espera)
            .test_on_check_out(false)
            .connection_customizer(Box::new(SoLeitura))
            .build(ConnectionManager::new(caminho))
            .map(Self)
            .map_err(|e| StoreError::Indisponivel(e.to_string()))
    }

    /// Connections, and how many of them are idle.
    pub fn estado(&self) -> (u32, u32) {
        let estado = self.0.state();
        (estado.connections, estado.idle_connections)
    }

    /// Runs `f` on a connection, after waiting for one.
    pub fn read<T, E: From<StoreError>>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut conexao = self.0.get().map_err(|_| StoreError::Sobrecarga)?;
        ler(&mut conexao, f)
    }

    /// Runs `f` if a connection is idle; gives it back otherwise. A panic of `f` is an error.
    pub fn tentar<T, E, F>(&self, f: F) -> Result<Result<T, E>, F>
    where
        E: From<StoreError>,
        F: FnOnce(&mut Conn<'_>) -> Result<T, E>,
    {
        let Some(mut conexao) = self.0.try_get() else { return Err(f) };
        let lido = ler(&mut conexao, |conn| {
            catch_unwind(AssertUnwindSafe(|| f(conn)))
                .unwrap_or_else(|_| Err(StoreError::Interno("a read panicked".to_owned()).into()))
        });
        Ok(lido)
    }
}

/// In one transaction, so that the count and the rows of a page are of the same moment. Its statements are kept like
/// others: Diesel's own would be compiled for each call.
fn ler<T, E: From<StoreError>>(
    conexao: &mut SqliteConnection,
    f: impl FnOnce(&mut Conn<'_>) -> Result<T, E>,
) -> Result<T, E> {
    if let Err(erro) = executar("BEGIN", conexao) {
        // the one before could not end its own; if that is not why, `erro` says why
        executar("ROLLBACK", conexao).map_err(|_| erro)?;
        executar("BEGIN", conexao)?;
    }
    let lido = f(&mut Conn { backend: Backend::Sqlite(conexao) });
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
