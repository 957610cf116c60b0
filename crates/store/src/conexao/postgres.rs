//! PostgreSQL: a pool with short time-outs, transactions that are tried again when the server asks for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::expression::functions::declare_sql_function;
use diesel::sql_types::{BigInt, Text};
use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness};
use domain::ids::LojaId;
use r2d2::{ManageConnection, Pool, PooledConnection};
use url::Url;

use super::{Backend, Cadastros, Conn, Tx};
use crate::config::{Durability, StoreConfig};
use crate::contagens;
use crate::erro::{self, StoreError};

const MIGRACOES: EmbeddedMigrations = migrations::POSTGRES;

/// How often a transaction that lost against another one is tried before the caller hears of it.
const TENTATIVAS: u32 = 8;

/// Any number, the same in every server: who holds it migrates.
const TRAVA_DE_MIGRACAO: i64 = 0x454e_5452_4550;

/// Changes that may wait to be folded into the counters of orders: every total adds them up.
const DOBRAR_A_PARTIR_DE: usize = 512;

pub(super) struct Postgres {
    pool: Pool<Gerente>,
    /// Changes that this process has appended since it last folded some.
    por_dobrar: AtomicUsize,
    por_balde: u32,
    cadastros: Arc<Cadastros>,
}

/// A pooled connection that knows when it was lost, so that the pool replaces it.
pub(super) struct Conexao {
    pg: PgConnection,
    perdida: bool,
}

struct Gerente {
    url: String,
    durability: Durability,
}

impl ManageConnection for Gerente {
    type Connection = Conexao;
    type Error = StoreError;

    fn connect(&self) -> Result<Conexao, StoreError> {
        let mut pg =
            PgConnection::establish(&self.url).map_err(|e| StoreError::Indisponivel(e.to_string()))?;
        if self.durability == Durability::Normal {
            pg.batch_execute("SET synchronous_commit = off")?;
        }
        Ok(Conexao { pg, perdida: false })
    }

    fn is_valid(&self, conexao: &mut Conexao) -> Result<(), StoreError> {
        sql_query("SELECT 1").execute(&mut conexao.pg)?;
        Ok(())
    }

    fn has_broken(&self, conexao: &mut Conexao) -> bool {
        conexao.perdida || thread::panicking()
    }
}

impl Postgres {
    pub(super) fn open(config: &StoreConfig, cadastros: &Arc<Cadastros>) -> Result<Self, StoreError> {
        let url = com_limites_de_tempo(&config.url)?;
        let pool = Pool::builder()
            .max_size(config.connections.max(1))
            .min_idle(Some(1))
            .connection_timeout(config.espera)
            .test_on_check_out(false)
            .build(Gerente { url, durability: config.durability })
            .map_err(|e| StoreError::Indisponivel(e.to_string()))?;
        let (por_balde, cadastros) = (config.pedidos_por_balde, Arc::clone(cadastros));
        Ok(Self { pool, por_dobrar: AtomicUsize::new(0), por_balde, cadastros })
    }

    pub(super) fn migrate(&self) -> Result<Vec<String>, StoreError> {
        let mut conexao = self.conexao()?;
        let pg = &mut conexao.pg;
        sql_query(format!("SELECT pg_advisory_lock({TRAVA_DE_MIGRACAO})")).execute(pg)?;
        let feito = pg
            .run_pending_migrations(MIGRACOES)
            .map(|versoes| versoes.iter().map(ToString::to_string).collect())
            .map_err(|e| StoreError::Interno(e.to_string()));
        sql_query(format!("SELECT pg_advisory_unlock({TRAVA_DE_MIGRACAO})")).execute(pg)?;
        feito
    }

    pub(super) fn pending(&self) -> Result<Vec<String>, StoreError> {
        let mut conexao = self.conexao()?;
        conexao
            .pg
            .pending_migrations(MIGRACOES)
            .map(|m| m.iter().map(|m| m.name().to_string()).collect())
            .map_err(|e| StoreError::Interno(e.to_string()))
    }

    pub(super) fn read<T, E: From<StoreError>>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut f = Some(f);
        let lembranca = self.cadastros.lembranca();
        self.em_transacao(Modo::Leitura, &mut |pg| match f.take() {
            Some(f) => f(&mut Conn::que_lembra(Backend::Postgres(pg), lembranca)),
            None => Err(StoreError::Interno("a read was started twice".to_owned()).into()),
        })
    }

    /// Each statement sees its own moment: two trips less. Nothing tells that a connection is dead before `f` begins,
    /// so that `f` begins anew.
    pub(super) fn read_one<T, E: From<StoreError>>(
        &self,
        mut f: impl FnMut(&mut Conn<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        for _ in 0..self.pool.max_size() {
            let mut conexao = self.conexao()?;
            erro::esquecer_sinais();
            let lembranca = self.cadastros.lembranca();
            let resultado = f(&mut Conn::que_lembra(Backend::Postgres(&mut conexao.pg), lembranca));
            conexao.perdida = resultado.is_err() && erro::houve_perda();
            if !conexao.perdida {
                return resultado;
            }
        }
        // the last try: what fails now is told
        self.read(f)
    }

    pub(super) fn write<T, E: From<StoreError>>(
        &self,
        mut f: impl FnMut(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut cadastros_mudam = false;
        let escrito = self.escrever(&mut |tx| -> Result<_, E> {
            let valor = f(tx);
            cadastros_mudam |= tx.cadastros_mudam;
            Ok((valor?, contagens::anexar(tx)?))
        });
        // whatever came of it: a commit may have been done and its answer lost
        if cadastros_mudam {
            self.cadastros.esquecer();
        }
        let (valor, contagens) = escrito?;
        let por_dobrar = self.por_dobrar.fetch_add(contagens, Ordering::Relaxed) + contagens;
        if por_dobrar >= DOBRAR_A_PARTIR_DE
            && let Err(erro) = self.dobrar_contagens()
        {
            tracing::debug!(%erro, "changes of the counters could not be folded in");
        }
        Ok(valor)
    }

    pub(super) fn refresh_statistics(&self) -> Result<(), StoreError> {
        Ok(self.conexao()?.pg.batch_execute("ANALYZE")?)
    }

    /// Folds what waits into the counters of orders, store by store; answers how many changes.
    pub(super) fn dobrar_contagens(&self) -> Result<usize, StoreError> {
        self.por_dobrar.store(0, Ordering::Relaxed);
        let mut quantas = 0;
        for loja in self.read(contagens::lojas_com_pendentes)? {
            quantas += self.escrever(&mut |tx| contagens::dobrar(tx, loja, self.por_balde))?;
        }
        Ok(quantas)
    }

    fn escrever<T, E: From<StoreError>>(
        &self,
        f: &mut dyn FnMut(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut tentativa = 1;
        loop {
            erro::esquecer_sinais();
            let resultado =
                self.em_transacao(Modo::Escrita, &mut |pg| f(&mut Tx::new(Backend::Postgres(pg))));
            if resultado.is_ok() || !erro::houve_concorrencia() || tentativa >= TENTATIVAS {
                return resultado;
            }
            let espera = u64::from(rand::random::<u8>() % 16) + 4 * u64::from(tentativa);
            thread::sleep(Duration::from_millis(espera));
            tentativa += 1;
        }
    }

    pub(super) fn estado(&self) -> (u32, u32) {
        let estado = self.pool.state();
        (estado.connections, estado.idle_connections)
    }

    fn conexao(&self) -> Result<PooledConnection<Gerente>, StoreError> {
        self.pool.get().map_err(|_| {
            let estado = self.pool.state();
            if estado.connections > 0 && estado.idle_connections == 0 {
                StoreError::Sobrecarga
            } else {
                StoreError::Indisponivel("no connection to PostgreSQL".to_owned())
            }
        })
    }

    /// Runs `f` in a transaction. A connection found dead before `f` began is replaced without a word:
    /// after a restart of the server every pooled connection is dead once.
    fn em_transacao<T, E: From<StoreError>>(
        &self,
        modo: Modo,
        f: &mut dyn FnMut(&mut PgConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut restantes = self.pool.max_size() + 1;
        loop {
            let mut conexao = self.conexao()?;
            erro::esquecer_sinais();
            let mut comecou = false;
            let transacao = conexao.pg.build_transaction();
            let mut transacao = match modo {
                Modo::Leitura => transacao.repeatable_read().read_only(),
                Modo::Escrita => transacao.read_committed(),
            };
            let resultado = transacao.run(|pg| {
                comecou = true;
                f(pg).map_err(Interrupcao::Dela)
            });
            conexao.perdida = resultado.is_err() && erro::houve_perda();
            restantes -= 1;
            if !(conexao.perdida && !comecou && restantes > 0) {
                return resultado.map_err(Interrupcao::em);
            }
        }
    }
}

/// The error of a closure inside a Diesel transaction: its own, or the transaction's.
enum Interrupcao<E> {
    Dela(E),
    Banco(StoreError),
}

impl<E> From<diesel::result::Error> for Interrupcao<E> {
    fn from(erro: diesel::result::Error) -> Self {
        Self::Banco(erro.into())
    }
}

impl<E: From<StoreError>> Interrupcao<E> {
    fn em(self) -> E {
        match self {
            Self::Dela(erro) => erro,
            Self::Banco(erro) => erro.into(),
        }
    }
}

#[derive(Clone, Copy)]
enum Modo {
    Leitura,
    Escrita,
}

/// Adds what the caller's URL does not say: a server that is away is noticed in seconds, not in minutes.
fn com_limites_de_tempo(url: &str) -> Result<String, StoreError> {
    let mut lida =
        Url::parse(url).map_err(|e| StoreError::Url(format!("the database URL is malformed: {e}")))?;
    let presentes: Vec<String> = lida.query_pairs().map(|(nome, _)| nome.into_owned()).collect();
    for (nome, valor) in [
        ("application_name", "entreposto"),
        ("connect_timeout", "2"),
        ("keepalives_idle", "5"),
        ("keepalives_interval", "2"),
        ("keepalives_count", "3"),
        ("tcp_user_timeout", "4000"),
    ] {
        if !presentes.iter().any(|presente| presente == nome) {
            lida.query_pairs_mut().append_pair(nome, valor);
        }
    }
    Ok(lida.into())
}

/// An advisory lock until the end of the transaction.
pub(super) fn trava(pg: &mut PgConnection, coisa: &str, loja: LojaId, chave: &str) -> Result<(), StoreError> {
    diesel::select(pg_advisory_xact_lock(hashtextextended(nome_da_trava(coisa, loja, chave), 0_i64)))
        .execute(pg)?;
    Ok(())
}

/// The same, but false at once when another transaction has it.
pub(super) fn tentar_trava(
    pg: &mut PgConnection,
    coisa: &str,
    loja: LojaId,
    chave: &str,
) -> Result<bool, StoreError> {
    Ok(diesel::select(pg_try_advisory_xact_lock(hashtextextended(nome_da_trava(coisa, loja, chave), 0_i64)))
        .get_result(pg)?)
}

/// What is locked, as text: the server makes the number, so that every version of this program agrees.
fn nome_da_trava(coisa: &str, loja: LojaId, chave: &str) -> String {
    format!("{coisa}:{}:{}:{chave}", loja.aplicacao.0, loja.loja)
}

#[declare_sql_function]
extern "SQL" {
    fn hashtextextended(texto: Text, semente: BigInt) -> BigInt;
    fn pg_advisory_xact_lock(chave: BigInt) -> Text;
    fn pg_try_advisory_xact_lock(chave: BigInt) -> Bool;
}
