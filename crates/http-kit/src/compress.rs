//! Middleware that compresses answers for clients that accept it.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use actix_web::Error;
use actix_web::body::{BodySize, EitherBody, MessageBody, to_bytes};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG, HeaderMap,
    HeaderValue, IF_NONE_MATCH,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes, Data};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::canonicalize::headers_only;
use crate::coding::Coding;
use crate::docs::Unchanging;
use crate::etag::coded_tag;
use crate::response_headers::vary;

/// Shorter answers, in bytes, are not compressed: with their headers they fit into one packet anyway.
const SHORTEST: u64 = 1024;
/// Longer ones, in bytes, are not compressed either.
const LONGEST: u64 = 32 * 1024 * 1024;
/// Longer ones, in bytes, are compressed on a blocking thread.
const INLINE_MAX: u64 = 16 * 1024;

/// Permits to compress, one per two processors, and a cache. Clones share both.
#[derive(Debug, Clone)]
pub(crate) struct Compression {
    /// `None` = switched off.
    permits: Option<Arc<Semaphore>>,
    /// Compressed bodies that never change, so that each is compressed once.
    cache: Arc<Mutex<HashMap<CacheKey, Bytes>>>,
}

/// The coding, checksum and length of one of the few bodies that never change.
type CacheKey = (Coding, u32, usize);

impl Compression {
    /// Switched on or off.
    pub fn new(on: bool) -> Self {
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        let permits = on.then(|| Arc::new(Semaphore::new(processors.div_ceil(2))));
        Self { permits, cache: Arc::default() }
    }

    fn cache(&self) -> MutexGuard<'_, HashMap<CacheKey, Bytes>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A body in a coding; `None` where that is not shorter.
    async fn encode(
        &self,
        coding: Coding,
        body: &Body,
        permit: Option<OwnedSemaphorePermit>,
    ) -> Option<Bytes> {
        let key = body.unchanging.then(|| (coding, crc32fast::hash(&body.bytes), body.bytes.len()));
        if let Some(coded) = key.and_then(|key| self.cache().get(&key).cloned()) {
            return Some(coded);
        }
        let coded = match permit {
            None => coding.encode(&body.bytes),
            Some(permit) => {
                let bytes = body.bytes.clone();
                let work = move || {
                    let coded = coding.encode(&bytes);
                    drop(permit);
                    coded
                };
                web::block(work).await.ok()?
            }
        };
        let coded = Bytes::from(coded?);
        if let Some(key) = key {
            self.cache().insert(key, coded.clone());
        }
        Some(coded)
    }
}

/// A whole body.
struct Body {
    bytes: Bytes,
    unchanging: bool,
}

/// Middleware (for `actix_web::middleware::from_fn`): compresses answers that are worth it, if the client
/// accepts a coding. When all permits are taken the answer is sent as it is.
pub(crate) async fn compress<B: MessageBody + 'static>(
    compression: Data<Compression>,
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, Bytes>>, Error> {
    let Some(permits) = &compression.permits else {
        return Ok(next.call(req).await?.map_body(|_, body| EitherBody::left(body)));
    };
    let wanted = Coding::wanted(req.headers());
    let mut answer = next.call(req).await?.map_body(|_, body| EitherBody::left(body));
    if answer.status() == StatusCode::NOT_MODIFIED {
        vary(answer.headers_mut(), &ACCEPT_ENCODING);
        restore_tag(&mut answer, wanted);
        return Ok(answer);
    }
    let Some(size) = compressible(&answer) else { return Ok(answer) };
    vary(answer.headers_mut(), &ACCEPT_ENCODING);
    let Some(coding) = wanted.filter(|_| !headers_only(answer.request())) else { return Ok(answer) };
    let permit = match size > INLINE_MAX {
        false => None,
        true => match Arc::clone(permits).try_acquire_owned() {
            Ok(permit) => Some(permit),
            Err(_) => return Ok(answer),
        },
    };
    let (req, answer) = answer.into_parts();
    let (mut head, body) = answer.into_parts();
    let unchanging = head.extensions().contains::<Unchanging>();
    let body = Body { bytes: whole(body).await?, unchanging };
    let bytes = match compression.encode(coding, &body, permit).await {
        Some(coded) => {
            set_coding(head.headers_mut(), coding);
            coded
        }
        None => body.bytes,
    };
    Ok(ServiceResponse::new(req, head.set_body(EitherBody::right(bytes))))
}

/// The size of an answer, if it is worth compressing. Answers to writes never are: some contain a secret, which
/// their compressed length could reveal (BREACH).
fn compressible<B: MessageBody>(answer: &ServiceResponse<B>) -> Option<u64> {
    let headers = answer.headers();
    let kind = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let whole = !headers.contains_key(CONTENT_ENCODING) && !headers.contains_key(CONTENT_RANGE);
    match answer.response().body().size() {
        BodySize::Sized(size)
            if whole
                && *answer.request().method() == Method::GET
                && (SHORTEST..=LONGEST).contains(&size)
                && is_text(kind) =>
        {
            Some(size)
        }
        BodySize::Sized(_) | BodySize::None | BodySize::Stream => None,
    }
}

/// True for media types that are not compressed already, as pictures and archives are.
fn is_text(kind: &str) -> bool {
    let essence = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let (kind, sub) = essence.split_once('/').unwrap_or_default();
    kind == "text"
        || matches!(sub, "json" | "javascript" | "xml")
        || sub.ends_with("+json")
        || sub.ends_with("+xml")
}

async fn whole<B: MessageBody>(body: B) -> Result<Bytes, Error> {
    match body.try_into_bytes() {
        Ok(bytes) => Ok(bytes),
        Err(body) => to_bytes(body).await.map_err(|error| Error::from(error.into())),
    }
}

fn set_coding(headers: &mut HeaderMap, coding: Coding) {
    headers.insert(CONTENT_ENCODING, coding.header());
    headers.remove(CONTENT_LENGTH);
    if let Some(tag) = headers.get(ETAG).and_then(|tag| coded_tag(tag, coding)) {
        headers.insert(ETAG, tag);
    }
}

/// Gives a 304 the tag that the client sent: that of the compressed answer, with the name of its coding.
fn restore_tag<B>(answer: &mut ServiceResponse<B>, wanted: Option<Coding>) {
    let Some(plain) = answer.headers().get(ETAG) else { return };
    let sent: Vec<&HeaderValue> = answer.request().headers().get_all(IF_NONE_MATCH).collect();
    let mentioned = |tag: &HeaderValue| {
        sent.iter().any(|value| value.as_bytes().windows(tag.len()).any(|part| part == tag.as_bytes()))
    };
    let coded = wanted.into_iter().chain(Coding::ALL).filter_map(|coding| coded_tag(plain, coding));
    if let Some(tag) = coded.into_iter().find(mentioned) {
        answer.headers_mut().insert(ETAG, tag);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compressed_and_pictures_are_not() {
        for kind in [
            "application/json",
            "application/json; charset=utf-8",
            "application/problem+json",
            "text/html; charset=utf-8",
            "text/css",
            "text/javascript",
            "application/javascript",
            "image/svg+xml",
        ] {
            assert!(is_text(kind), "{kind}");
        }
        for kind in ["image/png", "application/zip", "font/woff2", "application/octet-stream", "json", ""] {
            assert!(!is_text(kind), "{kind}");
        }
    }
}
