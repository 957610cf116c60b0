//! The cases that every connector must pass.

use connector_kit::{medusa, suite};

#[test]
fn the_connector_passes() {
    suite(&medusa::fixture(
        &entreposto_connector_medusa::CONNECTOR,
        &[("endereco", "{}"), ("chave", medusa::KEY)],
    ));
}
