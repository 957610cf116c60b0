//! SKUs: many, one, and its stock set right.

mod adjustment;
mod list;
mod one;

use actix_web::web;

/// The routes of this folder.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.configure(list::mount).configure(one::mount).configure(adjustment::mount);
}
