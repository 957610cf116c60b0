//! Extractor of two values in sequence.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

/// Extractor: `A`, then `B` if `A` succeeded. actix extracts a handler's arguments concurrently, so that a
/// client without a key would get the errors of its body.
#[derive(Debug)]
pub struct Then<A, B>(pub A, pub B);

impl<A, B> FromRequest for Then<A, B>
where
    A: FromRequest<Error = actix_web::Error> + 'static,
    B: FromRequest + 'static,
{
    type Error = actix_web::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, actix_web::Error>>>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let req = req.clone();
        let mut payload = payload.take();
        Box::pin(async move {
            let a = A::from_request(&req, &mut payload).await?;
            let b = B::from_request(&req, &mut payload).await.map_err(Into::into)?;
            Ok(Self(a, b))
        })
    }
}
