//! Lists of orders for interface A and the console, newest first or oldest first.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::pedido::{Standing, StatusPedido};
use domain::values::ids::{CanalId, LojaId, PedidoId};

use crate::base::StoreError;
use crate::base::paging::{CHUNK, Page, PageRequest, Range, gather};
use crate::base::schema::{pedido_documentos, pedido_itens, pedidos};
use crate::base::{Conn, Rare, on};
use crate::catalogue::skus::own_codes;
use crate::orders::order::{OrderColumns, PedidoRow, row, with_document};
use crate::orders::pages;
use crate::orders::search::{self, Cutoff, DateKind, Indexed, RegistrosFilter, WithDates};
use crate::orders::text_search::find_by_text;

/// Filter of interface A's list of orders.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Of this channel.
    pub canal: Option<CanalId>,
    /// In one of these statuses; empty = in any.
    pub status: Vec<StatusPedido>,
    /// With this identifier in the marketplace.
    pub source_id: Option<String>,
    /// With this SKU.
    pub sku: Option<String>,
    /// Only these orders; empty = all.
    pub ids: Vec<PedidoId>,
    /// Free text: the order's number, a prefix of `sourceId`, the buyer's CPF, CNPJ, e-mail or name, or a code that
    /// channels are given in a SKU's place.
    pub busca: Option<String>,
    /// Placed in this range.
    pub data: Range,
    /// Changed in this range.
    pub changed: Range,
    /// The oldest first.
    pub ascending: bool,
}

impl Filter {
    /// This filter in the form that the counts can answer; `None` if it has conditions besides date and status.
    fn by_date(&self) -> Option<RegistrosFilter> {
        let only_by_date = self.canal.is_none()
            && self.source_id.is_none()
            && self.sku.is_none()
            && self.ids.is_empty()
            && self.busca.is_none()
            && self.changed.open();
        only_by_date.then(|| RegistrosFilter {
            faixa: self.data,
            status: self.status(),
            ascending: self.ascending,
            ..RegistrosFilter::default()
        })
    }

    /// [`Self::by_date`] for a filter by the date of the last change.
    fn by_alteracao(&self) -> Option<RegistrosFilter> {
        let other = Self { data: self.changed, changed: Range::default(), ..self.clone() };
        let filter = other.by_date().filter(|_| self.data.open())?;
        Some(RegistrosFilter { tipo: DateKind::Alteracao, ..filter })
    }

    /// No where numbers of orders are given: the query starts from the primary key, not from an index of dates or channels.
    fn indexed(&self) -> Indexed {
        if self.ids.is_empty() { Indexed::Yes } else { Indexed::No }
    }

    fn cutoff(&self, after: Option<[i64; 2]>) -> Cutoff {
        Cutoff::of(&self.data, self.ascending, after)
    }

    fn status(&self) -> Option<Vec<Standing>> {
        (!self.status.is_empty()).then(|| Standing::of_statuses(&self.status))
    }
}

/// Applies a filter and a cutoff to a query of orders. `$date` is the column `data`, plain or as [`WithDates::date`] makes it:
/// without an index where [`Filter::indexed`] says no.
macro_rules! filtered {
    ($base:expr, $loja:expr, $canal:expr, $filter:expr, $cutoff:expr, $date:expr) => {{
        let (loja, canal_num, filter, cutoff) = ($loja, $canal, $filter, $cutoff);
        let mut q = $base
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .into_boxed();
        q = match (canal_num, filter.indexed()) {
            (Some(num), Indexed::Yes) => q.filter(pedidos::canal_num.eq(num)),
            // an expression, which the channel's index does not match
            (Some(num), Indexed::No) => q.filter((pedidos::canal_num + 0).eq(num)),
            (None, _) => q,
        };
        if let Some(status) = filter.status() {
            q = q.filter(pedidos::status.eq_any(search::codes(&status)));
        }
        if let Some(source_id) = &filter.source_id {
            q = q.filter(Rare(pedidos::source_id.eq(source_id.as_str())));
        }
        if !filter.ids.is_empty() {
            q = q.filter(pedidos::pedido_id.eq_any(filter.ids.iter().map(|id| id.0)));
        }
        if let Some(sku) = &filter.sku {
            q = q.filter(
                pedidos::pedido_id.eq_any(
                    pedido_itens::table
                        .filter(pedido_itens::aplicacao_id.eq(loja.aplicacao.0))
                        .filter(pedido_itens::loja_id.eq(loja.loja))
                        .filter(pedido_itens::sku.eq(sku.as_str()))
                        .select(pedido_itens::pedido_id),
                ),
            );
        }
        let (from, until) = ($date.ge(cutoff.de), $date.lt(cutoff.ate));
        q = search::bounded!(
            q,
            $date,
            (from, until, cutoff.open(filter.ascending)),
            cutoff,
            filter.ascending
        );
        if !filter.changed.open() {
            q = q
                .filter(pedidos::alterado_em.ge(filter.changed.start_micros()))
                .filter(pedidos::alterado_em.lt(filter.changed.end_micros()));
        }
        q
    }};
}

/// The columns of a row, and its date.
macro_rules! columns {
    () => {
        (
            (pedidos::pedido_id, pedidos::status, pedidos::alterado_em, pedido_documentos::documento),
            pedidos::data,
        )
    };
}

/// A page of orders, sorted by the date they were placed, then by number: the newest first, unless the filter says otherwise.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &Filter,
    page: PageRequest,
) -> Result<Page<PedidoRow>, StoreError> {
    let canal_num = match &filter.canal {
        None => None,
        Some(canal) => {
            match crate::catalogue::canais::find_numbers(conn, loja, std::slice::from_ref(canal))?.first() {
                Some((_, num)) => Some(*num),
                None => return Ok(page.empty()),
            }
        }
    };
    let own = own_codes(conn, loja, filter.sku.as_deref().into_iter())?;
    let own = own.into_values().next().map(|sku| Filter { sku: Some(sku), ..filter.clone() });
    let filter = own.as_ref().unwrap_or(filter);
    let narrowed = match &filter.busca {
        None => None,
        Some(text) => {
            let mut ids = find_by_text(conn, loja, text)?;
            if !filter.ids.is_empty() {
                ids.retain(|id| filter.ids.contains(id));
            }
            if ids.is_empty() {
                return Ok(page.empty());
            }
            Some(Filter { ids, ..filter.clone() })
        }
    };
    let filter = narrowed.as_ref().unwrap_or(filter);
    let total = match filter.by_date().or_else(|| filter.by_alteracao()) {
        Some(counted) => search::total(conn, loja, &counted)?,
        None => on!(conn, c => {
            let date = || c.date(DateKind::Pedido, filter.indexed());
            filtered!(pedidos::table, loja, canal_num, filter, filter.cutoff(None), date()).count().get_result(c)
        })?,
    };
    if total <= page.offset() {
        return Ok(Page { total, ..page.empty() });
    }
    let bytes = |(row, _): &(PedidoRow, i64)| row.documento.len();
    let rows = if page.offset() > 0 || !filter.ids.is_empty() {
        // only keys are skipped or sorted; documents are read for the rows of the page alone
        let keys = match filter.by_date() {
            Some(counted) => pages::keys(conn, loja, &counted, page)?,
            None => keys(conn, loja, canal_num, filter, page)?,
        };
        let mut parts = keys.chunks(CHUNK);
        gather(page.limit(), |_, _| by_ids(conn, loja, parts.next().unwrap_or_default()), bytes)?
    } else {
        let read = |last: Option<&(PedidoRow, i64)>, wanted| {
            let after = last.map_or_else(|| page.after(), |(row, date)| Some([*date, row.pedido_id.0]));
            first(conn, loja, canal_num, filter, after, wanted)
        };
        gather(page.limit(), read, bytes)?
    };
    page.page_of_gathered(rows, total, |(row, date)| [*date, row.pedido_id.0], |(row, _)| Ok(row))
}

/// The first rows, or those after a sort key.
fn first(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canal_num: Option<i32>,
    filter: &Filter,
    after: Option<[i64; 2]>,
    wanted: i64,
) -> Result<Vec<(PedidoRow, i64)>, StoreError> {
    // nothing is skipped: neither is there a page's number, nor anything before a window's first match
    let read = |conn: &mut Conn<'_>, cutoff: Cutoff, [_, wanted]: [i64; 2]| {
        let found: Vec<(OrderColumns, i64)> = on!(conn, c => search::ordered!(
            filtered!(with_document!(), loja, canal_num, filter, cutoff, pedidos::data), filter, pedidos::data)
            .select(columns!())
            .limit(wanted)
            .load(c))?;
        found.into_iter().map(|(found, date)| Ok((row(found)?, date))).collect()
    };
    let cutoff = filter.cutoff(after);
    match filter.by_date() {
        Some(counted) => pages::rows(conn, loja, &counted, cutoff, [0, wanted], read),
        None => read(conn, cutoff, [0, wanted]),
    }
}

/// The sort keys of a page.
fn keys(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canal_num: Option<i32>,
    filter: &Filter,
    page: PageRequest,
) -> Result<Vec<[i64; 2]>, StoreError> {
    let found: Vec<(i64, i64)> = on!(conn, c => {
        let date = || c.date(DateKind::Pedido, filter.indexed());
        let q = filtered!(pedidos::table, loja, canal_num, filter, filter.cutoff(page.after()), date());
        search::ordered!(q, filter, date())
            .select((pedidos::data, pedidos::pedido_id))
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?
    });
    Ok(found.into_iter().map(|(date, id)| [date, id]).collect())
}

/// Rows by their sort keys, in the same order.
fn by_ids(conn: &mut Conn<'_>, loja: LojaId, keys: &[[i64; 2]]) -> Result<Vec<(PedidoRow, i64)>, StoreError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let found: Vec<(OrderColumns, i64)> = on!(conn, c => with_document!()
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq_any(keys.iter().map(|[_, id]| *id)))
        .select(columns!())
        .load(c))?;
    let mut found: HashMap<i64, (OrderColumns, i64)> = found.into_iter().map(|a| (a.0.0, a)).collect();
    let found = keys.iter().filter_map(|[_, id]| found.remove(id));
    found.map(|(found, date)| Ok((row(found)?, date))).collect()
}
