//! `server health`: whether a running server is ready, for whoever has no other program to ask with.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::config::Config;
use crate::output;

/// How long a healthy server takes at most.
const PATIENCE: Duration = Duration::from_secs(2);
/// An answer is some lines.
const LENGTH_MAX: u64 = 16 * 1024;

/// Asks the server of these settings; that it is not ready is a failure.
pub fn run(config: &Config) -> Result<()> {
    let address = reachable(config.listen_admin);
    let unanswered =
        || format!("no server answers at {address}: see whether it runs with listen_admin there");
    let answer = ask(address).with_context(unanswered)?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer.as_str(), ""));
    let status = head.split(' ').nth(1).unwrap_or_default();
    if status != "200" {
        bail!("{}", body.lines().next().filter(|line| !line.is_empty()).unwrap_or("it is not ready"));
    }
    output::line(body.trim_end())
}

/// Whoever listens everywhere is asked here.
fn reachable(address: SocketAddr) -> SocketAddr {
    let here = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        other => other,
    };
    SocketAddr::new(here, address.port())
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(LENGTH_MAX).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
