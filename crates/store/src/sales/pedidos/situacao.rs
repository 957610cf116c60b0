//! Where an order stands, as a store's own system follows it.

use diesel::prelude::*;
use domain::interface_b::registro::CatalogueItem;
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{Pedido, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::order::{Detalhes, detalhes, historico};
use super::rows;
use crate::base::StoreError;
use crate::base::from_json;
use crate::base::schema::{pedido_documentos, pedido_registros, pedidos};
use crate::base::{Conn, on};

/// Where an order stands and what is known of its way there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// Its status.
    pub status: StatusPedido,
    /// When the service heard of that.
    pub status_em: Instante,
    /// When anything of it last changed.
    pub alterado_em: Instante,
    /// The order.
    pub pedido: Pedido,
    /// Its SKUs, those that were registered when it came in.
    pub catalogo: Vec<CatalogueItem>,
    /// Invoice and parcel.
    pub detalhes: Detalhes,
    /// What has happened to it, the oldest first.
    pub historico: Vec<RegistroHistorico>,
}

impl FollowUp {
    /// When it came into a status, as its history says.
    pub fn reached_at(&self, status: StatusPedido) -> Option<Instante> {
        self.historico.iter().find(|registro| registro.status == status).map(|registro| registro.data)
    }
}

/// Where an order stands; `None` when there is no such order.
pub fn follow_up(conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<Option<FollowUp>, StoreError> {
    let found: Option<(i16, i64, i64, String, String)> = on!(conn, c => pedidos::table
        .inner_join(pedido_documentos::table.on(pedido_documentos::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(pedido_documentos::loja_id.eq(pedidos::loja_id))
            .and(pedido_documentos::pedido_id.eq(pedidos::pedido_id))))
        .inner_join(pedido_registros::table.on(pedido_registros::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(pedido_registros::loja_id.eq(pedidos::loja_id))
            .and(pedido_registros::pedido_id.eq(pedidos::pedido_id))))
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq(id.0))
        .select((
            pedidos::status,
            pedidos::status_em,
            pedidos::alterado_em,
            pedido_documentos::documento,
            pedido_registros::catalogo,
        ))
        .first(c)
        .optional())?;
    let Some((status, status_em, alterado_em, document, catalogue)) = found else { return Ok(None) };
    Ok(Some(FollowUp {
        status: rows::status(status)?,
        status_em: Instante::from_micros(status_em),
        alterado_em: Instante::from_micros(alterado_em),
        pedido: from_json("pedido_documentos.documento", &document)?,
        catalogo: from_json("pedido_registros.catalogo", &catalogue)?,
        detalhes: detalhes(conn, loja, id)?.unwrap_or_default(),
        historico: historico(conn, loja, id)?,
    }))
}
