//! Listings: SKUs as a channel shows them, and the stock, price and product that it is to show.

use domain::oferta::Oferta;
use domain::sku::Sku;
use domain::values::money::Dinheiro;

/// A SKU at the channel, as it was found there. What the channel does not tell is `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The SKU's code at the channel.
    pub code: String,
    /// What later calls need to name it: the channel's own identifiers in any form, at most 1,000 characters.
    pub id: String,
    /// The channel sells it.
    pub active: Option<bool>,
    /// Units: what is for sale, or on hand where the manifest says [`crate::StockKind::OnHand`].
    pub stock: Option<i64>,
    /// What it sells for.
    pub price: Option<Dinheiro>,
    /// Its page, where the channel tells.
    pub url: Option<String>,
}

/// What is to be published.
#[derive(Debug, Clone, Copy)]
pub struct Product<'a> {
    /// Its names, texts, images, attributes.
    pub sku: &'a Sku,
    /// Code, stock, price and dimensions, as the channel is to show them.
    pub oferta: &'a Oferta,
}

/// The stock that a listing is to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stock<'a> {
    /// [`Listing::id`].
    pub listing: &'a str,
    /// Units, never below zero. Where the manifest says [`crate::StockKind::OnHand`], they include those of open orders
    /// ([`crate::OrderIn::holds_stock`]).
    pub units: i64,
}

/// The price that a listing is to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price<'a> {
    /// [`Listing::id`].
    pub listing: &'a str,
    /// What it sold for before; zero or not above `por`: none.
    pub de: Dinheiro,
    /// What it sells for, never zero.
    pub por: Dinheiro,
}
