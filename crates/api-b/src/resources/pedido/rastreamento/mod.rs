//! Parcels and invoices: of whole orders, and of their items.

mod bodies;
mod item;
mod order;

pub use item::mount as mount_items;
pub use order::mount;
