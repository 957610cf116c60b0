//! Which orders interface B asks for.

use domain::pedido::Standing;
use domain::values::ids::PedidoId;

use crate::base::paging::Range;

/// Which date a range applies to, and by which the list is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DateKind {
    /// When the order was placed.
    #[default]
    Pedido,
    /// When it was paid; orders that were not never match.
    Approval,
    /// When its status last changed.
    StatusChange,
    /// When anything of it last changed.
    Alteracao,
    /// When the service heard of it.
    CreatedAt,
}

/// How a buyer's orders are found, by either.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfBuyer {
    /// Under this number.
    pub number: Option<i64>,
    /// Bought for the company with this CNPJ by people with numbers of their own.
    pub company: Option<String>,
}

/// Which records are wanted.
#[derive(Debug, Clone, Default)]
pub struct RegistrosFilter {
    /// Which date counts.
    pub tipo: DateKind,
    /// The earliest first.
    pub ascending: bool,
    /// The range of that date.
    pub faixa: Range,
    /// Standing in one of these ways; `None` = in any.
    pub status: Option<Vec<Standing>>,
    /// Paid by one of these; empty = by any.
    pub formas: Vec<i32>,
    /// Only these orders; empty = all.
    pub ids: Vec<PedidoId>,
    /// Of this buyer, without regard to case.
    pub email: Option<String>,
    /// Of this buyer.
    pub comprador: Option<OfBuyer>,
    /// That hold this SKU.
    pub sku: Option<String>,
    /// Not cancelled, or cancelled.
    pub valido: Option<bool>,
}

impl RegistrosFilter {
    /// True when something else than the range leaves few orders.
    pub(super) fn selective(&self) -> bool {
        !self.ids.is_empty() || self.email.is_some() || self.comprador.is_some() || self.sku.is_some()
    }
}
