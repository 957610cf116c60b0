//! The store's products: its SKUs, with stock and prices.

use http_kit::Mount;

mod alteracao;
mod atacarejo;
mod content;
mod edit;
mod em_categorias;
mod found;
mod lote;
mod part;
mod query;
mod registration;
mod registro;
mod seo;

/// The routes of this folder. Words come before identifiers of the same place.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.configure(alteracao::mount);
    cfg.configure(em_categorias::mount);
    cfg.configure(lote::mount);
    cfg.configure(registro::mount);
    cfg.configure(part::mount);
    cfg.configure(atacarejo::mount);
    cfg.configure(registration::mount);
    cfg.configure(content::mount);
    cfg.configure(seo::mount);
}
