//! A TCP stream with timeouts: it closes when its client is too slow.
//!
//! actix-http has a timeout for the head of a connection's first request and one for an idle connection, and
//! one byte disarms either for good. A client that sends one byte after an answer, sends a body that nobody
//! reads byte by byte, or does not read its answer, keeps the connection open for ever. The right place for a
//! fix is its dispatcher (`actix_http::h1::dispatcher`); until then the stream below it has the timeouts.

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

use super::peers::Permit;

/// Limit of bytes that may arrive before a request begins: the rest of a body that was refused unread. Twice
/// the usual limit of a body, since a client that is cut off while it sends may not get to read the refusal.
const BETWEEN_REQUESTS_MAX: usize = 16 * 1024 * 1024;
/// What a client has to read of an answer within [`ClientTimeouts::write`], bytes.
const WRITTEN_MIN: usize = 64 * 1024;

/// Timeouts of a client. They are checked once per [`ClientTimeouts::head`], so that a late connection is
/// closed at most that much later.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ClientTimeouts {
    /// For a request's head, from its first byte.
    pub head: Duration,
    /// Between an answer and the next request: longer than the usual 60 s of proxies, which then close first.
    pub idle: Duration,
    /// For reading 64 KiB of an answer.
    pub write: Duration,
}

impl Default for ClientTimeouts {
    fn default() -> Self {
        let [head, idle, write] = [5, 75, 30].map(Duration::from_secs);
        Self { head, idle, write }
    }
}

impl ClientTimeouts {
    /// Sets the timeout of a request's head.
    pub fn with_head(self, head: Duration) -> Self {
        Self { head, ..self }
    }

    /// Sets the timeout between an answer and the next request.
    pub fn with_idle(self, idle: Duration) -> Self {
        Self { idle, ..self }
    }

    /// Sets the timeout for 64 KiB of an answer.
    pub fn with_write(self, write: Duration) -> Self {
        Self { write, ..self }
    }
}

/// The state of a connection.
#[derive(Debug, Clone, Copy)]
enum Phase {
    /// No byte of a request has arrived since then.
    Idle(Instant),
    /// This number of bytes has arrived since then, and no request has begun.
    Receiving(Instant, usize),
    /// A request is running; it has a timeout of its own.
    Running,
}

/// The state that a connection's requests share with its stream.
pub(super) struct RequestPhase(Cell<Phase>);

impl RequestPhase {
    /// A request has begun.
    pub fn request_began(&self) {
        self.0.set(Phase::Running);
    }

    /// The handler has returned its answer.
    pub fn request_ended(&self) {
        self.0.set(Phase::Idle(Instant::now()));
    }

    fn read(&self, count: usize) {
        match self.0.get() {
            Phase::Idle(_) => self.0.set(Phase::Receiving(Instant::now(), count)),
            Phase::Receiving(since, before) => self.0.set(Phase::Receiving(since, before + count)),
            Phase::Running => {}
        }
    }

    /// Restarts the timeout while an answer is being written: received bytes wait for its end.
    fn written(&self) {
        let now = Instant::now();
        match self.0.get() {
            Phase::Idle(_) => self.0.set(Phase::Idle(now)),
            Phase::Receiving(_, count) => self.0.set(Phase::Receiving(now, count)),
            Phase::Running => {}
        }
    }

    fn is_late(&self, timeouts: ClientTimeouts) -> bool {
        match self.0.get() {
            Phase::Idle(since) => since.elapsed() >= timeouts.idle,
            Phase::Receiving(since, count) => {
                count > BETWEEN_REQUESTS_MAX || since.elapsed() >= timeouts.head
            }
            Phase::Running => false,
        }
    }
}

/// The stream of a connection.
pub(super) struct TimeoutStream {
    io: TcpStream,
    phase: Rc<RequestPhase>,
    timeouts: ClientTimeouts,
    /// Checks the timeouts now and then. Not reset for each request: that would cost more than closing a few
    /// seconds late.
    tick: Pin<Box<Sleep>>,
    /// Since when the client does not read, and the bytes that it has read since.
    stalled: Option<(Instant, usize)>,
    _permit: Permit,
}

impl TimeoutStream {
    pub fn new(io: TcpStream, timeouts: ClientTimeouts, permit: Permit) -> Self {
        let phase = Rc::new(RequestPhase(Cell::new(Phase::Idle(Instant::now()))));
        Self { io, phase, timeouts, tick: Box::pin(sleep(timeouts.head)), stalled: None, _permit: permit }
    }

    pub fn phase(&self) -> Rc<RequestPhase> {
        Rc::clone(&self.phase)
    }

    pub fn tcp(&self) -> &TcpStream {
        &self.io
    }

    /// Wakes this task in time for the next check, even if the stream is idle.
    fn keep_ticking(&mut self, cx: &mut Context<'_>) {
        while self.tick.as_mut().poll(cx).is_ready() {
            self.tick.as_mut().reset(Instant::now() + self.timeouts.head);
        }
    }

    fn note_written(&mut self, count: usize) {
        self.phase.written();
        if let Some((_, taken)) = &mut self.stalled {
            *taken += count;
            if *taken >= WRITTEN_MIN {
                self.stalled = None;
            }
        }
    }

    /// True when the client has read too little for too long.
    fn is_stalled(&mut self) -> bool {
        let (since, _) = *self.stalled.get_or_insert((Instant::now(), 0));
        since.elapsed() >= self.timeouts.write
    }
}

impl AsyncRead for TimeoutStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.phase.is_late(self.timeouts) {
            // as if the client had closed: the answer is still sent
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        match Pin::new(&mut self.io).poll_read(cx, buffer) {
            Poll::Ready(Ok(())) => {
                self.phase.read(buffer.filled().len() - before);
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

impl AsyncWrite for TimeoutStream {
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
        // everything is with the kernel: the timeout of the next answer starts anew
        self.stalled = None;
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}

impl ActixStream for TimeoutStream {
    fn poll_read_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<Ready>> {
        ActixStream::poll_read_ready(&self.io, cx)
    }

    fn poll_write_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<Ready>> {
        ActixStream::poll_write_ready(&self.io, cx)
    }
}
