//! What every kind of round is given: where its databases are, which program is tried, how long it may take.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::home::Home;
use crate::http::Http;
use crate::server::{Around, Launch};

/// Where a kind of round is made.
pub struct Stage<'a> {
    pub home: &'a Home,
    pub program: &'a Path,
    pub quick: bool,
    /// As the operator wants it.
    pub rounds: Option<u32>,
    /// Further arguments of the server.
    pub arguments: &'a [String],
}

impl Stage<'_> {
    /// A launch on a new, empty database, with these settings.
    pub fn launch(&self, name: &str, settings: &[&str]) -> Result<Launch> {
        self.launch_on(name, self.home.place(name).create()?, settings)
    }

    /// The same on a database somewhere else.
    pub fn launch_on(&self, name: &str, database_url: String, settings: &[&str]) -> Result<Launch> {
        let folder = self.folder(name)?;
        // nothing of the log is read, except when a server does not start
        let mut arguments = vec!["--log".to_owned(), "error".to_owned()];
        arguments.extend(settings.iter().map(|&setting| setting.to_owned()));
        arguments.extend_from_slice(self.arguments);
        Ok(Launch {
            program: self.program.to_owned(),
            database_url,
            arguments,
            folder,
            around: Around::default(),
        })
    }

    /// A folder of its own.
    pub fn folder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.home.scratch.path().join(format!("trial-{name}"));
        std::fs::create_dir_all(&folder).context("cannot create a folder")?;
        Ok(folder)
    }

    /// Either of the two.
    pub fn pick<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// How many rounds are made.
    pub fn count(&self, full: u32, quick: u32) -> u32 {
        self.rounds.unwrap_or(self.pick(full, quick))
    }

    /// A client for preparations.
    pub fn http(&self) -> Result<Http> {
        Http::patient(Duration::from_secs(60))
    }
}
