//! TLS with the root certificates of the operating system.

use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls_platform_verifier::BuilderVerifierExt;

use crate::error::Error;

/// Without any certificates https fails and http works.
pub(crate) fn config() -> Result<ClientConfig, Error> {
    let builder = || {
        ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| Error::Setup(error.to_string()))
    };
    match builder()?.with_platform_verifier() {
        Ok(trusting) => Ok(trusting.with_no_client_auth()),
        Err(error) => {
            tracing::warn!(%error, "no trusted certificates found: https addresses cannot be reached");
            let none = rustls::RootCertStore::empty();
            Ok(builder()?.with_root_certificates(none).with_no_client_auth())
        }
    }
}
