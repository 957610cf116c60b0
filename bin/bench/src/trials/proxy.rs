//! A way to PostgreSQL that breaks around COMMIT.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rand::random_range;

/// At least this long between two cuts, so that something is acknowledged, too.
const CALM: Duration = Duration::from_millis(150);
/// How long nobody gets through after some cuts: longer than the server asks what became of a transaction.
const AWAY: Duration = Duration::from_millis(6_500);

/// Stands between a server and PostgreSQL.
pub struct Proxy {
    target: String,
    armed: AtomicBool,
    cuts: AtomicU32,
    last: Mutex<Instant>,
    /// Nobody gets through until then.
    closed: Mutex<Option<Instant>>,
    /// Every so many cuts nobody gets through for a while; 0 = never.
    away_every: u32,
}

impl Proxy {
    /// A proxy before the database of this address, and the address by this way.
    pub fn before(url: &str, away_every: u32) -> Result<(Arc<Self>, String)> {
        let (user, rest) = url.split_once('@').context("an address without a user")?;
        let (target, name) = rest.split_once('/').context("an address without a database")?;
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let proxy = Arc::new(Self {
            target: target.to_owned(),
            armed: AtomicBool::new(false),
            cuts: AtomicU32::new(0),
            last: Mutex::new(Instant::now()),
            closed: Mutex::default(),
            away_every,
        });
        let way = Arc::clone(&proxy);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let way = Arc::clone(&way);
                thread::spawn(move || way.carry(client));
            }
        });
        Ok((proxy, format!("{user}@{address}/{name}")))
    }

    /// From now on it cuts, or no longer.
    pub fn arm(&self, armed: bool) {
        self.armed.store(armed, Ordering::SeqCst);
    }

    /// Cuts so far.
    pub fn cuts(&self) -> u32 {
        self.cuts.load(Ordering::SeqCst)
    }

    /// Whether nobody gets through.
    pub fn is_closed(&self) -> bool {
        let closed = *self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        closed.is_some_and(|until| Instant::now() < until)
    }

    /// Whether it is time for a further cut; answers its number.
    fn cut(&self) -> Option<u32> {
        if !self.armed.load(Ordering::SeqCst) {
            return None;
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() < CALM || random_range(0..4) > 0 {
            return None;
        }
        *last = Instant::now();
        Some(self.cuts.fetch_add(1, Ordering::SeqCst) + 1)
    }

    fn carry(&self, mut client: TcpStream) {
        if self.is_closed() {
            return;
        }
        let Ok(mut server) = TcpStream::connect(&self.target) else { return };
        // COMMIT is a small message that must not wait for others
        let _ = (client.set_nodelay(true), server.set_nodelay(true));
        let (Ok(mut answers), Ok(mut to_client)) = (server.try_clone(), client.try_clone()) else { return };
        thread::spawn(move || {
            let _ = std::io::copy(&mut answers, &mut to_client);
            let _ = to_client.shutdown(Shutdown::Both);
        });
        let mut part = vec![0; 65_536];
        while let Ok(count @ 1..) = client.read(&mut part) {
            let sent = part.get(..count).unwrap_or_default();
            let commits = sent.windows(7).any(|text| text == b"COMMIT\0");
            if commits && let Some(number) = self.cut() {
                self.cut_off(number, &client, &mut server, sent);
                break;
            }
            if self.is_closed() || server.write_all(sent).is_err() {
                break;
            }
        }
        let _ = client.shutdown(Shutdown::Both);
        let _ = server.shutdown(Shutdown::Both);
    }

    fn cut_off(&self, number: u32, client: &TcpStream, server: &mut TcpStream, sent: &[u8]) {
        if self.away_every > 0 && number.is_multiple_of(self.away_every) {
            *self.closed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + AWAY);
        }
        // the client hears no more, whatever the server does
        let _ = client.shutdown(Shutdown::Both);
        if random_range(0..2) == 0 {
            let _ = server.write_all(sent);
            // PostgreSQL may be at it for a while after the server under trial has begun to ask
            sleep(Duration::from_millis(random_range(0..300)));
        }
    }
}
