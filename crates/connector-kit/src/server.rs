//! A server that makes a simulated shop reachable by HTTP/1.1.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::faults::{Outcome, Plan};
use crate::shop::{Response, Simulated};

const HEAD_MAX: u64 = 32 * 1024;
const BODY_MAX: usize = 8 * 1024 * 1024;
const CONNECTIONS: usize = 64;
/// How long a connection may be idle.
const SILENCE: Duration = Duration::from_secs(20);

/// The server; it stops when it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    ends: Arc<AtomicBool>,
    accepting: Option<JoinHandle<()>>,
}

impl Server {
    /// Listens on the loopback address; on any free port for 0.
    ///
    /// # Errors
    /// When the port cannot be listened on.
    pub fn start(shop: Arc<dyn Simulated>, port: u16, faults: Option<Plan>) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let ends = Arc::new(AtomicBool::new(false));
        let (stop, open) = (Arc::clone(&ends), Arc::new(AtomicUsize::new(0)));
        let faults = Arc::new(Mutex::new(faults));
        let accepting = thread::Builder::new().name("shop".to_owned()).spawn(move || {
            for stream in listener.incoming() {
                if stop.load(Ordering::Acquire) {
                    return;
                }
                let Ok(stream) = stream else {
                    thread::sleep(Duration::from_millis(50));
                    continue;
                };
                if open.fetch_add(1, Ordering::AcqRel) >= CONNECTIONS {
                    open.fetch_sub(1, Ordering::AcqRel);
                    continue;
                }
                let (shop, stop, faults, mine) =
                    (Arc::clone(&shop), Arc::clone(&stop), Arc::clone(&faults), Arc::clone(&open));
                let served = thread::Builder::new().name("shop-call".to_owned()).spawn(move || {
                    // a client that goes away is no error
                    let _ = serve(&stream, shop.as_ref(), &stop, &faults);
                    mine.fetch_sub(1, Ordering::AcqRel);
                });
                if served.is_err() {
                    open.fetch_sub(1, Ordering::AcqRel);
                }
            }
        })?;
        Ok(Self { address, ends, accepting: Some(accepting) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Release);
        // wakes the listener
        let woken = TcpStream::connect_timeout(&self.address, Duration::from_secs(1)).is_ok();
        if let (true, Some(accepting)) = (woken, self.accepting.take()) {
            let _ = accepting.join();
        }
    }
}

struct Request {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    last: bool,
}

fn serve(
    stream: &TcpStream,
    shop: &dyn Simulated,
    ends: &AtomicBool,
    faults: &Mutex<Option<Plan>>,
) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(SILENCE))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    while !ends.load(Ordering::Acquire) {
        let Some(request) = read(&mut reader)? else { return Ok(()) };
        let fault = faults.lock().unwrap_or_else(PoisonError::into_inner).as_mut().and_then(Plan::next_fault);
        let ask = || shop.answer(&request.method, &request.path, &request.headers, &request.body);
        let response = match fault.map_or_else(|| Outcome::Answer(ask()), |fault| fault.apply(shop, ask)) {
            Outcome::Answer(response) => response,
            Outcome::Lost => return Ok(()),
            Outcome::Slow(response) => {
                thread::sleep(SILENCE);
                response
            }
        };
        write(stream, &response, request.last)?;
        if request.last {
            break;
        }
    }
    Ok(())
}

fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

fn read(reader: &mut BufReader<&TcpStream>) -> io::Result<Option<Request>> {
    let mut head = reader.by_ref().take(HEAD_MAX);
    let mut line = String::new();
    if head.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_ascii_whitespace();
    let (Some(method), Some(path), Some(version)) = (words.next(), words.next(), words.next()) else {
        return Err(bad("not HTTP"));
    };
    let mut request = Request {
        method: method.to_owned(),
        path: path.to_owned(),
        headers: Vec::new(),
        body: Vec::new(),
        last: version == "HTTP/1.0",
    };
    loop {
        line.clear();
        if head.read_line(&mut line)? == 0 {
            return Err(bad("the head does not end"));
        }
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let header =
        |name: &str| request.headers.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str());
    if header("transfer-encoding").is_some() {
        return Err(bad("only bodies with a length are read"));
    }
    let size: usize =
        header("content-length").unwrap_or("0").parse().map_err(|_| bad("the length is no number"))?;
    if size > BODY_MAX {
        return Err(bad("the body is too long"));
    }
    request.last |= header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
    let mut body = vec![0; size];
    reader.read_exact(&mut body)?;
    request.body = body;
    Ok(Some(request))
}

fn write(mut stream: &TcpStream, response: &Response, last: bool) -> io::Result<()> {
    let mut text = format!("HTTP/1.1 {} .\r\ncontent-length: {}\r\n", response.status, response.body.len());
    for (name, value) in &response.headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str(if last { "connection: close\r\n\r\n" } else { "\r\n" });
    let mut bytes = text.into_bytes();
    bytes.extend_from_slice(&response.body);
    stream.write_all(&bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn calls_are_answered_on_one_connection_until_it_is_dropped() {
        let shop = Arc::new(crate::medusa::Simulator::default());
        let server = Server::start(shop, 0, None).unwrap();
        let address = server.address();
        let mut stream = TcpStream::connect(address).unwrap();
        for _ in 0..2 {
            stream.write_all(b"GET /admin/stores HTTP/1.1\r\nhost: a\r\n\r\n").unwrap();
            let mut reader = BufReader::new(&stream);
            let mut status = String::new();
            reader.read_line(&mut status).unwrap();
            assert_eq!(status, "HTTP/1.1 401 .\r\n");
            let mut line = String::new();
            while reader.read_line(&mut line).unwrap() > 2 {
                line.clear();
            }
            let mut body = vec![0; br#"{"message":"Unauthorized"}"#.len()];
            reader.read_exact(&mut body).unwrap();
            assert_eq!(body, br#"{"message":"Unauthorized"}"#);
        }
        let mut bad = TcpStream::connect(address).unwrap();
        bad.write_all(b"POST / HTTP/1.1\r\ncontent-length: 99999999999\r\n\r\n").unwrap();
        assert_eq!(bad.read(&mut [0; 8]).unwrap_or(0), 0);
        drop(server);
        assert!(TcpStream::connect(address).is_err());
    }
}
