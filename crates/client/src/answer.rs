//! Successful answer.

use reqwest::header::{ETAG, HeaderMap, LINK};
use reqwest::{StatusCode, Url};

/// A successful answer: its body and its headers.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Answer<T> {
    /// The body.
    pub value: T,
    /// The HTTP status: 201 if something was created, 200 if it existed.
    pub status: u16,
    /// The version of the resource, for [`Request::if_match`](crate::Request::if_match).
    pub etag: Option<String>,
    /// True for the repeated answer to an earlier request with the same idempotency key.
    pub replayed: bool,
    /// Warnings, each `code; detail`.
    pub warnings: Vec<String>,
    /// The cursor of the next page of a list.
    pub(crate) cursor: Option<String>,
}

impl<T> Answer<T> {
    pub(crate) fn new(value: T, status: StatusCode, headers: &HeaderMap, url: &Url) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let warnings = headers.get_all("x-aviso").iter().filter_map(|value| value.to_str().ok());
        Self {
            value,
            status: status.as_u16(),
            etag: text(ETAG.as_str()).map(str::to_owned),
            replayed: text("idempotent-replayed") == Some("true"),
            warnings: warnings.map(str::to_owned).collect(),
            cursor: text(LINK.as_str()).and_then(|link| cursor(link, url)),
        }
    }

    /// Another value with the same headers.
    pub(crate) fn map<U, E>(self, change: impl FnOnce(T) -> Result<U, E>) -> Result<Answer<U>, E> {
        let Self { value, status, etag, replayed, warnings, cursor } = self;
        Ok(Answer { value: change(value)?, status, etag, replayed, warnings, cursor })
    }
}

/// The cursor of the link to the next page.
fn cursor(link: &str, url: &Url) -> Option<String> {
    let one = link.split(',').find(|one| one.contains("rel=\"next\"") || one.contains("rel=next"))?;
    let address = one.split_once('<')?.1.split_once('>')?.0;
    let next = url.join(address).ok()?;
    next.query_pairs().find(|(name, _)| name == "cursor").map(|(_, value)| value.into_owned())
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_the_one_of_the_next_page() {
        let url: Url = "http://hub.example/Pedido?cursor=old".parse().expect("an address");
        let one = |link: &str| cursor(link, &url);
        assert_eq!(one("</Pedido?a=1&cursor=a%20b>; rel=\"next\"").as_deref(), Some("a b"));
        assert_eq!(one("</x?cursor=p>; rel=\"prev\", </x?cursor=n>; rel=\"next\"").as_deref(), Some("n"));
        assert_eq!(one("</Pedido?cursor=p>; rel=\"prev\""), None);
        assert_eq!(one(""), None);
    }
}
