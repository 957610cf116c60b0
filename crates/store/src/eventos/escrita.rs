//! Writing events, in the transaction of the change that they tell of.

use domain::evento::{Corpo, Mudanca};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::{Backend, Pending, StoreError, StoredEvent, Tx, dialect, em_json};

/// A change, and what it happened to.
pub(crate) struct Novo<'a> {
    /// The service's number of the order, SKU, channel or user.
    pub assunto: i64,
    /// The channel, when one is concerned.
    pub canal: Option<&'a str>,
    /// The SKU, when one is concerned.
    pub sku: Option<&'a str>,
    /// What happened.
    pub mudanca: Mudanca,
}

/// The names of the members in which two values differ.
macro_rules! diferentes {
    ($antes:expr, $depois:expr; $($campo:ident = $nome:literal),+) => {{
        let mut campos: Vec<&'static str> = Vec::new();
        $(if $antes.$campo != $depois.$campo {
            campos.push($nome);
        })+
        campos
    }};
}
pub(crate) use diferentes;

/// An event of a change at `data`; the random part of its identifier is drawn here.
pub(crate) fn stored(novo: Novo<'_>, data: Instante) -> Result<StoredEvent, StoreError> {
    let tipo = novo.mudanca.tipo();
    let corpo = Corpo {
        canal_id: novo.canal,
        sku: novo.sku,
        pedido_id: tipo.de_pedido().then_some(PedidoId(novo.assunto)),
        data,
        dados: novo.mudanca.dados(),
    };
    Ok(StoredEvent {
        tipo: tipo.codigo(),
        assunto: novo.assunto,
        sorteio: rand::random(),
        corpo: em_json(&corpo)?,
    })
}

/// Writes events of a store, in their order. The subject of each has to be locked by this transaction (its row
/// changed, or inserted), so that events of one subject come in the order of their changes.
pub(crate) fn registrar<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    data: Instante,
    novos: impl IntoIterator<Item = Novo<'a>>,
) -> Result<(), StoreError> {
    let events = novos.into_iter().map(|novo| stored(novo, data)).collect::<Result<Vec<_>, _>>()?;
    append(tx, loja, data, events)
}

/// [`registrar`] for events that are made already.
pub(crate) fn append(
    tx: &mut Tx<'_>,
    loja: LojaId,
    data: Instante,
    events: Vec<StoredEvent>,
) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    dialect!(tx, pending => append(pending, loja, data, events))
}

/// Writes the events that were put off.
pub(crate) fn write(mut backend: Backend<'_>, pending: &mut Pending) -> Result<(), StoreError> {
    dialect!(backend => write(pending))
}
