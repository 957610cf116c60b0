//! Records of orders as interface B sends them: rendered when an order comes in, completed and sent by pages
//! (`docs/decisions/0018-prerendered-and-compressed-order-records.md`).

pub(in crate::orders) mod reading;
pub(in crate::orders) mod record_row;
pub(in crate::orders) mod registros;
mod renewal;
pub(in crate::orders) mod texts;
pub(in crate::orders) mod versions;

pub use reading::RegistrosCache;
pub use registros::{Registros, Rendering, find_registro, list_in_turn, list_registros};
pub use renewal::renew_registros;
pub use texts::{StoredTexts, stored_texts};
