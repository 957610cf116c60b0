//! What a product record is made from.

use super::cadastro::Cadastro;
use super::parts::{Atacado, TabelaPreco};
use super::query::Fields;
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
    /// Of the stock, what is promised already.
    pub estoque_reservado: i32,
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
        self.sku.ativo && self.sku.estoque > self.estoque_reservado
    }
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
