//! What a product record is made from.

use super::cadastro::Cadastro;
use super::parts::{Atacado, TabelaPreco};
use super::query::Fields;
use crate::estoque::SaldoEmCentro;
use crate::sku::Sku;
use crate::values::dates::Instante;
use crate::values::money::Dinheiro;

/// The inputs of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The service's number of the SKU.
    pub variante: i64,
    /// The service's number of its group; its own when it has none.
    pub produto: i64,
    /// The SKU.
    pub sku: Sku,
    /// Cost.
    pub preco_custo: Dinheiro,
    /// Of the stock, what is promised already, as the store's own system says.
    pub estoque_reservado: i32,
    /// The same, as orders make it: where somebody keeps the stock.
    pub reservado: Option<i32>,
    /// What lies in distribution centres besides the one that every store has.
    pub centros: Vec<SaldoEmCentro>,
    /// The stock at which the store wants to be warned.
    pub alerta_estoque: i32,
    /// What interface A has no member for.
    pub cadastro: Cadastro,
    /// When it was created.
    pub criado_em: Instante,
    /// When it last changed.
    pub alterado_em: Instante,
}

impl Source {
    /// It can be bought: it is active, and not all of its stock is promised.
    pub fn disponivel(&self) -> bool {
        let (stock, promised) = self.total();
        self.sku.ativo && stock > promised
    }

    /// Of the stock in the centre that every store has, what is promised already.
    pub(super) fn promised(&self) -> i32 {
        self.reservado.unwrap_or(self.estoque_reservado)
    }

    /// What lies in all centres, and what of it is promised already.
    pub(super) fn total(&self) -> (i32, i32) {
        let main = (self.sku.estoque, self.promised());
        self.centros.iter().fold(main, |(stock, promised), one| {
            (stock.saturating_add(one.estoque), promised.saturating_add(in_32(one.reservado)))
        })
    }
}

/// A number of units as records show it.
pub(super) fn in_32(units: i64) -> i32 {
    i32::try_from(units).unwrap_or(i32::MAX)
}

/// What is added to records on request, beyond what the SKU itself holds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extras<'a> {
    /// What was asked for.
    pub campos: Fields,
    /// Wholesale prices, read only when asked for.
    pub atacados: &'a [Atacado],
    /// Prices of channels, read only when asked for.
    pub tables: &'a [TabelaPreco],
}
