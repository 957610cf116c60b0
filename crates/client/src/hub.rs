//! Client of interface A, with methods for the most frequent operations.

use std::ops::Deref;

use domain::pedido::{MudancaStatus, Pedido};
use domain::sku::{AjusteEstoque, Sku};
use domain::usuario::Usuario;
use domain::values::ids::PedidoId;
use futures_util::Stream;
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;

use crate::answer::Answer;
use crate::connection::Connection;
use crate::error::Error;
use crate::request::Request;

/// Interface A, with an application's key. Every write is sent under an idempotency key: its own, or one that
/// is made for it.
#[derive(Debug, Clone)]
pub struct Hub(Connection);

/// The stock of a SKU after a change.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Saldo {
    /// The SKU.
    pub sku: String,
    /// Its stock now.
    pub estoque: i32,
}

impl Deref for Hub {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.0
    }
}

impl From<Connection> for Hub {
    /// After settings such as [`Connection::retries`].
    fn from(connection: Connection) -> Self {
        Self(connection)
    }
}

impl Hub {
    /// Makes a client; nothing is sent yet.
    ///
    /// # Errors
    /// The address or the key is invalid.
    pub fn connect(address: &str, key: &str) -> Result<Self, Error> {
        Ok(Self(Connection::new(address, key, true)?))
    }

    /// Every store of the application.
    pub fn usuarios(&self) -> impl Stream<Item = Result<Usuario, Error>> + use<> {
        self.request(Method::GET, ["Usuario"]).query("quantidade_registros", 100).records()
    }

    /// Every order of a store, the newest first.
    pub fn pedidos(&self, usuario_id: &str) -> impl Stream<Item = Result<Pedido, Error>> + use<> {
        self.of(usuario_id, Method::GET, ["Pedido"]).query("quantidade_registros", 100).records()
    }

    /// Every SKU of a store.
    pub fn skus(&self, usuario_id: &str) -> impl Stream<Item = Result<Sku, Error>> + use<> {
        self.of(usuario_id, Method::GET, ["sku"]).query("quantidade_registros", 100).records()
    }

    /// An order, with its version.
    ///
    /// # Errors
    /// See [`Request::send`].
    pub async fn pedido(&self, usuario_id: &str, number: PedidoId) -> Result<Answer<Pedido>, Error> {
        self.of(usuario_id, Method::GET, ["Pedido", &number.0.to_string()]).send().await
    }

    /// Moves an order, if it still is the version that was read.
    ///
    /// # Errors
    /// 412 if it has changed since it was read; see [`Request::send`].
    pub async fn move_pedido(
        &self,
        usuario_id: &str,
        number: PedidoId,
        to: &MudancaStatus,
        etag: Option<&str>,
    ) -> Result<Answer<Pedido>, Error> {
        let request = self.of(usuario_id, Method::PUT, ["Pedido", &number.0.to_string(), "Status"]).json(to);
        match etag {
            Some(etag) => request.if_match(etag).send().await,
            None => request.send().await,
        }
    }

    /// A SKU, with its version.
    ///
    /// # Errors
    /// See [`Request::send`].
    pub async fn sku(&self, usuario_id: &str, code: &str) -> Result<Answer<Sku>, Error> {
        self.of(usuario_id, Method::GET, ["sku", code]).send().await
    }

    /// Creates a SKU; creating the same one again changes nothing.
    ///
    /// # Errors
    /// 409 if another one has its code; see [`Request::send`].
    pub async fn create_sku(&self, usuario_id: &str, sku: &Sku) -> Result<Answer<Sku>, Error> {
        self.of(usuario_id, Method::POST, ["sku"]).json(sku).send().await
    }

    /// Changes the stock of a SKU, once per `key`.
    ///
    /// # Errors
    /// 409 if the stock would become too low; see [`Request::send`].
    pub async fn change_estoque(
        &self,
        usuario_id: &str,
        code: &str,
        change: AjusteEstoque,
        key: &str,
    ) -> Result<Answer<Saldo>, Error> {
        let body = match change {
            AjusteEstoque::Set(units) => json!({ "estoque": units }),
            AjusteEstoque::Vary(units) => json!({ "variacao": units }),
        };
        let request = self.of(usuario_id, Method::PUT, ["sku", code, "Estoque"]).json(&body);
        request.idempotency_key(key).send().await
    }

    /// A request about one store.
    pub fn of<'a>(
        &self,
        usuario_id: &str,
        method: Method,
        path: impl IntoIterator<Item = &'a str>,
    ) -> Request {
        self.request(method, path).query("usuarioId", usuario_id)
    }
}
