//! Forms that are longer than others: the texts of a SKU.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};

use super::form::{Form, Sent};
use super::loja_visit::LojaVisit;
use crate::error::Failure;

/// Extractor: a long form, of somebody who looks at a store: nothing of it is read of anybody else.
pub struct LongForm(pub LojaVisit, pub Form);

/// Bytes of a long form: a SKU's texts, each byte of them written as three.
const LONG: usize = 1 << 20;

impl LongForm {
    /// What the route of a long form has to know.
    pub fn config() -> web::FormConfig {
        web::FormConfig::default().limit(LONG)
    }
}

impl FromRequest for LongForm {
    type Error = Failure;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Failure>>>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (req, mut payload) = (req.clone(), payload.take());
        Box::pin(async move {
            let visit = LojaVisit::from_request(&req, &mut Payload::None).await?;
            let Sent(form) = Sent::from_request(&req, &mut payload).await?;
            Ok(Self(visit, form))
        })
    }
}
