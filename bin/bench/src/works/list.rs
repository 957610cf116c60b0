//! Which works there are, and the order in which they are measured.

use anyhow::Result;

use super::bench::{Bench, CONNECTIONS, Name};
use super::limited::row;
use super::{
    categories, comparisons, compressed, control, many_stores, model, orders, products, skus, stock,
};
use crate::report::Row;
use crate::site::Site;

/// Reading works of one database.
pub fn reads(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) {
    let works: [(Name, Work); 7] = [
        (Name::Day, orders::page_of_a_day),
        (Name::Compressed, compressed::page_of_a_day),
        (Name::Deep, comparisons::deep_page),
        (Name::Total, comparisons::total),
        (Name::Produto, products::get_produto),
        (Name::Sku, products::get_sku),
        (Name::Categorias, categories::both_forms),
    ];
    run(bench, site, &works, rows);
}

/// Writing works of one database: after all reading ones, since they change what the others read.
pub fn writes(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) {
    let works: [(Name, Work); 5] = [
        (Name::Estoque, stock::put),
        (Name::Lote, skus::post_lote),
        (Name::Pedido, orders::post),
        (Name::Controle, control::compare),
        (Name::Model, model::check),
    ];
    if works.iter().any(|(name, _)| bench.wants(*name))
        && let Err(error) = skus::first_numbers(bench, site, rows)
    {
        rows.push(failed(site, Name::Lote, &error));
    }
    run(bench, site, &works, rows);
}

/// The largest database against the smallest.
pub fn sizes(bench: &Bench, small: &Site<'_>, large: &Site<'_>, rows: &mut Vec<Row>) {
    if let Err(error) = comparisons::sizes(bench, small, large, rows) {
        rows.push(failed(large, Name::Sizes, &error));
    }
}

/// One store against many.
pub fn stores(bench: &Bench, one: &Site<'_>, many: &Site<'_>, rows: &mut Vec<Row>) {
    if let Err(error) = many_stores::compare(bench, one, many, rows) {
        rows.push(failed(many, Name::Lojas, &error));
    }
}

type Work = fn(&Bench, &Site<'_>, &mut Vec<Row>) -> Result<()>;

/// A work that cannot be measured becomes a row that says so: the others still count.
fn run(bench: &Bench, site: &Site<'_>, works: &[(Name, Work)], rows: &mut Vec<Row>) {
    for (name, work) in works.iter().filter(|(name, _)| bench.wants(*name)) {
        eprintln!("{} {}: {}", site.database.name(), site.amounts.orders, name.title());
        if let Err(error) = work(bench, site, rows) {
            rows.push(failed(site, *name, &error));
        }
    }
}

/// A row that says why there is no other.
fn failed(site: &Site<'_>, name: Name, error: &anyhow::Error) -> Row {
    let problems = vec![format!("{error:#}")];
    Row { ok: Some(false), problems, ..row(site, &name.title(), CONNECTIONS) }
}
