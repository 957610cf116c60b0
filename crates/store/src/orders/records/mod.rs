//! Records of orders for interface B: rendered when an order is created, completed when a page is sent
//! (`docs/decisions/0018-prerendered-and-compressed-order-records.md`).

mod cache;
pub(in crate::orders) mod list;
pub(in crate::orders) mod stored;
pub(in crate::orders) mod versions;

pub use cache::RegistrosCache;
pub use list::{Registros, Rendering, find_registro, list_registros, list_registros_from};
pub use stored::{Checks, Divergence, StoredTexts, Wrong, check_registros, renew_registros, stored_texts};
