//! Reader of interface A's order queue. Its loop outlives restarts of the service.

use std::collections::HashSet;
use std::fmt::Display;
use std::pin::{Pin, pin};
use std::time::Duration;

use domain::evento::TipoEvento;
use domain::pedido::{Pedido, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use futures_util::future::{Either, select};
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;

use crate::error::Error;
use crate::hub::Hub;
use crate::request::Request;

/// An event of an order, leased to this reader.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EventoDaFila {
    /// The event's identifier, the same at each delivery: to recognize duplicates.
    pub evento_id: String,
    /// The kind of change.
    pub tipo: TipoEvento,
    /// The order's number.
    pub pedido_id: PedidoId,
    /// The order's status after the change; it may have changed since.
    pub status: StatusPedido,
    /// When the service recorded the change.
    pub data: Instante,
    /// Number of deliveries to this reader, this one included.
    pub entrega: i32,
    /// The receipt, with which it is confirmed.
    pub recibo: String,
    /// The user that the order belongs to.
    pub usuario_id: String,
    /// The event's position in the log.
    pub posicao: i64,
    /// The order's present state; `None` if the orders of one answer would be too long together, and never in
    /// [`Queue::consume`].
    #[serde(default)]
    pub pedido: Option<Pedido>,
}

/// Where a new reader begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// At the first event that is kept.
    First,
    /// Behind the last event.
    Now,
}

/// The longest wait of the loop for a service that is away.
const LONGEST: Duration = Duration::from_secs(60);

/// True of what no waiting mends: a wrong parameter, a wrong key, an unknown user, another format.
fn is_final(error: &Error) -> bool {
    match error {
        Error::Setup(_) => true,
        // 2xx of something that stands in for the service
        Error::Unreadable(_) | Error::Transport(_) => false,
        Error::Refused(refusal) => matches!(refusal.status, 400 | 401 | 403 | 404),
    }
}

/// A reader of the order queue.
#[derive(Debug, Clone)]
pub struct Queue {
    hub: Hub,
    consumidor: String,
    usuario_id: Option<String>,
    since: Since,
    batch: u32,
    lease: u32,
    idle: Duration,
}

impl Queue {
    /// The reader of this name, whose position the service stores.
    pub fn of(hub: &Hub, consumidor: &str) -> Self {
        Self {
            hub: hub.clone(),
            consumidor: consumidor.to_owned(),
            usuario_id: None,
            since: Since::First,
            batch: 100,
            lease: 300,
            idle: Duration::from_secs(5),
        }
    }

    /// Reads only the orders of one user.
    #[must_use]
    pub fn usuario(mut self, usuario_id: &str) -> Self {
        self.usuario_id = Some(usuario_id.to_owned());
        self
    }

    /// Sets where the reader begins if it is new, by default at the first event that is kept.
    #[must_use]
    pub fn since(mut self, since: Since) -> Self {
        self.since = since;
        self
    }

    /// Sets the events per request: by default 100, at most 500.
    #[must_use]
    pub fn batch(mut self, events: u32) -> Self {
        self.batch = events;
        self
    }

    /// Sets the lease in seconds, by default 300; unconfirmed events are delivered again after it.
    #[must_use]
    pub fn lease(mut self, seconds: u32) -> Self {
        self.lease = seconds;
        self
    }

    /// Sets the time between two polls of an empty queue, by default 5 seconds.
    #[must_use]
    pub fn idle(mut self, idle: Duration) -> Self {
        self.idle = idle;
        self
    }

    fn request(&self, method: Method, path: &[&str]) -> Request {
        let request = self.hub.request(method, path.iter().copied());
        match &self.usuario_id {
            Some(usuario_id) => request.query("usuarioId", usuario_id),
            None => request,
        }
    }

    /// The next events.
    ///
    /// # Errors
    /// See [`Request::send`].
    pub async fn read(&self) -> Result<Vec<EventoDaFila>, Error> {
        let request = self.request(Method::GET, &["Pedido", "Fila"]).query("consumidor", &self.consumidor);
        let request = request.query("quantidade", self.batch).query("visibilidade", self.lease);
        let since = match self.since {
            Since::First => "inicio",
            Since::Now => "agora",
        };
        Ok(request.query("desde", since).query("incluirPedido", true).send().await?.value)
    }

    /// Confirms events.
    ///
    /// # Errors
    /// See [`Request::send`].
    pub async fn confirm(&self, receipts: &[String]) -> Result<(), Error> {
        let body: Vec<_> = receipts.iter().map(|recibo| json!({ "recibo": recibo })).collect();
        let request = self.request(Method::POST, &["Pedido", "Fila", "Confirmar"]).json(&body);
        request.send::<serde_json::Value>().await?;
        Ok(())
    }

    /// The order of an event.
    ///
    /// # Errors
    /// See [`Request::send`].
    async fn order(&self, event: &EventoDaFila) -> Result<Pedido, Error> {
        let request = self.hub.request(Method::GET, ["Pedido", event.pedido_id.0.to_string().as_str()]);
        Ok(request.query("usuarioId", &event.usuario_id).send().await?.value)
    }

    /// Handles events, each with its order; returns the receipts of those that
    /// succeeded, and whether `stop` ended meanwhile.
    async fn work<E: Display>(
        &self,
        events: Vec<EventoDaFila>,
        handle: &mut impl AsyncFnMut(EventoDaFila) -> Result<(), E>,
        mut stop: Pin<&mut impl Future<Output = ()>>,
    ) -> (Vec<String>, bool) {
        let (mut done, mut waiting) = (Vec::new(), HashSet::new());
        for mut event in events {
            let (number, recibo, id) = (event.pedido_id, event.recibo.clone(), event.evento_id.clone());
            if waiting.contains(&number) {
                continue;
            }
            let warn = |error: &dyn Display| {
                tracing::warn!(%error, event = id, pedido = number.0, "the event will come again");
            };
            // the orders of one answer may be too long together
            if event.pedido.is_none() {
                match until_answered(async || self.order(&event).await, stop.as_mut()).await {
                    Ok(None) => return (done, true),
                    Ok(order) => event.pedido = order,
                    Err(error) => {
                        warn(&error);
                        waiting.insert(number);
                        continue;
                    }
                }
            }
            match handle(event).await {
                Ok(()) => done.push(recibo),
                Err(error) => {
                    warn(&error);
                    waiting.insert(number);
                }
            }
        }
        (done, false)
    }

    /// Calls `handle` with each event, which has its order, and confirms those that succeed. A failure is logged and not confirmed:
    /// the event comes again after its lease, with the later events of its order. While the service is away or
    /// busy, it waits, at most a minute at a time, and goes on. Ends when `stop` does, after the current batch.
    ///
    /// # Errors
    /// A refusal that no waiting mends: 400, 401, 403 or 404.
    pub async fn consume<E: Display>(
        &self,
        mut handle: impl AsyncFnMut(EventoDaFila) -> Result<(), E>,
        stop: impl Future<Output = ()>,
    ) -> Result<(), Error> {
        let mut stop = pin!(stop);
        loop {
            let Some(events) = until_answered(async || self.read().await, stop.as_mut()).await? else {
                return Ok(());
            };
            let empty = events.is_empty();
            let (done, stopped) = self.work(events, &mut handle, stop.as_mut()).await;
            if stopped {
                return if done.is_empty() { Ok(()) } else { self.confirm(&done).await };
            }
            if !done.is_empty()
                && until_answered(async || self.confirm(&done).await, stop.as_mut()).await?.is_none()
            {
                return Ok(());
            }
            let wait = pin!(tokio::time::sleep(if empty { self.idle } else { Duration::ZERO }));
            if let Either::Left(_) = select(stop.as_mut(), wait).await {
                return Ok(());
            }
        }
    }
}

/// Asks until there is an answer or a final error; `None` when `stop` ended meanwhile.
async fn until_answered<T>(
    ask: impl AsyncFn() -> Result<T, Error>,
    mut stop: Pin<&mut impl Future<Output = ()>>,
) -> Result<Option<T>, Error> {
    let mut pause = Duration::from_secs(1);
    loop {
        match ask().await {
            Ok(answer) => return Ok(Some(answer)),
            Err(error) if is_final(&error) => return Err(error),
            Err(error) => tracing::warn!(%error, "the queue will be asked again"),
        }
        let wait = pin!(tokio::time::sleep(pause.mul_f64(rand::random_range(0.5..1.0))));
        if let Either::Left(_) = select(stop.as_mut(), wait).await {
            return Ok(None);
        }
        pause = (2 * pause).min(LONGEST);
    }
}
