//! The store's own categories.

use http_kit::Mount;

pub mod forma;
mod list;
mod single;

/// The routes of this folder.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.configure(list::mount).configure(single::mount);
}
