//! Hostile sockets: what they send, when they send more, and that they come again when they were closed.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;
use socket2::{Domain, Socket, Type};

/// Loopback addresses from which they come, beside the honest client's.
const ADDRESSES: usize = 8;
/// Between two bytes that drip.
const DRIP: Duration = Duration::from_millis(500);

/// After which one that does not read asks anew.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a socket does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Sends nothing.
    Silent,
    /// Sends half a head.
    HalfHead,
    /// Reads an answer and sends one byte more.
    OneByteMore,
    /// Sends a head whose end drips.
    DrippingHead,
    /// Sends a body that drips.
    DrippingBody,
    /// Asks for something large and does not read it.
    Deaf,
    /// Sends the beginning of a body to a route that nobody knows.
    Endless,
}

/// Silent and dripping ones come in a mix of these.
pub const LATE: [Manner; 5] =
    [Manner::Silent, Manner::HalfHead, Manner::OneByteMore, Manner::DrippingHead, Manner::DrippingBody];

/// Whom they beset, and with what.
pub struct Siege {
    pub target: SocketAddr,
    /// A request for something large, whole.
    pub large: String,
    /// The beginning of a request with a body that a route reads.
    pub begun: String,
    pub stop: AtomicBool,
    /// How many were open at the end of the last round.
    pub open: AtomicUsize,
    /// How often one was closed by the server.
    pub closed: AtomicUsize,
}

impl Siege {
    /// Keeps sockets of these manners open until it is told to stop.
    pub fn hold(&self, manners: &[Manner]) {
        let mut sockets: Vec<Option<(TcpStream, Instant)>> = manners.iter().map(|_| None).collect();
        while !self.stop.load(Ordering::Relaxed) {
            for (n, (socket, manner)) in sockets.iter_mut().zip(manners).enumerate() {
                // it cannot see that the server has given up on it: it does not read
                socket.take_if(|(_, since)| *manner == Manner::Deaf && since.elapsed() > PATIENCE);
                if socket.take_if(|(socket, _)| !drip(socket, *manner)).is_some() {
                    self.closed.fetch_add(1, Ordering::Relaxed);
                }
                if socket.is_none() && !self.stop.load(Ordering::Relaxed) {
                    *socket = self.open(n, *manner).ok().map(|socket| (socket, Instant::now()));
                }
            }
            self.open.store(sockets.iter().flatten().count(), Ordering::Relaxed);
            sleep(DRIP);
        }
    }

    fn open(&self, n: usize, manner: Manner) -> Result<TcpStream> {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
        if manner == Manner::Deaf {
            socket.set_recv_buffer_size(4_096)?;
        }
        let from = Ipv4Addr::new(127, 0, 0, u8::try_from(2 + n % ADDRESSES)?);
        socket.bind(&SocketAddr::from((from, 0)).into())?;
        socket.connect_timeout(&self.target.into(), Duration::from_secs(2))?;
        let mut stream = TcpStream::from(socket);
        stream.set_write_timeout(Some(Duration::from_secs(2)))?;
        stream.write_all(self.first(manner).as_bytes())?;
        if manner == Manner::OneByteMore {
            stream.set_read_timeout(Some(Duration::from_secs(1)))?;
            let _ = stream.read(&mut [0; 4_096])?;
            stream.write_all(b"G")?;
        }
        stream.set_nonblocking(true)?;
        Ok(stream)
    }

    fn first(&self, manner: Manner) -> &str {
        match manner {
            Manner::Silent => "",
            Manner::HalfHead => "GET /sku HTTP/1.1\r\nHost: x\r\nX-Half: ",
            Manner::OneByteMore => "GET /nada HTTP/1.1\r\nHost: x\r\n\r\n",
            Manner::DrippingHead => "GET /sku HTTP/1.1\r\nX-Drip: ",
            Manner::DrippingBody => &self.begun,
            Manner::Endless => {
                "POST /nada HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                 Content-Length: 1000000\r\n\r\n[1,"
            }
            Manner::Deaf => &self.large,
        }
    }
}

/// Whether a socket is open still.
fn drip(socket: &mut TcpStream, manner: Manner) -> bool {
    let again = |error: std::io::Error| error.kind() == ErrorKind::WouldBlock;
    if matches!(manner, Manner::DrippingHead | Manner::DrippingBody)
        && !socket.write(b"1").map_or_else(again, |_| true)
    {
        return false;
    }
    if manner == Manner::Deaf {
        // an error shows without taking anything of the answer
        return socket.take_error().is_ok_and(|error| error.is_none())
            && socket.peek(&mut [0]).map_or_else(again, |n| n > 0);
    }
    // whatever came is not worth keeping; an end is
    socket.read(&mut [0; 4_096]).map_or_else(again, |count| count > 0)
}
