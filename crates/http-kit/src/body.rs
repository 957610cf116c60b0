//! Extractors of request bodies: JSON in UTF-8 or whole files, with limits of size and time.

use std::future::Future;
use std::marker::PhantomData;
use std::ops::Deref;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::{self, HeaderMap};
use actix_web::web::{Bytes, BytesMut, Data};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use domain::reading::json::FromJson;
use domain::reading::problems::{Notice, Problems};
use futures_util::StreamExt;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use store::{Permit, Store};

use crate::byte_limit::{ByteLimits, LARGE, tenant};
use crate::error::{Api, KitError};
use crate::query::warn_of_body;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Limits of a body. The kit uses those in the app data, else the default.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct BodyLimits {
    /// Maximum bytes of an ordinary body.
    pub default: usize,
    /// Maximum bytes of a body sent to a path that ends in `/Lote` or `/imagens`.
    pub batch: usize,
    /// Maximum bytes of a file.
    pub file: usize,
    /// Time from the request's head to the last byte of its body; a file has four times as long.
    pub deadline: Duration,
}

/// What a body may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Json,
    File,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self { default: 1 << 20, batch: 8 << 20, file: 32 << 20, deadline: Duration::from_secs(15) }
    }
}

impl BodyLimits {
    /// Sets the maximum bytes of an ordinary body, and of one sent to a path that ends in `/Lote` or `/imagens`.
    pub fn with_bytes(self, default: usize, batch: usize) -> Self {
        Self { default, batch, ..self }
    }

    /// Sets the time for a whole body.
    pub fn with_deadline(self, deadline: Duration) -> Self {
        Self { deadline, ..self }
    }

    /// Sets the maximum bytes of a file.
    pub fn with_file_bytes(self, file: usize) -> Self {
        Self { file, ..self }
    }

    fn bytes(&self, path: &str, wanted: Wanted) -> usize {
        if wanted == Wanted::File {
            return self.file;
        }
        let long = |end: &str| ["lote", "imagens"].iter().any(|word| end.eq_ignore_ascii_case(word));
        if path.rsplit('/').next().is_some_and(long) { self.batch } else { self.default }
    }
}

/// Extractor: the unparsed body, possibly empty; a `Content-Type` that is not JSON's is refused.
pub struct RawBody<I> {
    bytes: Bytes,
    _permit: Permit,
    interface: PhantomData<fn() -> I>,
}

impl<I> RawBody<I> {
    /// The bytes of the body.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// SHA-256 of the bytes: equal for a repeated request.
    pub fn fingerprint(&self) -> [u8; 32] {
        Sha256::digest(&self.bytes).into()
    }

    /// The JSON text without a byte order mark. An empty body is a problem.
    pub fn json(&self) -> Result<&[u8], KitError> {
        let text = self.bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&self.bytes);
        if text.iter().all(u8::is_ascii_whitespace) {
            let mut problems = Problems::new();
            problems.push("", "o corpo é obrigatório");
            return Err(KitError::Body(problems));
        }
        match std::str::from_utf8(text) {
            Ok(_) => Ok(text),
            Err(e) => Err(not_utf8(text.get(..e.valid_up_to()).unwrap_or_default())),
        }
    }

    /// The body as one JSON value with its unchanged text.
    pub fn raw(&self) -> Result<&RawValue, KitError> {
        let text = self.json()?;
        serde_json::from_slice(text).map_err(|e| KitError::InvalidJson { row: e.line(), column: e.column() })
    }

    /// Reads a value from the body, with what of it was taken otherwise than it was said.
    fn read<T: FromJson>(&self) -> Result<(T, Vec<Notice>), KitError> {
        Ok(T::document(self.json()?)?)
    }
}

/// The error at the position after the valid text `parsed`.
fn not_utf8(parsed: &[u8]) -> KitError {
    let row = parsed.iter().filter(|b| **b == b'\n').count() + 1;
    let column = parsed.iter().rev().take_while(|b| **b != b'\n').count() + 1;
    KitError::InvalidJson { row, column }
}

/// Extractor: a valid `T` parsed from the body.
pub struct Body<T, I> {
    /// What was read.
    pub value: T,
    fingerprint: [u8; 32],
    raw: RawBody<I>,
}

impl<T, I> Body<T, I> {
    /// What was read.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// The unparsed body.
    pub fn read_raw(&self) -> &RawBody<I> {
        &self.raw
    }

    /// SHA-256 of the bytes of the body.
    pub fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }
}

impl<T: FromJson, I> Body<T, I> {
    fn read(raw: RawBody<I>) -> Result<(Self, Vec<Notice>), KitError> {
        let (value, notices) = raw.read()?;
        Ok((Self { value, fingerprint: raw.fingerprint(), raw }, notices))
    }
}

impl<T, I> Deref for Body<T, I> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

type Extraction<T> = Pin<Box<dyn Future<Output = Result<T, actix_web::Error>>>>;

impl<I: Api> FromRequest for RawBody<I> {
    type Error = actix_web::Error;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let received = receive(req, payload, Wanted::Json);
        Box::pin(async move {
            let (bytes, _permit) = received.await.map_err(I::error)?;
            Ok(Self { bytes, _permit, interface: PhantomData })
        })
    }
}

/// Extractor: a body that is a file, whatever its `Content-Type` says. It counts against its application's bytes until it
/// is dropped.
pub struct FileBody<I> {
    bytes: Bytes,
    permit: Permit,
    interface: PhantomData<fn() -> I>,
}

impl<I> FileBody<I> {
    /// The bytes, and what counts them.
    pub fn into_inner(self) -> (Bytes, Permit) {
        (self.bytes, self.permit)
    }
}

impl<I: Api> FromRequest for FileBody<I> {
    type Error = actix_web::Error;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let received = receive(req, payload, Wanted::File);
        Box::pin(async move {
            let (bytes, permit) = received.await.map_err(I::error)?;
            Ok(Self { bytes, permit, interface: PhantomData })
        })
    }
}

impl<T: FromJson + Send + 'static, I: Api> FromRequest for Body<T, I> {
    type Error = actix_web::Error;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let raw = RawBody::<I>::from_request(req, payload);
        let req = req.clone();
        Box::pin(async move {
            let raw = raw.await?;
            let read = async {
                let Some(store) = store_for_large(&req, &raw.bytes) else { return Self::read(raw) };
                // held until the request is answered: what is parsed takes more memory than the body
                let permit = store.acquire_large().await?;
                req.extensions_mut().insert(permit);
                store.off_thread(move || Self::read(raw)).await
            };
            let (body, notices) = read.await.map_err(I::error)?;
            warn_of_body(&req, notices);
            Ok(body)
        })
    }
}

/// The store whose permits and threads a large body is parsed with; `None` for a small one.
fn store_for_large(req: &HttpRequest, bytes: &Bytes) -> Option<Store> {
    let store = req.app_data::<Store>().filter(|_| bytes.len() >= LARGE)?;
    Some(store.on_behalf_of(tenant(req)))
}

fn receive(
    req: &HttpRequest,
    payload: &mut Payload,
    wanted: Wanted,
) -> impl Future<Output = Result<(Bytes, Permit), KitError>> + use<> {
    let limits = req.app_data::<BodyLimits>().copied().unwrap_or_default();
    let deadline = if wanted == Wanted::File { limits.deadline * 4 } else { limits.deadline };
    let normal_limit = limits.bytes(req.path(), wanted);
    let low_disk = req.app_data::<Store>().is_some_and(Store::is_short_of_disk);
    let limit = if low_disk { normal_limit.min(LOW_DISK_MAX) } else { normal_limit };
    let checked = check(req.headers(), limit, wanted);
    let payload = payload.take();
    let limits_of_bytes = req.app_data::<Data<ByteLimits>>().cloned().unwrap_or_default();
    let permit = limits_of_bytes.bodies.empty_permit(tenant(req));
    async move {
        let received = async {
            checked?;
            let parsed = tokio::time::timeout(deadline, collect(payload, limit, permit));
            parsed.await.unwrap_or(Err(KitError::BodyTooSlow))
        };
        received.await.map_err(|error| match error {
            KitError::BodyTooLarge { limit } if limit < normal_limit => KitError::ShortOfDisk,
            other => other,
        })
    }
}

/// Maximum bytes of a body while the disk is nearly full: enough for a status change, a
/// stock level or an ordinary order.
const LOW_DISK_MAX: usize = 16 << 10;

/// Checks the headers. A body without a type is taken for JSON: pages of other sites cannot send one, since a key is
/// a header.
fn check(headers: &HeaderMap, limit: usize, wanted: Wanted) -> Result<(), KitError> {
    if let Some(encoding) = headers.get(header::CONTENT_ENCODING)
        && !encoding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity")
    {
        return Err(KitError::MediaType);
    }
    let json = || headers.get(header::CONTENT_TYPE).is_none_or(|kind| kind.to_str().is_ok_and(is_json));
    if wanted == Wanted::Json && !json() {
        return Err(KitError::MediaType);
    }
    let size = headers.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    if size.is_some_and(|n| n > limit as u64) {
        return Err(KitError::BodyTooLarge { limit });
    }
    Ok(())
}

/// `application/json`, `text/json` or a `+json` type, in UTF-8 when a charset is named.
fn is_json(kind: &str) -> bool {
    let mut parts = kind.split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default().to_ascii_lowercase();
    let json = ["application/json", "text/json"].contains(&essence.as_str())
        || essence.split_once('/').is_some_and(|(kind, sub)| !kind.is_empty() && sub.ends_with("+json"));
    json && parts.filter_map(|part| part.split_once('=')).all(|(name, value)| {
        let value = value.trim().trim_matches('"');
        !name.trim().eq_ignore_ascii_case("charset")
            || value.eq_ignore_ascii_case("utf-8")
            || value.eq_ignore_ascii_case("utf8")
    })
}

/// Receives the whole body. Memory grows with the bytes that arrive; a body in one piece is not copied.
async fn collect(
    mut payload: Payload,
    limit: usize,
    mut permit: Permit,
) -> Result<(Bytes, Permit), KitError> {
    let mut whole = Bytes::new();
    let mut pieces = BytesMut::new();
    while let Some(piece) = payload.next().await {
        let piece = piece.map_err(|error| match error {
            PayloadError::Overflow => KitError::BodyTooLarge { limit },
            _ => KitError::BodyIncomplete,
        })?;
        if piece.is_empty() {
            continue;
        }
        let all = whole.len() + pieces.len() + piece.len();
        if all > limit {
            return Err(KitError::BodyTooLarge { limit });
        }
        if all >= LARGE && !permit.extend(all) {
            return Err(KitError::TooManyBodies);
        }
        if whole.is_empty() && pieces.is_empty() {
            whole = piece;
        } else {
            pieces.extend_from_slice(&std::mem::take(&mut whole));
            pieces.extend_from_slice(&piece);
        }
    }
    Ok((if pieces.is_empty() { whole } else { pieces.freeze() }, permit))
}

#[cfg(test)]
mod tests;
