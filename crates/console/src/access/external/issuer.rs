//! The issuer that a provider goes by: an address, and which other addresses go with it.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use url::{Host, Url};

/// Who the provider says it is: an address, compared to the letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    text: String,
    url: Url,
}

/// An address that no provider is asked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidIssuer {
    /// No such address.
    #[error(
        "is no issuer: write it as the provider's document does, e.g. https://conta.example.com, without a query"
    )]
    Form,
    /// Plain HTTP: anybody on the network between could forge the answers.
    #[error(
        "is http: write https, or the number of a machine in a private network, such as http://10.0.0.7:8080, \
         or localhost"
    )]
    Plain,
}

impl FromStr for Issuer {
    type Err = InvalidIssuer;

    fn from_str(text: &str) -> Result<Self, InvalidIssuer> {
        let url = Url::parse(text).map_err(|_| InvalidIssuer::Form)?;
        let bare = url.query().is_none() && url.fragment().is_none() && url.password().is_none();
        // a blank ends it where it is stored
        let plain = text.bytes().all(|b| b.is_ascii_graphic()) && url.username().is_empty();
        if !bare || !plain || url.host().is_none() {
            return Err(InvalidIssuer::Form);
        }
        match url.scheme() {
            "https" => {}
            "http" if is_near(&url) => {}
            "http" => return Err(InvalidIssuer::Plain),
            _ => return Err(InvalidIssuer::Form),
        }
        Ok(Self { text: text.to_owned(), url })
    }
}

/// True for this machine, and for an address that only a private network has. A name may be anybody's tomorrow.
fn is_near(url: &Url) -> bool {
    let ip = match url.host() {
        Some(Host::Ipv4(four)) => IpAddr::V4(four),
        Some(Host::Ipv6(six)) => IpAddr::V6(six).to_canonical(),
        Some(Host::Domain(name)) => return name == "localhost",
        None => return false,
    };
    match ip {
        IpAddr::V4(four) => four.is_loopback() || four.is_private(),
        IpAddr::V6(six) => six.is_loopback() || six.is_unique_local(),
    }
}

impl fmt::Display for Issuer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Issuer {
    /// As it was written.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// What people call it: its host, and its port where that is none of the usual ones.
    pub(super) fn host(&self) -> String {
        host_of(&self.url)
    }

    /// Its host and port, as calls to it are allowed.
    pub(super) fn service(&self) -> String {
        let port = self.url.port_or_known_default().unwrap_or_default();
        format!("{}:{port}", self.url.host_str().unwrap_or_default())
    }

    /// Where its document is.
    pub(super) fn document(&self) -> String {
        format!("{}/.well-known/openid-configuration", self.text.trim_end_matches('/'))
    }

    /// An address of its document: by TLS, or at the very place where the issuer is.
    pub(super) fn own(&self, text: &str) -> Option<Url> {
        let url = Url::parse(text).ok()?;
        let same = url.origin() == self.url.origin();
        (url.has_host() && (url.scheme() == "https" || same)).then_some(url)
    }
}

/// The host of an address, and its port where that is none of the usual ones.
pub(super) fn host_of(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn nobody_says_who_somebody_is_without_tls_from_afar() {
        for good in [
            "https://conta.example.com",
            "https://conta.example.com:8443/realms/loja",
            "https://x.example.com/",
            "http://localhost:3000",
            "http://127.0.0.1:3000/a",
            "http://10.0.0.7:8080",
            "http://[::1]:3000",
            "http://[fd00::7]",
        ] {
            assert_eq!(good.parse::<Issuer>().unwrap().to_string(), good);
        }
        for plain in [
            "http://conta.example.com",
            "http://conta",
            "http://localhost.example.com",
            "http://203.0.113.9",
            "http://169.254.169.254",
            "http://0.0.0.0:80",
            "http://[2001:db8::1]",
        ] {
            assert_eq!(plain.parse::<Issuer>(), Err(InvalidIssuer::Plain), "{plain}");
        }
        for none in [
            "",
            "conta.example.com",
            "ftp://conta.example.com",
            "https://",
            "https://conta.example.com/?a=b",
            "https://conta.example.com/#a",
            "https://ana:x@conta.example.com",
            "https://ana@conta.example.com",
            "https://conta.example.com/a b",
        ] {
            assert_eq!(none.parse::<Issuer>(), Err(InvalidIssuer::Form), "{none}");
        }
    }

    #[test]
    fn addresses_of_its_document_are_its_own_or_by_tls() {
        let far: Issuer = "https://conta.example.com/realms/loja/".parse().unwrap();
        assert_eq!(far.document(), "https://conta.example.com/realms/loja/.well-known/openid-configuration");
        assert_eq!((far.host(), far.service()), ("conta.example.com".into(), "conta.example.com:443".into()));
        assert!(far.own("https://chaves.example.net/x").is_some());
        assert!(far.own("http://conta.example.com/x").is_none() && far.own("/x").is_none());
        let near: Issuer = "http://127.0.0.1:3000".parse().unwrap();
        assert_eq!(near.host(), "127.0.0.1:3000");
        assert!(
            near.own("http://127.0.0.1:3000/jwks").is_some() && near.own("https://a.example/x").is_some()
        );
        assert!(near.own("http://127.0.0.1:3001/jwks").is_none() && near.own("http://a.example/x").is_none());
        assert!(far.own("javascript:alert(1)").is_none() && far.own("data:text/html,x").is_none());
    }
}
