//! Connector to shops on Medusa.
