//! The limit of file descriptors, divided so that clients cannot use up all of them.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use anyhow::{Result, bail};

use crate::config::Config;

/// For what is neither a client of an interface nor a connection to the database: the operator's listener,
/// calls to notifications' addresses, files, threads.
const RESERVE: usize = 512;
/// An SQLite reader has a file, a log and the log's index.
const PER_DATABASE_CONNECTION: usize = 3;
/// Below this an interface could not be used at all.
const LEAST: usize = 16;
/// From here on nobody but a large hub is short of connections.
const MANY: usize = 1000;

/// What the program itself has open besides, and what each of its threads has.
const OWN: usize = 32;
const PER_THREAD: usize = 4;

/// Raises the process's limit as far as it goes, and answers how many client connections each listener may
/// keep: what is configured, unless descriptors would run out.
pub fn connections(config: &Config, listeners: NonZeroUsize) -> Result<usize> {
    let wanted = config.max_connections as usize;
    let limit = match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) => usize::try_from(limit).unwrap_or(usize::MAX),
        Err(error) => {
            tracing::warn!(%error, "the limit of open files cannot be read");
            return Ok(wanted);
        }
    };
    let threads = match config.workers as usize {
        0 => available_parallelism().map_or(1, NonZeroUsize::get),
        workers => workers,
    };
    let needed = needed(config.connections as usize, threads, listeners);
    if limit < needed {
        bail!(
            "this process may open {limit} files and needs {needed} to serve anybody: raise its limit \
             (LimitNOFILE=, ulimit -Hn)"
        );
    }
    let possible = share(limit, config.connections as usize, listeners);
    if possible < wanted.min(MANY) {
        tracing::warn!(
            limit,
            max_connections = possible,
            "this process may open too few files for max_connections = {wanted} of each listener: raise its \
             limit (LimitNOFILE=, ulimit -Hn) or lower max_connections"
        );
    } else if possible < wanted {
        tracing::debug!(
            limit,
            max_connections = possible,
            "fewer connections than {wanted}, for lack of files"
        );
    }
    Ok(wanted.min(possible))
}

/// Fewer leave nothing to clients.
fn needed(database: usize, threads: usize, listeners: NonZeroUsize) -> usize {
    OWN + PER_DATABASE_CONNECTION * database + (PER_THREAD * threads + LEAST) * listeners.get()
}

fn share(limit: usize, database: usize, listeners: NonZeroUsize) -> usize {
    // with few descriptors everybody gets less
    let reserve = (RESERVE + PER_DATABASE_CONNECTION * database).min(limit / 2);
    (limit.saturating_sub(reserve) / listeners).max(LEAST)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn clients_leave_some_for_the_operator_and_the_database() {
        let two = NonZeroUsize::new(2).unwrap();
        assert_eq!(share(1024, 8, two), 256);
        assert_eq!(share(65_536, 8, two), 32_500);
        assert_eq!(share(200, 8, two), 50);
        assert_eq!(share(usize::MAX, 8, two), (usize::MAX - 536) / 2);
        assert_eq!(needed(8, 2, two), 104);
    }
}
