//! Where an order stands, as a store's own system follows it.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::estoque::CENTRO_PADRAO;
use domain::interface_b::registro::{self, CatalogueItem};
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{LineIndex, Lines, Pedido, Standing, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::StoreError;
use crate::base::schema::{pedido_documentos, pedido_registros, pedidos};
use crate::base::stored;
use crate::base::{Conn, Packed, on};
use crate::orders::details::Detalhes;
use crate::orders::order::with_document;
use crate::orders::progress::Progress;
use crate::orders::records::record_row::with_record;

/// Where an order stands and what is known of its way there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// Where it stands.
    pub standing: Standing,
    /// Where items stand that do not stand with it.
    pub lines: Lines,
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
    /// Invoice and parcel of items that have their own.
    pub line_details: BTreeMap<LineIndex, Detalhes>,
    /// What has happened to it, the oldest first.
    pub historico: Vec<RegistroHistorico>,
}

impl FollowUp {
    /// When it came into a status, as its history says.
    pub fn reached_at(&self, status: StatusPedido) -> Option<Instante> {
        self.historico.iter().find(|registro| registro.status == status).map(|registro| registro.data)
    }

    /// Where one of its items stands.
    pub fn of_line(&self, index: LineIndex) -> Standing {
        self.lines.standing(index, self.standing)
    }

    /// Invoice and parcel of one of its items: the order's, with the item's own laid over them.
    pub fn details_of_line(&self, index: LineIndex) -> Detalhes {
        let own = self.line_details.get(&index).cloned().unwrap_or_default();
        self.detalhes.clone().merge(own.nota_fiscal.as_ref(), own.rastreio.as_ref())
    }

    /// The number of a SKU of it; 0 when it was not registered.
    pub fn variante(&self, sku: &str) -> i64 {
        variante(&self.catalogo, sku)
    }

    /// The distribution centre that it takes one of its items from, of several the one with most of it.
    pub fn centro(&self, index: LineIndex) -> i32 {
        let parts = registro::lying(&self.catalogo, &self.pedido, index);
        parts.first().map_or(CENTRO_PADRAO, |part| part.centro)
    }

    /// Its items that are this variant, by their places; those whose SKU was not registered are 0.
    pub fn lines_of(&self, variante: i64) -> Vec<LineIndex> {
        lines_of(&self.pedido, &self.catalogo, variante)
    }
}

type Found = ((i16, Option<String>), i64, i64, (Packed, Packed), Packed);

/// Where an order stands; `None` when there is no such order.
pub fn follow_up(conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<Option<FollowUp>, StoreError> {
    let found: Option<Found> = on!(conn, c => with_record!(with_document!())
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq(id.0))
        .select((
            (pedidos::status, pedidos::itens),
            pedidos::status_em,
            pedidos::alterado_em,
            (pedido_documentos::documento, pedido_documentos::andamento),
            pedido_registros::catalogo,
        ))
        .first(c)
        .optional())?;
    let Some(((status, lines), status_em, alterado_em, (document, andamento), catalogue)) = found else {
        return Ok(None);
    };
    let Progress { detalhes, itens: line_details, historico } = Progress::read(&andamento)?;
    Ok(Some(FollowUp {
        standing: stored::standing(status)?,
        lines: stored::lines(lines.as_deref())?,
        status_em: Instante::from_micros(status_em),
        alterado_em: Instante::from_micros(alterado_em),
        pedido: document.read_document(id)?,
        catalogo: catalogue.read("pedido_registros.catalogo")?,
        detalhes,
        line_details,
        historico,
    }))
}

/// An item of an order, as it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Its place, from 0.
    pub index: LineIndex,
    /// How many of it were sold.
    pub quantidade: i32,
}

/// The items of an order that are a variant (those whose SKU was not registered are 0); `None` when there is
/// no such order. They never change.
pub fn lines(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
    variante: i64,
) -> Result<Option<Vec<Line>>, StoreError> {
    let found: Option<(Packed, Packed)> = on!(conn, c => pedido_documentos::table
        .inner_join(pedido_registros::table.on(pedido_registros::aplicacao_id
            .eq(pedido_documentos::aplicacao_id)
            .and(pedido_registros::loja_id.eq(pedido_documentos::loja_id))
            .and(pedido_registros::pedido_id.eq(pedido_documentos::pedido_id))))
        .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_documentos::loja_id.eq(loja.loja))
        .filter(pedido_documentos::pedido_id.eq(id.0))
        .select((pedido_documentos::documento, pedido_registros::catalogo))
        .first(c)
        .optional())?;
    let Some((document, catalogue)) = found else { return Ok(None) };
    let pedido: Pedido = document.read_document(id)?;
    let catalogue: Vec<CatalogueItem> = catalogue.read("pedido_registros.catalogo")?;
    let line =
        |index: LineIndex| pedido.produtos.get(index).map(|item| Line { index, quantidade: item.quantidade });
    Ok(Some(lines_of(&pedido, &catalogue, variante).into_iter().filter_map(line).collect()))
}

fn lines_of(pedido: &Pedido, catalogue: &[CatalogueItem], variante: i64) -> Vec<LineIndex> {
    let is = |sku: &str| self::variante(catalogue, sku) == variante;
    pedido.produtos.iter().enumerate().filter(|(_, item)| is(&item.sku)).map(|(index, _)| index).collect()
}

fn variante(catalogue: &[CatalogueItem], sku: &str) -> i64 {
    catalogue.iter().find(|item| item.sku == sku).map_or(0, |item| item.variante)
}
