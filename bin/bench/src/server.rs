//! The server that is measured: started on a filled database, watched, stopped, started again.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::process::{Guarded, Memory, free_port, memory};

/// A first start may apply migrations to a large database that was filled by an older program.
const START: Duration = Duration::from_secs(1_800);
/// The server drains for 30 s.
const STOP: Duration = Duration::from_secs(60);

/// How a server is started.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its database.
    pub database_url: String,
    /// Further arguments, as the operator of the benchmark gave them.
    pub arguments: Vec<String>,
    /// Where its log and its current folder are.
    pub folder: PathBuf,
    /// What is put around it.
    pub around: Around,
}

/// What is put around a server: nothing, but for trials.
#[derive(Debug, Clone, Default)]
pub struct Around {
    /// Run by the shell that then becomes the server.
    pub before: Option<String>,
    /// Its environment.
    pub environment: Vec<(String, OsString)>,
}

/// A running server.
pub struct Server {
    /// Interface A: `http://HOST:PORT`.
    pub a: String,
    /// Interface B.
    pub b: String,
    /// The operator's listener.
    pub admin: String,
    launch: Launch,
    process: Guarded,
}

impl Launch {
    /// A command of the program with nothing of this process's environment and settings file.
    pub fn command(&self, subcommand: &str) -> Command {
        let mut command = match &self.around.before {
            None => Command::new(&self.program),
            Some(before) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{before}; exec \"$0\" \"$@\"")]).arg(&self.program);
                shell
            }
        };
        command.arg(subcommand).args(["--database-url", &self.database_url]);
        command.env_clear().envs(self.around.environment.iter().map(|(name, value)| (name, value)));
        command.current_dir(&self.folder).stdin(Stdio::null());
        command
    }

    /// Starts it and waits until it is ready; answers how long that took, too.
    pub fn start(&self) -> Result<(Server, Duration)> {
        let (a, b, admin) = (free_port()?, free_port()?, free_port()?);
        let at = |port: u16| format!("127.0.0.1:{port}");
        let log = self.log();
        let file = File::options().create(true).append(true).open(&log).context("cannot write a log")?;
        let mut command = self.command("serve");
        command
            .args(["--listen-a", &at(a), "--listen-b", &at(b), "--listen-admin", &at(admin)])
            .args(&self.arguments)
            .stdout(Stdio::null())
            .stderr(file);
        let since = Instant::now();
        let mut process = Guarded::spawn(&mut command, "TERM")?;
        let admin_address = SocketAddr::from(([127, 0, 0, 1], admin));
        while !ready(admin_address) {
            if let Some(status) = process.child.try_wait()? {
                bail!("the server ended with {status}; its log is {}", excerpt(&log));
            }
            ensure!(
                since.elapsed() < START,
                "the server does not become ready; its log is {}",
                excerpt(&log)
            );
            sleep(Duration::from_millis(1));
        }
        let took = since.elapsed();
        let url = |port: u16| format!("http://{}", at(port));
        Ok((Server { a: url(a), b: url(b), admin: url(admin), launch: self.clone(), process }, took))
    }

    fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }
}

impl Server {
    /// Its process.
    pub fn pid(&self) -> u32 {
        self.process.child.id()
    }

    /// Resident memory.
    pub fn memory(&self) -> Option<Memory> {
        memory(self.process.child.id())
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: &str) -> Result<()> {
        self.process.signal(signal)
    }

    /// Ends it at once, as a fault would; answers the most memory that it had.
    pub fn kill(mut self) -> Result<u64> {
        let peak = self.memory().map_or(0, |memory| memory.peak);
        self.process.kill()?;
        Ok(peak)
    }

    /// Stops it as an operator would.
    pub fn stop(mut self) -> Result<()> {
        let status = self.process.stop(STOP)?;
        ensure!(
            status.success(),
            "the server ended with {status}; its log is {}",
            excerpt(&self.launch.log())
        );
        Ok(())
    }
}

/// Whether the server says that it may be sent requests.
fn ready(admin: SocketAddr) -> bool {
    let ask = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect(admin)?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        stream.write_all(b"GET /ready HTTP/1.1\r\nHost: admin\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer.starts_with("HTTP/1.1 200"))
    };
    ask().unwrap_or(false)
}

/// The last lines of a log: the folder is gone when the message is read.
fn excerpt(log: &Path) -> String {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines.get(lines.len().saturating_sub(10)..).unwrap_or_default().join("\n")
}
