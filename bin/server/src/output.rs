//! What a command answers, on stdout. Everything else (progress, log, errors) goes to stderr.

use std::io::{self, Write};

use anyhow::{Context, Result};

/// Writes a text and a line end.
pub fn line(text: &str) -> Result<()> {
    match writeln!(io::stdout().lock(), "{text}") {
        // the reader (`head`, a pager) has seen enough
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}
