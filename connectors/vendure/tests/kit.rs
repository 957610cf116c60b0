//! The cases that every connector must pass, and the proof that they notice wrong connectors.

use connector_kit::{mutations, suite, vendure};

const SETTINGS: &[(&str, &str)] =
    &[("endereco", "{}/admin-api"), ("usuario", vendure::USER), ("senha", vendure::PASSWORD)];

#[test]
fn the_connector_passes() {
    suite(&vendure::fixture(&entreposto_connector_vendure::CONNECTOR, SETTINGS));
}

#[test]
fn wrong_connectors_do_not() {
    mutations(&vendure::fixture(&entreposto_connector_vendure::CONNECTOR, SETTINGS));
}
