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
const SETTINGS: &str = "pgbouncer.ini";

/// A running PgBouncer.
pub struct PgBouncer {
    port: u16,
    process: Guarded,
    folder: Scratch,
}

/// The program, where it is installed.
pub fn program() -> Option<PathBuf> {
    find("pgbouncer").or_else(|| Some(PathBuf::from("/usr/sbin/pgbouncer")).filter(|path| path.is_file()))
}

impl PgBouncer {
    /// Starts one in front of the PostgreSQL of a database's address.
    pub fn start(program: &Path, database_url: &str) -> Result<Self> {
        let (folder, port) = (Scratch::new(None)?, free_port()?);
        let owner = owner(folder.path())?;
        let settings = folder.path().join(SETTINGS);
        fs::write(&settings, text(port, database_url)?).context("cannot write settings")?;
        let log = folder.path().join("log");
        let output = File::create(&log).context("cannot write a log")?;
        let mut command: Command = as_user(owner, program, folder.path());
        command.arg(&settings).stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let process = Guarded::spawn(command.process_group(0), "TERM")?;
        let since = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            ensure!(since.elapsed() < START, "PgBouncer does not start: {}", tail(&log)?);
            sleep(Duration::from_millis(20));
        }
        Ok(Self { port, process, folder })
    }

    /// A database's address by way of the pooler.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Sends its clients to another PostgreSQL from now on.
    pub fn point_to(&self, database_url: &str) -> Result<()> {
        let settings = self.folder.path().join(SETTINGS);
        fs::write(settings, text(self.port, database_url)?).context("cannot write settings")?;
        self.process.signal("HUP")
    }
}

/// Its settings: a server that is away is tried again after a second, not after fifteen.
fn text(port: u16, database_url: &str) -> Result<String> {
    let (_, at) = database_url.split_once('@').context("an address with a user")?;
    let (at, _) = at.split_once('/').context("an address with a database")?;
    let (host, target) = at.split_once(':').context("an address with a port")?;
    Ok(format!(
        "[databases]\n* = host={host} port={target} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
         listen_port = {port}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n\
         default_pool_size = {SESSIONS}\nserver_login_retry = 1\nserver_connect_timeout = 2\n\
         query_wait_timeout = 10\n"
    ))
}
