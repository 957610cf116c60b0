//! Calls over HTTP: to checked addresses only, without redirects, bounded in time and size.

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
pub struct HttpSender(Arc<Clients>);

struct Clients {
    /// To public addresses, and to what the operator allows.
    checked: Client,
    /// The same by port, for ports where the program itself listens.
    own_ports: BTreeMap<u16, Client>,
    /// To services that the operator names with their ports, wherever they are.
    named: Client,
    allowed: Arc<Allowed>,
    own: Vec<SocketAddr>,
}

impl HttpSender {
    /// With the times of one call, what the operator allows, and where the program itself listens.
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

    /// The client for an address, once everything is checked that can be without looking its name up.
    fn client(&self, url: &Url) -> Result<&Client, Failure> {
        let Clients { checked, own_ports, named, allowed, own } = self.0.as_ref();
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(Failure::UnusableAddress);
        };
        // the resolver is only asked for names
        let literal = match host {
            Host::Ipv4(ip) => Some(IpAddr::V4(ip)),
            Host::Ipv6(ip) => Some(IpAddr::V6(ip)),
            Host::Domain(_) => None,
        };
        if literal.is_some_and(is_nobodys) {
            return Err(Failure::Refused);
        }
        if allowed.service(&host, port) {
            return Ok(named);
        }
        allowed.check(url).map_err(|_| Failure::Refused)?;
        if literal.is_some_and(|ip| own.iter().any(|own| own.port() == port && stands_for(own.ip(), ip))) {
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
            Ok(body) => Ok(CallResult::with_status(status, stretch(&body))),
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
    // last, so that nothing can stand in their place
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

/// The beginning of an answer; nothing of one that is not text.
fn stretch(body: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(body) else { return String::new() };
    let clean = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { ' ' } else { c };
    let clean: String = text.chars().take(STRETCH).map(clean).collect();
    clean.trim().to_owned()
}

fn client(config: &Config, checker: Checker) -> Result<Client, HttpError> {
    Client::builder()
        .tls_backend_preconfigured(tls()?)
        .dns_resolver(checker)
        .redirect(Policy::none())
        // a proxy would look names up itself
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

/// True for 0.0.0.0 and [::], where whatever listens on this machine is reached, at whichever address.
fn is_nobodys(ip: IpAddr) -> bool {
    ip.to_canonical().is_unspecified()
}

/// True when a listener at `own` is reached at `ip`.
fn stands_for(own: IpAddr, ip: IpAddr) -> bool {
    let (own, ip) = (own.to_canonical(), ip.to_canonical());
    // 0.0.0.0 is every address of this machine, and an address can be bound where it is this machine's
    own == ip || own.is_unspecified() && UdpSocket::bind((ip, 0)).is_ok()
}

/// Public addresses, or what the operator allows, and none of the program's own: nothing else leaves the
/// resolver.
struct Checker {
    /// `None` = whatever it is.
    allowed: Option<Arc<Allowed>>,
    own: Vec<SocketAddr>,
}

impl Checker {
    fn takes(allowed: Option<&Allowed>, own: &[SocketAddr], host_name: &str, ip: IpAddr) -> bool {
        !is_nobodys(ip)
            && allowed.is_none_or(|allowed| allowed.name(host_name) || allowed.address(ip))
            && !own.iter().any(|own| stands_for(own.ip(), ip))
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
            let found_rows: Vec<SocketAddr> =
                tokio::net::lookup_host((host_name, 0)).await.map_err(|_| NameError::Unknown)?.collect();
            if found_rows.is_empty() {
                return Err(NameError::Unknown.into());
            }
            let good = |a: &SocketAddr| Self::takes(allowed.as_deref(), &own, host_name, a.ip());
            let valid: Vec<SocketAddr> = found_rows.into_iter().filter(good).collect();
            if valid.is_empty() {
                return Err(NameError::Refused.into());
            }
            Ok(Box::new(valid.into_iter()) as Addrs)
        })
    }
}

/// What a client is told of an error: the cause, as far as it can be seen.
fn failure_of(error: &reqwest::Error) -> Failure {
    if error.is_timeout() {
        // no connection in its time is another thing than no answer in its own
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
