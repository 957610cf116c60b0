//! Forms that are longer than others: the texts of a SKU, an order of many lines, the columns of a file.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, Resource, web};

use super::form::{Form, Longest, received};
use super::loja_visit::LojaVisit;
use crate::error::Failure;

/// Extractor: a long form, of somebody who looks at a store: nothing of it is read of anybody else. The last part
/// refuses one that is too long; what came of it then is for showing it once more.
pub struct LongForm(pub LojaVisit, pub Form, pub Result<(), Failure>);

impl LongForm {
    /// Bytes of a SKU's texts, each byte of them written as three.
    pub const TEXTS: usize = 1 << 20;
    /// Bytes of a form with many short fields.
    pub const FIELDS: usize = 256 << 10;

    /// The address of a form of up to so many bytes.
    pub fn at(path: &str, most: usize) -> Resource {
        web::resource(path).app_data(Longest(most))
    }
}

impl FromRequest for LongForm {
    type Error = Failure;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Failure>>>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (req, payload) = (req.clone(), payload.take());
        Box::pin(async move {
            let visit = LojaVisit::from_request(&req, &mut Payload::None).await?;
            let (form, whole) = received(&req, payload).await?;
            Ok(Self(visit, form, whole))
        })
    }
}
