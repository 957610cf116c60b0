//! The log: structured lines on stderr, as text or JSON.

use std::io::{IsTerminal, Result as IoResult, Write, stderr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::config::{Config, LogFormat};

/// How long a line below a warning may wait for others: one system call per request is a tenth of a small
/// request.
const PATIENCE: Duration = Duration::from_millis(100);
/// As many bytes do not wait for more.
const ENOUGH: usize = 32 * 1024;

/// A running log; what still waits is written when this goes away.
#[must_use]
pub struct Log(Lines);

impl Drop for Log {
    fn drop(&mut self) {
        self.0.write_out();
    }
}

/// Starts the log of this process. A second call changes nothing, which is what tests want.
pub fn start(config: &Config) -> Log {
    let filter = EnvFilter::try_new(&config.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let terminal = stderr().is_terminal();
    let lines = Lines { waiting: Arc::default(), patient: !terminal };
    let builder =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(lines.clone()).with_ansi(terminal);
    let started = match config.log_format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    };
    if started.is_ok() && lines.patient {
        let lines = lines.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(PATIENCE);
                lines.write_out();
            }
        });
    }
    Log(lines)
}

/// Lines on their way to stderr.
#[derive(Clone)]
struct Lines {
    waiting: Arc<Mutex<Vec<u8>>>,
    /// Nobody is watching.
    patient: bool,
}

impl Lines {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_out(&self) {
        // the lock is held so that lines keep their order
        let mut waiting = self.lock();
        // nobody may be reading
        let _ = stderr().write_all(&waiting);
        waiting.clear();
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Line<'a>;

    fn make_writer(&'a self) -> Line<'a> {
        Line { lines: self, urgent: true }
    }

    fn make_writer_for(&'a self, meta: &Metadata<'_>) -> Line<'a> {
        // an error is the last that some processes say
        Line { lines: self, urgent: !self.patient || *meta.level() <= Level::WARN }
    }
}

/// One line.
struct Line<'a> {
    lines: &'a Lines,
    urgent: bool,
}

impl Write for Line<'_> {
    fn write(&mut self, text: &[u8]) -> IoResult<usize> {
        let mut waiting = self.lines.lock();
        waiting.extend_from_slice(text);
        if self.urgent || waiting.len() >= ENOUGH {
            drop(waiting);
            self.lines.write_out();
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_waits_for_an_urgent_one() {
        let lines = Lines { waiting: Arc::default(), patient: true };
        let mut line = Line { lines: &lines, urgent: false };
        assert!(matches!(line.write(b"\n"), Ok(1)));
        assert_eq!(lines.lock().len(), 1);
        assert!(matches!(Line { lines: &lines, urgent: true }.write(b"\n"), Ok(1)));
        assert!(lines.lock().is_empty());
    }
}
