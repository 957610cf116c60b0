//! Orders of any stores that come in at the same time, taken in by one transaction of PostgreSQL.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};

use super::input::PedidoInput;
use super::lote::create_of_many;
use super::outcome::CreatePedidoOutcome;
use crate::accounts::keeping::{self, Keep};
use crate::accounts::usuarios;
use crate::base::{StoreError, Tx};

/// The longest that a group waits for what another transaction has, be it of one order: all behind it wait,
/// too. It is shorter than what PostgreSQL waits before it looks for deadlocks, so that of two groups that
/// wait for each other one gives up soon.
const WAIT: Duration = Duration::from_millis(100);

/// An order that may be taken in together with others.
pub struct GatheredPedido {
    /// Whose user it is.
    pub aplicacao: AplicacaoId,
    /// Whose order it is.
    pub usuario: UsuarioId,
    /// The order.
    pub input: Arc<PedidoInput>,
    /// The key that it comes under.
    pub keep: Option<Keep<CreatePedidoOutcome>>,
}

/// Takes orders in, as far as they are plain; answers for each what came of it. `None`: nothing, it has to be
/// taken in by itself. Its user is missing or inactive, or its key is somebody's.
pub(crate) fn create_gathered(
    tx: &mut Tx<'_>,
    orders: &[GatheredPedido],
) -> Result<Vec<Option<CreatePedidoOutcome>>, StoreError> {
    tx.wait_at_most(WAIT)?;
    let fresh = keeping::fresh(tx, orders.iter().map(|order| order.keep.as_ref()))?;
    let lojas = lojas(tx, orders)?;
    let mut outcomes: Vec<Option<CreatePedidoOutcome>> = orders.iter().map(|_| None).collect();
    let (mut places, mut plain) = (Vec::with_capacity(orders.len()), Vec::with_capacity(orders.len()));
    for (place, (order, fresh)) in orders.iter().zip(fresh).enumerate() {
        if let Some(loja) = lojas.get(&(order.aplicacao, &order.usuario)).filter(|_| fresh) {
            places.push(place);
            plain.push((*loja, &*order.input));
        }
    }
    for (place, created) in places.into_iter().zip(create_of_many(tx, &plain)?) {
        if let Some(outcome) = outcomes.get_mut(place) {
            *outcome = Some(created);
        }
    }
    let done = orders.iter().zip(&outcomes);
    keeping::keep(tx, done.filter_map(|(order, outcome)| Some((order.keep.as_ref(), outcome.as_ref()?))))?;
    Ok(outcomes)
}

/// The stores of those users that are active.
fn lojas<'a>(
    tx: &mut Tx<'_>,
    orders: &'a [GatheredPedido],
) -> Result<HashMap<(AplicacaoId, &'a UsuarioId), LojaId>, StoreError> {
    let users = orders.iter().map(|order| (order.aplicacao, &order.usuario));
    let found = usuarios::resolve_all(tx, users)?;
    Ok(found.into_iter().filter(|(_, loja)| loja.ativo).map(|(user, loja)| (user, loja.id)).collect())
}
