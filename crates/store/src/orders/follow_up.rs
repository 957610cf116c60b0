//! Follow-up of an order by a store's own system: its status and details, notes, and whether that system has taken
//! the order over (`integrado`): downloaded it and confirmed this, since its last change of status.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::estoque::CENTRO_PADRAO;
use domain::evento::{Change, Detalhe};
use domain::interface_b::registro::{self, CatalogueItem, Observacao};
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{LineIndex, Lines, Pedido, Standing, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{canais, pedido_documentos, pedido_registros, pedidos};
use crate::base::stored;
use crate::base::{Conn, CountedState, Packed, StoreError, Tx, from_json, on, to_json};
use crate::events::{self, NewEvento};
use crate::inventory;
use crate::orders::counts::{self, Counter, Jump, Kind, Selector};
use crate::orders::history::{Detalhes, Progress};
use crate::orders::movement::exclusive;
use crate::orders::order::with_document;
use crate::orders::records::stored::with_record;
use crate::orders::rows::counted_state;

/// An order with its status, details and history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// Its status.
    pub standing: Standing,
    /// The statuses of items that differ from the order's.
    pub lines: Lines,
    /// When the service recorded that status.
    pub status_em: Instante,
    /// When it last changed.
    pub alterado_em: Instante,
    /// The order.
    pub pedido: Pedido,
    /// Its SKUs that were registered when it was created.
    pub catalogo: Vec<CatalogueItem>,
    /// Invoice and parcel.
    pub detalhes: Detalhes,
    /// Invoice and parcel of items that have their own.
    pub line_details: BTreeMap<LineIndex, Detalhes>,
    /// Its history, oldest entry first.
    pub historico: Vec<RegistroHistorico>,
}

impl FollowUp {
    /// When it reached a status, according to its history.
    pub fn reached_at(&self, status: StatusPedido) -> Option<Instante> {
        self.historico.iter().find(|registro| registro.status == status).map(|registro| registro.data)
    }

    /// The status of an item.
    pub fn of_line(&self, index: LineIndex) -> Standing {
        self.lines.standing(index, self.standing)
    }

    /// Invoice and parcel of an item: the item's own, merged into the order's.
    pub fn details_of_line(&self, index: LineIndex) -> Detalhes {
        let own = self.line_details.get(&index).cloned().unwrap_or_default();
        self.detalhes.clone().merge(own.nota_fiscal.as_ref(), own.rastreio.as_ref())
    }

    /// The number of one of its SKUs; 0 if it was not registered.
    pub fn variante(&self, sku: &str) -> i64 {
        variante(&self.catalogo, sku)
    }

    /// The distribution centre of an item; of several, the one with most units.
    pub fn centro(&self, index: LineIndex) -> i32 {
        let parts = registro::lying(&self.catalogo, &self.pedido, index);
        parts.first().map_or(CENTRO_PADRAO, |part| part.centro)
    }

    /// Indexes of the items with this SKU number; unregistered SKUs have number 0.
    pub fn lines_of(&self, variante: i64) -> Vec<LineIndex> {
        lines_of(&self.pedido, &self.catalogo, variante)
    }
}

type StoredFollowUp = ((i16, Option<String>), i64, i64, (Packed, Packed), Packed);

/// Reads an order; `None` if it does not exist.
pub fn follow_up(conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<Option<FollowUp>, StoreError> {
    let found: Option<StoredFollowUp> = on!(conn, c => with_record!(with_document!())
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

/// An item of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Its index, from 0.
    pub index: LineIndex,
    /// Units sold.
    pub quantidade: i32,
}

/// The items of an order with this SKU number (unregistered SKUs have number 0); `None` if the order does not
/// exist. Items never change.
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
    let same = |sku: &str| self::variante(catalogue, sku) == variante;
    pedido.produtos.iter().enumerate().filter(|(_, item)| same(&item.sku)).map(|(index, _)| index).collect()
}

fn variante(catalogue: &[CatalogueItem], sku: &str) -> i64 {
    catalogue.iter().find(|item| item.sku == sku).map_or(0, |item| item.variante)
}

/// The orders whose last status change the store has not taken over, oldest first.
pub fn not_integrated(
    conn: &mut Conn<'_>,
    loja: LojaId,
    page: PageRequest,
) -> Result<Page<PedidoId>, StoreError> {
    // the whole range is covered by counts, so the function that counts single rows is not called
    let counter = Counter::new(loja, Kind::Pending, [Selector::default()], &|_, _, _| Ok([0]));
    let (from, until) = (i64::MIN, i64::MAX);
    let total = counter.total(conn, from, until)?;
    let start = match page.after() {
        Some([id, _]) => Some(Jump { position: id.saturating_add(1), offset: 0 }),
        None => counter.jump(conn, (from, until), true, page.offset())?,
    };
    let Some(start) = start else {
        return page.page(Vec::new(), total, |id| [*id, 0], |id| Ok(PedidoId(id)));
    };
    let ids: Vec<i64> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        // a literal, not a bind: the planner has to see that the condition implies the partial index
        .filter(diesel::dsl::not(pedidos::integrado))
        // and a bind as well: without statistics SQLite prefers the index with more matching columns
        .filter(pedidos::integrado.eq(false))
        .filter(pedidos::pedido_id.ge(start.position))
        .order(pedidos::pedido_id)
        .select(pedidos::pedido_id)
        .limit(page.limit())
        .offset(start.offset)
        .load(c))?;
    page.page(ids, total, |id| [*id, 0], |id| Ok(PedidoId(id)))
}

/// Marks an order as taken over by the store; false if it does not exist.
pub fn mark_integrado(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId) -> Result<bool, StoreError> {
    exclusive(tx, loja, id)?;
    let Some(before) = counted_state(tx, loja, id)? else { return Ok(false) };
    inventory::take_over(tx, loja, &[id.0])?;
    if before.pendente {
        on!(tx, c => diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, id.0)))
            .set(pedidos::integrado.eq(true))
            .execute(c))?;
        counts::changed(tx, loja, id, Some(before), Some(CountedState { pendente: false, ..before }));
    }
    Ok(true)
}

/// The notes on an order, oldest first; `None` if the order does not exist.
pub fn observacoes(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
) -> Result<Option<Vec<Observacao>>, StoreError> {
    let found: Option<Option<String>> = on!(conn, c => pedido_registros::table
        .filter(pedido_registros::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_registros::loja_id.eq(loja.loja))
        .filter(pedido_registros::pedido_id.eq(id.0))
        .select(pedido_registros::observacoes)
        .first(c)
        .optional())?;
    match found {
        None => Ok(None),
        Some(None) => Ok(Some(Vec::new())),
        Some(Some(text)) => from_json("pedido_registros.observacoes", &text).map(Some),
    }
}

/// Adds a note; false if the order does not exist.
pub fn observe(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId, new: Observacao) -> Result<bool, StoreError> {
    exclusive(tx, loja, id)?;
    let Some(mut all) = observacoes(tx, loja, id)? else { return Ok(false) };
    let Some(before) = counted_state(tx, loja, id)? else { return Ok(false) };
    all.push(new);
    let text = to_json(&all)?;
    let now = Instante::now_after(Instante::from_micros(before.alterado_em));
    on!(tx, c => {
        diesel::update(pedido_registros::table
            .filter(pedido_registros::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_registros::loja_id.eq(loja.loja))
            .filter(pedido_registros::pedido_id.eq(id.0)))
            .set(pedido_registros::observacoes.eq(text))
            .execute(c)?;
        diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, id.0)))
            .set(pedidos::alterado_em.eq(now.micros()))
            .execute(c)?;
    });
    let canal: String = on!(tx, c => pedidos::table
        .inner_join(canais::table.on(canais::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(canais::loja_id.eq(pedidos::loja_id))
            .and(canais::canal_num.eq(pedidos::canal_num))))
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq(id.0))
        .select(canais::canal_id)
        .first(c))?;
    let status = stored::standing(before.status)?.status;
    let change = Change::PedidoDetalhe { status, detalhes: vec![Detalhe::Observacao] };
    let new = NewEvento { assunto: id.0, canal: Some(&canal), sku: None, change };
    events::record(tx, loja, now, [new])?;
    counts::changed(tx, loja, id, Some(before), Some(CountedState { alterado_em: now.micros(), ..before }));
    Ok(true)
}
