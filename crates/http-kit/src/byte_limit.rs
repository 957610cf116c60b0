//! Limits of the bytes of large requests and answers in memory. An answer stays there until its client has
//! taken it, and a request until it is parsed: slow clients could fill the memory with either.

use std::sync::Arc;

use actix_web::{HttpMessage, HttpRequest};
use store::{Limit, Tenant};

/// Bodies from here on are large, bytes: they are counted, and parsed on another thread.
pub(crate) const LARGE: usize = 64 * 1024;
const IN_ALL: usize = 192 * 1024 * 1024;
const OF_TENANT: usize = 48 * 1024 * 1024;

/// The limits of a program, in bytes.
#[derive(Clone)]
pub(crate) struct ByteLimits {
    pub answers: Arc<Limit>,
    pub bodies: Arc<Limit>,
}

impl Default for ByteLimits {
    fn default() -> Self {
        let limit = || Limit::of_units(IN_ALL, OF_TENANT);
        Self { answers: limit(), bodies: limit() }
    }
}

/// The application whose key opened a request, if any.
pub(crate) fn tenant(request: &HttpRequest) -> Tenant {
    request.extensions().get().copied().unwrap_or_default()
}
