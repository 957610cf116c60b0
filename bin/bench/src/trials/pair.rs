//! A PostgreSQL with a synchronous standby: what is acknowledged is on the disks of both. The one that writes
//! can be lost, with everything that it has not sent; the other one then takes its place.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::postgres::{self, Cluster, Owner};
use crate::process::{self, Guarded};

/// How long a standby may take to catch up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The two of them.
pub struct Pair {
    programs: PathBuf,
    folder: PathBuf,
    owner: Owner,
    ports: [u16; 2],
    /// Which of the two writes.
    primary: usize,
    nodes: [Option<Guarded>; 2],
}

impl Pair {
    /// Starts both; `None` where PostgreSQL's programs are not installed.
    pub fn start(folder: &Path) -> Result<Option<Self>> {
        let Some(programs) = postgres::programs() else { return Ok(None) };
        let ports = [process::free_port()?, process::free_port()?];
        let owner = postgres::owner(folder)?;
        let (folder, nodes) = (folder.to_owned(), [None, None]);
        let mut pair = Self { programs, folder, owner, ports, primary: 0, nodes };
        postgres::init(&pair.programs, &pair.node(0)?, owner)?;
        pair.serve(0)?;
        pair.rebuild()?;
        Ok(Some(pair))
    }

    /// Makes a database; answers its address, which names both.
    pub fn create(&self, name: &str) -> Result<String> {
        self.cluster()?.create(name)?;
        let [one, other] = self.ports;
        Ok(format!(
            "postgres://postgres@127.0.0.1:{one},127.0.0.1:{other}/{name}?target_session_attrs=read-write"
        ))
    }

    /// The one that writes is gone from one moment to the next; the other one takes over.
    pub fn fail_over(&mut self) -> Result<()> {
        let primary = self.nodes.get_mut(self.primary).and_then(Option::take).context("no primary")?;
        lose(primary)?;
        self.primary = 1 - self.primary;
        self.cluster()?.sql("SELECT pg_promote(true, 30)").map(drop)
    }

    /// A new standby in the place of the one that was lost; once it has caught up, commits wait for it.
    pub fn rebuild(&mut self) -> Result<()> {
        let number = 1 - self.primary;
        let folder = self.node(number)?;
        fs::remove_dir_all(&folder).context("cannot remove what was lost")?;
        let folder = self.node(number)?;
        process::output(
            postgres::as_user(self.owner, &self.programs.join("pg_basebackup"), &folder)
                .args(["-h", "127.0.0.1", "-p", &self.port(self.primary)?.to_string(), "-U", "postgres"])
                .args(["-R", "-X", "stream", "-c", "fast", "-D"])
                .arg(folder.join("data")),
        )?;
        self.serve(number)?;
        let cluster = self.cluster()?;
        cluster.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")?;
        cluster.sql("SELECT pg_reload_conf()")?;
        let since = Instant::now();
        let question = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        while cluster.sql(question)?.trim() != "1" {
            ensure!(since.elapsed() < PATIENCE, "the standby does not catch up");
            sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    fn serve(&mut self, number: usize) -> Result<()> {
        let (folder, port) = (self.node(number)?, self.port(number)?);
        let node = postgres::serve(&self.programs, &folder, self.owner, port)?;
        *self.nodes.get_mut(number).context("two nodes")? = Some(node);
        Ok(())
    }

    fn cluster(&self) -> Result<Cluster> {
        Cluster::existing(&format!("postgres://postgres@127.0.0.1:{}", self.port(self.primary)?))
    }

    fn port(&self, number: usize) -> Result<u16> {
        self.ports.get(number).copied().context("two nodes")
    }

    /// The folder of one of them, which is there then.
    fn node(&self, number: usize) -> Result<PathBuf> {
        let folder = self.folder.join(format!("node-{number}"));
        fs::create_dir_all(&folder).context("cannot create a folder")?;
        postgres::owner(&folder)?;
        Ok(folder)
    }
}

/// Ends a server and all of its processes at once: a lost machine sends nothing any more.
fn lose(mut primary: Guarded) -> Result<()> {
    let pid = primary.child.id();
    // nobody is born meanwhile
    primary.signal("STOP")?;
    let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    for child in children.split_whitespace().filter_map(|child| child.parse().ok()) {
        process::send("KILL", child)?;
    }
    primary.kill()
}
