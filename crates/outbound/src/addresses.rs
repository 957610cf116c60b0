//! Address checks: names are looked up and checked at the moment of connecting.

use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;

use domain::entrega::Allowed;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// True for 0.0.0.0 and [::], which reach all listeners of this machine.
pub(crate) fn is_unspecified(ip: IpAddr) -> bool {
    ip.to_canonical().is_unspecified()
}

/// True when `ip` reaches a listener at `own`.
pub(crate) fn is_reached_at(own: IpAddr, ip: IpAddr) -> bool {
    let (own, ip) = (own.to_canonical(), ip.to_canonical());
    // 0.0.0.0 is every address of this machine, and only addresses of this machine can be bound
    own == ip || own.is_unspecified() && UdpSocket::bind((ip, 0)).is_ok()
}

/// DNS resolver that returns public or allowed addresses alone, and none of the program's own.
pub(crate) struct Checker {
    /// `None` = all.
    pub(crate) allowed: Option<Arc<Allowed>>,
    pub(crate) own: Vec<SocketAddr>,
}

impl Checker {
    pub(crate) fn accepts(
        allowed: Option<&Allowed>,
        own: &[SocketAddr],
        host_name: &str,
        ip: IpAddr,
    ) -> bool {
        !is_unspecified(ip)
            && allowed.is_none_or(|allowed| allowed.name(host_name) || allowed.address(ip))
            && !own.iter().any(|own| is_reached_at(own.ip(), ip))
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum NameError {
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
