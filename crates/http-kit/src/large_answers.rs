//! Large answers: counted until their clients have taken them, and given out in pieces.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpMessage};

use crate::error::KitError;
use crate::in_flight::{Answers, Hold, LARGE};
use crate::owner::Owner;
use crate::routing::Routing;

/// Large ones are sent in pieces of so many bytes.
const PIECE: usize = LARGE;

/// A large body that is there as a whole, given out in pieces: the connection copies what it is given.
struct InPieces {
    rest: Bytes,
    _hold: Hold,
}

impl MessageBody for InPieces {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.rest.len() as u64)
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        let rest = &mut self.get_mut().rest;
        let size = rest.len().min(PIECE);
        Poll::Ready((size > 0).then(|| Ok(rest.split_to(size))))
    }
}

/// Another large body.
struct Counted {
    body: BoxBody,
    _hold: Hold,
}

impl MessageBody for Counted {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(cx)
    }
}

/// Middleware (for `actix_web::middleware::from_fn`): counts large answers; 503 where too much is on its way.
pub(crate) async fn count_large<B: MessageBody + 'static>(
    counts: Data<Answers>,
    routing: Data<Routing>,
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let answer = next.call(req).await?;
    let size = match answer.response().body().size() {
        BodySize::Sized(size) => usize::try_from(size).unwrap_or(usize::MAX),
        BodySize::None | BodySize::Stream => 0,
    };
    if size <= LARGE {
        return Ok(answer.map_into_left_body());
    }
    let owner = answer.request().extensions().get::<Owner>().map(|owner| owner.aplicacao);
    let Some(hold) = counts.0.hold(owner, size) else {
        let refused = routing.shaped(answer.request().path(), KitError::TooManyBytes);
        return Ok(answer.into_response(refused.error_response()).map_into_right_body());
    };
    Ok(answer.map_body(|_, body| EitherBody::right(pieces(body, hold))))
}

fn pieces(body: impl MessageBody + 'static, hold: Hold) -> BoxBody {
    match body.try_into_bytes() {
        Ok(rest) => BoxBody::new(InPieces { rest, _hold: hold }),
        Err(body) => BoxBody::new(Counted { body: body.boxed(), _hold: hold }),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::in_flight::InFlight;

    #[actix_web::test]
    async fn a_large_body_arrives_whole_and_in_pieces() {
        let counts = InFlight::default();
        let hold = counts.hold(None, 1).unwrap();
        let text = Bytes::from(vec![b'x'; 3 * PIECE + 5]);
        let mut body = pieces(text.clone(), hold);
        assert_eq!(body.size(), BodySize::Sized(text.len() as u64));
        let mut sizes = Vec::new();
        while let Some(piece) =
            std::future::poll_fn(|cx| Pin::new(&mut body).poll_next(cx)).await.transpose().unwrap()
        {
            sizes.push(piece.len());
        }
        assert_eq!(sizes, [PIECE, PIECE, PIECE, 5]);
        drop(body);
        assert!(counts.is_empty());
    }
}
