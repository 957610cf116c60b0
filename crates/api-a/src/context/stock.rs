//! Changes of the stock of one SKU, the most frequent write.

use actix_web::HttpResponse;
use domain::sku::AjusteDatado;
use domain::values::ids::SkuId;
use store::inventory::{self, StockOutcome};
use store::skus;

use super::loja::ForLoja;
use super::request::check;
use crate::answer::Answer;
use crate::error::{ErrorA, Resource};

impl<F> ForLoja<F> {
    /// Changes the stock of a SKU; `answer` is by the stock after the change. A request without a key or a
    /// condition may share a transaction with others ([`store::Store::change_stock`]).
    pub async fn change_stock(
        &self,
        body: [u8; 32],
        (sku, ajuste): (SkuId, AjusteDatado),
        answer: impl Fn(i32) -> Result<Answer, ErrorA> + Send + 'static,
    ) -> Result<HttpResponse, ErrorA> {
        let conditions = self.conditions.clone();
        if conditions.empty() && !self.has_key() {
            let done = self.store().change_stock(self.aplicacao(), self.usuario_id(), &sku, ajuste).await?;
            if let Some(outcome) = done {
                return Ok(answer(changed(outcome)?)?.into());
            }
        }
        self.write(body, move |tx, loja| {
            if !conditions.empty() {
                // what is read stays as it is: the SKU is locked
                check(&conditions, skus::find_locked(tx, loja.id, &sku)?.as_ref())?;
            }
            answer(changed(inventory::change_stock(tx, loja.id, sku.as_str(), ajuste)?)?)
        })
        .await
    }
}

/// The stock after a change, or what is answered instead.
fn changed(outcome: StockOutcome) -> Result<i32, ErrorA> {
    match outcome {
        StockOutcome::Done(saldo) => Ok(saldo.estoque),
        StockOutcome::Missing => Err(ErrorA::NotFound(Resource::Sku)),
        StockOutcome::CentroMissing => Err(ErrorA::NotFound(Resource::Centro)),
        StockOutcome::Refused(current) => Err(ErrorA::StockRefused(current)),
    }
}
