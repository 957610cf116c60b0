//! Connector to shops on Vendure.
