//! A throw-away PostgreSQL: started once per test process, gone when the process is gone.

use super::wait::wait_until;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// Use this server instead of an own one: `postgres://USER@HOST:PORT`, without a database.
const URL_ENV: &str = "ENTREPOSTO_TEST_POSTGRES_URL";

/// What the databases of the tests that run at one time, and their log, take at most.
const MEMORY_MIB: u64 = 4096;

/// A server on which databases can be created.
pub struct Server {
    /// `postgres://USER@HOST:PORT`.
    base: String,
    psql: PathBuf,
    /// Name of the migrated database that the others are copies of.
    model: String,
    /// Writing end of the watchdog's input: it closes when this process ends, however it ends.
    _watcher: Option<std::process::ChildStdin>,
}

static SERVER: OnceLock<Option<Server>> = OnceLock::new();
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// The server; `None`, said once in a visible line, when there are no programs to start one with.
pub fn server() -> Option<&'static Server> {
    SERVER.get_or_init(Server::start).as_ref()
}

impl Server {
    fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(
                std::env::var("CI").as_deref() != Ok("true"),
                "CI=true needs PostgreSQL's server programs"
            );
            // straight to the terminal: the test harness swallows what eprintln! writes
            let row = "\nPostgreSQL's server programs (initdb, postgres, psql) were not found: \
                         the PostgreSQL half of the tests is left out\n";
            let _ = std::io::stderr().write_all(row.as_bytes());
            return None;
        };
        let psql = programs.join("psql");
        let (base, watcher) = match std::env::var(URL_ENV) {
            Ok(url) => (url.trim_end_matches('/').to_owned(), None),
            Err(_) => start_server(&programs),
        };
        let model = format!("entreposto_{}_modelo", std::process::id());
        let server = Self { base, psql, model, _watcher: watcher };
        server.wait();
        server.sql(&format!("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0", server.model));
        // a copy needs a source that nobody is connected to: the store is closed before the first copy
        let config =
            store::StoreConfig { connections: 1, ..store::StoreConfig::new(server.url(&server.model)) };
        let store = store::Store::open(&config, super::secrets()).expect("the template opens");
        store.migrate().expect("the template migrates");
        drop(store);
        Some(server)
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        format!("{}/{database}", self.base)
    }

    /// A new database with the schema in place.
    pub fn new_database(&self) -> String {
        let name = self.new_name();
        // the template's last connection may still be on its way out
        let create = format!("CREATE DATABASE {name} TEMPLATE {}", self.model);
        wait_until(&create, || self.try_sql(&create).is_ok());
        name
    }

    /// A new database without anything in it.
    pub fn new_empty_database(&self) -> String {
        let name = self.new_name();
        self.sql(&format!("CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0"));
        name
    }

    /// Runs SQL in a database.
    #[track_caller]
    pub fn execute(&self, url: &str, sql: &str) {
        self.try_execute(url, sql).expect("SQL");
    }

    /// Runs SQL in a database that may refuse it.
    pub fn try_execute(&self, url: &str, sql: &str) -> Result<(), String> {
        let output = self.command_in(url, sql).output().expect("psql starts");
        let refused = || String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(refused()) }
    }

    /// What a question about a database is answered: values separated by `|`, rows by line ends.
    pub fn ask(&self, url: &str, sql: &str) -> String {
        let output = self.command_in(url, sql).args(["-A", "-t"]).output().expect("psql starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Removes a database without waiting for it.
    pub fn remove(&self, name: &str) {
        let _ = self
            .command(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
    }

    fn new_name(&self) -> String {
        format!("entreposto_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
    }

    fn wait(&self) {
        wait_until("PostgreSQL answers", || self.try_sql("SELECT 1").is_ok());
    }

    fn sql(&self, command: &str) {
        self.try_sql(command).unwrap_or_else(|error| panic!("{command}: {error}"));
    }

    fn try_sql(&self, command: &str) -> Result<(), String> {
        let output = self.command(command).output().expect("psql starts");
        if output.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    fn command(&self, sql: &str) -> Command {
        self.command_in(&self.url("postgres"), sql)
    }

    fn command_in(&self, url: &str, sql: &str) -> Command {
        let mut command = Command::new(&self.psql);
        command.args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql, url]).stdin(Stdio::null());
        command
    }
}

/// The folder with initdb, postgres and psql.
pub fn programs() -> Option<PathBuf> {
    let full = |folder: &PathBuf| ["initdb", "postgres", "psql"].iter().all(|p| folder.join(p).is_file());
    let path = std::env::var_os("PATH").unwrap_or_default();
    if let Some(folder) = std::env::split_paths(&path).find(full) {
        return Some(folder);
    }
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let mut folders: Vec<(u32, PathBuf)> = versions
        .filter_map(|v| Some((v.file_name().to_str()?.parse().ok()?, v.path().join("bin"))))
        .filter(|(_, folder)| full(folder))
        .collect();
    folders.sort();
    folders.pop().map(|(_, folder)| folder)
}

/// In memory where there is room: a database is some 600 files, and ext4 passes over the numbers of files that were
/// deleted lately, one by one, for each new one.
fn new_folder() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let place = if free_mib(memory) >= MEMORY_MIB { memory.to_path_buf() } else { std::env::temp_dir() };
    tempfile::Builder::new().prefix("entreposto-pg-").tempdir_in(place).expect("a temporary folder").keep()
}

/// Free space of a file system; 0 where it cannot be told.
fn free_mib(folder: &Path) -> u64 {
    let output = Command::new("df").args(["-m", "--output=avail"]).arg(folder).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().nth(1).and_then(|row| row.trim().parse().ok()).unwrap_or(0)
}

/// Starts an own server; answers its address and what keeps the watchdog waiting.
fn start_server(programs: &Path) -> (String, Option<std::process::ChildStdin>) {
    let folder = new_folder();
    let owner = owner(&folder);
    let data = init(programs, &folder, owner);
    let registro = folder.join("registro");

    // the port is free now; should somebody else take it before PostgreSQL does, another one is tried
    for _ in 0..5 {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
        let output = File::create(&registro).expect("a log file");
        let mut postgres = how(owner, &programs.join("postgres"), &folder);
        postgres.arg("-D").arg(&data).arg("-k").arg(&folder).args(["-p", &port.to_string()]);
        for ajuste in [
            "listen_addresses=127.0.0.1",
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "max_connections=300",
            "shared_buffers=64MB",
            "autovacuum=off",
            "max_wal_size=256MB",
        ] {
            postgres.args(["-c", ajuste]);
        }
        let error = output.try_clone().expect("a log file");
        let mut process =
            postgres.stdout(output).stderr(error).process_group(0).spawn().expect("postgres starts");
        let watcher = watch(process.id(), &folder);
        while process.try_wait().expect("postgres can be asked").is_none() {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return (format!("postgres://postgres@127.0.0.1:{port}"), Some(watcher));
            }
            sleep(Duration::from_millis(50));
        }
        std::mem::forget(watcher);
    }
    let mut text = String::new();
    let _ = File::open(&registro).and_then(|mut f| f.read_to_string(&mut text));
    panic!("PostgreSQL does not start:\n{text}");
}

/// Makes a server's files in a folder; answers where they are.
pub fn init(programs: &Path, folder: &Path, owner: Option<(u32, u32)>) -> PathBuf {
    let data = folder.join("dados");
    let initdb = how(owner, &programs.join("initdb"), folder)
        .arg("-D")
        .arg(&data)
        .args(["-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"])
        .output()
        .expect("initdb starts");
    assert!(initdb.status.success(), "initdb: {}", String::from_utf8_lossy(&initdb.stderr));
    data
}

/// A shell that waits for this process to end, by whatever way, then ends the server and removes its folder.
#[allow(clippy::zombie_processes)] // it is there to outlive this process
pub fn watch(pid: u32, folder: &Path) -> std::process::ChildStdin {
    let script =
        "read -r _; kill -QUIT \"$0\" 2>/dev/null; sleep 1; kill -KILL \"$0\" 2>/dev/null; rm -rf -- \"$1\"";
    let mut watcher = Command::new("sh")
        .args(["-c", script, &pid.to_string()])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // its own group: Ctrl-C must not end it before its work is done
        .process_group(0)
        .spawn()
        .expect("sh starts");
    watcher.stdin.take().expect("a pipe")
}

/// PostgreSQL refuses to run as root: the folder then belongs to another user, whose numbers are answered.
pub fn owner(folder: &Path) -> Option<(u32, u32)> {
    use std::os::unix::fs::{MetadataExt, chown};
    if fs::metadata(folder).expect("the folder exists").uid() != 0 {
        return None;
    }
    let usuarios = fs::read_to_string("/etc/passwd").expect("a list of users");
    let numbers = |name: &str| {
        let row = usuarios.lines().find(|l| l.split(':').next() == Some(name))?;
        let mut fields = row.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    let (uid, gid) = numbers("postgres").or_else(|| numbers("nobody")).unwrap_or((65_534, 65_534));
    chown(folder, Some(uid), Some(gid)).expect("the folder can be given away");
    Some((uid, gid))
}

pub fn how(owner: Option<(u32, u32)>, program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    // the current folder may be closed to the other user
    command.current_dir(folder).stdin(Stdio::null()).env_remove("PGDATA");
    if let Some((uid, gid)) = owner {
        command.uid(uid).gid(gid);
    }
    command
}
