//! Extracting in order: what stands second is looked at only once the first has passed.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

/// Extractor: `A`, and after it `B`. actix looks at a handler's arguments side by side, so a stranger would
/// be told what is wrong with a body before anybody asked for a key.
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
