//! Large answers on their way: how many bytes of them the process keeps, in all and for one application.
//!
//! An answer stays in memory until its client has taken it. Whoever asks for many large ones and reads none
//! would otherwise fill the memory.

use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpMessage};
use domain::values::ids::AplicacaoId;

use crate::error::KitError;
use crate::owner::Owner;
use crate::refusals::Refusals;

/// Answers up to this size are not counted, and larger ones are sent in pieces of it: bytes.
const PIECE: usize = 64 * 1024;
/// Of one application, bytes.
const OF_ONE: usize = 48 * 1024 * 1024;
/// Of all, bytes.
const OF_ALL: usize = 192 * 1024 * 1024;

/// Counts the bytes on their way. Cloning shares the count.
#[derive(Debug, Clone, Default)]
pub(crate) struct InFlight(Arc<Mutex<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    owners: HashMap<Option<AplicacaoId>, usize>,
}

/// Bytes that are counted until this is dropped.
#[derive(Debug)]
struct Hold {
    counts: InFlight,
    owner: Option<AplicacaoId>,
    size: usize,
}

impl InFlight {
    /// Counts an answer, unless too much is on its way. One alone is always let through.
    fn hold(&self, owner: Option<AplicacaoId>, size: usize) -> Option<Hold> {
        let mut counts = self.lock();
        let own = counts.owners.get(&owner).copied().unwrap_or(0);
        if own > 0 && (own + size > OF_ONE || counts.all + size > OF_ALL) {
            return None;
        }
        counts.all += size;
        *counts.owners.entry(owner).or_default() += size;
        Some(Hold { counts: self.clone(), owner, size })
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        counts.all -= self.size;
        if let Some(own) = counts.owners.get_mut(&self.owner) {
            *own -= self.size;
            if *own == 0 {
                counts.owners.remove(&self.owner);
            }
        }
    }
}

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
    counts: Data<InFlight>,
    refusals: Data<Refusals>,
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let answer = next.call(req).await?;
    let size = match answer.response().body().size() {
        BodySize::Sized(size) => usize::try_from(size).unwrap_or(usize::MAX),
        BodySize::None | BodySize::Stream => 0,
    };
    if size <= PIECE {
        return Ok(answer.map_into_left_body());
    }
    let owner = answer.request().extensions().get::<Owner>().map(|owner| owner.aplicacao);
    let Some(hold) = counts.hold(owner, size) else {
        let refused = refusals.shaped(answer.request().path(), KitError::TooManyBytes);
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

    const MIB: usize = 1024 * 1024;

    #[test]
    fn one_application_cannot_have_all() {
        let counts = InFlight::default();
        let application = |id| Some(AplicacaoId(id));
        let mut held: Vec<Hold> = (0..3).map(|_| counts.hold(application(1), 16 * MIB).unwrap()).collect();
        assert!(counts.hold(application(1), 1).is_none());
        for (owner, size) in [(None, 40), (application(2), 48), (application(3), 48), (application(4), 7)] {
            held.push(counts.hold(owner, size * MIB).unwrap());
        }
        // of its own share there is much left, of all one MiB
        assert!(counts.hold(application(4), MIB + 1).is_none());
        held.push(counts.hold(application(4), MIB).unwrap());
        assert!(counts.hold(application(4), 1).is_none());
        // whoever has nothing on its way gets an answer all the same
        held.push(counts.hold(application(5), 90 * MIB).unwrap());
        drop(held);
        assert!(counts.lock().owners.is_empty() && counts.lock().all == 0);
    }

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
        assert_eq!(counts.lock().all, 0);
    }
}
