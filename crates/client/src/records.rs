//! Stream of all records of a list, by cursor, so that none is skipped or repeated.

use futures_util::stream::{self, Stream, StreamExt, TryStreamExt};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::request::Request;

/// A page of interface A; interface B's are bare lists.
#[derive(Deserialize)]
struct Page<T> {
    resultado: Vec<T>,
}

/// A list that begins with `[` is the page itself. (Not an untagged enum: amounts of money would not be read
/// exactly.)
fn page<T: DeserializeOwned>(body: &[u8]) -> Result<Vec<T>, serde_json::Error> {
    if body.trim_ascii_start().starts_with(b"[") {
        serde_json::from_slice(body)
    } else {
        Ok(serde_json::from_slice::<Page<T>>(body)?.resultado)
    }
}

impl Request {
    /// Every record of the list that it asks for. Ends with the first error.
    pub fn records<T: DeserializeOwned>(self) -> impl Stream<Item = Result<T, Error>> {
        let pages = stream::try_unfold(Some(self), |next: Option<Request>| async move {
            let Some(request) = next else { return Ok(None) };
            let answer = request.clone().bytes().await?;
            let next = answer.cursor.as_deref().map(|cursor| request.cursor(cursor));
            Ok::<_, Error>(Some((page(&answer.value)?, next)))
        });
        pages.map_ok(|rows: Vec<T>| stream::iter(rows).map(Ok)).try_flatten()
    }
}
