//! The rows of an order as they are stored, its texts unpacked: for whoever has to look into a database.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::values::ids::{LojaId, PedidoId};

use super::progress::{self, PROGRESS};
use crate::base::schema::{pedido_documentos, pedido_registros};
use crate::base::{CATALOGO, Conn, DOCUMENTO, Packed, REGISTRO, StoreError, on, to_json};

/// The texts of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTexts {
    /// Interface A's order, as JSON.
    pub documento: String,
    /// The unchanging part of interface B's record, with its gaps.
    pub registro: String,
    /// The version of the program that has rendered it.
    pub registro_versao: i16,
    /// What the SKUs were, as JSON.
    pub catalogo: String,
    /// Invoice, parcel and history, as JSON.
    pub andamento: String,
    /// The bytes that each of them takes where it is stored, by the column's name; all of it packed or not.
    /// None of `andamento` where an older version has written it in several places.
    pub bytes: BTreeMap<&'static str, usize>,
}

/// The texts of an order; `None` when there is no such order.
pub fn stored_texts(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
) -> Result<Option<StoredTexts>, StoreError> {
    type Found = (Packed, progress::Columns, Packed, i16, Packed);
    let found: Option<Found> = on!(conn, c => pedido_documentos::table
        .inner_join(pedido_registros::table.on(pedido_registros::aplicacao_id
            .eq(pedido_documentos::aplicacao_id)
            .and(pedido_registros::loja_id.eq(pedido_documentos::loja_id))
            .and(pedido_registros::pedido_id.eq(pedido_documentos::pedido_id))))
        .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_documentos::loja_id.eq(loja.loja))
        .filter(pedido_documentos::pedido_id.eq(id.0))
        .select((DOCUMENTO, PROGRESS, REGISTRO, pedido_registros::registro_versao, CATALOGO))
        .first(c)
        .optional())?;
    let Some((documento, columns, registro, registro_versao, catalogo)) = found else { return Ok(None) };
    let texts = [("documento", &documento), ("registro", &registro), ("catalogo", &catalogo)];
    let mut bytes: BTreeMap<_, _> =
        texts.into_iter().map(|(column, text)| (column, text.stored_bytes())).collect();
    bytes.insert("andamento", columns.stored_bytes());
    Ok(Some(StoredTexts {
        andamento: to_json(&columns.find(conn, loja, id)?)?,
        bytes,
        documento: documento.document_of(id)?,
        registro: registro.text("pedido_registros.registro")?,
        registro_versao,
        catalogo: catalogo.text("pedido_registros.catalogo")?,
    }))
}
