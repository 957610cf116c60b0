//! An HTTP client of one listener.

use std::fmt;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Body, Method};
use serde_json::Value;

use super::contrato::Contrato;
use super::resposta::Resposta;

/// Sends requests to one address, with a key when it has one.
#[derive(Clone)]
pub struct Cliente {
    http: reqwest::Client,
    /// `http://HOST:PORT`.
    pub base: String,
    /// Sent as `Authorization: Basic …`.
    pub chave: Option<String>,
    contrato: Option<&'static Contrato>,
}

/// An HTTP client to be set up. The engine's client brings TLS into the build, and with it the question whose
/// cryptography is meant, which the engine answers for itself alone.
pub fn http() -> reqwest::ClientBuilder {
    // a second time it is refused, and the first one stands
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy()
}

impl Cliente {
    /// A client of `http://{endereco}`.
    pub fn novo(endereco: impl fmt::Display, chave: Option<&str>) -> Self {
        let http = http().redirect(reqwest::redirect::Policy::none()).build().expect("an HTTP client");
        Self { http, base: format!("http://{endereco}"), chave: chave.map(str::to_owned), contrato: None }
    }

    /// The same, failing on every answer that the document does not promise.
    pub fn com_contrato(self, contrato: &'static Contrato) -> Self {
        Self { contrato: Some(contrato), ..self }
    }

    /// The same listener with another key, or none.
    pub fn com_chave(&self, chave: Option<&str>) -> Self {
        Self { chave: chave.map(str::to_owned), ..self.clone() }
    }

    /// The same caller at another server.
    pub fn em(&self, endereco: impl fmt::Display) -> Self {
        Self { base: format!("http://{endereco}"), ..self.clone() }
    }

    pub async fn get(&self, caminho: &str) -> Resposta {
        self.enviar(Method::GET, caminho, &[], None::<Vec<u8>>).await
    }

    pub async fn delete(&self, caminho: &str) -> Resposta {
        self.enviar(Method::DELETE, caminho, &[], None::<Vec<u8>>).await
    }

    pub async fn post(&self, caminho: &str, corpo: &Value) -> Resposta {
        self.json(Method::POST, caminho, corpo).await
    }

    pub async fn put(&self, caminho: &str, corpo: &Value) -> Resposta {
        self.json(Method::PUT, caminho, corpo).await
    }

    pub async fn patch(&self, caminho: &str, corpo: &Value) -> Resposta {
        self.json(Method::PATCH, caminho, corpo).await
    }

    /// A request with a JSON body.
    pub async fn json(&self, metodo: Method, caminho: &str, corpo: &Value) -> Resposta {
        self.json_com(metodo, caminho, &[], corpo).await
    }

    /// A request with a JSON body and further headers.
    pub async fn json_com(
        &self,
        metodo: Method,
        caminho: &str,
        h: &[(&str, &str)],
        corpo: &Value,
    ) -> Resposta {
        let mut headers = vec![("content-type", "application/json")];
        headers.extend_from_slice(h);
        self.enviar(metodo, caminho, &headers, Some(corpo.to_string())).await
    }

    /// A request with these headers and this body, whatever they are. A header given here replaces the key's.
    pub async fn enviar(
        &self,
        metodo: Method,
        caminho: &str,
        headers: &[(&str, &str)],
        corpo: Option<impl Into<Body>>,
    ) -> Resposta {
        let mut pedido = self.http.request(metodo.clone(), format!("{}{caminho}", self.base));
        let mut todos = HeaderMap::new();
        if let Some(chave) = &self.chave {
            todos
                .insert("authorization", HeaderValue::from_str(&format!("Basic {chave}")).expect("a header"));
        }
        for (nome, valor) in headers {
            let nome = HeaderName::from_bytes(nome.as_bytes()).expect("a header name");
            todos.insert(nome, HeaderValue::from_str(valor).expect("a header value"));
        }
        pedido = pedido.headers(todos);
        if let Some(corpo) = corpo {
            pedido = pedido.body(corpo);
        }
        let resposta = pedido.send().await.unwrap_or_else(|e| panic!("{metodo} {caminho}: {e:?}"));
        let (status, headers) = (resposta.status().as_u16(), resposta.headers().clone());
        let corpo = resposta.bytes().await.unwrap_or_else(|e| panic!("{metodo} {caminho}: {e:?}")).to_vec();
        let resposta = Resposta { status, headers, corpo };
        if let Some(contrato) = self.contrato {
            contrato.conferir(metodo.as_str(), caminho, &resposta);
        }
        resposta
    }
}
