//! Copying SQLite's log to where its pages belong, beside the writer.
//!
//! A checkpoint copies every page that has changed and waits for the disk twice. In the writer every write would wait
//! with it. So a thread with a connection of its own copies while the writer goes on. While there are writes it never
//! catches up with the last of them, and only a log that is copied to its end is begun anew: when it has grown long, the
//! writer copies what little is left, between two commits.

use std::sync::Weak;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::sql_types::Integer;
use diesel::{RunQueryDsl, SqliteConnection};

use super::Comando;
use crate::erro::StoreError;

/// Pages in the log from which on it should begin anew: 16 MB. A longer one makes the start after a crash slower.
const LONGO: i32 = 4000;
/// Between two looks at the log. A page that changes many times meanwhile is copied once.
const INTERVALO: Duration = Duration::from_millis(100);
/// The same while it fails: on a full disk, say.
const ESPERA_MAX: Duration = Duration::from_secs(10);
/// Passes over a long log, each over what came during the one before, until the writer is asked to do the rest.
const PASSADAS: usize = 3;

/// What the writer and the copying thread tell each other.
#[derive(Debug, Default)]
pub(super) struct Avisos {
    /// There is something to copy.
    escrito: AtomicBool,
    /// The writer should copy the rest.
    longo: AtomicBool,
}

impl Avisos {
    /// The writer has committed.
    pub fn escrito(&self) {
        self.escrito.store(true, Ordering::Relaxed);
    }

    /// Copies the rest of a long log. For the writer, between two transactions.
    pub fn terminar(&self, escritor: &mut SqliteConnection) {
        if self.longo.swap(false, Ordering::Relaxed)
            && let Err(erro) = copiar(escritor)
        {
            tracing::warn!(%erro, "the log could not be copied to its end");
        }
    }
}

/// Copies until the writer is gone.
pub(super) fn copiar_sempre(abrir: impl Fn() -> Result<SqliteConnection, StoreError>, avisos: &Weak<Avisos>) {
    let mut conexao = None;
    let mut espera = INTERVALO;
    loop {
        thread::sleep(espera);
        let Some(avisos) = Weak::upgrade(avisos) else { return };
        if !avisos.escrito.swap(false, Ordering::Relaxed) {
            continue;
        }
        let aberta = conexao.take().map_or_else(&abrir, Ok);
        match aberta.and_then(|mut c| uma_vez(&mut c, &avisos).map(|()| c)) {
            Ok(boa) => (conexao, espera) = (Some(boa), INTERVALO),
            Err(erro) => {
                avisos.escrito();
                tracing::warn!(%erro, "the log could not be copied");
                espera = (espera * 2).min(ESPERA_MAX);
            }
        }
    }
}

fn uma_vez(conexao: &mut SqliteConnection, avisos: &Avisos) -> Result<(), StoreError> {
    for _ in 0..PASSADAS {
        if copiar(conexao)? < LONGO {
            return Ok(());
        }
    }
    avisos.longo.store(true, Ordering::Relaxed);
    Ok(())
}

/// Copies all of the log and empties it. Others may keep it busy: whoever meets another one that copies is sent away
/// without waiting, so this tries again until `paciencia` is over.
pub(super) fn esvaziar(conexao: &mut SqliteConnection, paciencia: Duration) -> Result<(), StoreError> {
    conexao.batch_execute("PRAGMA busy_timeout = 100")?;
    let inicio = Instant::now();
    loop {
        if let (0, _) = executar("PRAGMA wal_checkpoint(TRUNCATE)", conexao)? {
            return Ok(());
        }
        if inicio.elapsed() >= paciencia {
            return Err(StoreError::Indisponivel("others keep the log busy".to_owned()));
        }
        thread::sleep(INTERVALO);
    }
}

/// Copies what is committed and no reader holds back; answers how many pages the log has.
fn copiar(conexao: &mut SqliteConnection) -> Result<i32, StoreError> {
    Ok(executar("PRAGMA wal_checkpoint(PASSIVE)", conexao)?.1)
}

/// Runs one kind of checkpoint; answers whether somebody was in its way (not 0) and how many pages the log has.
fn executar(pragma: &'static str, conexao: &mut SqliteConnection) -> Result<(i32, i32), StoreError> {
    let comando: Comando<'_, (Integer, Integer, Integer), 0> = Comando::novo(pragma, []);
    let (ocupado, paginas, _): (i32, i32, i32) = comando.get_result(conexao)?;
    Ok((ocupado, paginas))
}
