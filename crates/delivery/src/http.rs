//! HTTP sender: calls checked addresses only, without redirects, with limits of time and size.

use std::collections::BTreeMap;
use std::error::Error;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use domain::entrega::{Allowed, Failure};
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
use crate::config::Config;

/// Maximum bytes of an answer.
const ANSWER_MAX: usize = 64 * 1024;
/// Characters of an answer that are stored.
const EXCERPT: usize = 500;

/// The HTTP client cannot be made.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client for notifications cannot be set up: {0}")]
pub struct HttpError(String);

/// Makes calls over HTTP.
#[derive(Clone)]
pub struct HttpSender(Arc<Clients>);

struct Clients {
    /// For public addresses, and those that the operator allows.
    checked: Client,
    /// The same by port, for ports at which the program itself listens.
    own_ports: BTreeMap<u16, Client>,
    /// For services that the operator allows by host and port, at any address.
    named: Client,
    allowed: Arc<Allowed>,
    own: Vec<SocketAddr>,
}

impl HttpSender {
    /// With the timeouts and the address rules of the configuration.
    pub fn new(config: &Config) -> Result<Self, HttpError> {
        let allowed = Arc::new(config.allowed.clone());
        let checked =
            |own: Vec<SocketAddr>| client(config, Checker { allowed: Some(Arc::clone(&allowed)), own });
        let ports: std::collections::BTreeSet<u16> = config.own.iter().map(SocketAddr::port).collect();
        let at = |port: u16| config.own.iter().copied().filter(|own| own.port() == port).collect();
        Ok(Self(Arc::new(Clients {
            checked: checked(Vec::new())?,
            own_ports: ports
                .into_iter()
                .map(|port| Ok((port, checked(at(port))?)))
                .collect::<Result<_, HttpError>>()?,
            named: client(config, Checker { allowed: None, own: Vec::new() })?,
            allowed: Arc::clone(&allowed),
            own: config.own.clone(),
        })))
    }

    /// The client for a URL, after the checks that need no name look-up.
    fn client(&self, url: &Url) -> Result<&Client, Failure> {
        let Clients { checked, own_ports, named, allowed, own } = self.0.as_ref();
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(Failure::UnusableAddress);
        };
        // the resolver checks names alone
        let literal = match host {
            Host::Ipv4(ip) => Some(IpAddr::V4(ip)),
            Host::Ipv6(ip) => Some(IpAddr::V6(ip)),
            Host::Domain(_) => None,
        };
        if literal.is_some_and(is_unspecified) {
            return Err(Failure::Refused);
        }
        if allowed.service(&host, port) {
            return Ok(named);
        }
        allowed.check(url).map_err(|_| Failure::Refused)?;
        if literal.is_some_and(|ip| own.iter().any(|own| own.port() == port && is_reached_at(own.ip(), ip))) {
            return Err(Failure::Refused);
        }
        Ok(own_ports.get(&port).unwrap_or(checked))
    }

    async fn invoke(&self, call: Call) -> Result<CallResult, Failure> {
        let url = Url::parse(&call.url).map_err(|_| Failure::UnusableAddress)?;
        let client = self.client(&url)?;
        let headers = headers(&call).ok_or(Failure::UnusableAddress)?;
        let request = client.post(url).headers(headers).body(call.body);
        let answer = request.send().await.map_err(|e| failure_of(&e))?;
        let status = answer.status().as_u16();
        match read(answer).await {
            Ok(body) => Ok(CallResult::with_status(status, excerpt(&body))),
            Err(failure) => {
                Ok(CallResult { status: Some(status), failure: Some(failure), response: String::new() })
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
    for (host_name, value) in &call.headers {
        let mut value = HeaderValue::from_str(value).ok()?;
        value.set_sensitive(true);
        map.insert(HeaderName::from_bytes(host_name.as_bytes()).ok()?, value);
    }
    // last, so that they replace headers of the same names
    map.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    map.insert("webhook-id", HeaderValue::from_str(&call.id).ok()?);
    map.insert("webhook-timestamp", HeaderValue::from(call.timestamp));
    map.insert("webhook-signature", HeaderValue::from_str(&call.signature).ok()?);
    Some(map)
}

async fn read(mut answer: Response) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(|e| failure_of(&e))? {
        if body.len() + piece.len() > ANSWER_MAX {
            return Err(Failure::AnswerTooLarge);
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// The beginning of an answer; empty if it is not text.
fn excerpt(body: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(body) else { return String::new() };
    let clean = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { ' ' } else { c };
    let clean: String = text.chars().take(EXCERPT).map(clean).collect();
    clean.trim().to_owned()
}

fn client(config: &Config, checker: Checker) -> Result<Client, HttpError> {
    Client::builder()
        .tls_backend_preconfigured(tls()?)
        .dns_resolver(checker)
        .redirect(Policy::none())
        // a proxy would resolve names itself, without the checks
        .no_proxy()
        .referer(false)
        .connect_timeout(config.connect)
        .timeout(config.time)
        .pool_max_idle_per_host(8)
        .pool_idle_timeout(Duration::from_secs(30))
        .user_agent(concat!("Entreposto/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|e| HttpError(e.to_string()))
}

/// True for 0.0.0.0 and [::], which reach all listeners of this machine.
fn is_unspecified(ip: IpAddr) -> bool {
    ip.to_canonical().is_unspecified()
}

/// True when `ip` reaches a listener at `own`.
fn is_reached_at(own: IpAddr, ip: IpAddr) -> bool {
    let (own, ip) = (own.to_canonical(), ip.to_canonical());
    // 0.0.0.0 is every address of this machine, and only addresses of this machine can be bound
    own == ip || own.is_unspecified() && UdpSocket::bind((ip, 0)).is_ok()
}

/// DNS resolver that returns public or allowed addresses alone, and none of the program's own.
struct Checker {
    /// `None` = all.
    allowed: Option<Arc<Allowed>>,
    own: Vec<SocketAddr>,
}

impl Checker {
    fn accepts(allowed: Option<&Allowed>, own: &[SocketAddr], host_name: &str, ip: IpAddr) -> bool {
        !is_unspecified(ip)
            && allowed.is_none_or(|allowed| allowed.name(host_name) || allowed.address(ip))
            && !own.iter().any(|own| is_reached_at(own.ip(), ip))
    }
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
        let (allowed, own) = (self.allowed.clone(), self.own.clone());
        Box::pin(async move {
            let host_name = name.as_str();
            let addresses: Vec<SocketAddr> =
                tokio::net::lookup_host((host_name, 0)).await.map_err(|_| NameError::Unknown)?.collect();
            if addresses.is_empty() {
                return Err(NameError::Unknown.into());
            }
            let good = |a: &SocketAddr| Self::accepts(allowed.as_deref(), &own, host_name, a.ip());
            let valid: Vec<SocketAddr> = addresses.into_iter().filter(good).collect();
            if valid.is_empty() {
                return Err(NameError::Refused.into());
            }
            Ok(Box::new(valid.into_iter()) as Addrs)
        })
    }
}

/// The failure that is shown to the client, from the chain of causes.
fn failure_of(error: &reqwest::Error) -> Failure {
    if error.is_timeout() {
        // a timeout of connecting is another failure than one of the answer
        return if error.is_connect() { Failure::Connection } else { Failure::Time };
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
        e if e.is_builder() => Failure::UnusableAddress,
        _ => Failure::Interrupted,
    }
}

/// `source` does not return the inner error of an I/O error.
fn of_tls(error: &(dyn Error + 'static)) -> bool {
    let inside = error.downcast_ref::<std::io::Error>().and_then(|io| io.get_ref());
    error.is::<rustls::Error>() || inside.is_some_and(|inside| of_tls(inside))
}

/// TLS with the root certificates of the operating system. Without any, https fails and http works.
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
