//! Orders of many requests, one each, taken in by one transaction of PostgreSQL ([`crate::base::batches`]).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};

use crate::accounts::usuarios;
use crate::base::{StoreError, Tx};
use crate::orders::create::CreatePedidoOutcome;
use crate::orders::lote::create_lote;
use crate::orders::rows::PedidoInput;

/// How long a statement waits for what another transaction has locked, since all that are queued wait with it. Shorter
/// than PostgreSQL's own wait before it looks for deadlocks.
const WAIT: Duration = Duration::from_millis(100);

/// An order, as it was requested.
pub(crate) struct OrderRequest {
    pub aplicacao: AplicacaoId,
    pub usuario: UsuarioId,
    pub input: Arc<PedidoInput>,
}

/// What became of it, and its store.
pub(crate) type OrderOutcome = (LojaId, CreatePedidoOutcome);

/// Takes orders in, store by store; `None` where the user is missing or inactive.
pub(crate) fn create_requested(
    tx: &mut Tx<'_>,
    requests: &[OrderRequest],
) -> Result<Vec<Option<OrderOutcome>>, StoreError> {
    tx.either().wait_at_most(WAIT)?;
    let mut by_user: BTreeMap<_, Vec<(usize, &PedidoInput)>> = BTreeMap::new();
    for (index, OrderRequest { aplicacao, usuario, input }) in requests.iter().enumerate() {
        by_user.entry((*aplicacao, usuario)).or_default().push((index, input));
    }
    let mut outcomes: Vec<Option<OrderOutcome>> = requests.iter().map(|_| None).collect();
    for ((aplicacao, usuario), orders) in by_user {
        let Some(loja) = usuarios::resolve_to_write(tx, aplicacao, usuario)?.filter(|loja| loja.ativo) else {
            continue;
        };
        let (indexes, inputs): (Vec<usize>, Vec<&PedidoInput>) = orders.into_iter().unzip();
        for (index, created) in indexes.into_iter().zip(create_lote(tx, loja.id, &inputs)?) {
            if let Some(outcome) = outcomes.get_mut(index) {
                *outcome = Some((loja.id, created));
            }
        }
    }
    Ok(outcomes)
}
