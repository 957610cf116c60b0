//! Where a request comes from, as far as that can be trusted.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::Version;
use actix_web::http::header::{CONNECTION, HOST, USER_AGENT};

/// What proxies add: whoever sends one of these is somewhere else.
const FORWARDING: [&str; 7] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-server",
    "x-real-ip",
];

fn peer(req: &HttpRequest) -> Option<IpAddr> {
    req.peer_addr().map(|peer| peer.ip().to_canonical())
}

/// True for somebody at this machine: a connection from it, through no proxy, to a name that is this
/// machine's. A page of another name that leads here (DNS) is not at this machine.
pub fn is_here(req: &HttpRequest) -> bool {
    let from_here = peer(req).is_some_and(|peer| peer.is_loopback());
    let through_none = FORWARDING.iter().all(|name| !req.headers().contains_key(*name));
    // proxies that add nothing end each connection, as no browser does
    let said = req.headers().get(CONNECTION).map(|said| said.as_bytes());
    let goes_on =
        req.version() >= Version::HTTP_11 && said.is_none_or(|said| said.eq_ignore_ascii_case(b"keep-alive"));
    let host = req.headers().get(HOST).and_then(|host| host.to_str().ok());
    from_here && through_none && goes_on && host.is_some_and(names_this_machine)
}

fn names_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split(':').next().unwrap_or_default(),
    };
    let address = name.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback());
    address || name.eq_ignore_ascii_case("localhost")
}

/// Whom attempts are counted for: the address of the connection, and behind a proxy of this machine the
/// address that the proxy added last. Of IPv6 the half that one customer has.
pub fn address(req: &HttpRequest) -> String {
    let added = || req.headers().get_all("x-forwarded-for").last()?.to_str().ok()?.rsplit(',').next();
    let said = || added()?.trim().parse::<IpAddr>().ok();
    let one = peer(req).and_then(|peer| if peer.is_loopback() { said().or(Some(peer)) } else { Some(peer) });
    match one.map(|one| one.to_canonical()) {
        Some(IpAddr::V6(six)) => {
            let [a, b, c, d, ..] = six.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
        Some(four) => four.to_string(),
        None => String::new(),
    }
}

/// The browser and the system of a request, as people call them.
pub fn browser(req: &HttpRequest) -> String {
    let said = req.headers().get(USER_AGENT).and_then(|said| said.to_str().ok()).unwrap_or_default();
    let first = |all: &[(&str, &'static str)]| {
        all.iter().find(|(mark, _)| said.contains(mark)).map(|(_, name)| *name)
    };
    let browsers = [
        ("Firefox/", "Firefox"),
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    let systems = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("CrOS", "Chromebook"),
        ("Linux", "Linux"),
    ];
    let both: Vec<&str> = [first(&browsers), first(&systems)].into_iter().flatten().collect();
    both.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine() {
        for name in ["localhost", "LOCALHOST:8082", "127.0.0.1:8082", "127.1.2.3", "[::1]:8082"] {
            assert!(names_this_machine(name), "{name}");
        }
        for name in ["hub.example.com", "localhost.example.com", "127.0.0.1.example", "[2001:db8::1]:80", ""]
        {
            assert!(!names_this_machine(name), "{name}");
        }
    }
}
