//! Which addresses may be called: public ones, and what the operator allows besides.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use ipnet::IpNet;
use url::Host;

/// Hosts and networks that may be called although they are not public.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Allowed {
    names: Vec<String>,
    networks: Vec<IpNet>,
}

/// Part of a list that is neither a host's name nor a network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither a host name nor an address nor a network such as 10.0.0.0/8")]
pub struct InvalidPermission(String);

impl FromStr for Allowed {
    type Err = InvalidPermission;

    /// Names, addresses and networks, separated by commas; empty = none.
    fn from_str(text: &str) -> Result<Self, InvalidPermission> {
        let mut allowed = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            if let Ok(network) = part.parse::<IpNet>() {
                allowed.networks.push(network);
            } else if let Ok(ip) = part.parse::<IpAddr>() {
                allowed.networks.push(ip.into());
            } else if let Some(name) = is_host_name(part) {
                allowed.names.push(without_dot(&name));
            } else {
                return Err(InvalidPermission(part.to_owned()));
            }
        }
        Ok(allowed)
    }
}

/// A host's name; patterns such as `*.example` are none.
fn is_host_name(text: &str) -> Option<String> {
    match Host::parse(text) {
        Ok(Host::Domain(name)) if !name.contains('*') => Some(name),
        _ => None,
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
        for bad in ["a b", "10.0.0.0/33", "http://x"] {
            assert!(bad.parse::<Allowed>().is_err(), "{bad}");
        }
    }
}
