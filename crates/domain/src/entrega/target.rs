//! Which addresses may be called: public ones, and what the operator allows besides.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use ipnet::IpNet;
use url::{Host, Url};

/// Ports below it belong to other services than the web, but for [`WEB`].
const FREE_PORTS: u16 = 1024;
/// The ports of the web.
const WEB: [u16; 2] = [80, 443];

/// Hosts and networks that may be called although they are not public.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Allowed {
    names: Vec<String>,
    networks: Vec<IpNet>,
    /// Hosts that are allowed at one port, whichever it is.
    ports: Vec<(Host, u16)>,
}

/// Part of a list that is neither a host's name nor a network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither a host name nor an address nor a network such as 10.0.0.0/8, nor one host's port")]
pub struct InvalidPermission(String);

/// Why an address will not be called, as far as it can be told without looking its name up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Forbidden {
    /// It stands for this machine, its network, or nothing at all.
    #[error("não pode ser chamado: deve ser um endereço público")]
    Address,
    /// The port is another service's.
    #[error("não pode ser chamado: a porta deve ser 80, 443 ou de 1024 em diante")]
    Port,
}

/// The host of an address.
pub fn host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}

impl FromStr for Allowed {
    type Err = InvalidPermission;

    /// Names, addresses, networks and `host:port`, separated by commas; empty = none.
    fn from_str(text: &str) -> Result<Self, InvalidPermission> {
        let mut allowed = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            if let Ok(network) = part.parse::<IpNet>() {
                allowed.networks.push(network);
            } else if let Ok(ip) = part.parse::<IpAddr>() {
                allowed.networks.push(ip.into());
            } else if let Some(one) = with_port(part) {
                allowed.ports.push(one);
            } else if let Some(Host::Domain(name)) = host_of(part) {
                allowed.names.push(name);
            } else {
                return Err(InvalidPermission(part.to_owned()));
            }
        }
        Ok(allowed)
    }
}

/// A host as it is compared; patterns such as `*.example` are none.
fn host_of(text: &str) -> Option<Host> {
    match Host::parse(text).ok()? {
        Host::Domain(name) if name.contains('*') => None,
        host => Some(comparable(host)),
    }
}

fn with_port(text: &str) -> Option<(Host, u16)> {
    let (host, port) = text.rsplit_once(':')?;
    Some((host_of(host)?, port.parse().ok().filter(|port| *port > 0)?))
}

/// Names without the dot at their end, addresses without the other family around them.
fn comparable(host: Host) -> Host {
    match host {
        Host::Domain(name) => Host::Domain(without_dot(&name)),
        Host::Ipv6(ip) => ip.to_ipv4_mapped().map_or(Host::Ipv6(ip), Host::Ipv4),
        ipv4 => ipv4,
    }
}

impl Allowed {
    /// True when every address of the host may be called.
    pub fn name(&self, name: &str) -> bool {
        let name = without_dot(name);
        self.names.contains(&name)
    }

    /// True when the address may be called: it is public, or allowed.
    pub fn address(&self, ip: IpAddr) -> bool {
        let canonical = ip.to_canonical();
        public(ip)
            || self.networks.iter().any(|network| network.contains(&canonical) || network.contains(&ip))
    }

    /// True when the operator names this very host at this very port: nothing else is asked then.
    pub fn service(&self, host: &Host<&str>, port: u16) -> bool {
        let host = comparable(host.to_owned());
        self.ports.iter().any(|known| *known == (host.clone(), port))
    }

    /// Refuses what will never be called, as far as it can be told without looking a name up.
    pub fn check(&self, url: &Url) -> Result<(), Forbidden> {
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(Forbidden::Address);
        };
        if self.service(&host, port) {
            return Ok(());
        }
        let callable = match host {
            Host::Ipv4(ip) => self.address(ip.into()),
            Host::Ipv6(ip) => self.address(ip.into()),
            Host::Domain(name) => self.name(name) || !this_machine(name) || self.loopback(),
        };
        match (callable, port) {
            (false, _) => Err(Forbidden::Address),
            (true, port) if port < FREE_PORTS && !WEB.contains(&port) => Err(Forbidden::Port),
            (true, _) => Ok(()),
        }
    }

    /// As [`Allowed::check`]; what is no address of the web at all is for others to refuse.
    pub fn check_text(&self, url: &str) -> Result<(), Forbidden> {
        Url::parse(url).map_or(Ok(()), |url| self.check(&url))
    }

    fn loopback(&self) -> bool {
        self.address(Ipv4Addr::LOCALHOST.into()) || self.address(Ipv6Addr::LOCALHOST.into())
    }
}

/// A name that is never looked up anywhere else (RFC 6761).
fn this_machine(name: &str) -> bool {
    let name = without_dot(name);
    name == "localhost" || name.ends_with(".localhost")
}

fn without_dot(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

/// True for an address of the public internet. Addresses that carry another one inside count as that one.
fn public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => v4_public(v4),
        IpAddr::V6(v6) => v6_public(v6),
    }
}

fn v4_public(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    match (a, b, c) {
        // this network, private, loopback, link-local
        (0 | 10 | 127, ..) | (169, 254, _) | (172, 16..=31, _) | (192, 168, _) => false,
        // carrier-grade NAT
        (100, 64..=127, _) => false,
        // protocol assignments, documentation, 6to4 relays, benchmarks
        (192, 0, 0 | 2) | (192, 88, 99) | (198, 18 | 19, _) | (198, 51, 100) | (203, 0, 113) => false,
        // multicast, reserved, broadcast
        (224..=255, ..) => false,
        _ => true,
    }
}

fn v6_public(ip: Ipv6Addr) -> bool {
    let [s0, s1, s2, s3, s4, s5, s6, s7] = ip.segments();
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        v4_public(Ipv4Addr::new(a, b, c, d))
    };
    match (s0, s1, s2, s3, s4, s5) {
        // mapped (::ffff:a.b.c.d), NAT64 (64:ff9b::a.b.c.d)
        (0, 0, 0, 0, 0, 0xffff) | (0x64, 0xff9b, 0, 0, 0, 0) => v4(s6, s7),
        // 6to4 (2002:aabb:ccdd::)
        (0x2002, ..) => v4(s1, s2),
        // protocol assignments (Teredo, benchmarks, ORCHID), documentation
        (0x2001, 0..=0x1ff, ..) | (0x2001, 0xdb8, ..) | (0x3fff, 0..=0xfff, ..) => false,
        // global unicast; all else is loopback, local, compatible, multicast or not given out
        (0x2000..=0x3fff, ..) => true,
        _ => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses() {
        for good in [
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.17.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::1",
        ] {
            assert!(public(good.parse().unwrap()), "{good}");
        }
        for bad in [
            "0.0.0.0",
            "0.1.2.3",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::8.8.8.8",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:2::1",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:a00:1::",
            "2002:c0a8:1::1",
            "3fff::1",
            "4000::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!public(bad.parse().unwrap()), "{bad}");
        }
    }

    #[test]
    fn what_the_operator_allows() {
        let list: Allowed = " 10.0.0.0/8, ::1 ,Erp.Interno., 192.168.1.7,".parse().unwrap();
        for good in ["10.1.2.3", "::1", "192.168.1.7", "::ffff:10.1.2.3", "8.8.8.8"] {
            assert!(list.address(good.parse().unwrap()), "{good}");
        }
        for bad in ["127.0.0.1", "192.168.1.8", "::ffff:127.0.0.1", "fe80::1"] {
            assert!(!list.address(bad.parse().unwrap()), "{bad}");
        }
        assert!(list.name("erp.interno") && list.name("ERP.interno."));
        assert!(!list.name("x.erp.interno") && !list.name("interno"));
        assert_eq!("".parse::<Allowed>().unwrap(), Allowed::default());
        for bad in ["a b", "10.0.0.0/33", "http://x", "erp:0", "erp:70000", "*.erp:80"] {
            assert!(bad.parse::<Allowed>().is_err(), "{bad}");
        }
    }

    fn check(allowed: &str, url: &str) -> Result<(), Forbidden> {
        allowed.parse::<Allowed>().unwrap().check_text(url)
    }

    #[test]
    fn what_will_never_be_called_is_known_beforehand() {
        for bad in [
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://10.1.2.3:8080/",
            "http://169.254.169.254/latest",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://localhost:8080/",
            "http://LOCALHOST./",
            "http://erp.localhost/",
        ] {
            assert_eq!(check("", bad), Err(Forbidden::Address), "{bad}");
        }
        for good in ["https://erp.example/x", "http://8.8.8.8/", "http://erp.interno/", "não é um endereço"]
        {
            assert_eq!(check("", good), Ok(()), "{good}");
        }
        assert_eq!(check("127.0.0.0/8", "http://localhost/"), Ok(()));
        assert_eq!(check("localhost", "http://localhost/"), Ok(()));
        assert_eq!(check("10.0.0.0/8", "http://localhost/"), Err(Forbidden::Address));
    }

    #[test]
    fn ports_of_other_services_are_named_one_by_one() {
        for port in [80, 443, 1024, 8443, 65535] {
            assert_eq!(check("", &format!("https://erp.example:{port}/")), Ok(()), "{port}");
        }
        for port in [1, 22, 25, 81, 1023] {
            assert_eq!(check("", &format!("http://erp.example:{port}/")), Err(Forbidden::Port), "{port}");
            assert_eq!(check("erp.example", &format!("http://erp.example:{port}/")), Err(Forbidden::Port));
        }
        let named = "Erp.Interno:81, 10.0.0.7:25, [::1]:9";
        for good in
            ["http://erp.interno.:81/", "http://10.0.0.7:25/", "http://[::ffff:a00:7]:25/", "http://[::1]:9/"]
        {
            assert_eq!(check(named, good), Ok(()), "{good}");
        }
        assert_eq!(check(named, "http://erp.interno:82/"), Err(Forbidden::Port));
        assert_eq!(check(named, "http://10.0.0.7/"), Err(Forbidden::Address));
    }
}
