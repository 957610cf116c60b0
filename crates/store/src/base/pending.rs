//! What the jobs of one commit leave behind: plain data, written by [`crate::commit`].
//!
//! On SQLite a commit is that of a group of jobs. From its BEGIN to its end nobody else can write, so what
//! was read once, and changed by this transaction alone, is known.

use std::collections::HashMap;

use domain::values::ids::{AplicacaoId, CanalId, LojaId, UsuarioId};

use super::known::Loja;
use super::packed::Packed;
use super::sequence::Sequence;

/// Lives from BEGIN to COMMIT.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// The last numbers that were given out and are still to be written (SQLite).
    pub sequences: HashMap<Sequence, i64>,
    /// The last position of each application's log of events (SQLite).
    pub positions: HashMap<AplicacaoId, i64>,
    /// Events that have a position and are still to be written (SQLite).
    pub events: Vec<PlacedEvent>,
    /// Whether events were written, or may have been.
    pub events_written: bool,
    /// Changes of orders that the counts still have to follow.
    pub changes: Vec<CountedChange>,
    /// Rows of such changes that are written (PostgreSQL).
    pub changes_written: usize,
    /// Users that are there (SQLite).
    pub users: HashMap<(AplicacaoId, UsuarioId), Loja>,
    /// Numbers of channels that are there (SQLite).
    pub channels: HashMap<(LojaId, CanalId), i32>,
    /// Whether a user, settings or a channel changed, or may have.
    pub registrations_changed: bool,
    /// How many changes there were when the present job began.
    mark: usize,
}

impl Pending {
    /// A job begins.
    pub fn mark(&mut self) {
        self.mark = self.changes.len();
    }

    /// Back to where the present job began. Its numbers are not given out again.
    pub fn undo(&mut self) {
        self.changes.truncate(self.mark);
        self.events.clear();
        self.positions.clear();
        self.forget_registrations();
    }

    /// Forgets users and channels: one of them changes.
    pub fn forget_registrations(&mut self) {
        self.registrations_changed = true;
        self.users.clear();
        self.channels.clear();
    }
}

/// Stored columns of an event, except its position.
#[derive(Debug)]
pub(crate) struct StoredEvent {
    pub tipo: i16,
    pub assunto: i64,
    pub sorteio: i64,
    /// The body, packed.
    pub corpo: Packed,
}

/// An event with its position in the log.
#[derive(Debug)]
pub(crate) struct PlacedEvent {
    pub loja: LojaId,
    pub posicao: i64,
    pub data: i64,
    pub event: StoredEvent,
}

/// The columns of an order that it is counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, diesel::Queryable)]
pub(crate) struct CountedState {
    pub status: i16,
    pub forma: i32,
    pub data: i64,
    pub data_pagamento: Option<i64>,
    pub status_em: i64,
    pub alterado_em: i64,
    pub criado_em: i64,
    /// Not taken over by the store since its last change of status.
    pub pendente: bool,
}

/// A change of the counts: an order in a state is counted once more (1) or once less (-1).
#[derive(Debug, Clone, Copy)]
pub(crate) struct CountedChange {
    pub loja: LojaId,
    pub id: i64,
    pub state: CountedState,
    pub count: i64,
}
