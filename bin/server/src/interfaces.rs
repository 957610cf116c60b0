//! The table of interfaces that the program serves: address setting and constructor of each.

use std::fmt;
use std::net::SocketAddr;
use std::num::NonZeroU32;

use domain::loja_config::LojaDefaults;
use domain::tipo_canal::TypeCatalogue;
use http_kit::{Interface, Kit, PublicUrl};

use crate::setting::{Setting, open};

/// The parts that the interfaces share.
pub struct Parts {
    /// What all of them share.
    pub kit: Kit,
    /// The channel types.
    pub types: TypeCatalogue,
    /// What holds for stores for which nothing else was set.
    pub lojas: LojaDefaults,
    /// How often a store's key may ask on interface B, per minute.
    pub rate_limit: Option<NonZeroU32>,
    /// Requests per minute, key and first path segment on interface A.
    pub rate_limit_a: Option<NonZeroU32>,
    /// Where channels reach the hub.
    pub ingress_url: PublicUrl,
    /// Where clients reach each interface, by the names of the settings.
    pub public_urls: Vec<(&'static str, PublicUrl)>,
}

impl Parts {
    fn public_url(&self, setting: &str) -> PublicUrl {
        self.public_urls
            .iter()
            .find(|(key, _)| *key == setting)
            .map(|(_, url)| url.clone())
            .unwrap_or_default()
    }
}

/// An interface.
pub struct Row {
    /// Its address.
    pub listen: Setting,
    /// Where clients reach it.
    pub public_url: Setting,
    /// Whose web pages may read its answers.
    pub cors_origins: Setting,
    /// Makes it.
    pub build: fn(&Parts) -> Interface,
}

/// Every interface. Those whose settings hold the same address share a listener; the first of them refuses
/// what none of them knows.
#[rustfmt::skip]
pub static INTERFACES: &[Row] = &[
    Row {
        listen: address("listen_a", "listen-a", "ENTREPOSTO_LISTEN_A", "127.0.0.1:8080",
            "Address of interface A"),
        public_url: url("public_url_a", "public-url-a", "ENTREPOSTO_PUBLIC_URL_A",
            "Where clients reach interface A, e.g. https://api.example.com/a; Link headers begin with it"),
        cors_origins: origins("cors_origins_a", "cors-origins-a", "ENTREPOSTO_CORS_ORIGINS_A",
            "Origins whose web pages may read interface A's answers, e.g. https://erp.example.com; * = all"),
        build: |p| limited(api_a::interface(api_a::State::new(&p.kit)
            .with_types(p.types.clone())
            .with_ingress_url(p.ingress_url.clone())
            .with_public_url(p.public_url("public_url_a"))), p.rate_limit_a),
    },
    Row {
        listen: address("listen_b", "listen-b", "ENTREPOSTO_LISTEN_B", "127.0.0.1:8081",
            "Address of interface B; the same as A = one listener carries both"),
        public_url: url("public_url_b", "public-url-b", "ENTREPOSTO_PUBLIC_URL_B",
            "Where clients reach interface B; Link headers begin with it"),
        cors_origins: origins("cors_origins_b", "cors-origins-b", "ENTREPOSTO_CORS_ORIGINS_B",
            "The same for interface B"),
        build: |p| limited(api_b::interface(api_b::State::new(&p.kit)
            .with_types(p.types.clone())
            .with_loja_defaults(p.lojas)
            .with_public_url(p.public_url("public_url_b"))), p.rate_limit),
    },
];

const fn address(
    key: &'static str,
    flag: &'static str,
    env: &'static str,
    default: &'static str,
    help: &'static str,
) -> Setting {
    open(key, flag, env, "ADDRESS", default, help)
}

const fn url(key: &'static str, flag: &'static str, env: &'static str, help: &'static str) -> Setting {
    open(key, flag, env, "URL", "", help)
}

const fn origins(key: &'static str, flag: &'static str, env: &'static str, help: &'static str) -> Setting {
    open(key, flag, env, "LIST", "", help)
}

fn limited(interface: Interface, per_minute: Option<NonZeroU32>) -> Interface {
    match per_minute {
        Some(per_minute) => interface.with_limit(per_minute),
        None => interface,
    }
}

/// Where interfaces listen, by the names of their settings, in the table's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses(Vec<(&'static str, SocketAddr)>);

impl Addresses {
    /// Every interface at one address.
    pub fn all_at(address: SocketAddr) -> Self {
        INTERFACES.iter().map(|row| (row.listen.key, address)).collect()
    }

    /// With another address for one setting.
    pub fn with(mut self, setting: &str, address: SocketAddr) -> Self {
        for (_, known) in self.0.iter_mut().filter(|(key, _)| *key == setting) {
            *known = address;
        }
        self
    }

    /// The address of one setting.
    pub fn get(&self, setting: &str) -> Option<SocketAddr> {
        self.iter().find(|(key, _)| *key == setting).map(|(_, address)| address)
    }

    /// Every setting and its address.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, SocketAddr)> {
        self.0.iter().copied()
    }
}

impl FromIterator<(&'static str, SocketAddr)> for Addresses {
    fn from_iter<T: IntoIterator<Item = (&'static str, SocketAddr)>>(addresses: T) -> Self {
        Self(addresses.into_iter().collect())
    }
}

/// As the log shows them: `a=127.0.0.1:8080 b=127.0.0.1:8081`.
impl fmt::Display for Addresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (setting, address)) in self.iter().enumerate() {
            let space = if n > 0 { " " } else { "" };
            write!(f, "{space}{}={address}", setting.trim_start_matches("listen_"))?;
        }
        Ok(())
    }
}
