//! Progress of long work on stderr: a bar on a terminal, elsewhere a line from time to time.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sample::{Part, Progress};

use crate::output;

/// Between two plain lines.
const PAUSE: Duration = Duration::from_secs(2);

/// Shows each part of the work as it goes on.
#[derive(Default)]
pub struct Bars(Option<Bar>);

impl Progress for Bars {
    fn begin(&mut self, part: Part, total: u64) {
        let what = match part {
            Part::Skus => "SKUs",
            Part::Orders => "orders",
        };
        self.0 = Some(Bar::new(what, Some(total)));
    }

    fn advance(&mut self, rows: u64) {
        if let Some(bar) = &mut self.0 {
            bar.add(rows);
        }
    }

    fn end(&mut self) {
        if let Some(bar) = self.0.take() {
            bar.finish();
        }
    }
}

/// The progress of one part.
pub struct Bar {
    what: &'static str,
    /// `None` while it is not known.
    total: Option<u64>,
    done: u64,
    bar: Option<ProgressBar>,
    started: Instant,
    said: Instant,
}

impl Bar {
    /// Starts to count, up to `total` where that is known.
    pub fn new(what: &'static str, total: Option<u64>) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let (bar, template) = match total {
                Some(total) => {
                    (ProgressBar::new(total), "{msg:8} {wide_bar} {human_pos}/{human_len} {per_sec} {eta}")
                }
                None => (ProgressBar::new_spinner(), "{spinner} {msg} {human_pos} {per_sec} {elapsed}"),
            };
            let style = ProgressStyle::with_template(template);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.with_message(what)
        });
        let now = Instant::now();
        Self { what, total, done: 0, bar, started: now, said: now }
    }

    /// Adds to the number of finished items.
    pub fn add(&mut self, n: u64) {
        self.done += n;
        match &self.bar {
            Some(bar) => bar.inc(n),
            None if self.said.elapsed() >= PAUSE => {
                self.said = Instant::now();
                output::aside(&self.so_far());
            }
            None => {}
        }
    }

    /// The work is over.
    pub fn finish(self) {
        if let Some(bar) = &self.bar {
            bar.finish();
        } else {
            let took = self.started.elapsed().as_secs_f64();
            output::aside(&format!("{} in {took:.1} s", self.so_far()));
        }
    }

    fn so_far(&self) -> String {
        match self.total {
            Some(total) => format!("{}: {} of {total}", self.what, self.done),
            None => format!("{}: {}", self.what, self.done),
        }
    }
}
