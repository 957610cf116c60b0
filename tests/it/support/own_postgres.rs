//! A PostgreSQL that belongs to one test, which may do to it what it likes.

use std::fs::{self, File};
use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};

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

    /// One that follows this one, with further settings of its own.
    pub fn standby(&self, settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::Builder::new().prefix("entreposto-own-").tempdir().unwrap();
        let owner = owner(folder.path());
        let copied = how(owner, &self.programs.join("pg_basebackup"), folder.path())
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "postgres"])
            .args(["-R", "-X", "stream", "-c", "fast", "-D", "dados"])
            .output()
            .unwrap();
        assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).unwrap().port();
        let standby = Self { programs: self.programs.clone(), folder, owner, port };
        standby.set(settings);
        standby.serve();
        standby
    }

    fn set(&self, settings: &[(&str, &str)]) {
        let file = self.folder.path().join("dados/postgresql.conf");
        let mut file = File::options().append(true).open(file).unwrap();
        for (name, value) in settings {
            writeln!(file, "{name} = '{value}'").unwrap();
        }
    }

    /// Runs SQL in the database that every server has.
    pub fn execute(&self, sql: &str) {
        server().unwrap().execute(&self.url(), sql);
    }

    /// What a question is answered there.
    pub fn ask(&self, sql: &str) -> String {
        server().unwrap().ask(&self.url(), sql)
    }

    /// Follows another one from now on.
    pub fn follow(&self, other: &Self) {
        let way = format!("host=127.0.0.1 port={} user=postgres", other.port);
        self.execute(&format!("ALTER SYSTEM SET primary_conninfo = '{way}'"));
        self.execute("SELECT pg_reload_conf()");
    }

    /// Takes writes from now on.
    pub fn promote(&self) {
        self.execute("SELECT pg_promote(true, 30)");
    }

    /// Stops all of its processes, or lets them go on: nothing is closed, nothing is answered.
    pub fn freeze(&self, freezes: bool) {
        let file = std::fs::read_to_string(self.folder.path().join("dados/postmaster.pid")).unwrap();
        let pid = file.lines().next().unwrap();
        let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
        let signal = if freezes { "-STOP" } else { "-CONT" };
        let all = std::iter::once(pid).chain(children.split_whitespace());
        assert!(Command::new("kill").arg(signal).args(all).status().unwrap().success());
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

    /// The address of both.
    pub fn url_with(&self, other: &Self) -> String {
        format!("postgres://postgres@127.0.0.1:{},127.0.0.1:{}/postgres", self.port, other.port)
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
