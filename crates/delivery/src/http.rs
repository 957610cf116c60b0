//! Calls over HTTP: to checked addresses only, without redirects, bounded in time and size.

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use domain::entrega::Failure;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls_platform_verifier::BuilderVerifierExt;
use url::{Host, Url};

use crate::call::{Call, CallResult, Sender};
use crate::target::Allowed;

/// Bytes of an answer that are read.
const ANSWER_MAX: usize = 64 * 1024;
/// Characters of an answer that are kept.
const STRETCH: usize = 500;

/// The client could not be made.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client for notifications cannot be set up: {0}")]
pub struct HttpError(String);

/// Makes calls over HTTP.
#[derive(Clone)]
pub struct HttpSender {
    client: Client,
    allowed: Arc<Allowed>,
}

impl HttpSender {
    /// With what the operator allows, and the time that one call may take.
    pub fn new(allowed: Allowed, time: Duration) -> Result<Self, HttpError> {
        let allowed = Arc::new(allowed);
        let client = Client::builder()
            .tls_backend_preconfigured(tls()?)
            .dns_resolver(Checker { allowed: Arc::clone(&allowed) })
            .redirect(Policy::none())
            // a proxy would look names up itself
            .no_proxy()
            .referer(false)
            .timeout(time)
            .pool_max_idle_per_host(8)
            .pool_idle_timeout(Duration::from_secs(30))
            .user_agent(concat!("Entreposto/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|e| HttpError(e.to_string()))?;
        Ok(Self { client, allowed })
    }

    async fn invoke(&self, call: Call) -> Result<CallResult, Failure> {
        let url = Url::parse(&call.url).map_err(|_| Failure::Endereco)?;
        // the resolver is only asked for names
        let literal = match url.host() {
            Some(Host::Ipv4(ip)) => Some(IpAddr::V4(ip)),
            Some(Host::Ipv6(ip)) => Some(IpAddr::V6(ip)),
            Some(Host::Domain(_)) => None,
            None => return Err(Failure::Endereco),
        };
        if literal.is_some_and(|ip| !self.allowed.address(ip)) {
            return Err(Failure::Refused);
        }
        let headers = headers(&call).ok_or(Failure::Endereco)?;
        let request = self.client.post(url).headers(headers).body(call.corpo);
        let answer = request.send().await.map_err(|e| motivo(&e))?;
        let status = answer.status().as_u16();
        match read(answer).await {
            Ok(body) => Ok(CallResult::with_status(status, stretch(&body))),
            Err(failure) => {
                Ok(CallResult { status: Some(status), falha: Some(failure), resposta: String::new() })
            }
        }
    }
}

impl Sender for HttpSender {
    fn send(&self, call: Call) -> BoxFuture<'static, CallResult> {
        let this = self.clone();
        async move { this.invoke(call).await.unwrap_or_else(CallResult::without_answer) }.boxed()
    }
}

fn headers(call: &Call) -> Option<HeaderMap> {
    let mut map = HeaderMap::new();
    for (host_name, value) in &call.cabecalhos {
        let mut value = HeaderValue::from_str(value).ok()?;
        value.set_sensitive(true);
        map.insert(HeaderName::from_bytes(host_name.as_bytes()).ok()?, value);
    }
    // last, so that nothing can stand in their place
    map.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    map.insert("webhook-id", HeaderValue::from_str(&call.id).ok()?);
    map.insert("webhook-timestamp", HeaderValue::from(call.timestamp));
    map.insert("webhook-signature", HeaderValue::from_str(&call.assinatura).ok()?);
    Some(map)
}

async fn read(mut answer: Response) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(|e| motivo(&e))? {
        if body.len() + piece.len() > ANSWER_MAX {
            return Err(Failure::AnswerTooLarge);
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// The beginning of an answer; nothing of one that is not text.
fn stretch(body: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(body) else { return String::new() };
    let clean = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { ' ' } else { c };
    let clean: String = text.chars().take(STRETCH).map(clean).collect();
    clean.trim().to_owned()
}

/// Public addresses, or what the operator allows: nothing else leaves the resolver.
struct Checker {
    allowed: Arc<Allowed>,
}

#[derive(Debug, thiserror::Error)]
enum NameError {
    #[error("the name is not known")]
    Unknown,
    #[error("the name has no address that may be called")]
    Refused,
}

impl Resolve for Checker {
    fn resolve(&self, name: Name) -> Resolving {
        let allowed = Arc::clone(&self.allowed);
        Box::pin(async move {
            let host_name = name.as_str();
            let found_ones: Vec<SocketAddr> =
                tokio::net::lookup_host((host_name, 0)).await.map_err(|_| NameError::Unknown)?.collect();
            if found_ones.is_empty() {
                return Err(NameError::Unknown.into());
            }
            let free = allowed.name(host_name);
            let good_ones: Vec<SocketAddr> =
                found_ones.into_iter().filter(|a| free || allowed.address(a.ip())).collect();
            if good_ones.is_empty() {
                return Err(NameError::Refused.into());
            }
            Ok(Box::new(good_ones.into_iter()) as Addrs)
        })
    }
}

/// What a client is told of an error: the cause, as far as it can be seen.
fn motivo(error: &reqwest::Error) -> Failure {
    if error.is_timeout() {
        return Failure::Time;
    }
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(this) = cause {
        match this.downcast_ref::<NameError>() {
            Some(NameError::Unknown) => return Failure::Hostname,
            Some(NameError::Refused) => return Failure::Refused,
            None => {}
        }
        if of_tls(this) {
            return Failure::Tls;
        }
        cause = this.source();
    }
    match error {
        e if e.is_connect() => Failure::Connection,
        e if e.is_builder() => Failure::Endereco,
        _ => Failure::Interrupted,
    }
}

/// An I/O error hides what it was made of from `source`.
fn of_tls(error: &(dyn Error + 'static)) -> bool {
    let inside = error.downcast_ref::<std::io::Error>().and_then(|io| io.get_ref());
    error.is::<rustls::Error>() || inside.is_some_and(|inside| of_tls(inside))
}

/// TLS that trusts what the operating system trusts. Where there is nothing of that kind, https fails and
/// http works.
fn tls() -> Result<ClientConfig, HttpError> {
    let builder = || {
        ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|e| HttpError(e.to_string()))
    };
    match builder()?.with_platform_verifier() {
        Ok(with_roots) => Ok(with_roots.with_no_client_auth()),
        Err(error) => {
            tracing::warn!(%error, "no trusted certificates found: notifications to https addresses will fail");
            let none = rustls::RootCertStore::empty();
            Ok(builder()?.with_root_certificates(none).with_no_client_auth())
        }
    }
}

#[cfg(test)]
mod tests;
