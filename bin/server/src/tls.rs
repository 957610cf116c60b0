//! TLS of the interfaces: certificate and key from PEM files, read again on SIGHUP.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::{Result, anyhow, bail};
use rustls::crypto::ring;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{Error, InconsistentKeys, ServerConfig};
use rustls_pki_types::pem::{self, PemObject};
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use x509_cert::der::Decode;

use crate::advice;
use crate::config::Config;
use crate::usage::usage;

/// The server's certificate.
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
        let current = RwLock::new(read(chain, key).map_err(|e| usage(format!("{e:#}")))?);
        Ok(Some(Arc::new(Self { chain: chain.clone(), key: key.clone(), current })))
    }

    /// Reads the files again, for new connections. Unusable files are an error and change nothing.
    pub fn reload(&self) -> Result<()> {
        let new = read(&self.chain, &self.key)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(())
    }

    /// The end of its validity, in seconds since 1970.
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
    let private = private_key(key)?;
    let end = certificates.first().and_then(end);
    let (chain, key) = (chain.display(), key.display());
    let signing = ring::sign::any_supported_type(&private).map_err(|e| {
        anyhow!("the TLS key {key} cannot be used ({e}): it must be a whole key of RSA, ECDSA or Ed25519")
    })?;
    let certified = CertifiedKey::new(certificates, signing);
    match certified.keys_match() {
        // some keys cannot be compared
        Ok(()) | Err(Error::InconsistentKeys(InconsistentKeys::Unknown)) => {}
        Err(Error::InconsistentKeys(_)) => bail!(
            "the TLS key {key} belongs to another certificate than the one in {chain}: set tls_key to the \
             key that this certificate was issued for, or tls_cert to the certificate of this key, which has \
             to stand first in its file"
        ),
        Err(e) => bail!("the TLS certificate {chain} cannot be used ({e}): {AS_ISSUED}"),
    }
    Ok(Current { key: Arc::new(certified), end })
}

/// Advice for an incomplete certificate.
const AS_ISSUED: &str = "put the file there as it was issued, with all that stands between BEGIN and END";

fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>> {
    let text = content(path).map_err(|what| anyhow!("the TLS key {what}"))?;
    let path = path.display();
    if text.windows(LOCKED.len()).any(|part| part == LOCKED) {
        bail!(
            "the TLS key {path} is locked with a passphrase, for which a server has nobody to ask: take it \
             off with `openssl pkey -in {path} -out NEW.pem`, and let nobody but the server's user read the \
             new file"
        );
    }
    PrivateKeyDer::from_pem_slice(&text).map_err(|e| match e {
        pem::Error::NoItemsFound => anyhow!(
            "the TLS key {path} has no part that begins with -----BEGIN PRIVATE KEY-----: set tls_key to \
             the PEM file of the private key, and tls_cert to that of the certificate"
        ),
        e => anyhow!("the TLS key {path} cannot be read ({e}): put the file there as it was made"),
    })
}

/// In the first lines of a key with a passphrase.
const LOCKED: &[u8] = b"ENCRYPTED";

/// The content of a file, or an error that names it.
fn content(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|e| format!("{} cannot be read: {e}; {}", path.display(), advice::to_read(&e)))
}

fn end(certificate: &CertificateDer<'_>) -> Option<i64> {
    let certificate = x509_cert::Certificate::from_der(certificate).ok()?;
    i64::try_from(certificate.tbs_certificate.validity.not_after.to_unix_duration().as_secs()).ok()
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let text = content(path).map_err(|what| anyhow!("the TLS certificate {what}"))?;
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    let path = path.display();
    match chain {
        Ok(chain) if !chain.is_empty() => Ok(chain),
        Ok(_) if std::str::from_utf8(&text).is_err() => bail!(
            "the TLS certificate {path} has no part that begins with -----BEGIN CERTIFICATE-----: make one \
             of a binary file with `openssl x509 -inform der -in {path} -out NEW.pem`"
        ),
        Ok(_) => bail!(
            "the TLS certificate {path} has no part that begins with -----BEGIN CERTIFICATE-----: set \
             tls_cert to the PEM file of the certificate, and tls_key to that of its key"
        ),
        Err(e) => bail!("the TLS certificate {path} cannot be read ({e}): {AS_ISSUED}"),
    }
}
