//! Which addresses may be called: public ones, and what the operator allows besides.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use ipnet::IpNet;
use url::Host;

/// Hosts and networks that may be called although they are not public.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Permitidos {
    nomes: Vec<String>,
    redes: Vec<IpNet>,
}

/// Part of a list that is neither a host's name nor a network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither a host name nor an address nor a network such as 10.0.0.0/8")]
pub struct PermissaoInvalida(String);

impl FromStr for Permitidos {
    type Err = PermissaoInvalida;

    /// Names, addresses and networks, separated by commas; empty = none.
    fn from_str(texto: &str) -> Result<Self, PermissaoInvalida> {
        let mut permitidos = Self::default();
        for parte in texto.split(',').map(str::trim).filter(|parte| !parte.is_empty()) {
            if let Ok(rede) = parte.parse::<IpNet>() {
                permitidos.redes.push(rede);
            } else if let Ok(ip) = parte.parse::<IpAddr>() {
                permitidos.redes.push(ip.into());
            } else if let Some(nome) = nome_de_host(parte) {
                permitidos.nomes.push(sem_ponto(&nome));
            } else {
                return Err(PermissaoInvalida(parte.to_owned()));
            }
        }
        Ok(permitidos)
    }
}

/// A host's name; patterns such as `*.example` are none.
fn nome_de_host(texto: &str) -> Option<String> {
    match Host::parse(texto) {
        Ok(Host::Domain(nome)) if !nome.contains('*') => Some(nome),
        _ => None,
    }
}

impl Permitidos {
    /// True when every address of the host may be called.
    pub fn nome(&self, nome: &str) -> bool {
        let nome = sem_ponto(nome);
        self.nomes.contains(&nome)
    }

    /// True when the address may be called: it is public, or allowed.
    pub fn endereco(&self, ip: IpAddr) -> bool {
        let canonico = ip.to_canonical();
        publico(ip) || self.redes.iter().any(|rede| rede.contains(&canonico) || rede.contains(&ip))
    }
}

fn sem_ponto(nome: &str) -> String {
    nome.trim_end_matches('.').to_ascii_lowercase()
}

/// True for an address of the public internet. Addresses that carry another one inside count as that one.
fn publico(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => v4_publico(v4),
        IpAddr::V6(v6) => v6_publico(v6),
    }
}

fn v4_publico(ip: Ipv4Addr) -> bool {
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

fn v6_publico(ip: Ipv6Addr) -> bool {
    let [s0, s1, s2, s3, s4, s5, s6, s7] = ip.segments();
    let v4 = |alto: u16, baixo: u16| {
        let ([a, b], [c, d]) = (alto.to_be_bytes(), baixo.to_be_bytes());
        v4_publico(Ipv4Addr::new(a, b, c, d))
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
        for bom in [
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
            assert!(publico(bom.parse().unwrap()), "{bom}");
        }
        for ruim in [
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
            assert!(!publico(ruim.parse().unwrap()), "{ruim}");
        }
    }

    #[test]
    fn what_the_operator_allows() {
        let lista: Permitidos = " 10.0.0.0/8, ::1 ,Erp.Interno., 192.168.1.7,".parse().unwrap();
        for bom in ["10.1.2.3", "::1", "192.168.1.7", "::ffff:10.1.2.3", "8.8.8.8"] {
            assert!(lista.endereco(bom.parse().unwrap()), "{bom}");
        }
        for ruim in ["127.0.0.1", "192.168.1.8", "::ffff:127.0.0.1", "fe80::1"] {
            assert!(!lista.endereco(ruim.parse().unwrap()), "{ruim}");
        }
        assert!(lista.nome("erp.interno") && lista.nome("ERP.interno."));
        assert!(!lista.nome("x.erp.interno") && !lista.nome("interno"));
        assert_eq!("".parse::<Permitidos>().unwrap(), Permitidos::default());
        for ruim in ["a b", "10.0.0.0/33", "http://x"] {
            assert!(ruim.parse::<Permitidos>().is_err(), "{ruim}");
        }
    }
}
