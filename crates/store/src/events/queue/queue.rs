//! Whose queue it is, who reads it, and what they take out of it.

use std::collections::HashMap;

use domain::evento::{Evento, TipoEvento};
use domain::fila::VISIBILIDADE_MAX;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, ConsumidorId, LojaId};

use crate::base::Conn;
use crate::base::{StoreError, latest};
use crate::events;

/// Whose order events a queue holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fila {
    /// The application.
    pub aplicacao: AplicacaoId,
    /// Of one user; `None` = of all users of the application.
    pub loja: Option<LojaId>,
}

impl Fila {
    /// As stored: numbers of users start at 1.
    pub(super) fn loja_id(&self) -> i32 {
        self.loja.map_or(0, |loja| loja.loja)
    }
}

/// A reader of a queue.
#[derive(Debug, Clone, Copy)]
pub struct QueueReader<'a> {
    /// The queue.
    pub fila: Fila,
    /// The reader's name in it.
    pub nome: &'a ConsumidorId,
}

/// An event that a reader has taken over.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// What happened.
    pub evento: Evento,
    /// How often it has been handed out since it came, or since it was last revived.
    pub entregas: i32,
}

/// Dead or not: it is in the key, and named for the key's sake also where it does not matter.
pub(super) const DEAD_OR_NOT: [bool; 2] = [false, true];

/// The ends that a lease may have which runs now. One that ends earlier is over; one that ends later than any
/// lease lasts was written by a clock that was ahead, and is over too.
#[derive(Debug, Clone, Copy)]
pub(super) struct Running {
    pub(super) first: i64,
    pub(super) last: i64,
}

impl Running {
    pub(super) fn at(now: Instante) -> Self {
        Self { first: now.micros().saturating_add(1), last: latest(now, VISIBILIDADE_MAX) }
    }

    pub(super) fn contains(self, end: i64) -> bool {
        (self.first..=self.last).contains(&end)
    }
}

/// Kinds of events that are handed out, as stored: those that tell of orders, but for what is missing when
/// one comes in, which its first event stands for.
pub(super) fn pedido_kinds() -> Vec<i16> {
    let kinds = TipoEvento::ALL.iter();
    kinds
        .filter(|kind| kind.of_pedido() && **kind != TipoEvento::PedidoFalta)
        .map(|kind| kind.code())
        .collect()
}

/// The events at some places, read.
pub(super) fn eventos_at(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    posicoes: &[i64],
) -> Result<HashMap<i64, Evento>, StoreError> {
    if posicoes.is_empty() {
        return Ok(HashMap::new());
    }
    events::find_all(conn, aplicacao, posicoes)?
        .into_iter()
        .map(|row| {
            let evento = serde_json::from_str(&row.documento);
            Ok((row.posicao, evento.map_err(|e| StoreError::corrupt("eventos.corpo", e))?))
        })
        .collect()
}
