//! The log: structured lines on stderr, as text or JSON, written by a thread of its own.

use std::io::{BufWriter, IsTerminal, stderr};
use std::sync::OnceLock;

use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::reload::Error as ReloadError;

use crate::config::{Config, LogFormat};
use crate::log_filter::parse;

/// Capacity of the queue between the program and the thread that writes. When nobody reads stderr, further
/// lines are dropped and counted: no request waits for a log.
const QUEUED_LINES: usize = 4096;
/// Size of the writer's buffer, bytes: lines that are queued together go out in one system call.
const WRITE_BUFFER: usize = 32 * 1024;

/// Counts the lines that were dropped. The process has one stderr.
static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();

/// Number of log lines that were dropped since the start because nobody read them.
pub fn dropped() -> u64 {
    DROPPED.get().map_or(0, |counter| counter.dropped_lines() as u64)
}

type SetFilter = Box<dyn Fn(EnvFilter) -> Result<(), ReloadError>>;

/// A running log. Dropping it writes the queued lines, for at most a second.
#[must_use]
pub struct Log {
    set_filter: Option<SetFilter>,
    _writer: WorkerGuard,
}

impl Log {
    /// Replaces the filter. An invalid one is an error and changes nothing.
    pub fn set_filter(&self, filter: &str) -> anyhow::Result<()> {
        let filter = parse(filter)?;
        match &self.set_filter {
            Some(set) => Ok(set(filter)?),
            None => Ok(()),
        }
    }
}

/// Starts the log of this process. A second call changes nothing, which is what tests want.
pub fn start(config: &Config) -> Log {
    let filter = parse(&config.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let (lines, writer) = NonBlockingBuilder::default()
        .buffered_lines_limit(QUEUED_LINES)
        .thread_name("log")
        .finish(BufWriter::with_capacity(WRITE_BUFFER, stderr()));
    let dropped = lines.error_counter();
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(lines)
        .with_ansi(stderr().is_terminal());
    let (started, set_filter): (_, SetFilter) = match config.log_format {
        LogFormat::Text => {
            let builder = builder.with_filter_reloading();
            let handle = builder.reload_handle();
            (builder.try_init(), Box::new(move |filter| handle.reload(filter)))
        }
        LogFormat::Json => {
            let builder = builder.json().flatten_event(true).with_filter_reloading();
            let handle = builder.reload_handle();
            (builder.try_init(), Box::new(move |filter| handle.reload(filter)))
        }
    };
    if started.is_err() {
        return Log { set_filter: None, _writer: writer };
    }
    let _ = DROPPED.set(dropped);
    // the default hook writes to stderr itself, and so would wait for its reader
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        tracing::error!(panic = %text, "a fault of the program");
    }));
    Log { set_filter: Some(set_filter), _writer: writer }
}
