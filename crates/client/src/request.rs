//! Request builder.

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, IF_MATCH};
use reqwest::{Method, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::Url;
use uuid::Uuid;

use crate::answer::Answer;
use crate::connection::Connection;
use crate::error::{Error, Refusal};
use crate::policy;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// A request that has not been sent yet.
#[derive(Debug, Clone)]
pub struct Request {
    connection: Connection,
    method: Method,
    url: Url,
    headers: HeaderMap,
    body: Option<Vec<u8>>,
    /// An invalid part, reported when the request is sent.
    problem: Option<String>,
}

impl Connection {
    /// A request for an operation of the document. The path's segments are its own text:
    /// `["sku", code, "Estoque"]`.
    pub fn request<'a>(&self, method: Method, path: impl IntoIterator<Item = &'a str>) -> Request {
        Request::new(self.clone(), method, path)
    }
}

impl Request {
    fn new<'a>(connection: Connection, method: Method, path: impl IntoIterator<Item = &'a str>) -> Self {
        let mut url = connection.base.clone();
        // an address that is no base was refused when the connection was made
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        Self { connection, method, url, headers: HeaderMap::new(), body: None, problem: None }
    }

    /// Adds a query parameter.
    #[must_use]
    pub fn query(mut self, name: &str, value: impl ToString) -> Self {
        self.url.query_pairs_mut().append_pair(name, &value.to_string());
        self
    }

    /// Continues a list at a cursor.
    pub(crate) fn cursor(mut self, cursor: &str) -> Self {
        let others: Vec<_> = self.url.query_pairs().filter(|(name, _)| name != "cursor").collect();
        let mut url = self.url.clone();
        url.query_pairs_mut().clear().extend_pairs(others).append_pair("cursor", cursor);
        self.url = url;
        self
    }

    /// Sets the JSON body.
    #[must_use]
    pub fn json(mut self, body: &impl Serialize) -> Self {
        match serde_json::to_vec(body) {
            Ok(text) => self.body = Some(text),
            Err(error) => self.problem = Some(error.to_string()),
        }
        self.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        self
    }

    /// Sends the request under the condition that the resource still has this version; else the answer is 412
    /// and nothing changes.
    #[must_use]
    pub fn if_match(self, etag: &str) -> Self {
        self.header(IF_MATCH, etag)
    }

    /// Sets the idempotency key, so that the request is executed once even if the program restarts in between.
    #[must_use]
    pub fn idempotency_key(self, key: &str) -> Self {
        self.header(IDEMPOTENCY_KEY, key)
    }

    fn header(mut self, name: HeaderName, value: &str) -> Self {
        match HeaderValue::from_str(value) {
            Ok(value) => {
                self.headers.insert(name, value);
            }
            Err(_) => self.problem = Some(format!("{name} cannot be {value:?}")),
        }
        self
    }

    /// Sends the request, with retries where they are safe, and parses the answer.
    ///
    /// # Errors
    /// An error answer, or none.
    pub async fn send<T: DeserializeOwned>(self) -> Result<Answer<T>, Error> {
        let answer = self.bytes().await?;
        // 204 is `null`, which `()` and `Option` take
        let read = |body: Vec<u8>| serde_json::from_slice(if body.is_empty() { b"null" } else { &body });
        Ok(answer.map(read)?)
    }

    /// Sends the request and returns the unparsed body.
    pub(crate) async fn bytes(mut self) -> Result<Answer<Vec<u8>>, Error> {
        if let Some(problem) = self.problem.take() {
            return Err(Error::Setup(problem));
        }
        let reads = policy::reads(&self.method);
        if self.connection.policy.keys && !reads && !self.headers.contains_key(IDEMPOTENCY_KEY) {
            let key = HeaderValue::from_str(&Uuid::now_v7().to_string());
            self.headers.insert(IDEMPOTENCY_KEY, key.map_err(|e| Error::Setup(e.to_string()))?);
        }
        let safe = reads || self.headers.contains_key(IDEMPOTENCY_KEY);
        let answer = self.attempts(safe).await?;
        let (status, headers, url) = (answer.status(), answer.headers().clone(), answer.url().clone());
        let body = answer.bytes().await?.to_vec();
        if !status.is_success() {
            let id = headers.get("x-request-id").and_then(|id| id.to_str().ok()).unwrap_or_default();
            return Err(Refusal::read(status, id.to_owned(), &body).into());
        }
        Ok(Answer::new(body, status, &headers, &url))
    }

    async fn attempts(&self, safe: bool) -> Result<Response, Error> {
        for attempt in 0.. {
            let last = attempt >= self.connection.policy.retries;
            let outcome = self.attempt().await;
            let seen = outcome.as_ref().ok().map(|answer| (answer.status(), answer.headers()));
            if last || !policy::again(safe, seen) {
                return Ok(outcome?);
            }
            tokio::time::sleep(policy::pause(attempt, seen.map(|(_, headers)| headers))).await;
        }
        Err(Error::Setup("no attempt was made".to_owned()))
    }

    async fn attempt(&self) -> Result<Response, reqwest::Error> {
        let Connection { http, timeout, .. } = &self.connection;
        let mut request = http.request(self.method.clone(), self.url.clone());
        request = request.timeout(*timeout).headers(self.headers.clone());
        if let Some(body) = &self.body {
            request = request.body(body.clone());
        }
        request.send().await
    }
}
