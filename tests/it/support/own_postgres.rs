//! A PostgreSQL that belongs to one test, which may do to it what it likes.

use std::fs::{self, File};
use std::io::Write;
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
}

impl OwnPostgres {
    /// `None` where the other tests have no PostgreSQL either.
    pub fn start() -> Option<Self> {
        Self::with(&[])
    }

    /// With settings.
    pub fn with(settings: &[(&str, &str)]) -> Option<Self> {
        server()?;
        let programs = programs()?;
        let folder = tempfile::Builder::new().prefix("entreposto-own-").tempdir().unwrap();
        let owner = owner(folder.path());
        init(&programs, folder.path(), owner);
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).unwrap().port();
        let own = Self { programs, folder, owner, port };
        own.set(settings);
        own.serve();
        Some(own)
    }

    fn set(&self, settings: &[(&str, &str)]) {
        let file = self.folder.path().join("dados/postgresql.conf");
        let mut file = File::options().append(true).open(file).unwrap();
        for (name, value) in settings {
            writeln!(file, "{name} = '{value}'").unwrap();
        }
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

    /// Starts again.
    pub fn serve(&self) {
        let settings = format!("-p {} -k '' -c listen_addresses=127.0.0.1 -c fsync=off", self.port);
        self.control(&["start", "-w", "-l", "log", "-o", &settings]);
    }

    /// Ends from one moment to the next.
    pub fn stop(&self) {
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
        // one that a test has stopped is gone already
        if self.folder.path().join("dados/postmaster.pid").exists() {
            self.stop();
        }
    }
}
