//! An HTTP client of one listener.

use std::fmt;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Body, Method};
use serde_json::Value;

use super::answer::Answer;
use super::contract::Contract;

/// Sends requests to one address, with a key when it has one.
#[derive(Clone)]
pub struct TestClient {
    http: reqwest::Client,
    /// `http://HOST:PORT`.
    pub base: String,
    /// Sent as `Authorization: Basic …`.
    pub chave: Option<String>,
    contract: Option<&'static Contract>,
}

/// An HTTP client to be set up. The engine's client brings TLS into the build, and with it the question whose
/// cryptography is meant, which the engine answers for itself alone.
pub fn http() -> reqwest::ClientBuilder {
    // a second time it is refused, and the first one stands
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy()
}

impl TestClient {
    /// A client of `http://{endereco}`.
    pub fn new(address: impl fmt::Display, key: Option<&str>) -> Self {
        let http = http().redirect(reqwest::redirect::Policy::none()).build().expect("an HTTP client");
        Self { http, base: format!("http://{address}"), chave: key.map(str::to_owned), contract: None }
    }

    /// The same, failing on every answer that the document does not promise.
    pub fn with_contract(self, contract: &'static Contract) -> Self {
        Self { contract: Some(contract), ..self }
    }

    /// The same listener with another key, or none.
    pub fn with_key(&self, key: Option<&str>) -> Self {
        Self { chave: key.map(str::to_owned), ..self.clone() }
    }

    /// The same caller at another server.
    pub fn at(&self, address: impl fmt::Display) -> Self {
        Self { base: format!("http://{address}"), ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, &[], None::<Vec<u8>>).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, &[], None::<Vec<u8>>).await
    }

    pub async fn post(&self, path: &str, corpo: &Value) -> Answer {
        self.json(Method::POST, path, corpo).await
    }

    pub async fn put(&self, path: &str, corpo: &Value) -> Answer {
        self.json(Method::PUT, path, corpo).await
    }

    pub async fn patch(&self, path: &str, corpo: &Value) -> Answer {
        self.json(Method::PATCH, path, corpo).await
    }

    /// A request with a JSON body.
    pub async fn json(&self, method: Method, path: &str, corpo: &Value) -> Answer {
        self.json_with(method, path, &[], corpo).await
    }

    /// A request with a JSON body and further headers.
    pub async fn json_with(&self, method: Method, path: &str, h: &[(&str, &str)], corpo: &Value) -> Answer {
        let mut headers = vec![("content-type", "application/json")];
        headers.extend_from_slice(h);
        self.send(method, path, &headers, Some(corpo.to_string())).await
    }

    /// A request with these headers and this body, whatever they are. A header given here replaces the key's.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        corpo: Option<impl Into<Body>>,
    ) -> Answer {
        let mut pedido = self.http.request(method.clone(), format!("{}{path}", self.base));
        let mut all = HeaderMap::new();
        if let Some(key) = &self.chave {
            all.insert("authorization", HeaderValue::from_str(&format!("Basic {key}")).expect("a header"));
        }
        for (name, value) in headers {
            let name = HeaderName::from_bytes(name.as_bytes()).expect("a header name");
            all.insert(name, HeaderValue::from_str(value).expect("a header value"));
        }
        pedido = pedido.headers(all);
        if let Some(corpo) = corpo {
            pedido = pedido.body(corpo);
        }
        let answer = pedido.send().await.unwrap_or_else(|e| panic!("{method} {path}: {e:?}"));
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let corpo = answer.bytes().await.unwrap_or_else(|e| panic!("{method} {path}: {e:?}")).to_vec();
        let answer = Answer { status, headers, corpo };
        if let Some(contract) = self.contract {
            contract.check(method.as_str(), path, &answer);
        }
        answer
    }
}
