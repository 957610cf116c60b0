//! TLS of the two interfaces: certificate and key from PEM files.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};

use crate::config::Config;

/// The server side of TLS, when a certificate is configured.
pub fn server_config(config: &Config) -> Result<Option<ServerConfig>> {
    let (Some(cert), Some(key)) = (&config.tls_cert, &config.tls_key) else { return Ok(None) };
    let chain = certificates(cert)?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(|e| {
        anyhow!("the TLS key {} cannot be read: {e}; it must be a PEM private key", key.display())
    })?;
    let tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .context("the TLS certificate and key do not go together")?;
    Ok(Some(tls))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let chain: Result<Vec<_>, _> =
        CertificateDer::pem_file_iter(path).and_then(|certificates| certificates.collect());
    match chain {
        Ok(chain) if !chain.is_empty() => Ok(chain),
        Ok(_) => Err(anyhow!("the TLS certificate {} holds no PEM certificate", path.display())),
        Err(e) => Err(anyhow!("the TLS certificate {} cannot be read: {e}", path.display())),
    }
}
