//! Writing events, in the transaction of the change that they tell of.

use domain::evento::{Body, Change};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::{Backend, Packed, Pending, StoreError, StoredEvent, Tx, dialect, to_json};

/// A change, and what it happened to.
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

/// The body of an event as JSON.
fn body(new: NewEvento<'_>) -> Result<String, StoreError> {
    to_json(&Body { canal_id: new.canal, sku: new.sku, dados: new.change.data() })
}

/// An event to be written; the random part of its identifier is drawn here.
pub(crate) fn stored(new: NewEvento<'_>) -> Result<StoredEvent, StoreError> {
    Ok(StoredEvent {
        tipo: new.change.kind().code(),
        assunto: new.assunto,
        sorteio: rand::random(),
        corpo: Packed::new(&body(new)?),
    })
}

/// Writes events of a store, in their order. The subject of each has to be locked by this transaction (its
/// row changed, or inserted), so that events of one subject come in the order of their changes.
pub(crate) fn record<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    data: Instante,
    added: impl IntoIterator<Item = NewEvento<'a>>,
) -> Result<(), StoreError> {
    let events = added.into_iter().map(|new| Ok((loja, stored(new)?)));
    append(tx, data, events.collect::<Result<Vec<_>, StoreError>>()?)
}

/// [`record`] for events of any stores that are made already.
pub(crate) fn append(
    tx: &mut Tx<'_>,
    data: Instante,
    events: Vec<(LojaId, StoredEvent)>,
) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    dialect!(tx, pending => append(pending, data, events))
}

/// Writes the events that were put off.
pub(crate) fn write(mut backend: Backend<'_>, pending: &mut Pending) -> Result<(), StoreError> {
    dialect!(backend => write(pending))
}
