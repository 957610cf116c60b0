//! Client: one call, checked and bounded.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use domain::entrega::Allowed;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client as Http, Response};
use rustls::ClientConfig;
use url::{Host, Url};

use crate::addresses::{Checker, NameError, is_reached_at, is_unspecified};
use crate::{Answer, Call, CallError, Config, Failure, HttpError, tls};

/// Makes calls. A clone shares its connections.
#[derive(Clone)]
pub struct Client(Arc<Clients>);

struct Clients {
    /// For public addresses, and those that the operator allows.
    checked: Http,
    /// The same by port, for ports at which the program itself listens.
    own_ports: BTreeMap<u16, Http>,
    /// For services that the operator allows by host and port, at any address.
    named: Http,
    allowed: Arc<Allowed>,
    own: Vec<SocketAddr>,
    answer_max: usize,
}

impl Client {
    /// With these limits and address rules.
    pub fn new(config: &Config) -> Result<Self, HttpError> {
        let allowed = Arc::new(config.allowed.clone());
        // the certificates are read once, not for each of the clients
        let tls = tls::config()?;
        let checked =
            |own: Vec<SocketAddr>| http(config, &tls, Checker { allowed: Some(Arc::clone(&allowed)), own });
        let ports: BTreeSet<u16> = config.own.iter().map(SocketAddr::port).collect();
        let at = |port: u16| config.own.iter().copied().filter(|own| own.port() == port).collect();
        Ok(Self(Arc::new(Clients {
            checked: checked(Vec::new())?,
            own_ports: ports
                .into_iter()
                .map(|port| Ok((port, checked(at(port))?)))
                .collect::<Result<_, HttpError>>()?,
            named: http(config, &tls, Checker { allowed: None, own: Vec::new() })?,
            allowed: Arc::clone(&allowed),
            own: config.own.clone(),
            answer_max: config.answer_max,
        })))
    }

    /// Makes one call. It ends within the client's timeout.
    pub async fn call(&self, call: Call) -> Result<Answer, CallError> {
        let url = Url::parse(&call.url).map_err(|_| Failure::Unusable)?;
        let http = self.http(&url)?;
        let headers = headers(&call.headers).ok_or(Failure::Unusable)?;
        let mut request = http.request(call.method, url).headers(headers);
        if !call.body.is_empty() {
            request = request.body(call.body);
        }
        let answer = request.send().await.map_err(|error| failure_of(&error))?;
        let status = answer.status().as_u16();
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers =
            answer.headers().iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect();
        match read(answer, self.0.answer_max).await {
            Ok(body) => Ok(Answer { status, headers, body }),
            Err(failure) => Err(CallError { failure, status: Some(status) }),
        }
    }

    /// The client for a URL, after the checks that need no name look-up.
    fn http(&self, url: &Url) -> Result<&Http, Failure> {
        let Clients { checked, own_ports, named, allowed, own, .. } = self.0.as_ref();
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(Failure::Unusable);
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
}

fn headers(all: &[(String, String)]) -> Option<HeaderMap> {
    let mut map = HeaderMap::new();
    for (name, value) in all {
        let mut value = HeaderValue::from_str(value).ok()?;
        value.set_sensitive(true);
        map.insert(HeaderName::from_bytes(name.as_bytes()).ok()?, value);
    }
    Some(map)
}

async fn read(mut answer: Response, max: usize) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(|error| failure_of(&error))? {
        if body.len() + piece.len() > max {
            return Err(Failure::TooLarge);
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

fn http(config: &Config, tls: &ClientConfig, checker: Checker) -> Result<Http, HttpError> {
    Http::builder()
        .tls_backend_preconfigured(tls.clone())
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

/// The failure, from the chain of causes.
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
        if tls::caused(this) {
            return Failure::Tls;
        }
        cause = this.source();
    }
    match error {
        e if e.is_connect() => Failure::Connection,
        e if e.is_builder() => Failure::Unusable,
        _ => Failure::Interrupted,
    }
}
