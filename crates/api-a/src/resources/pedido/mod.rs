//! Orders from the marketplaces: they come in, are read, and move. Never deleted.

use http_kit::Mount;

mod lote;
mod reading;
mod status;
mod writing;

/// The routes of this folder.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.configure(reading::mount).configure(writing::mount).configure(status::mount).configure(lote::mount);
}
