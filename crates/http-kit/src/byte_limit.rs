//! Limits of the bytes of large requests and answers in memory. An answer stays there until its client has
//! taken it, and a request until it is parsed: slow clients could fill the memory with either.

use std::sync::Arc;

use actix_web::{HttpMessage, HttpRequest};
use store::{Limit, Tenant};

/// Size of a large body, bytes: it is counted against the limits, and parsed on another thread.
pub(crate) const LARGE: usize = 64 * 1024;
const TOTAL: usize = 192 * 1024 * 1024;
const PER_TENANT: usize = 48 * 1024 * 1024;

/// The limits of a program, in bytes.
#[derive(Clone)]
pub(crate) struct ByteLimits {
    pub answers: Arc<Limit>,
    pub bodies: Arc<Limit>,
}

impl Default for ByteLimits {
    fn default() -> Self {
        let limit = || Limit::of_units(TOTAL, PER_TENANT);
        Self { answers: limit(), bodies: limit() }
    }
}

/// The tenant of a request: the application that its key belongs to; the default one without a key.
pub(crate) fn tenant(request: &HttpRequest) -> Tenant {
    request.extensions().get().copied().unwrap_or_default()
}
