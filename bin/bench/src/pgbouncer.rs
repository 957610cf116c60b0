//! A pooler in front of PostgreSQL that hands connections on by the transaction.

use std::fs::{self, File};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::postgres::{as_user, owner, tail};
use crate::process::{Guarded, Scratch, find, free_port};

const START: Duration = Duration::from_secs(10);
/// Sessions of PostgreSQL: as many as a server of ours has without a pooler.
const SESSIONS: u32 = 15;

/// A running PgBouncer.
pub struct PgBouncer {
    /// `HOST:PORT`.
    address: String,
    _process: Guarded,
    _folder: Scratch,
}

/// The program, where it is installed.
pub fn program() -> Option<PathBuf> {
    find("pgbouncer").or_else(|| Some(PathBuf::from("/usr/sbin/pgbouncer")).filter(|path| path.is_file()))
}

impl PgBouncer {
    /// Starts one in front of the PostgreSQL of a database's address.
    pub fn start(program: &Path, database_url: &str) -> Result<Self> {
        let (_, at) = database_url.split_once('@').context("an address with a user")?;
        let (host, rest) = at.split_once(':').context("an address with a port")?;
        let (port, _) = rest.split_once('/').context("an address with a database")?;
        let folder = Scratch::new(None)?;
        let owner = owner(folder.path())?;
        let own = free_port()?;
        let settings = folder.path().join("pgbouncer.ini");
        let text = format!(
            "[databases]\n* = host={host} port={port} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
             listen_port = {own}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n\
             default_pool_size = {SESSIONS}\n"
        );
        fs::write(&settings, text).context("cannot write settings")?;
        let log = folder.path().join("log");
        let output = File::create(&log).context("cannot write a log")?;
        let mut command: Command = as_user(owner, program, folder.path());
        command.arg(&settings).stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let process = Guarded::spawn(command.process_group(0), "TERM")?;
        let since = Instant::now();
        while TcpStream::connect(("127.0.0.1", own)).is_err() {
            ensure!(since.elapsed() < START, "PgBouncer does not start: {}", tail(&log)?);
            sleep(Duration::from_millis(20));
        }
        Ok(Self { address: format!("127.0.0.1:{own}"), _process: process, _folder: folder })
    }

    /// A database's address by way of the pooler.
    pub fn url(&self, direct: &str) -> String {
        let name = direct.rsplit_once('/').map_or("", |(_, name)| name);
        format!("postgres://postgres@{}/{name}", self.address)
    }
}
