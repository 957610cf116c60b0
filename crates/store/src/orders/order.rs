//! Reading of one order.

use diesel::prelude::*;
use domain::pedido::StatusPedido;
use domain::pedido::historico::RegistroHistorico;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::StoreError;
use crate::base::schema::{pedido_documentos, pedidos};
use crate::base::stored;
use crate::base::{Conn, Packed, on};
use crate::orders::history::{self, Detalhes};

/// An order with its document, which is interface A's JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PedidoRow {
    /// Its number.
    pub pedido_id: PedidoId,
    /// Its status.
    pub status: StatusPedido,
    /// Interface A's Pedido, as JSON.
    pub documento: String,
    /// When it was last changed.
    pub alterado_em: Instante,
}

pub(super) type OrderColumns = (i64, i16, i64, Packed);

pub(super) fn row(
    (pedido_id, status, alterado_em, documento): OrderColumns,
) -> Result<PedidoRow, StoreError> {
    Ok(PedidoRow {
        pedido_id: PedidoId(pedido_id),
        status: stored::standing(status)?.status,
        documento: documento.document_of(PedidoId(pedido_id))?,
        alterado_em: Instante::from_micros(alterado_em),
    })
}

/// Joins orders with their documents.
macro_rules! with_document {
    () => {
        pedidos::table.inner_join(
            pedido_documentos::table.on(pedido_documentos::aplicacao_id
                .eq(pedidos::aplicacao_id)
                .and(pedido_documentos::loja_id.eq(pedidos::loja_id))
                .and(pedido_documentos::pedido_id.eq(pedidos::pedido_id))),
        )
    };
}

pub(super) use with_document;

/// Reads an order.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<Option<PedidoRow>, StoreError> {
    let found: Option<OrderColumns> = on!(conn, c => with_document!()
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq(id.0))
        .select((pedidos::pedido_id, pedidos::status, pedidos::alterado_em, pedido_documentos::documento))
        .first(c)
        .optional())?;
    found.map(row).transpose()
}

/// Whether the store has the order.
pub fn exists(conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(
        pedidos::table.find((loja.aplicacao.0, loja.loja, id.0))
    )).get_result(c))?)
}

/// The history of an order, oldest entry first; empty if the order does not exist.
pub fn historico(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
) -> Result<Vec<RegistroHistorico>, StoreError> {
    Ok(history::find(conn, loja, id)?.map(|progress| progress.historico).unwrap_or_default())
}

/// Invoice and parcel of an order; `None` if the order does not exist.
pub fn detalhes(conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<Option<Detalhes>, StoreError> {
    Ok(history::find(conn, loja, id)?.map(|progress| progress.detalhes))
}
