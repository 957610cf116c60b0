//! The cases that every connector must pass, and the proof that they notice wrong connectors.

use connector_kit::{medusa, mutations, suite};

const SETTINGS: &[(&str, &str)] = &[("endereco", "{}"), ("chave", medusa::KEY)];

#[test]
fn the_connector_passes() {
    suite(&medusa::fixture(&entreposto_connector_medusa::CONNECTOR, SETTINGS));
}

#[test]
fn wrong_connectors_do_not() {
    mutations(&medusa::fixture(&entreposto_connector_medusa::CONNECTOR, SETTINGS));
}
