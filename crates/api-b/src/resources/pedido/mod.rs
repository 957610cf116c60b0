//! The store's orders: downloaded, moved, acknowledged, noted upon.

use http_kit::Mount;

mod dashboard;
mod integration;
mod list;
mod observacao;
mod outcome;
mod part;
mod query;
mod rastreamento;
mod situacao;

pub use query::end_inclusive;

/// The routes of orders. Those with a word where others have a number come first.
pub fn mount(cfg: &mut Mount<'_>) {
    integration::mount(cfg);
    part::mount(cfg);
    list::mount(cfg);
    situacao::mount(cfg);
    rastreamento::mount_items(cfg);
    rastreamento::mount(cfg);
    observacao::mount(cfg);
    dashboard::mount(cfg);
}
