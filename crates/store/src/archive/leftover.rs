//! Parts of an archive that are no rows of a table: sequences, and work that PostgreSQL had deferred for
//! later.

use std::collections::HashMap;

use db::tables::Cell;
use db::{Backend, Unit};
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::ArchiveError;
use crate::base::{
    CountedChange, CountedState, Packed, Pending, Secrets, StoreError, StoredEvent, Tx, sequences,
};
use crate::commit::SharedState;
use crate::events;

/// Rows of such a table.
#[derive(Default)]
pub(super) struct Leftover {
    tables: HashMap<String, Vec<Row>>,
}

/// A row by the names of its columns.
struct Row(HashMap<String, Cell>);

impl Leftover {
    pub fn add(&mut self, table: &str, columns: &[String], row: Vec<Cell>) {
        let row = Row(columns.iter().cloned().zip(row).collect());
        self.tables.entry(table.to_owned()).or_default().push(row);
    }

    /// Does the deferred work as the repositories do it, in the caller's transaction.
    pub fn settle(mut self, mut backend: Backend<'_>) -> Result<(), ArchiveError> {
        let mut take = |table: &str| self.tables.remove(table).unwrap_or_default();
        let (numbers, mut events, changes) =
            (take(super::format::SEQUENCES), take("eventos_novos"), take("contagem_mudancas"));
        events.sort_by_key(|event| event.integer("id").unwrap_or_default());
        for number in &numbers {
            sequences::set(backend.reborrow(), &number.text("nome")?, number.integer("valor")?)?;
        }
        let mut pending = Pending::default();
        pending.job_begins();
        let mut tx = Tx::new(backend.reborrow(), &mut pending);
        for event in &events {
            let date = Instante::from_micros(event.integer("data")?);
            events::append(&mut tx, date, vec![(event.loja()?, event.event()?)])?;
        }
        for change in &changes {
            let change = change.change()?;
            tx.pending.changes.push(change);
        }
        pending.job_done(backend.reborrow(), false)?;
        Ok(pending.before_commit(backend, &SharedState::new(Secrets::none().clone()))?)
    }
}

/// Columns of the sequences.
pub(super) fn sequence_columns() -> Vec<String> {
    vec!["nome".to_owned(), "valor".to_owned()]
}

impl Row {
    fn integer(&self, name: &str) -> Result<i64, StoreError> {
        match self.0.get(name) {
            Some(Cell::Integer(value)) => Ok(*value),
            _ => Err(missing(name)),
        }
    }

    fn narrow<T: TryFrom<i64>>(&self, name: &str) -> Result<T, StoreError> {
        T::try_from(self.integer(name)?).map_err(|_| missing(name))
    }

    fn text(&self, name: &str) -> Result<String, StoreError> {
        match self.0.get(name) {
            Some(Cell::Text(value)) => Ok(value.clone()),
            _ => Err(missing(name)),
        }
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, StoreError> {
        match self.0.get(name) {
            Some(Cell::Bytes(value)) => Ok(value.clone()),
            _ => Err(missing(name)),
        }
    }

    fn loja(&self) -> Result<LojaId, StoreError> {
        Ok(LojaId { aplicacao: AplicacaoId(self.narrow("aplicacao_id")?), loja: self.narrow("loja_id")? })
    }

    fn event(&self) -> Result<StoredEvent, StoreError> {
        Ok(StoredEvent {
            tipo: self.narrow("tipo")?,
            assunto: self.integer("assunto")?,
            sorteio: self.integer("sorteio")?,
            corpo: Packed::from_bytes(self.bytes("corpo")?),
        })
    }

    fn change(&self) -> Result<CountedChange, StoreError> {
        Ok(CountedChange {
            loja: self.loja()?,
            id: self.integer("pedido_id")?,
            count: self.integer("quantos")?,
            state: CountedState {
                status: self.narrow("status")?,
                forma: self.narrow("forma_pagamento")?,
                data: self.integer("data")?,
                data_pagamento: match self.0.get("data_pagamento") {
                    Some(Cell::Null) => None,
                    _ => Some(self.integer("data_pagamento")?),
                },
                status_em: self.integer("status_em")?,
                alterado_em: self.integer("alterado_em")?,
                criado_em: self.integer("criado_em")?,
                pendente: self.integer("pendente")? != 0,
            },
        })
    }
}

fn missing(name: &str) -> StoreError {
    StoreError::Corrupt(format!("the backup has no such value as {name} should be"))
}
