//! Large answers: counted until their clients have taken them, and sent in pieces.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use store::Permit;

use crate::byte_limit::{ByteLimits, LARGE, tenant};
use crate::error::KitError;
use crate::routing::Routing;

/// A large body, sent in pieces: actix copies each piece into its buffer, and would copy a whole body at once.
struct LargeBody {
    body: BoxBody,
    rest: Bytes,
    _permit: Permit,
}

impl MessageBody for LargeBody {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.get_mut();
        while this.rest.is_empty() {
            match ready!(Pin::new(&mut this.body).poll_next(cx)) {
                Some(Ok(bytes)) => this.rest = bytes,
                end => return Poll::Ready(end),
            }
        }
        let size = this.rest.len().min(LARGE);
        Poll::Ready(Some(Ok(this.rest.split_to(size))))
    }
}

/// Middleware (for `actix_web::middleware::from_fn`): counts large answers; 503 where there are too many bytes
/// already.
pub(crate) async fn count_large<B: MessageBody + 'static>(
    limits: Data<ByteLimits>,
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
    let mut permit = limits.answers.empty_permit(tenant(answer.request()));
    if !permit.extend(size) {
        let refused = routing.format_error(answer.request().path(), KitError::TooManyAnswers);
        return Ok(answer.into_response(refused.error_response()).map_into_right_body());
    }
    Ok(answer.map_body(|_, body| {
        EitherBody::right(BoxBody::new(LargeBody { body: body.boxed(), rest: Bytes::new(), _permit: permit }))
    }))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use store::Tenant;

    use super::*;

    #[actix_web::test]
    async fn a_large_body_arrives_whole_and_in_pieces() {
        let permit = ByteLimits::default().answers.empty_permit(Tenant::default());
        let text = Bytes::from(vec![b'x'; 3 * LARGE + 5]);
        let mut body = LargeBody { body: text.clone().boxed(), rest: Bytes::new(), _permit: permit };
        assert_eq!(body.size(), BodySize::Sized(text.len() as u64));
        let mut pieces = Vec::new();
        while let Some(piece) = std::future::poll_fn(|cx| Pin::new(&mut body).poll_next(cx)).await {
            pieces.push(piece.unwrap());
        }
        assert_eq!(pieces.iter().map(Bytes::len).collect::<Vec<_>>(), [LARGE, LARGE, LARGE, 5]);
        assert_eq!(pieces.concat(), text);
    }
}
