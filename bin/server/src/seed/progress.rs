//! How far long work is: a bar on a terminal, a plain line now and then elsewhere. Always on stderr.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Between two plain lines.
const PAUSE: Duration = Duration::from_secs(2);

/// The progress of one piece of work.
pub struct Progress {
    what: &'static str,
    total: u64,
    done: u64,
    bar: Option<ProgressBar>,
    started: Instant,
    said: Instant,
}

impl Progress {
    /// Starts to count up to `total`.
    pub fn new(what: &'static str, total: u64) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{msg:8} {wide_bar} {human_pos}/{human_len} {per_sec} {eta}");
            let bar = ProgressBar::new(total).with_message(what);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        let now = Instant::now();
        Self { what, total, done: 0, bar, started: now, said: now }
    }

    /// So many more are done.
    pub fn add(&mut self, n: u64) {
        self.done += n;
        match &self.bar {
            Some(bar) => bar.inc(n),
            None if self.said.elapsed() >= PAUSE => {
                self.said = Instant::now();
                eprintln!("{}: {} of {}", self.what, self.done, self.total);
            }
            None => {}
        }
    }

    /// The work is over.
    pub fn finish(self) {
        if let Some(bar) = &self.bar {
            bar.finish();
        } else {
            let seconds = self.started.elapsed().as_secs_f64();
            eprintln!("{}: {} of {} in {seconds:.1} s", self.what, self.done, self.total);
        }
    }
}
