//! Search of orders for interface B: filter, count, sort.
//!
//! A range of dates is read from the index of that date. If another condition is more selective (order numbers, a
//! buyer, a SKU), the search has to start from that one. SQLite without statistics would still walk the range, so
//! the date is then written as an expression that no index matches. `Beyond`, `Implied` and `Opaque` are hints
//! for the query planners (`base/hints.rs`).

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use domain::pedido::{Standing, StatusPedido};
use domain::values::ids::{LojaId, PedidoId};

use crate::base::StoreError;
use crate::base::paging::Range;
use crate::base::schema::pedidos;
use crate::base::{Conn, on};
use crate::catalogue::skus::own_codes;
use crate::orders::counts::{Counter, Kind, Selector};

/// The date that a range applies to and that the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DateKind {
    /// When the order was placed.
    #[default]
    Pedido,
    /// When it was paid; unpaid orders never match.
    Approval,
    /// When its status last changed.
    StatusChange,
    /// When anything of it last changed.
    Alteracao,
    /// When the service received it.
    CreatedAt,
}

/// The orders of a buyer: those that meet either condition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfBuyer {
    /// Orders with this buyer's number.
    pub number: Option<i64>,
    /// Orders for the company with this CNPJ by buyers with a CPF.
    pub company: Option<String>,
}

/// Filter of interface B's list of orders.
#[derive(Debug, Clone, Default)]
pub struct RegistrosFilter {
    /// The date that the range applies to.
    pub tipo: DateKind,
    /// The earliest first.
    pub ascending: bool,
    /// The range of that date.
    pub faixa: Range,
    /// In one of these statuses; `None` = in any.
    pub status: Option<Vec<Standing>>,
    /// With one of these payment methods; empty = with any.
    pub formas: Vec<i32>,
    /// Only these orders; empty = all.
    pub ids: Vec<PedidoId>,
    /// With this buyer's e-mail, in any case.
    pub email: Option<String>,
    /// Of this buyer.
    pub comprador: Option<OfBuyer>,
    /// With this SKU.
    pub sku: Option<String>,
    /// True: not cancelled; false: cancelled.
    pub valido: Option<bool>,
}

impl RegistrosFilter {
    /// Whether another condition than the range is the most selective one.
    pub(super) fn has_selective_condition(&self) -> bool {
        !self.ids.is_empty() || self.email.is_some() || self.comprador.is_some() || self.sku.is_some()
    }
}

diesel::alias! {
    pub(super) const OTHER_ORDERS: Alias<OtherOrders> = pedidos as other_orders;
}

/// The range of dates that is left after a cursor. It has one lower and one upper bound: given two upper bounds,
/// SQLite would start from the first and walk all rows in between.
#[derive(Clone, Copy)]
pub(super) struct Cutoff {
    /// Inclusive start.
    pub de: i64,
    /// Exclusive end.
    pub ate: i64,
    /// Key of the last order before the page, if any.
    pub after: Option<[i64; 2]>,
}

impl Cutoff {
    pub fn new(filter: &RegistrosFilter, after: Option<[i64; 2]>) -> Self {
        Self::of(&filter.faixa, filter.ascending, after)
    }

    pub fn of(range: &Range, ascending: bool, after: Option<[i64; 2]>) -> Self {
        let (de, ate) = (range.start_micros(), range.end_micros());
        match after {
            Some([date, _]) if ascending && date >= de => Self { de: date, ate, after },
            Some([date, _]) if !ascending && date < ate => Self { de, ate: date.saturating_add(1), after },
            // the whole range is after the cursor
            _ => Self { de, ate, after: None },
        }
    }

    /// Whether only the cursor bounds it.
    pub fn open(&self, ascending: bool) -> bool {
        let (no_start, no_end) = (self.de == i64::MIN, self.ate == i64::MAX);
        match self.after {
            None => no_start && no_end,
            Some(_) => {
                if ascending {
                    no_end
                } else {
                    no_start
                }
            }
        }
    }
}

/// Applies the bounds of a cutoff by a date: `bounded!(q, date, (from, until, whether there are none), cutoff, ascending)`.
/// Where a sort key goes on, the bound on its side is only implied: SQLite uses the first of two bounds on a side for
/// the index alone.
macro_rules! bounded {
    ($q:expr, $date:expr, ($from:expr, $until:expr, $open:expr), $cutoff:expr, $ascending:expr) => {{
        use $crate::base::schema::pedidos;
        use $crate::base::{Beyond, Implied};
        let (q, from, until, open, ascending) = ($q, $from, $until, $open, $ascending);
        match $cutoff.after {
            None if open => q,
            None => q.filter(from).filter(until),
            Some(last_key) => {
                let beyond = Beyond::new($date, pedidos::pedido_id, last_key, ascending);
                match (ascending, open) {
                    (true, true) => q.filter(Implied(from)).filter(beyond),
                    (true, false) => q.filter(Implied(from)).filter(until).filter(beyond),
                    (false, true) => q.filter(Implied(until)).filter(beyond),
                    (false, false) => q.filter(from).filter(Implied(until)).filter(beyond),
                }
            }
        }
    }};
}
pub(super) use bounded;

/// Applies a filter and a cutoff to a query of orders.
macro_rules! filtered {
    ($base:expr, $loja:expr, $filter:expr, $cutoff:expr, $date:expr) => {{
        use diesel::sql_types::{BigInt, Nullable};
        use $crate::base::Opaque;
        use $crate::base::schema::pedidos;
        let (loja, filter, cutoff) = ($loja, $filter, $cutoff);
        let from = $date.nullable().ge(Opaque(cutoff.de.into_sql::<Nullable<BigInt>>()));
        let until = $date.nullable().lt(Opaque(cutoff.ate.into_sql::<Nullable<BigInt>>()));
        let q = $base
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .into_boxed();
        let q = $crate::orders::search::bounded!(q, $date, (from, until, false), cutoff, filter.ascending);
        $crate::orders::search::restricted!(q, loja, filter)
    }};
}
pub(super) use filtered;

/// Applies all conditions of a filter but the dates.
macro_rules! restricted {
    ($q:expr, $loja:expr, $filter:expr) => {{
        use $crate::base::schema::{pedido_itens, pedidos};
        use $crate::orders::search::{OTHER_ORDERS, cancelado, codes};
        let (mut q, loja, filter) = ($q, $loja, $filter);
        if let Some(status) = &filter.status {
            q = q.filter(pedidos::status.eq_any(codes(status)));
        }
        match filter.valido {
            Some(true) => q = q.filter(pedidos::status.ne_all(cancelado())),
            Some(false) => q = q.filter(pedidos::status.eq_any(cancelado())),
            None => {}
        }
        if !filter.formas.is_empty() {
            q = q.filter(pedidos::forma_pagamento.eq_any(&filter.formas));
        }
        if !filter.ids.is_empty() {
            q = q.filter(pedidos::pedido_id.eq_any(filter.ids.iter().map(|id| id.0)));
        }
        if let Some(email) = &filter.email {
            q = q.filter(
                pedidos::pedido_id.eq_any(
                    OTHER_ORDERS
                        .filter(OTHER_ORDERS.field(pedidos::aplicacao_id).eq(loja.aplicacao.0))
                        .filter(OTHER_ORDERS.field(pedidos::loja_id).eq(loja.loja))
                        .filter(OTHER_ORDERS.field(pedidos::email).eq(domain::titular::folded_email(email)))
                        .select(OTHER_ORDERS.field(pedidos::pedido_id)),
                ),
            );
        }
        if let Some(buyer) = &filter.comprador {
            let others = || {
                OTHER_ORDERS
                    .filter(OTHER_ORDERS.field(pedidos::aplicacao_id).eq(loja.aplicacao.0))
                    .filter(OTHER_ORDERS.field(pedidos::loja_id).eq(loja.loja))
                    .select(OTHER_ORDERS.field(pedidos::pedido_id))
            };
            let by_number =
                others().filter(OTHER_ORDERS.field(pedidos::comprador_num).eq(buyer.number.unwrap_or(0)));
            // a union, each part by its own index: for an `OR` SQLite walks all orders
            q = match &buyer.company {
                None => q.filter(pedidos::pedido_id.eq_any(by_number)),
                Some(cnpj) => {
                    let key = $crate::orders::buyers::numbers::company_key(cnpj);
                    let for_company = others().filter(OTHER_ORDERS.field(pedidos::empresa).eq(key));
                    q.filter(pedidos::pedido_id.eq_any(by_number.union_all(for_company)))
                }
            };
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
        q
    }};
}
pub(super) use restricted;

impl RegistrosFilter {
    /// This filter with the SKU that is meant by a code that channels are given in its place.
    pub(super) fn by_own_sku(self, conn: &mut Conn<'_>, loja: LojaId) -> Result<Self, StoreError> {
        let own = own_codes(conn, loja, self.sku.as_deref().into_iter())?;
        Ok(Self { sku: own.into_values().next().or(self.sku), ..self })
    }
}

/// Sorts a query: by a date and then by number.
macro_rules! ordered {
    ($q:expr, $filter:expr, $date:expr) => {{
        use $crate::base::schema::pedidos;
        if $filter.ascending {
            $q.order(($date.asc(), pedidos::pedido_id.asc()))
        } else {
            $q.order(($date.desc(), pedidos::pedido_id.desc()))
        }
    }};
}
pub(super) use ordered;

impl DateKind {
    /// The counts by this date.
    pub(super) fn counted(self) -> Kind {
        match self {
            Self::Pedido => Kind::Pedido,
            Self::Approval => Kind::Approval,
            Self::StatusChange => Kind::StatusChange,
            Self::Alteracao => Kind::Alteracao,
            Self::CreatedAt => Kind::CreatedAt,
        }
    }
}

impl RegistrosFilter {
    /// The conditions that the counts support.
    pub(super) fn selector(&self) -> Selector {
        Selector {
            status: self.status.as_deref().map(codes),
            formas: self.formas.clone(),
            only_or_without: self.valido.map(|valid| (!valid, cancelado())),
        }
    }
}

pub(super) fn codes(status: &[Standing]) -> Vec<i16> {
    status.iter().map(|s| s.stored()).collect()
}

pub(super) fn cancelado() -> Vec<i16> {
    codes(&Standing::of_statuses(&[StatusPedido::Cancelado]))
}

pub(super) type Column<C> = Box<
    dyn BoxableExpression<pedidos::table, <C as diesel::Connection>::Backend, SqlType = Nullable<BigInt>>,
>;

/// Whether an index of the date may be used.
#[derive(Clone, Copy)]
pub(super) enum Indexed {
    /// The search starts from it.
    Yes,
    /// Another condition is more selective.
    No,
}

/// A connection whose queries choose the date column at run time.
pub(super) trait WithDates: diesel::Connection {
    /// The column of a date.
    fn date(&self, tipo: DateKind, indexed: Indexed) -> Column<Self>;

    /// The column of a filter's date; for a selective filter as an expression that no index matches.
    fn date_of(&self, filter: &RegistrosFilter) -> Column<Self> {
        self.date(filter.tipo, if filter.has_selective_condition() { Indexed::No } else { Indexed::Yes })
    }
}

macro_rules! with_dates {
    ($connection:ty) => {
        impl WithDates for $connection {
            fn date(&self, tipo: DateKind, indexed: Indexed) -> Column<Self> {
                match (tipo, matches!(indexed, Indexed::No)) {
                    (DateKind::Pedido, false) => Box::new(pedidos::data.nullable()),
                    (DateKind::Pedido, true) => Box::new((pedidos::data + 0).nullable()),
                    (DateKind::Approval, false) => Box::new(pedidos::data_pagamento),
                    (DateKind::Approval, true) => Box::new(pedidos::data_pagamento + 0),
                    (DateKind::StatusChange, false) => Box::new(pedidos::status_em.nullable()),
                    (DateKind::StatusChange, true) => Box::new((pedidos::status_em + 0).nullable()),
                    (DateKind::Alteracao, false) => Box::new(pedidos::alterado_em.nullable()),
                    (DateKind::Alteracao, true) => Box::new((pedidos::alterado_em + 0).nullable()),
                    (DateKind::CreatedAt, false) => Box::new(pedidos::criado_em.nullable()),
                    (DateKind::CreatedAt, true) => Box::new((pedidos::criado_em + 0).nullable()),
                }
            }
        }
    };
}

with_dates!(diesel::SqliteConnection);
with_dates!(diesel::PgConnection);

/// The number of orders that a filter matches: from the counts, or by counting rows if the filter is selective.
pub(super) fn total(conn: &mut Conn<'_>, loja: LojaId, filter: &RegistrosFilter) -> Result<i64, StoreError> {
    let (de, ate) = (filter.faixa.start_micros(), filter.faixa.end_micros());
    if filter.has_selective_condition() {
        return count(conn, loja, filter, Cutoff { de, ate, after: None });
    }
    let one = count_rows(loja, filter);
    Counter::new(loja, filter.tipo.counted(), [filter.selector()], &one).total(conn, de, ate)
}

/// Counts rows, for spans that are only partly in the range.
pub(super) fn count_rows(
    loja: LojaId,
    filter: &RegistrosFilter,
) -> impl Fn(&mut Conn<'_>, i64, i64) -> Result<[i64; 1], StoreError> {
    move |conn, de, ate| Ok([count(conn, loja, filter, Cutoff { de, ate, after: None })?])
}

fn count(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    cutoff: Cutoff,
) -> Result<i64, StoreError> {
    Ok(on!(conn, c => filtered!(pedidos::table, loja, filter, cutoff, c.date_of(filter))
            .count()
            .get_result(c))?)
}
