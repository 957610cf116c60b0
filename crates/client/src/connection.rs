//! Connection to an interface, with its key.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use url::Url;

use crate::error::Error;
use crate::policy::Policy;
use crate::tls;

/// Timeout of one attempt.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum retries.
const RETRIES: u32 = 4;

/// A connection to one interface. Cheap to copy: copies share their sockets.
#[derive(Debug, Clone)]
pub struct Connection {
    pub(crate) http: Client,
    pub(crate) base: Url,
    pub(crate) policy: Policy,
    pub(crate) timeout: Duration,
}

impl Connection {
    /// Connects to an interface; `keys` = its writes take idempotency keys.
    pub(crate) fn new(address: &str, key: &str, keys: bool) -> Result<Self, Error> {
        let setup = |error: &dyn std::fmt::Display| Error::Setup(error.to_string());
        let mut base = Url::parse(address).map_err(|e| setup(&e))?;
        if base.cannot_be_a_base() {
            return Err(setup(&"the address is no http address"));
        }
        // paths are joined to it, also behind a proxy's prefix
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        let mut value = HeaderValue::from_str(&format!("Basic {key}")).map_err(|e| setup(&e))?;
        value.set_sensitive(true);
        let http = Client::builder()
            .tls_backend_preconfigured(tls::config()?)
            .default_headers(HeaderMap::from_iter([(AUTHORIZATION, value)]))
            .user_agent(concat!("entreposto-client/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|e| setup(&e))?;
        Ok(Self { http, base, policy: Policy { retries: RETRIES, keys }, timeout: TIMEOUT })
    }

    /// Sets the number of retries, by default 4.
    #[must_use]
    pub fn retries(mut self, retries: u32) -> Self {
        self.policy.retries = retries;
        self
    }

    /// Sets the timeout of one attempt, by default 30 seconds.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }
}
