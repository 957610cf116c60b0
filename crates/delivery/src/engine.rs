//! The engine: log → deliveries → calls → outcomes, in turns.

use std::collections::HashMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use domain::entrega::Falha;
use futures_util::FutureExt;
use futures_util::future::{Either, select};
use rand::seq::SliceRandom;
use store::entregas::{self, Avanco, Cursor, Desfecho, Destino, Pronta, Resultado};
use store::{Store, StoreError};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::config::{Clock, Config, SystemClock};
use crate::envio::{Envio, Saida, Sender};
use crate::http::{HttpError, HttpSender};
use crate::montagem;

/// Cursors that one turn moves.
const CURSORES: i64 = 64;
/// Until a cursor that found too much waiting is looked at again.
const CHEIO: Duration = Duration::from_secs(2);
/// The wait after the database could not do something.
const DESCANSO: Duration = Duration::from_secs(1);

/// What an engine has done since it began.
#[derive(Debug, Default)]
pub struct Contadores {
    /// Calls that were taken.
    pub entregues: AtomicU64,
    /// Calls that failed and will be made again.
    pub falhadas: AtomicU64,
    /// Deliveries that were given up.
    pub esgotadas: AtomicU64,
    /// Calls whose outcome came too late to be noted.
    pub perdidas: AtomicU64,
    /// Calls under way.
    pub em_voo: AtomicU64,
}

/// Delivers events; several may work on one database.
pub struct Engine {
    store: Store,
    clock: Arc<dyn Clock>,
    sender: Arc<dyn Sender>,
    config: Config,
    contadores: Arc<Contadores>,
    chamadas: JoinSet<Resultado>,
    /// Calls under way by address.
    ocupados: HashMap<Destino, usize>,
    /// Outcomes that are not in the database yet.
    prontos: Vec<Resultado>,
    /// Cursors that found too much waiting, and since when.
    cheios: HashMap<Cursor, Instant>,
}

impl Engine {
    /// Over a database, calling over HTTP.
    pub fn http(store: Store, config: Config) -> Result<Self, HttpError> {
        let sender = HttpSender::new(config.permitidos.clone(), config.tempo)?;
        Ok(Self::new(store, Arc::new(SystemClock), Arc::new(sender), config))
    }

    /// Over a database, with a clock and a sender of the caller's own.
    pub fn new(store: Store, clock: Arc<dyn Clock>, sender: Arc<dyn Sender>, config: Config) -> Self {
        Self {
            store,
            clock,
            sender,
            config,
            contadores: Arc::default(),
            chamadas: JoinSet::new(),
            ocupados: HashMap::new(),
            prontos: Vec::new(),
            cheios: HashMap::new(),
        }
    }

    /// What it has done, to be read while it works.
    pub fn contadores(&self) -> Arc<Contadores> {
        Arc::clone(&self.contadores)
    }

    /// Works until `parar` is ready; calls under way then get `prazo` to come to their end. What has no
    /// outcome by then is sent again a minute later, by this server or another.
    pub async fn run(mut self, parar: impl Future<Output = ()>, prazo: Duration) {
        let mut parar = pin!(parar);
        let mut ver_registro = Instant::now();
        loop {
            let agora = Instant::now();
            let mut proxima = agora + self.config.intervalo;
            match self.turno(agora >= ver_registro).await {
                Ok(true) => (proxima, ver_registro) = (agora, agora),
                Ok(false) if agora >= ver_registro => ver_registro = proxima,
                Ok(false) => {}
                Err(StoreError::Sobrecarga) => tracing::debug!("too busy to deliver events"),
                Err(erro) => {
                    tracing::warn!(%erro, "events cannot be delivered for the moment");
                    proxima = agora + DESCANSO;
                }
            }
            let esperar = pin!(self.esperar(proxima));
            if let Either::Left(_) = select(parar.as_mut(), esperar).await {
                break;
            }
        }
        self.terminar(prazo).await;
    }

    /// One turn with everything in it: the log is read to its end, what is due is sent, and every outcome
    /// noted. Answers how many calls were made. For tests and for whoever has a clock of their own.
    pub async fn passo(&mut self) -> Result<usize, StoreError> {
        while self.distribuir().await? {}
        let feitas = self.tomar().await?;
        while let Some(fim) = self.chamadas.join_next().await {
            self.guardar(fim);
        }
        self.gravar().await?;
        Ok(feitas)
    }

    /// Notes outcomes, reads on in the log if `registro`, takes what is due. True when there is more to do at
    /// once.
    async fn turno(&mut self, registro: bool) -> Result<bool, StoreError> {
        self.gravar().await?;
        let mais = registro && self.distribuir().await?;
        self.tomar().await?;
        Ok(mais)
    }

    /// Waits for an outcome, at most until `ate`; takes all that are there.
    async fn esperar(&mut self, ate: Instant) {
        if self.chamadas.is_empty() {
            tokio::time::sleep_until(ate).await;
            return;
        }
        if let Ok(Some(fim)) = tokio::time::timeout_at(ate, self.chamadas.join_next()).await {
            self.guardar(fim);
        }
        while let Some(fim) = self.chamadas.try_join_next() {
            self.guardar(fim);
        }
    }

    async fn terminar(&mut self, prazo: Duration) {
        let ate = Instant::now() + prazo;
        while let Ok(Some(fim)) = tokio::time::timeout_at(ate, self.chamadas.join_next()).await {
            self.guardar(fim);
        }
        if !self.chamadas.is_empty() {
            tracing::warn!(calls = self.chamadas.len(), "deliveries were cut off; they will be made again");
            self.chamadas.abort_all();
        }
        if let Err(erro) = self.gravar().await {
            tracing::warn!(%erro, "outcomes of deliveries could not be noted; they will be made again");
        }
    }

    fn guardar(&mut self, fim: Result<Resultado, tokio::task::JoinError>) {
        // a call that was cut off, or broke, is due again when its reservation ends
        let Ok(resultado) = fim else { return };
        if let Some(quantas) = self.ocupados.get_mut(&resultado.destino) {
            *quantas = quantas.saturating_sub(1);
        }
        self.ocupados.retain(|_, quantas| *quantas > 0);
        self.contadores.em_voo.fetch_sub(1, Ordering::Relaxed);
        self.prontos.push(resultado);
    }

    /// Notes all outcomes in one transaction.
    async fn gravar(&mut self) -> Result<(), StoreError> {
        if self.prontos.is_empty() {
            return Ok(());
        }
        let (resultados, agenda) = (self.prontos.clone(), self.config.agenda.clone());
        let agora = self.clock.agora();
        let desfechos =
            self.store.write(move |tx| entregas::concluir(tx, &resultados, &agenda, agora)).await?;
        self.prontos.clear();
        for desfecho in desfechos {
            let contador = match desfecho {
                Desfecho::Entregue => &self.contadores.entregues,
                Desfecho::DeNovo => &self.contadores.falhadas,
                Desfecho::Esgotada => &self.contadores.esgotadas,
                Desfecho::Perdida => &self.contadores.perdidas,
            };
            contador.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Makes the next stretches of the log into deliveries; true when there may be more.
    async fn distribuir(&mut self) -> Result<bool, StoreError> {
        // no more than a part, so that a stop is heard whatever waits: the next turn goes on
        let mut mais = self.store.place_some_events().await?;
        self.cheios.retain(|_, desde| desde.elapsed() < CHEIO);
        // those that are full must not hide the others
        let limite = CURSORES + self.cheios.len() as i64;
        let atrasados: Vec<Cursor> =
            self.store.read(move |conn| entregas::cursores_atrasados(conn, limite)).await?;
        for cursor in atrasados {
            if self.cheios.contains_key(&cursor) {
                continue;
            }
            let agora = self.clock.agora();
            match self.store.write(move |tx| entregas::avancar(tx, cursor, agora)).await? {
                Avanco::Andou(_) => mais = true,
                Avanco::Cheio => drop(self.cheios.insert(cursor, Instant::now())),
                Avanco::Ocupado => {}
            }
        }
        Ok(mais)
    }

    /// Takes what is due, as far as there is room, and begins to send it; answers how many calls.
    async fn tomar(&mut self) -> Result<usize, StoreError> {
        let livres = self.config.simultaneos.saturating_sub(self.chamadas.len());
        if livres == 0 {
            return Ok(0);
        }
        let agora = self.clock.agora();
        let (destinos, testes) = self
            .store
            .read(move |conn| {
                let destinos = entregas::destinos_devidos(conn, agora)?;
                Ok::<_, StoreError>((destinos, entregas::ha_testes(conn, agora)?))
            })
            .await?;
        let pedidos = self.repartir(destinos, livres);
        if pedidos.is_empty() && !testes {
            return Ok(0);
        }
        let (reserva, limite) = (rand::random::<i64>(), livres as i64);
        let reservadas = self
            .store
            .write(move |tx| {
                let mut tomadas = match testes {
                    true => entregas::reservar_testes(tx, limite, agora, reserva)?,
                    false => Vec::new(),
                };
                tomadas.extend(entregas::reservar(tx, &pedidos, agora, reserva)?);
                Ok::<_, StoreError>(tomadas)
            })
            .await?;
        let prontas = self.store.read(move |conn| entregas::preparar(conn, reservadas)).await?;
        let quantas = prontas.len();
        for pronta in prontas {
            self.enviar(pronta);
        }
        Ok(quantas)
    }

    /// How many each address gets: its own free places, and no more than its share of all that are free, so
    /// that many addresses that hang leave room for the others.
    fn repartir(&self, mut destinos: Vec<Destino>, livres: usize) -> Vec<(Destino, i64)> {
        destinos.shuffle(&mut rand::rng());
        let parte = (livres / destinos.len().max(1)).max(1);
        let mut restam = livres;
        let mut pedidos = Vec::new();
        for destino in destinos {
            let ocupadas = self.ocupados.get(&destino).copied().unwrap_or(0);
            let vagas = self.config.por_destino.saturating_sub(ocupadas).min(parte).min(restam);
            if vagas > 0 {
                restam -= vagas;
                pedidos.push((destino, vagas as i64));
            }
        }
        // in one order on every server, so that two of them cannot wait for each other's rows
        pedidos.sort_unstable();
        pedidos
    }

    fn enviar(&mut self, pronta: Pronta) {
        let destino = pronta.reservada.destino;
        *self.ocupados.entry(destino).or_default() += 1;
        self.contadores.em_voo.fetch_add(1, Ordering::Relaxed);
        let (clock, sender) = (Arc::clone(&self.clock), Arc::clone(&self.sender));
        let (fuso, tempo) = (self.config.fuso, self.config.tempo);
        self.chamadas.spawn(async move {
            let (inicio, cronometro) = (clock.agora(), Instant::now());
            let saida = match montagem::envio(&pronta, fuso, inicio) {
                // the sender has the same limit; this one does not depend on it
                Ok(envio) => chamar(sender.as_ref(), envio, tempo + DESCANSO).await,
                Err(falha) => Saida::sem_resposta(falha),
            };
            Resultado {
                destino,
                id: pronta.reservada.id,
                reserva: pronta.reservada.reserva,
                inicio,
                duracao_ms: i32::try_from(cronometro.elapsed().as_millis()).unwrap_or(i32::MAX),
                status: saida.status.and_then(|status| i16::try_from(status).ok()),
                falha: saida.falha,
                resposta: saida.resposta,
                sorte: rand::random(),
            }
        });
    }
}

/// A call that is over in `tempo` whatever happens: its place has to become free again.
async fn chamar(sender: &dyn Sender, envio: Envio, tempo: Duration) -> Saida {
    let chamada = AssertUnwindSafe(sender.enviar(envio)).catch_unwind();
    match tokio::time::timeout(tempo, chamada).await {
        Ok(Ok(saida)) => saida,
        Ok(Err(_)) => Saida::sem_resposta(Falha::Interrompida),
        Err(_) => Saida::sem_resposta(Falha::Tempo),
    }
}
