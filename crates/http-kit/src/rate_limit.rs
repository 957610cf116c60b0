//! Rate limit: requests per minute, key and first path segment.

use std::any::TypeId;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use crate::error::{Api, KitError};

const X_RATE_LIMIT_REMAINING: HeaderName = HeaderName::from_static("x-rate-limit-remaining");
/// Requests between two clean-ups, which forget the keys without recent requests.
const CLEANUP: u32 = 65_536;

type LimitKey = (i64, String);
type Limiter =
    RateLimiter<LimitKey, DefaultKeyedStateStore<LimitKey>, DefaultClock, StateInformationMiddleware>;

/// The rate limit of one interface, which each key has for each first path segment.
#[derive(Clone)]
pub struct RateLimit(Arc<Shared>);

/// The rate limits of a listener's interfaces. An app needs them in its app data, and the middleware
/// [`add_remaining_header`]; the extractor [`crate::Credential`] counts the requests.
#[derive(Clone)]
pub struct Limits(Arc<[RateLimit]>);

struct Shared {
    api: TypeId,
    per_minute: NonZeroU32,
    limiter: Limiter,
    requests: AtomicU32,
}

/// Requests left after this one, for the answer's header; `None` for keys without a limit.
struct Remaining(Option<u32>);

impl RateLimit {
    /// A limit for the interface `I`; the requests of a whole minute may come at once.
    pub fn new<I: Api>(per_minute: NonZeroU32) -> Self {
        let limiter = RateLimiter::keyed(Quota::per_minute(per_minute)).with_middleware();
        Self(Arc::new(Shared { api: TypeId::of::<I>(), per_minute, limiter, requests: AtomicU32::new(0) }))
    }

    fn count(&self, token_id: i64, req: &HttpRequest) -> Result<(), KitError> {
        if self.0.requests.fetch_add(1, Ordering::Relaxed) % CLEANUP == CLEANUP - 1 {
            self.0.limiter.retain_recent();
            self.0.limiter.shrink_to_fit();
        }
        let segment = req.uri().path().split('/').nth(1).unwrap_or_default().to_ascii_lowercase();
        let (remaining, counted) = match self.0.limiter.check_key(&(token_id, segment)) {
            Ok(state) => (state.remaining_burst_capacity(), Ok(())),
            Err(until) => {
                let wait = until.wait_time_from(DefaultClock::default().now());
                (0, Err(KitError::TooManyAttempts { wait_s: wait.as_secs() + 1 }))
            }
        };
        req.extensions_mut().insert(Remaining(Some(remaining)));
        counted
    }
}

impl Limits {
    /// Counts a request of a key to the interface `I`.
    pub(crate) fn count<I: Api>(&self, token_id: i64, req: &HttpRequest) -> Result<(), KitError> {
        match self.0.iter().find(|limit| limit.0.api == TypeId::of::<I>()) {
            Some(limit) => limit.count(token_id, req),
            None => {
                req.extensions_mut().insert(Remaining(None));
                Ok(())
            }
        }
    }

    /// True when no interface has a limit.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<RateLimit> for Limits {
    fn from_iter<T: IntoIterator<Item = RateLimit>>(limits: T) -> Self {
        Self(limits.into_iter().collect())
    }
}

/// Middleware (for `actix_web::middleware::from_fn`): tells in `x-rate-limit-remaining` how many requests
/// are left. For a request that was not counted (a wrong key, an unknown route, the documentation) it is the
/// whole limit, that of the first interface if there are several. Without [`Limits`] in the app data it does
/// nothing.
pub async fn add_remaining_header<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let Some(all) = req.app_data::<Limits>().and_then(|limits| Some(limits.0.first()?.0.per_minute.get()))
    else {
        return next.call(req).await;
    };
    let mut answer = next.call(req).await?;
    let remaining = answer.request().extensions().get::<Remaining>().map_or(Some(all), |r| r.0);
    if let Some(remaining) = remaining {
        answer.headers_mut().insert(X_RATE_LIMIT_REMAINING, HeaderValue::from(remaining));
    }
    Ok(answer)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::error::test::TestInterface;
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{App, web};

    #[actix_web::test]
    async fn each_key_and_segment_has_its_own_allowance() {
        async fn serve(req: HttpRequest) -> Result<String, Error> {
            let limit = req.app_data::<Limits>().unwrap();
            limit
                .count::<TestInterface>(req.query_string().parse().unwrap(), &req)
                .map_err(TestInterface::error)?;
            Ok(String::new())
        }
        let limits: Limits =
            [RateLimit::new::<TestInterface>(NonZeroU32::new(2).unwrap())].into_iter().collect();
        let app = App::new()
            .app_data(limits)
            .wrap(from_fn(add_remaining_header))
            .route("/{a}/{b}", web::get().to(serve));
        let app = init_service(app).await;
        let cases = [
            ("/a/x?1", 200, "1"),
            ("/A/y?1", 200, "0"),
            ("/a/x?1", 429, "0"),
            ("/b/x?1", 200, "1"),
            ("/a/x?2", 200, "1"),
        ];
        for (uri, status, remaining) in cases {
            let answer = call_service(&app, TestRequest::with_uri(uri).to_request()).await;
            assert_eq!(answer.status(), status, "{uri}");
            assert_eq!(answer.headers().get(X_RATE_LIMIT_REMAINING).unwrap(), remaining, "{uri}");
            assert_eq!(answer.headers().contains_key("retry-after"), status == 429);
        }
    }
}
