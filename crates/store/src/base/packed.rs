//! Long texts of orders, which stand in few bytes beside an empty column; what older versions of this program
//! have written, and what cannot be packed, stands there as it is.

mod codec;
mod dictionaries;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromStaticSqlRow, Queryable};
use diesel::sql_types::{Binary, Nullable, Text};
use domain::pedido::Content;
use domain::values::ids::PedidoId;
use serde::de::DeserializeOwned;

use super::StoreError;
use super::json::from_json;
use super::schema::{pedido_documentos, pedido_registros};
pub(crate) use dictionaries::Form;

/// Interface A's document of an order, but for the order's number: the columns that it stands in.
pub(crate) const DOCUMENTO: (pedido_documentos::documento, pedido_documentos::documento_zstd) =
    (pedido_documentos::documento, pedido_documentos::documento_zstd);

/// What moves have brought into an order: the columns that it stands in. Nothing at all where an older
/// version has written it, elsewhere.
pub(crate) const ANDAMENTO: (pedido_documentos::andamento, pedido_documentos::andamento_zstd) =
    (pedido_documentos::andamento, pedido_documentos::andamento_zstd);

/// The unchanging part of interface B's record: the columns that it stands in.
pub(crate) const REGISTRO: (pedido_registros::registro, pedido_registros::registro_zstd) =
    (pedido_registros::registro, pedido_registros::registro_zstd);

/// What an order's SKUs were: the columns that it stands in.
pub(crate) const CATALOGO: (pedido_registros::catalogo, pedido_registros::catalogo_zstd) =
    (pedido_registros::catalogo, pedido_registros::catalogo_zstd);

/// As errors name it.
const DOCUMENT: &str = "pedido_documentos.documento";

/// A text as its two columns hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Packed {
    /// As it is; empty beside `bytes`.
    pub plain: String,
    /// In few bytes.
    pub bytes: Option<Vec<u8>>,
}

impl Packed {
    /// A text on its way into its columns.
    pub fn new(form: Form, text: String) -> Self {
        match codec::pack(form.number(), &text) {
            Some(bytes) => Self { plain: String::new(), bytes: Some(bytes) },
            None => Self { plain: text, bytes: None },
        }
    }

    /// What a document is packed to: all of it but the order's number, so that this can be done before it
    /// has one.
    pub fn content(content: &Content) -> Option<Vec<u8>> {
        codec::pack(Form::Documento.number(), content.as_str())
    }

    /// A document on its way into its columns, with what [`Packed::content`] gave.
    pub fn document(text: &str, content: Option<Vec<u8>>) -> Self {
        let plain = if content.is_some() { String::new() } else { text.to_owned() };
        Self { plain, bytes: content }
    }

    /// A whole document on its way into its columns.
    pub fn of_document(text: &str) -> Self {
        Self::document(text, Self::content(&Content::of_json(text.to_owned())))
    }

    /// True of what stands as it is.
    pub const fn is_plain(&self) -> bool {
        self.bytes.is_none()
    }

    /// True of columns that hold nothing.
    pub const fn is_absent(&self) -> bool {
        self.is_plain() && self.plain.is_empty()
    }

    /// The bytes that it takes.
    pub fn stored_bytes(&self) -> usize {
        self.bytes.as_ref().map_or(self.plain.len(), Vec::len)
    }

    /// The text; `what` names the column, should it not be readable.
    pub fn text(self, what: &str) -> Result<String, StoreError> {
        match self.bytes {
            None => Ok(self.plain),
            Some(bytes) => codec::unpack(&bytes).map_err(|e| StoreError::corrupt(what, e)),
        }
    }

    /// What the text is JSON of.
    pub fn read<T: DeserializeOwned>(self, what: &str) -> Result<T, StoreError> {
        from_json(what, &self.text(what)?)
    }

    /// The order of this number, out of its document or what of it is wanted.
    pub fn read_document<T: DeserializeOwned>(self, id: PedidoId) -> Result<T, StoreError> {
        from_json(DOCUMENT, &self.document_of(id)?)
    }

    /// The document of the order of this number.
    pub fn document_of(self, id: PedidoId) -> Result<String, StoreError> {
        if self.is_plain() {
            return Ok(self.plain);
        }
        let content = Content::from_text(self.text(&format!("{DOCUMENT} of order {}", id.0))?);
        Ok(content.with_id(id))
    }
}

impl<DB: Backend> Queryable<(Text, Nullable<Binary>), DB> for Packed
where
    (String, Option<Vec<u8>>): FromStaticSqlRow<(Text, Nullable<Binary>), DB>,
{
    type Row = (String, Option<Vec<u8>>);

    fn build((plain, bytes): Self::Row) -> deserialize::Result<Self> {
        Ok(Self { plain, bytes })
    }
}
