//! A plain HTTP client for checks and preparations; measurements are wrk's.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use reqwest::{Client, ClientBuilder, Method, RequestBuilder, Response};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

/// Requests under way at once where many are sent.
const AT_ONCE: usize = 32;

/// An answer, whole.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Status.
    pub status: u16,
    /// Headers in the order in which they came.
    pub headers: Vec<(String, String)>,
    /// Body; every body of this service is text.
    pub body: String,
}

impl Answer {
    /// The first value of a header, its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> Result<Value> {
        serde_json::from_str(&self.body).with_context(|| format!("not JSON: {}", self.excerpt()))
    }

    /// The answer itself when it has one of these statuses; an error that shows it otherwise.
    pub fn expect(self, statuses: &[u16]) -> Result<Self> {
        ensure!(statuses.contains(&self.status), "status {}: {}", self.status, self.excerpt());
        Ok(self)
    }

    /// Path and query of the page after this one.
    pub fn next_page(&self, base: &str) -> Option<String> {
        self.header("link").and_then(|link| next_path(link, base))
    }

    fn excerpt(&self) -> String {
        self.body.chars().take(200).collect()
    }
}

/// The client; its calls wait.
pub struct Http {
    runtime: Runtime,
    client: Client,
}

impl Http {
    /// A client with a small runtime of its own.
    pub fn new() -> Result<Self> {
        Self::built(|builder| builder)
    }

    /// A client that waits no longer than this for an answer.
    pub fn patient(longest: Duration) -> Result<Self> {
        Self::built(|builder| builder.timeout(longest))
    }

    fn built(further: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        // built beside the server, the client asks whose cryptography it shall use, though it needs none here
        let _ = rustls::crypto::ring::default_provider().install_default();
        // between two works nobody drives this runtime: it does not see that the server closed a connection
        let builder = Client::builder().no_proxy().pool_idle_timeout(Duration::from_secs(5));
        let client = further(builder).build().context("no HTTP client")?;
        Ok(Self { runtime, client })
    }

    /// `GET` with a key of this service; none when it is empty.
    pub fn get(&self, url: &str, key: &str) -> Result<Answer> {
        self.send(&Method::GET, url, key, None)
    }

    /// Any request with a key of this service.
    pub fn send(&self, method: &Method, url: &str, key: &str, body: Option<String>) -> Result<Answer> {
        self.runtime.block_on(send(&self.client, method, url, &basic(key), body))
    }

    /// Any request; `authorization` goes into the header as it is.
    pub fn send_as(
        &self,
        method: &Method,
        url: &str,
        authorization: &str,
        body: Option<String>,
    ) -> Result<Answer> {
        self.runtime.block_on(send(&self.client, method, url, authorization, body))
    }

    /// Any request with a key of this service and an `Idempotency-Key`, when it is not empty.
    pub fn send_once(
        &self,
        method: &Method,
        url: &str,
        key: &str,
        idempotency_key: &str,
        body: Option<String>,
    ) -> Result<Answer> {
        let mut request = request(&self.client, method, url, &basic(key), body);
        if !idempotency_key.is_empty() {
            request = request.header("idempotency-key", idempotency_key);
        }
        self.runtime.block_on(async { answer(request.send().await?).await })
    }

    /// The answers to many `GET`s, in their order; all of them must be 200.
    pub fn get_all(&self, urls: &[String], key: &str) -> Result<Vec<Answer>> {
        let get = |url: String| async move {
            send(&self.client, &Method::GET, &url, &basic(key), None).await?.expect(&[200]).context(url)
        };
        self.runtime.block_on(stream::iter(urls.to_vec()).map(get).buffered(AT_ONCE).try_collect())
    }

    /// The answers to many `POST`s, in their order; all of them must be 201.
    pub fn post_all(&self, url: &str, bodies: Vec<String>, key: &str) -> Result<Vec<Answer>> {
        let post = |body: String| async move {
            send(&self.client, &Method::POST, url, &basic(key), Some(body))
                .await?
                .expect(&[201])
                .context(url.to_owned())
        };
        self.runtime.block_on(stream::iter(bodies).map(post).buffered(AT_ONCE).try_collect())
    }
}

fn basic(key: &str) -> String {
    if key.is_empty() { String::new() } else { format!("Basic {key}") }
}

async fn send(
    client: &Client,
    method: &Method,
    url: &str,
    authorization: &str,
    body: Option<String>,
) -> Result<Answer> {
    let request = request(client, method, url, authorization, body);
    let response = request.send().await.with_context(|| format!("{method} {url}"))?;
    answer(response).await.with_context(|| format!("{method} {url}"))
}

fn request(
    client: &Client,
    method: &Method,
    url: &str,
    authorization: &str,
    body: Option<String>,
) -> RequestBuilder {
    let mut request = client.request(method.clone(), url);
    if !authorization.is_empty() {
        request = request.header("authorization", authorization);
    }
    if let Some(body) = body {
        request = request.header("content-type", "application/json").body(body);
    }
    request
}

async fn answer(response: Response) -> Result<Answer> {
    let status = response.status().as_u16();
    let headers = response
        .headers()
        .iter()
        .map(|(name, value)| Ok((name.as_str().to_owned(), value.to_str()?.to_owned())))
        .collect::<Result<_>>()?;
    Ok(Answer { status, headers, body: response.text().await? })
}

/// Path and query of the next page, out of a `Link` header.
fn next_path(link: &str, base: &str) -> Option<String> {
    let url = link.split('<').nth(1)?.split('>').next()?;
    let path = url.strip_prefix(base).unwrap_or(url);
    path.starts_with('/').then(|| path.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_is_found() {
        for link in
            ["<http://127.0.0.1:1/Pedido?cursor=AQ>; rel=\"next\"", "</Pedido?cursor=AQ>; rel=\"next\""]
        {
            assert_eq!(next_path(link, "http://127.0.0.1:1").as_deref(), Some("/Pedido?cursor=AQ"));
        }
        assert_eq!(next_path("", "http://127.0.0.1:1"), None);
    }
}
