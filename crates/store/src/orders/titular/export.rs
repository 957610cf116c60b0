//! Export of all stored data of an order, for its buyer.

use diesel::prelude::*;
use domain::interface_b::registro::{self, Filling};
use domain::loja_config::RecordStyle;
use domain::pedido::{Pedido, Rastreio};
use domain::values::ids::{LojaId, PedidoId};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::base::schema::{canais, pedido_documentos, pedido_registros, pedidos};
use crate::base::stored;
use crate::base::{Conn, Packed, StoreError, from_json, on};
use crate::orders::history::{Progress, StoredEntry};
use crate::orders::order::with_document;
use crate::orders::records::stored::with_record;
use crate::orders::rows::PedidoColumns;
use crate::orders::text_search::stored_names;

/// All stored data of an order.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PedidoExport {
    /// Its number.
    pub pedido_id: i64,
    /// Its channel.
    pub canal_id: String,
    /// Its identifier in the marketplace.
    pub source_id: String,
    /// Its status.
    pub status: &'static str,
    /// When it was placed, paid, moved, received and changed: microseconds since 1970.
    pub data: i64,
    /// See `data`.
    pub data_pagamento: Option<i64>,
    /// See `data`.
    pub status_em: i64,
    /// See `data`.
    pub criado_em: i64,
    /// See `data`.
    pub alterado_em: i64,
    /// The buyer's number.
    pub comprador_num: i64,
    /// The e-mail that searches use.
    pub email: String,
    /// The words of the name that searches use.
    #[serde(rename = "nomes")]
    pub names: Vec<String>,
    /// Interface A's order.
    pub documento: Box<RawValue>,
    /// The invoice.
    pub nota_fiscal: Option<Box<RawValue>>,
    /// The parcel.
    pub rastreio: Option<Box<RawValue>>,
    /// Invoices and parcels of items that have their own.
    pub itens: Option<Box<RawValue>>,
    /// The unchanging part of interface B's record.
    pub registro: Box<RawValue>,
    /// The data of the SKUs when the order was created.
    pub catalogo: Box<RawValue>,
    /// The store's notes.
    pub observacoes: Option<Box<RawValue>>,
    /// Its history.
    pub historico: Vec<Box<RawValue>>,
}

/// The unchanging part of a record, its gaps filled in the default style.
fn filled_record(
    registro: &str,
    rastreio: Option<&Rastreio>,
    row: &PedidoColumns,
) -> Result<String, StoreError> {
    let carrier = rastreio.map(|rastreio| rastreio.transportadora.clone()).unwrap_or_default();
    let (order, lines) = (stored::standing(row.status)?, stored::lines(row.itens.as_deref())?);
    let filling = Filling { style: RecordStyle::default(), carrier: &carrier, order, lines: &lines };
    let corrupt = |e: &dyn std::fmt::Display| StoreError::corrupt("pedido_registros.registro", e);
    let text = registro::filled(registro, &filling).map_err(|e| corrupt(&e))?;
    String::from_utf8(text).map_err(|e| corrupt(&e))
}

type StoredOrder = (PedidoColumns, String, Packed, Packed, Packed, Packed, Option<String>);

fn raw_json(value: &impl Serialize) -> Result<Box<RawValue>, StoreError> {
    serde_json::value::to_raw_value(value).map_err(|e| StoreError::Internal(e.to_string()))
}

/// Exports an order; `None` if it does not exist.
pub fn export(conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<Option<PedidoExport>, StoreError> {
    let found: Option<StoredOrder> = on!(conn, c => with_record!(with_document!())
        .inner_join(canais::table.on(canais::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(canais::loja_id.eq(pedidos::loja_id))
            .and(canais::canal_num.eq(pedidos::canal_num))))
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq(id.0))
        .select((
            PedidoColumns::as_select(),
            canais::canal_id,
            pedido_documentos::documento,
            pedido_documentos::andamento,
            pedido_registros::registro,
            pedido_registros::catalogo,
            pedido_registros::observacoes,
        ))
        .first(c)
        .optional())?;
    let Some((row, canal_id, documento, andamento, registro, catalogo, observacoes)) = found else {
        return Ok(None);
    };
    let Progress { detalhes, itens, historico } = Progress::read(&andamento)?;
    let documento = documento.document_of(id)?;
    let registro = registro.text("pedido_registros.registro")?;
    let catalogo = catalogo.text("pedido_registros.catalogo")?;
    let pedido: Pedido = from_json("pedido_documentos.documento", &documento)?;
    let registro = filled_record(&registro, detalhes.rastreio.as_ref(), &row)?;
    let raw = |text: &String| -> Result<Box<RawValue>, StoreError> { from_json("an order", text) };
    Ok(Some(PedidoExport {
        pedido_id: row.pedido_id,
        canal_id,
        source_id: row.source_id,
        status: stored::standing(row.status)?.status.name(),
        data: row.data,
        data_pagamento: row.data_pagamento,
        status_em: row.status_em,
        criado_em: row.criado_em,
        alterado_em: row.alterado_em,
        comprador_num: row.comprador_num,
        email: row.email,
        names: stored_names(conn, loja, id, &pedido.usuario.name_words())?,
        documento: raw(&documento)?,
        nota_fiscal: detalhes.nota_fiscal.as_ref().map(raw_json).transpose()?,
        rastreio: detalhes.rastreio.as_ref().map(raw_json).transpose()?,
        itens: (!itens.is_empty()).then(|| raw_json(&itens)).transpose()?,
        registro: raw(&registro)?,
        catalogo: raw(&catalogo)?,
        observacoes: observacoes.as_ref().map(raw).transpose()?,
        historico: historico.iter().map(|one| raw_json(&StoredEntry::from(one))).collect::<Result<_, _>>()?,
    }))
}
