//! A PostgreSQL that belongs to one test, which may do to it what it likes.

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;

use tempfile::TempDir;

use super::postgres::{how, init, owner, programs, server};

/// A running server; it ends with this value.
pub struct OwnPostgres {
    programs: PathBuf,
    folder: TempDir,
    owner: Option<(u32, u32)>,
    port: u16,
    settings: &'static [&'static str],
}

impl OwnPostgres {
    /// `None` where the other tests have no PostgreSQL either.
    pub fn start() -> Option<Self> {
        Self::with(&[])
    }

    /// With settings (`name=value`).
    pub fn with(settings: &'static [&'static str]) -> Option<Self> {
        server()?;
        let programs = programs()?;
        let folder = tempfile::Builder::new().prefix("entreposto-own-").tempdir().unwrap();
        let owner = owner(folder.path());
        init(&programs, folder.path(), owner);
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).unwrap().port();
        let own = Self { programs, folder, owner, port, settings };
        own.serve();
        Some(own)
    }

    /// The address of the database that every server has.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// What it has written into its log.
    pub fn log(&self) -> String {
        String::from_utf8_lossy(&fs::read(self.folder.path().join("log")).unwrap()).into_owned()
    }

    /// Loses what was not flushed, and comes back.
    pub fn crash(&self) {
        self.stop();
        self.serve();
    }

    fn serve(&self) {
        let mut settings = format!("-p {} -k '' -c listen_addresses=127.0.0.1 -c fsync=off", self.port);
        settings.extend(self.settings.iter().map(|setting| format!(" -c {setting}")));
        self.control(&["start", "-w", "-l", "log", "-o", &settings]);
    }

    fn stop(&self) {
        self.control(&["stop", "-m", "immediate"]);
    }

    fn control(&self, arguments: &[&str]) {
        let done = how(self.owner, &self.programs.join("pg_ctl"), self.folder.path())
            .args(["-D", "dados"])
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(done.unwrap().success(), "pg_ctl {arguments:?}");
    }
}

impl Drop for OwnPostgres {
    fn drop(&mut self) {
        self.stop();
    }
}
