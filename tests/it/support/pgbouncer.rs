//! A pooler in front of the tests' PostgreSQL that hands connections on by the transaction.

use std::fs::{self, File};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{ChildStdin, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::postgres::{how, owner, server, watch};

/// A running PgBouncer; it ends with this value.
pub struct PgBouncer {
    address: String,
    _watcher: ChildStdin,
}

impl PgBouncer {
    /// `None`, said in a visible line, where the program or PostgreSQL is not installed.
    pub fn start() -> Option<Self> {
        let target = server()?.host_and_port();
        let Some(program) = program() else {
            assert!(std::env::var("CI").as_deref() != Ok("true"), "CI=true needs PgBouncer");
            let row = "\nPgBouncer was not found: what is behind a pooler is left out\n";
            let _ = std::io::stderr().write_all(row.as_bytes());
            return None;
        };
        let folder = tempfile::Builder::new().prefix("entreposto-pool-").tempdir().unwrap().keep();
        let owner = owner(&folder);
        let (host, port) = target.rsplit_once(':').unwrap();
        for _ in 0..5 {
            let listener = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).unwrap();
            let settings = folder.join("pgbouncer.ini");
            // few connections, so that a client's transactions wander from one to another
            let text = format!(
                "[databases]\n* = host={host} port={port} user=postgres\n[pgbouncer]\n\
                 listen_addr = 127.0.0.1\nlisten_port = {}\nunix_socket_dir =\nauth_type = any\n\
                 pool_mode = transaction\ndefault_pool_size = 3\nmax_client_conn = 200\n",
                listener.port()
            );
            fs::write(&settings, text).unwrap();
            let output = File::create(folder.join("log")).unwrap();
            let error = output.try_clone().unwrap();
            let mut command = how(owner, &program, &folder);
            command.arg(&settings).stdin(Stdio::null()).stdout(output).stderr(error).process_group(0);
            let mut process = command.spawn().expect("PgBouncer starts");
            let watcher = watch(process.id(), &folder);
            while process.try_wait().unwrap().is_none() {
                if TcpStream::connect(listener).is_ok() {
                    return Some(Self { address: listener.to_string(), _watcher: watcher });
                }
                sleep(Duration::from_millis(20));
            }
            std::mem::forget(watcher);
        }
        panic!("PgBouncer does not start: {}", fs::read_to_string(folder.join("log")).unwrap_or_default());
    }

    /// A database's address by way of the pooler.
    pub fn url(&self, direct: &str) -> String {
        let (_, name) = direct.rsplit_once('/').unwrap();
        format!("postgres://postgres@{}/{name}", self.address)
    }
}

fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into()]);
    folders.map(|folder| folder.join("pgbouncer")).find(|program| program.is_file())
}
