//! Client of interface B, for a store's own system.

use std::ops::Deref;

use domain::values::ids::PedidoId;
use futures_util::Stream;
use reqwest::Method;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::connection::Connection;
use crate::error::Error;

/// Interface B, with a store's key. It knows no idempotency keys: a write of unknown outcome is not repeated.
#[derive(Debug, Clone)]
pub struct StoreSystem(Connection);

/// An order that was not yet taken over.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Number {
    pedido_id: PedidoId,
}

impl Deref for StoreSystem {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.0
    }
}

impl From<Connection> for StoreSystem {
    /// After settings such as [`Connection::retries`].
    fn from(connection: Connection) -> Self {
        Self(connection)
    }
}

impl StoreSystem {
    /// Makes a client; nothing is sent yet.
    ///
    /// # Errors
    /// The address or the key is invalid.
    pub fn connect(address: &str, key: &str) -> Result<Self, Error> {
        Ok(Self(Connection::new(address, key, false)?))
    }

    /// The orders of some days (`yyyy-MM-dd`, both counted), in a shape of your own or [`serde_json::Value`]:
    /// a record has more members than most programs look at.
    pub fn pedidos<T: DeserializeOwned>(
        &self,
        first: &str,
        last: &str,
    ) -> impl Stream<Item = Result<T, Error>> + use<T> {
        let request = self.request(Method::GET, ["pedidos"]);
        request.query("dataInicial", first).query("dataFinal", last).records()
    }

    /// The numbers of the orders that were not yet taken over.
    ///
    /// # Errors
    /// See [`Request::send`](crate::Request::send).
    pub async fn not_taken_over(&self) -> Result<Vec<PedidoId>, Error> {
        let found = self.request(Method::GET, ["pedidos", "naoIntegrados"]).send::<Vec<Number>>().await?;
        Ok(found.value.into_iter().map(|one| one.pedido_id).collect())
    }

    /// Marks an order as taken over.
    ///
    /// # Errors
    /// See [`Request::send`](crate::Request::send).
    pub async fn take_over(&self, number: PedidoId) -> Result<(), Error> {
        let request = self.request(Method::POST, ["pedidos", "complete"]);
        request.json(&json!({ "pedidoId": number })).send::<serde_json::Value>().await?;
        Ok(())
    }
}
