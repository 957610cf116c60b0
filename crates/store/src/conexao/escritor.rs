//! SQLite's one writer: a thread that commits whatever is waiting together.
//!
//! A commit costs a wait for the disk whatever its size. The writer takes every job that is waiting, runs them inside
//! one transaction, commits once, and only then answers them all. A job that fails must leave nothing behind and
//! disturb no other; that it fails is rare, so the jobs of a group first run one after the other without a savepoint.
//! When one of them fails, everything is undone and the group runs again with a savepoint around each job.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;

use diesel::{Connection, SqliteConnection};
use tokio::sync::oneshot;

use super::checkpoint::Avisos;
use super::lembrado::Lembrado;
use super::{Backend, Cadastros, Conn, Tx};
use crate::contagens::{self, Memoria, Mudancas};
use crate::erro::StoreError;

/// Jobs in one commit: enough to share a disk wait, few enough that the first does not wait for long.
const GRUPO_MAX: usize = 512;

/// Groups that run with savepoints from the start after one that had to be run again: where jobs fail one after the
/// other, hardly any is run in vain.
const CAUTELA: u32 = 64;

/// A write, without the types of its answer.
pub(super) trait Trabalho: Send {
    /// Runs, and keeps the answer; false when it failed. What it changed for good is added to `contagens`.
    fn executar(
        &mut self,
        c: &mut SqliteConnection,
        lembrado: &mut Lembrado,
        contagens: &mut Mudancas,
    ) -> bool;
    /// Forgets the answer of a run that was undone.
    fn esquecer(&mut self);
    /// After the commit (or its failure): sends the answer.
    fn responder(self: Box<Self>, commit: Result<(), &StoreError>);
}

pub(super) struct TrabalhoDe<F, T, E> {
    f: F,
    resultado: Option<Result<T, E>>,
    resposta: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> TrabalhoDe<F, T, E> {
    /// The job, and where its answer comes.
    pub fn novo(f: F) -> (Self, oneshot::Receiver<Result<T, E>>) {
        let (resposta, espera) = oneshot::channel();
        (Self { f, resultado: None, resposta }, espera)
    }
}

impl<F, T, E> Trabalho for TrabalhoDe<F, T, E>
where
    F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn executar(
        &mut self,
        c: &mut SqliteConnection,
        lembrado: &mut Lembrado,
        contagens: &mut Mudancas,
    ) -> bool {
        let f = &mut self.f;
        let feito = catch_unwind(AssertUnwindSafe(|| {
            let mut tx = Tx::new(Backend::Sqlite(c));
            tx.lembrado = Some(lembrado);
            f(&mut tx).map(|valor| (valor, tx.contagens))
        }))
        .unwrap_or_else(|_| Err(StoreError::Interno("a write panicked".to_owned()).into()));
        let resultado = self.resultado.insert(feito.map(|(valor, mudancas)| {
            contagens.juntar(mudancas);
            valor
        }));
        resultado.is_ok()
    }

    fn esquecer(&mut self) {
        self.resultado = None;
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

/// Why a group was not committed.
enum Falha {
    /// One of its jobs failed, without a savepoint to go back to.
    Trabalho,
    /// The database did.
    Banco(StoreError),
}

impl From<diesel::result::Error> for Falha {
    fn from(erro: diesel::result::Error) -> Self {
        Self::Banco(erro.into())
    }
}

impl From<StoreError> for Falha {
    fn from(erro: StoreError) -> Self {
        Self::Banco(erro)
    }
}

/// The writer.
pub(super) struct Escritor<R> {
    conexao: SqliteConnection,
    reabrir: R,
    fila: Receiver<Box<dyn Trabalho>>,
    por_balde: u32,
    avisos: Arc<Avisos>,
    memoria: Memoria,
    cadastros: Arc<Cadastros>,
    /// Groups left that run with savepoints.
    cautela: u32,
}

impl<R: Fn() -> Result<SqliteConnection, StoreError>> Escritor<R> {
    pub fn novo(
        conexao: SqliteConnection,
        reabrir: R,
        fila: Receiver<Box<dyn Trabalho>>,
        por_balde: u32,
        avisos: Arc<Avisos>,
        cadastros: Arc<Cadastros>,
    ) -> Self {
        Self { conexao, reabrir, fila, por_balde, avisos, memoria: Memoria::default(), cadastros, cautela: 0 }
    }

    /// The writer's life: ends when every handle is gone.
    pub fn escrever_sempre(mut self, na_fila: &AtomicUsize) {
        while let Ok(primeiro) = self.fila.recv() {
            let mut grupo = vec![primeiro];
            let commit = self.gravar(&mut grupo);
            na_fila.fetch_sub(grupo.len(), Ordering::Relaxed);
            if let Err(erro) = &commit {
                tracing::error!(%erro, trabalhos = grupo.len(), "a group of writes could not be committed");
                self.recomecar();
            }
            for trabalho in grupo {
                trabalho.responder(commit.as_ref().copied());
            }
            self.avisos.escrito();
            self.avisos.terminar(&mut self.conexao);
        }
    }

    /// Commits a group, together with what joins it meanwhile.
    fn gravar(&mut self, grupo: &mut Vec<Box<dyn Trabalho>>) -> Result<(), StoreError> {
        self.cautela = self.cautela.saturating_sub(1);
        if self.cautela == 0 {
            match self.transacao(grupo, false) {
                Ok(()) => return Ok(()),
                Err(Falha::Banco(erro)) => return Err(erro),
                Err(Falha::Trabalho) => self.cautela = CAUTELA,
            }
            grupo.iter_mut().for_each(|trabalho| trabalho.esquecer());
        }
        match self.transacao(grupo, true) {
            Ok(()) => Ok(()),
            Err(Falha::Banco(erro)) => Err(erro),
            Err(Falha::Trabalho) => Err(StoreError::Interno("a savepoint let a failure through".to_owned())),
        }
    }

    fn transacao(&mut self, grupo: &mut Vec<Box<dyn Trabalho>>, separados: bool) -> Result<(), Falha> {
        let Self { conexao, fila, por_balde, memoria, .. } = self;
        let mut lembrado = Lembrado::default();
        let feita = conexao.immediate_transaction(|c| {
            let mut contagens = Mudancas::default();
            let mut feitos = 0;
            while let Some(trabalho) = grupo.get_mut(feitos) {
                if separados {
                    separado(c, &mut **trabalho, &mut lembrado, &mut contagens)?;
                } else if !trabalho.executar(c, &mut lembrado, &mut contagens) {
                    return Err(Falha::Trabalho);
                }
                feitos += 1;
                if feitos == grupo.len() && feitos < GRUPO_MAX {
                    grupo.extend(fila.try_recv());
                }
            }
            lembrado.gravar(c)?;
            if contagens.vazias() {
                return Ok(());
            }
            memoria.conferir(c)?;
            let mut conn = Conn::new(Backend::Sqlite(c));
            Ok(contagens::aplicar(&mut conn, &mut contagens, *por_balde, memoria)?)
        });
        if lembrado.cadastros_mudaram {
            self.cadastros.esquecer();
        }
        feita
    }

    /// After a failure: a full disk can leave the connection in the middle of a transaction that is no more.
    fn recomecar(&mut self) {
        self.memoria = Memoria::default();
        match (self.reabrir)() {
            Ok(nova) => self.conexao = nova,
            Err(erro) => tracing::error!(%erro, "the database could not be opened again"),
        }
    }
}

/// Runs a job inside a savepoint of its own.
fn separado(
    c: &mut SqliteConnection,
    trabalho: &mut dyn Trabalho,
    lembrado: &mut Lembrado,
    contagens: &mut Mudancas,
) -> Result<(), StoreError> {
    let feito = c.transaction(|c| {
        if trabalho.executar(c, lembrado, contagens) {
            // they are part of what may be undone
            lembrado.gravar_eventos(c)
        } else {
            Err(diesel::result::Error::RollbackTransaction)
        }
    });
    match feito {
        Ok(()) => Ok(()),
        Err(diesel::result::Error::RollbackTransaction) => {
            lembrado.desfeito();
            Ok(())
        }
        Err(erro) => Err(erro.into()),
    }
}
