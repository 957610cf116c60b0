//! The connectors that this program has: one line each.

use channels::Connectors;

/// All of them.
pub fn all() -> Connectors {
    Connectors::default().with(connector_medusa::CONNECTOR).with(connector_vendure::CONNECTOR)
}
