//! SIGTERM and SIGINT.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use actix_web::rt::System;
use actix_web::rt::signal::unix::{Signal, SignalKind, signal};
use anyhow::{Context, Result};

use crate::output;

/// The exit code of a process that SIGINT has ended, as shells report it.
const INTERRUPTED: i32 = 130;

/// The signals that end the process.
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

/// Listens for one kind of signal from now on.
pub fn listen(kind: SignalKind) -> Result<Signal> {
    signal(kind).context("cannot listen for signals")
}

impl Signals {
    /// Listens for both: from now on they do not end the process by themselves.
    pub fn listen() -> Result<Self> {
        Ok(Self { terminate: listen(SignalKind::terminate())?, interrupt: listen(SignalKind::interrupt())? })
    }

    /// Waits for the next one.
    pub async fn next(&mut self) {
        poll_fn(|task| {
            let terminate = self.terminate.poll_recv(task);
            if terminate.is_ready() { terminate } else { self.interrupt.poll_recv(task) }
        })
        .await;
    }
}

/// The stop flag of a command that writes in batches and may end after each.
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Listens on a thread of its own. The second signal ends the process at once.
    pub fn listen() -> Result<Self> {
        let stopped = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&stopped);
        let (say, listening) = sync_channel(1);
        let listen = move || {
            System::new().block_on(async {
                let mut signals = match Signals::listen() {
                    Ok(signals) => signals,
                    Err(error) => return drop(say.send(Err(error))),
                };
                // the receiver waits below
                let _ = say.send(Ok(()));
                signals.next().await;
                heard.store(true, Ordering::Relaxed);
                output::aside(
                    "stopping after the batch that is being written; a second signal ends this at once",
                );
                signals.next().await;
                end()
            });
        };
        let thread = thread::Builder::new().name("signals".to_owned()).spawn(listen);
        thread.context("cannot start a thread that listens for signals")?;
        listening.recv().context("the thread that listens for signals has ended")??;
        Ok(Self(stopped))
    }

    /// Whether to go on.
    pub fn goes_on(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Ends the process at once: what is not committed is rolled back.
#[allow(clippy::disallowed_methods)]
fn end() -> ! {
    exit(INTERRUPTED)
}
