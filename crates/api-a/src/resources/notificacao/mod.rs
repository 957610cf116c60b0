//! Notifications: where an application wants its events sent (this project's own).

use http_kit::Mount;

mod entrega;
mod registration;
mod view;

/// The routes of this folder.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.configure(registration::mount).configure(entrega::mount);
}
