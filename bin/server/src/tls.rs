//! TLS of the two interfaces: certificate and key from PEM files, read anew when the operator says so.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::{Context, Result, anyhow};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use x509_cert::der::Decode;

use crate::config::Config;

/// The certificate that is shown to clients.
#[derive(Debug)]
pub struct Certificate {
    chain: PathBuf,
    key: PathBuf,
    current: RwLock<Current>,
}

#[derive(Debug, Clone)]
struct Current {
    key: Arc<CertifiedKey>,
    /// Seconds since 1970.
    end: Option<i64>,
}

impl Certificate {
    /// The configured one, when there is one.
    pub fn load(config: &Config) -> Result<Option<Arc<Self>>> {
        let (Some(chain), Some(key)) = (&config.tls_cert, &config.tls_key) else { return Ok(None) };
        let current = RwLock::new(read(chain, key)?);
        Ok(Some(Arc::new(Self { chain: chain.clone(), key: key.clone(), current })))
    }

    /// Reads the same files again: new connections get what is in them now. What cannot be used changes
    /// nothing.
    pub fn reload(&self) -> Result<()> {
        let new = read(&self.chain, &self.key)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(())
    }

    /// When it ends, in seconds since 1970.
    pub fn end(&self) -> Option<i64> {
        self.current().end
    }

    /// The server side of TLS.
    pub fn server_config(self: &Arc<Self>) -> Result<ServerConfig> {
        let resolver: Arc<dyn ResolvesServerCert> = Arc::clone(self) as _;
        Ok(ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(resolver))
    }

    fn current(&self) -> Current {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.current().key)
    }
}

fn read(chain: &Path, key: &Path) -> Result<Current> {
    let certificates = certificates(chain)?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(|e| {
        anyhow!("the TLS key {} cannot be read: {e}; it must be a PEM private key", key.display())
    })?;
    let end = certificates.first().and_then(end);
    let key = CertifiedKey::from_der(certificates, key, &ring::default_provider())
        .context("the TLS certificate and key do not go together")?;
    Ok(Current { key: Arc::new(key), end })
}

fn end(certificate: &CertificateDer<'_>) -> Option<i64> {
    let certificate = x509_cert::Certificate::from_der(certificate).ok()?;
    i64::try_from(certificate.tbs_certificate.validity.not_after.to_unix_duration().as_secs()).ok()
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
