//! The log: structured lines on stderr, as text or JSON.

use std::io::{IsTerminal, Result as IoResult, Write, stderr};
use std::time::Duration;

use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::reload::Error as ReloadError;

use crate::config::{Config, LogFormat};
use crate::lines::{Lines, Urgency};
use crate::log_filter::parse;
use crate::output;

/// How long the end of the program waits for whoever reads the log.
const LAST_PATIENCE: Duration = Duration::from_secs(1);

type SetFilter = Box<dyn Fn(EnvFilter) -> Result<(), ReloadError>>;

/// A running log; what still waits is written when this goes away.
#[must_use]
pub struct Log {
    lines: Lines,
    set_filter: Option<SetFilter>,
}

impl Log {
    /// Takes another filter from now on; what is no filter changes nothing.
    pub fn set_filter(&self, filter: &str) -> anyhow::Result<()> {
        let filter = parse(filter)?;
        match &self.set_filter {
            Some(set) => Ok(set(filter)?),
            None => Ok(()),
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.lines.flush(LAST_PATIENCE);
    }
}

/// Starts the log of this process. A second call changes nothing, which is what tests want.
pub fn start(config: &Config) -> Log {
    let filter = parse(&config.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let terminal = stderr().is_terminal();
    let lines = Lines::default();
    let to = Destination { lines: lines.clone(), patient: !terminal };
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(to).with_ansi(terminal);
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
        return Log { lines, set_filter: None };
    }
    if let Err(error) = lines.write_to(stderr(), tell_of_dropped) {
        output::aside(&format!("there will be no log: its thread cannot be started: {error}"));
    }
    // the usual one writes to stderr by itself, and waits for its reader
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        tracing::error!(panic = %text, "a fault of the program");
    }));
    Log { lines, set_filter: Some(set_filter) }
}

fn tell_of_dropped(dropped: u64) {
    tracing::warn!(dropped, "lines of the log were dropped because nobody read them");
}

/// Where the log's lines go.
struct Destination {
    lines: Lines,
    /// Nobody is watching.
    patient: bool,
}

impl<'a> MakeWriter<'a> for Destination {
    type Writer = Line<'a>;

    fn make_writer(&'a self) -> Line<'a> {
        Line { lines: &self.lines, urgency: Urgency::Now }
    }

    fn make_writer_for(&'a self, meta: &Metadata<'_>) -> Line<'a> {
        let urgency = match *meta.level() {
            // an error is the last that some processes say
            Level::ERROR => Urgency::Last,
            Level::WARN => Urgency::Now,
            _ if self.patient => Urgency::Later,
            _ => Urgency::Now,
        };
        Line { lines: &self.lines, urgency }
    }
}

/// One line.
struct Line<'a> {
    lines: &'a Lines,
    urgency: Urgency,
}

impl Write for Line<'_> {
    fn write(&mut self, text: &[u8]) -> IoResult<usize> {
        self.lines.add(text, self.urgency);
        Ok(text.len())
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}
