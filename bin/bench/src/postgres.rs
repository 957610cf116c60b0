//! A PostgreSQL of the benchmark's own, durable as a real one, or one that is there already.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::net::TcpStream;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::process::{self, Guarded};

/// Recovery of a cluster that was killed may take a while.
const START: Duration = Duration::from_secs(120);

/// Settings beside the defaults: sized for the machine, and with every promise to the disk kept.
const SETTINGS: [&str; 8] = [
    "listen_addresses=127.0.0.1",
    "fsync=on",
    "synchronous_commit=on",
    "full_page_writes=on",
    "max_connections=100",
    "shared_buffers=512MB",
    "max_wal_size=4GB",
    "checkpoint_timeout=15min",
];

/// User and group that a server's files belong to and its programs run as; none: those of this process.
pub type Owner = Option<(u32, u32)>;

/// A server on which databases can be made.
pub struct Cluster {
    /// `postgres://USER@HOST:PORT`, without a database.
    base: String,
    psql: PathBuf,
    /// The own server; `None` for one that was there.
    _process: Option<Guarded>,
}

/// The folder with initdb, postgres and psql: on the PATH, else where Debian puts them.
#[allow(clippy::disallowed_methods, reason = "PATH is no setting of the server")]
pub fn programs() -> Option<PathBuf> {
    let complete = |folder: &PathBuf| ["initdb", "postgres", "psql"].iter().all(|p| folder.join(p).is_file());
    let path = std::env::var_os("PATH").unwrap_or_default();
    if let Some(folder) = std::env::split_paths(&path).find(complete) {
        return Some(folder);
    }
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let mut folders: Vec<(u32, PathBuf)> = versions
        .filter_map(|v| Some((v.file_name().to_str()?.parse().ok()?, v.path().join("bin"))))
        .filter(|(_, folder)| complete(folder))
        .collect();
    folders.sort();
    folders.pop().map(|(_, folder)| folder)
}

impl Cluster {
    /// Uses a server that is there.
    pub fn existing(url: &str) -> Result<Self> {
        let psql = process::find("psql").or_else(|| programs().map(|folder| folder.join("psql")));
        let psql = psql.context("psql is not installed: install PostgreSQL's client programs")?;
        Ok(Self { base: url.trim_end_matches('/').to_owned(), psql, _process: None })
    }

    /// Starts the cluster in `folder`, which is made when it is not there.
    pub fn start(programs: &Path, folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let (owner, port) = (owner(folder)?, process::free_port()?);
        init(programs, folder, owner)?;
        let server = serve(programs, folder, owner, port)?;
        let base = format!("postgres://postgres@127.0.0.1:{port}");
        Ok(Self { base, psql: programs.join("psql"), _process: Some(server) })
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        format!("{}/{database}", self.base)
    }

    /// An empty database, in the place of one that has this name.
    pub fn create(&self, database: &str) -> Result<()> {
        self.drop(database)?;
        self.sql(&format!("CREATE DATABASE {database} ENCODING 'UTF8' TEMPLATE template0")).map(drop)
    }

    /// A copy of a database that nobody is connected to.
    pub fn copy(&self, from: &str, to: &str) -> Result<()> {
        self.drop(to)?;
        // copying files is quicker than logging every page, and older versions know no other way
        let files = format!("CREATE DATABASE {to} TEMPLATE {from} STRATEGY file_copy");
        let copied = self.sql(&files).or_else(|_| self.sql(&format!("CREATE DATABASE {to} TEMPLATE {from}")));
        copied.map(drop)
    }

    /// Removes a database if it is there.
    pub fn drop(&self, database: &str) -> Result<()> {
        self.sql(&format!("DROP DATABASE IF EXISTS {database} WITH (FORCE)")).map(drop)
    }

    /// Size on disk in bytes.
    pub fn size(&self, database: &str) -> Result<u64> {
        let text = self.sql(&format!("SELECT pg_database_size('{database}')"))?;
        text.trim().parse().with_context(|| format!("not a size: {text}"))
    }

    /// What a server of some age has done in the background: fresh statistics, visibility maps, a checkpoint.
    pub fn settle(&self, database: &str) -> Result<()> {
        process::output(&mut self.psql(&self.url(database), "VACUUM (ANALYZE)")).map(drop)?;
        self.sql("CHECKPOINT").map(drop)
    }

    /// What a statement answers: values separated by `|`, rows by line ends.
    pub fn sql(&self, sql: &str) -> Result<String> {
        process::output(&mut self.psql(&self.url("postgres"), sql))
    }

    fn psql(&self, url: &str, sql: &str) -> Command {
        psql(&self.psql, url, sql)
    }
}

fn psql(program: &Path, url: &str, sql: &str) -> Command {
    let mut command = Command::new(program);
    command.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, url]).stdin(Stdio::null());
    command
}

/// Makes the files of a server in `folder`, unless they are there.
pub fn init(programs: &Path, folder: &Path, owner: Owner) -> Result<()> {
    let data = folder.join("data");
    if data.join("PG_VERSION").is_file() {
        return Ok(());
    }
    let mut initdb = as_user(owner, &programs.join("initdb"), folder);
    initdb.arg("-D").arg(&data).args(["-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C"]);
    process::output(&mut initdb).map(drop)
}

/// Starts the server whose files are in `folder`, and waits until it answers.
pub fn serve(programs: &Path, folder: &Path, owner: Owner, port: u16) -> Result<Guarded> {
    let log = folder.join("log");
    let file = File::options().create(true).append(true).open(&log).context("cannot write a log")?;
    let mut postgres = as_user(owner, &programs.join("postgres"), folder);
    // the socket's path would be too long in a deep folder: TCP alone
    postgres.arg("-D").arg(folder.join("data")).args(["-k", "", "-p", &port.to_string()]);
    for setting in SETTINGS {
        postgres.args(["-c", setting]);
    }
    let errors = file.try_clone()?;
    let mut server = Guarded::spawn(postgres.stdout(file).stderr(errors).process_group(0), "INT")?;
    let since = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if server.child.try_wait()?.is_some() || since.elapsed() > START {
            bail!("PostgreSQL does not start: {}", tail(&log)?);
        }
        sleep(Duration::from_millis(50));
    }
    let url = format!("postgres://postgres@127.0.0.1:{port}/postgres");
    while let Err(error) = process::output(&mut psql(&programs.join("psql"), &url, "SELECT 1")) {
        ensure!(since.elapsed() < START, "PostgreSQL does not answer: {error}");
        sleep(Duration::from_millis(100));
    }
    Ok(server)
}

/// The last lines of a log.
pub fn tail(log: &Path) -> Result<String> {
    let mut file = File::open(log)?;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(2_000)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// PostgreSQL refuses to run as root: the folder then belongs to another user, whose numbers are answered.
pub fn owner(folder: &Path) -> Result<Owner> {
    // who runs this program owns the entry of its own process
    if fs::metadata("/proc/self").map_or(true, |own| own.uid() != 0) {
        return Ok(None);
    }
    let users = fs::read_to_string("/etc/passwd").context("no list of users")?;
    let numbers = |name: &str| {
        let line = users.lines().find(|l| l.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    let (uid, gid) = numbers("postgres").or_else(|| numbers("nobody")).unwrap_or((65_534, 65_534));
    chown(folder, Some(uid), Some(gid)).context("the folder cannot be given to another user")?;
    Ok(Some((uid, gid)))
}

/// A program as the user that a folder was given to, in that folder.
pub fn as_user(owner: Owner, program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    // the current folder may be closed to the other user
    command.current_dir(folder).stdin(Stdio::null()).env_remove("PGDATA");
    if let Some((uid, gid)) = owner {
        command.uid(uid).gid(gid);
    }
    command
}
