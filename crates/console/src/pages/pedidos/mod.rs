//! Orders: many, and one.

mod list;
mod movement;
mod one;

use actix_web::web;

pub use list::rows;

/// The routes of this folder.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.configure(list::mount).configure(one::mount).configure(movement::mount);
}
