//! A connection that is closed once its client takes too long.
//!
//! actix-http has a time for the head of a connection's first request and one for an idle connection, and a
//! byte ends either for good: whoever sends one after an answer, or drips into a body that nobody reads, or
//! reads no answer, keeps the connection for as long as it likes. That belongs into its dispatcher
//! (`actix_http::h1::dispatcher`, whose head timer is armed once); until it is there, the stream below the
//! dispatcher keeps the time.

use std::cell::Cell;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::rt::net::{ActixStream, Ready, TcpStream};
use actix_web::rt::time::{Sleep, sleep};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use super::peers::Seat;

/// What may come in before a request has begun: the rest of a body that was refused unread. Twice the largest
/// usual one, since a client that is cut before it has sent all of it may not get to read why.
const UNASKED_MAX: usize = 16 * 1024 * 1024;
/// What a client has to take of an answer within [`Patience::write`], at least.
const WRITTEN_MIN: usize = 64 * 1024;

/// How long a client may take. All are kept to the length of [`Patience::head`]: what is late is closed at
/// the latest that much later.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Patience {
    /// For a request's head, from its first byte.
    pub head: Duration,
    /// Between an answer and the next request: longer than the usual 60 s of proxies, which then close first.
    pub idle: Duration,
    /// For 64 KiB of an answer.
    pub write: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let [head, idle, write] = [5, 75, 30].map(Duration::from_secs);
        Self { head, idle, write }
    }
}

impl Patience {
    /// With so much time for a request's head.
    pub fn with_head(self, head: Duration) -> Self {
        Self { head, ..self }
    }

    /// With so much time between an answer and the next request.
    pub fn with_idle(self, idle: Duration) -> Self {
        Self { idle, ..self }
    }

    /// With so much time for 64 KiB of an answer.
    pub fn with_write(self, write: Duration) -> Self {
        Self { write, ..self }
    }
}

/// What a connection is at.
#[derive(Debug, Clone, Copy)]
enum Phase {
    /// Nothing of a request is there since then.
    Quiet(Instant),
    /// So many bytes came since then, and no request has begun.
    Unasked(Instant, usize),
    /// A request runs, which has a deadline of its own.
    Asked,
}

/// What a connection's requests tell its stream.
pub(super) struct Watch(Cell<Phase>);

impl Watch {
    /// A request has begun.
    pub fn asked(&self) {
        self.0.set(Phase::Asked);
    }

    /// Its answer is known.
    pub fn answered(&self) {
        self.0.set(Phase::Quiet(Instant::now()));
    }

    fn read(&self, count: usize) {
        match self.0.get() {
            Phase::Quiet(_) => self.0.set(Phase::Unasked(Instant::now(), count)),
            Phase::Unasked(since, before) => self.0.set(Phase::Unasked(since, before + count)),
            Phase::Asked => {}
        }
    }

    /// An answer is on its way: what has come in meanwhile waits for its end.
    fn written(&self) {
        let now = Instant::now();
        match self.0.get() {
            Phase::Quiet(_) => self.0.set(Phase::Quiet(now)),
            Phase::Unasked(_, count) => self.0.set(Phase::Unasked(now, count)),
            Phase::Asked => {}
        }
    }

    fn is_late(&self, patience: Patience) -> bool {
        match self.0.get() {
            Phase::Quiet(since) => since.elapsed() >= patience.idle,
            Phase::Unasked(since, count) => count > UNASKED_MAX || since.elapsed() >= patience.head,
            Phase::Asked => false,
        }
    }
}

/// The stream of a connection.
pub(super) struct Watched {
    io: TcpStream,
    watch: Rc<Watch>,
    patience: Patience,
    /// Looks at the clock now and then. Never re-armed for a request: that would cost each one more than
    /// being late by a few seconds is worth.
    tick: Pin<Box<Sleep>>,
    /// Since when the client does not take what is written, and what it has taken since.
    stalled: Option<(Instant, usize)>,
    _seat: Seat,
}

impl Watched {
    pub fn new(io: TcpStream, patience: Patience, seat: Seat) -> Self {
        let watch = Rc::new(Watch(Cell::new(Phase::Quiet(Instant::now()))));
        Self { io, watch, patience, tick: Box::pin(sleep(patience.head)), stalled: None, _seat: seat }
    }

    pub fn watch(&self) -> Rc<Watch> {
        Rc::clone(&self.watch)
    }

    pub fn tcp(&self) -> &TcpStream {
        &self.io
    }

    /// Sees to it that this is asked again in time, whatever comes of the stream.
    fn keep_ticking(&mut self, cx: &mut Context<'_>) {
        while self.tick.as_mut().poll(cx).is_ready() {
            self.tick.as_mut().reset(Instant::now() + self.patience.head);
        }
    }

    fn note_written(&mut self, count: usize) {
        self.watch.written();
        if let Some((_, taken)) = &mut self.stalled {
            *taken += count;
            if *taken >= WRITTEN_MIN {
                self.stalled = None;
            }
        }
    }

    /// True when the client has taken too little for too long.
    fn is_stalled(&mut self) -> bool {
        let (since, _) = *self.stalled.get_or_insert((Instant::now(), 0));
        since.elapsed() >= self.patience.write
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.watch.is_late(self.patience) {
            // as if the client had closed: what was answered is still sent
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        match Pin::new(&mut self.io).poll_read(cx, buffer) {
            Poll::Ready(Ok(())) => {
                self.watch.read(buffer.filled().len() - before);
                Poll::Ready(Ok(()))
            }
            Poll::Pending => {
                self.keep_ticking(cx);
                Poll::Pending
            }
            failed => failed,
        }
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.io).poll_write(cx, bytes) {
            Poll::Ready(Ok(count)) => {
                self.note_written(count);
                Poll::Ready(Ok(count))
            }
            Poll::Pending if self.is_stalled() => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => {
                self.keep_ticking(cx);
                Poll::Pending
            }
            failed => failed,
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // everything that was written is with the system: the next answer has all of its time
        self.stalled = None;
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}

impl ActixStream for Watched {
    fn poll_read_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<Ready>> {
        ActixStream::poll_read_ready(&self.io, cx)
    }

    fn poll_write_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<Ready>> {
        ActixStream::poll_write_ready(&self.io, cx)
    }
}
