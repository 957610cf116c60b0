//! What the handlers share.

use http_kit::Kit;
use store::Store;

/// What the crate needs from whoever composes it. Cloning is cheap.
#[derive(Clone)]
pub struct State {
    pub(crate) store: Store,
}

impl State {
    /// With what all interfaces share.
    pub fn new(kit: &Kit) -> Self {
        Self { store: kit.store().clone() }
    }
}
