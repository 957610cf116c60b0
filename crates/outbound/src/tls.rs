//! TLS with the certificates of the operating system.

use std::error::Error;
use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls_platform_verifier::BuilderVerifierExt;

use crate::HttpError;

/// TLS with the root certificates of the operating system. Without any, https fails and http works.
pub(crate) fn config() -> Result<ClientConfig, HttpError> {
    let builder = || {
        ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|e| HttpError(e.to_string()))
    };
    match builder()?.with_platform_verifier() {
        Ok(with_roots) => Ok(with_roots.with_no_client_auth()),
        Err(error) => {
            tracing::warn!(%error, "no trusted certificates found: calls to https addresses will fail");
            let none = rustls::RootCertStore::empty();
            Ok(builder()?.with_root_certificates(none).with_no_client_auth())
        }
    }
}

/// True for an error of TLS. `source` does not return the inner error of an I/O error.
pub(crate) fn caused(error: &(dyn Error + 'static)) -> bool {
    let inside = error.downcast_ref::<std::io::Error>().and_then(|io| io.get_ref());
    error.is::<rustls::Error>() || inside.is_some_and(|inside| caused(inside))
}
