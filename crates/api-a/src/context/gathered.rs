//! Writes for one store that are made together with those of others.

use std::sync::Arc;

use actix_web::HttpResponse;
use domain::values::ids::SkuId;
use store::pedidos::{CreatePedidoOutcome, GatheredPedido, PedidoInput};
use store::skus::{Gathered, GatheredChange, NewBalance};

use super::loja::ForLoja;
use crate::answer::Answer;
use crate::error::ErrorA;

impl<F> ForLoja<F> {
    /// Changes stock or prices of a SKU together with changes of others, where nothing is to be said of it
    /// ([`Store::change_gathered`]); `None` leaves it to [`ForLoja::write`]. `answer` is by the stock
    /// after the change.
    pub async fn gather(
        &self,
        body: [u8; 32],
        (sku, change): (&SkuId, NewBalance),
        answer: impl Fn(i32) -> Result<Answer, ErrorA> + Clone + Send + Sync + 'static,
    ) -> Result<Option<HttpResponse>, ErrorA> {
        if !self.store().gathers() || !self.conditions.empty() {
            return Ok(None);
        }
        let kept = answer.clone();
        let (keep, _turn) = self.keep(body, move |outcome| match outcome {
            Gathered::Done(estoque) => Some(kept(*estoque)),
            Gathered::Refused(_) | Gathered::Alone => None,
        })?;
        let (aplicacao, usuario, sku) = (self.aplicacao(), self.usuario_id().clone(), sku.clone());
        let change = GatheredChange { aplicacao, usuario, sku, change, keep };
        match self.store().change_gathered(change).await? {
            Gathered::Done(estoque) => Ok(Some(answer(estoque)?.into())),
            Gathered::Refused(estoque) => Err(ErrorA::EstoqueRefused(estoque)),
            Gathered::Alone => Ok(None),
        }
    }

    /// Takes an order in together with those of others ([`Store::create_gathered`]); `None` leaves it to
    /// [`ForLoja::write`]. `answer` is by what came of it.
    pub async fn gather_order(
        &self,
        body: [u8; 32],
        input: &Arc<PedidoInput>,
        answer: impl Fn(CreatePedidoOutcome) -> Result<Answer, ErrorA> + Clone + Send + Sync + 'static,
    ) -> Result<Option<HttpResponse>, ErrorA> {
        if !self.store().gathers() {
            return Ok(None);
        }
        let kept = answer.clone();
        // what is refused is not kept
        let (keep, _turn) =
            self.keep(body, move |outcome: &CreatePedidoOutcome| kept(outcome.clone()).ok().map(Ok))?;
        let (aplicacao, usuario) = (self.aplicacao(), self.usuario_id().clone());
        let order = GatheredPedido { aplicacao, usuario, input: Arc::clone(input), keep };
        match self.store().create_gathered(order).await? {
            Some(outcome) => answer(outcome).map(|answer| Some(answer.into())),
            None => Ok(None),
        }
    }
}
