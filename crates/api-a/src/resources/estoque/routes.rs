//! The routes of this folder.

use super::{canal, centro, falta, sku, usuario};
use http_kit::Mount;

/// All of them.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.configure(centro::mount)
        .configure(sku::mount)
        .configure(canal::mount)
        .configure(usuario::mount)
        .configure(falta::mount);
}
