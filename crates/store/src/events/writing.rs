//! Events of a change, written in its transaction.

use domain::evento::{Body, Change};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::{Packed, StoreError, StoredEvent, Tx, to_json};
use crate::events::append;

/// A change and its subject.
pub(crate) struct NewEvento<'a> {
    /// The service's number of the order, SKU, channel or user.
    pub assunto: i64,
    /// The channel, when one is concerned.
    pub canal: Option<&'a str>,
    /// The SKU, when one is concerned.
    pub sku: Option<&'a str>,
    /// What happened.
    pub change: Change,
}

/// The names of the members in which two values differ.
macro_rules! different {
    ($before:expr, $after:expr; $($field:ident = $name:literal),+) => {{
        let mut fields: Vec<&'static str> = Vec::new();
        $(if $before.$field != $after.$field {
            fields.push($name);
        })+
        fields
    }};
}
pub(crate) use different;

/// An event to be written; the random part of its identifier is drawn here.
pub(crate) fn stored(new: NewEvento<'_>) -> Result<StoredEvent, StoreError> {
    let tipo = new.change.kind().code();
    let body = to_json(&Body { canal_id: new.canal, sku: new.sku, dados: new.change.data() })?;
    Ok(StoredEvent { tipo, assunto: new.assunto, sorteio: rand::random(), corpo: Packed::new(&body) })
}

/// Writes events of a store, in their order. This transaction must have locked the subject of each (changed
/// or inserted its row), so that events of one subject are in the order of their changes.
pub(crate) fn record<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    data: Instante,
    added: impl IntoIterator<Item = NewEvento<'a>>,
) -> Result<(), StoreError> {
    let events = added.into_iter().map(|new| Ok((loja, stored(new)?)));
    append(tx, data, events.collect::<Result<Vec<_>, StoreError>>()?)
}
