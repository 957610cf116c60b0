//! The stored texts of an order, unpacked: for operators who look into a database.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::{pedido_documentos, pedido_registros};
use crate::base::{Conn, Packed, StoreError, on};

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
    /// The stored bytes of each, by the name of its column.
    pub bytes: BTreeMap<&'static str, usize>,
}

/// The texts of an order; `None` when there is no such order.
pub fn stored_texts(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
) -> Result<Option<StoredTexts>, StoreError> {
    type Found = (Packed, Packed, Packed, i16, Packed);
    let found: Option<Found> = on!(conn, c => pedido_documentos::table
        .inner_join(pedido_registros::table.on(pedido_registros::aplicacao_id
            .eq(pedido_documentos::aplicacao_id)
            .and(pedido_registros::loja_id.eq(pedido_documentos::loja_id))
            .and(pedido_registros::pedido_id.eq(pedido_documentos::pedido_id))))
        .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_documentos::loja_id.eq(loja.loja))
        .filter(pedido_documentos::pedido_id.eq(id.0))
        .select((
            pedido_documentos::documento,
            pedido_documentos::andamento,
            pedido_registros::registro,
            pedido_registros::registro_versao,
            pedido_registros::catalogo,
        ))
        .first(c)
        .optional())?;
    let Some((documento, andamento, registro, registro_versao, catalogo)) = found else { return Ok(None) };
    let columns = [
        ("documento", &documento),
        ("andamento", &andamento),
        ("registro", &registro),
        ("catalogo", &catalogo),
    ];
    Ok(Some(StoredTexts {
        bytes: columns.into_iter().map(|(column, text)| (column, text.as_bytes().len())).collect(),
        andamento: andamento.text("pedido_documentos.andamento")?,
        documento: documento.document_of(id)?,
        registro: registro.text("pedido_registros.registro")?,
        registro_versao,
        catalogo: catalogo.text("pedido_registros.catalogo")?,
    }))
}
