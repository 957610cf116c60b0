//! Packed texts: JSON as columns store it, compressed by zstd with a dictionary.
//!
//! The first byte is the encoding of the rest: 0 = the text itself, otherwise a frame of zstd made with the
//! dictionary of that number.

mod codec;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Binary;
use domain::pedido::Content;
use domain::values::ids::PedidoId;
use serde::de::DeserializeOwned;

use super::StoreError;
use super::stored::from_json;

/// The column of orders' documents, in error messages.
const DOCUMENT: &str = "pedido_documentos.documento";

/// A packed text.
#[derive(Debug, Clone, PartialEq, Eq, FromSqlRow, AsExpression)]
#[diesel(sql_type = Binary)]
pub(crate) struct Packed(Vec<u8>);

impl Packed {
    /// Packs a text.
    pub fn new(text: &str) -> Self {
        Self(codec::pack(text))
    }

    /// Packs interface A's document of an order without the order's number, so that this can be done before
    /// the order has one.
    pub fn document(content: &Content) -> Self {
        Self::new(content.as_str())
    }

    /// Bytes that are already packed: those of a backup.
    pub const fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The stored bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text; `what` names the column in the error.
    pub fn text(&self, what: &str) -> Result<String, StoreError> {
        codec::unpack(&self.0).map_err(|e| StoreError::corrupt(what, e))
    }

    /// Reads the text as JSON.
    pub fn read<T: DeserializeOwned>(&self, what: &str) -> Result<T, StoreError> {
        from_json(what, &self.text(what)?)
    }

    /// Reads an order, or a part of it, from its document.
    pub fn read_document<T: DeserializeOwned>(&self, id: PedidoId) -> Result<T, StoreError> {
        from_json(DOCUMENT, &self.document_of(id)?)
    }

    /// The document of an order, with its number.
    pub fn document_of(&self, id: PedidoId) -> Result<String, StoreError> {
        let content = Content::from_text(self.text(&format!("{DOCUMENT} of order {}", id.0))?);
        Ok(content.with_id(id))
    }
}

impl<DB: Backend> FromSql<Binary, DB> for Packed
where
    Vec<u8>: FromSql<Binary, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        Vec::from_sql(bytes).map(Self)
    }
}

impl<DB: Backend> ToSql<Binary, DB> for Packed
where
    [u8]: ToSql<Binary, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.0.as_slice().to_sql(out)
    }
}
