//! Where filled databases live: made for this run, or kept and copied, so that every run starts from the same one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::Serialize;
use tempfile::TempDir;

use crate::postgres::{self, Cluster};

/// A kind of database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Database {
    /// An SQLite file.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

impl Database {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }
}

/// Where the databases of one kind live.
pub struct Home {
    /// The kind.
    pub database: Database,
    /// Folder of the filled databases: kept, or scratch.
    base: PathBuf,
    kept: bool,
    // before the folder: what is dropped first must be the server that has its files there
    cluster: Option<Cluster>,
    /// Copies and logs; removed at the end.
    pub scratch: TempDir,
}

/// One database among those of a home.
pub struct Place<'a> {
    home: &'a Home,
    name: String,
}

impl Home {
    /// Opens a home; `None` when there is no PostgreSQL to be had.
    pub fn open(database: Database, keep: Option<&Path>, postgres_url: Option<&str>) -> Result<Option<Self>> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("entreposto-bench-");
        let scratch = match keep {
            Some(folder) => {
                fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
                builder.tempdir_in(folder)?
            }
            None => builder.tempdir()?,
        };
        let base = match keep {
            Some(folder) => fs::canonicalize(folder)?,
            None => scratch.path().to_owned(),
        };
        let cluster = match (database, postgres_url) {
            (Database::Sqlite, _) => None,
            (Database::Postgres, Some(url)) => Some(Cluster::existing(url)?),
            (Database::Postgres, None) => {
                let Some(programs) = postgres::programs() else { return Ok(None) };
                // the server may run as another user, who must get through to its own folder
                open_to_others(scratch.path())?;
                Some(Cluster::start(&programs, &base.join("postgres"))?)
            }
        };
        Ok(Some(Self { database, base, kept: keep.is_some(), cluster, scratch }))
    }

    /// The place of a database with this content.
    pub fn place(&self, content: &str) -> Place<'_> {
        Place { home: self, name: format!("bench_{content}") }
    }
}

fn open_to_others(folder: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).context("cannot open the folder to others")
}

impl Place<'_> {
    /// File in which the keys of the filled database are kept; it is there once the database is complete.
    pub fn keys(&self) -> PathBuf {
        self.home.base.join(format!("{}-{}.json", self.home.database.name(), self.name))
    }

    /// An empty database to be filled.
    pub fn create(&self) -> Result<String> {
        match &self.home.cluster {
            Some(cluster) => {
                cluster.create(&self.name)?;
                Ok(cluster.url(&self.name))
            }
            None => {
                let file = self.file();
                for end in ["", "-wal", "-shm"] {
                    let left = PathBuf::from(format!("{}{end}", file.display()));
                    if left.exists() {
                        fs::remove_file(left).context("cannot remove an unfinished database")?;
                    }
                }
                Ok(sqlite_url(&file))
            }
        }
    }

    /// The filled database as it shall be served: itself, or a copy of one that is kept.
    pub fn serve(&self) -> Result<String> {
        match &self.home.cluster {
            Some(cluster) => {
                if self.home.kept {
                    cluster.copy(&self.name, &self.served_name())?;
                }
                cluster.settle(&self.served_name())?;
                Ok(cluster.url(&self.served_name()))
            }
            None => {
                let file = self.served_file();
                if self.home.kept {
                    fs::copy(self.file(), &file).context("cannot copy the kept database")?;
                }
                Ok(sqlite_url(&file))
            }
        }
    }

    /// Size on disk of the database that is served.
    pub fn size(&self) -> Result<u64> {
        match &self.home.cluster {
            Some(cluster) => cluster.size(&self.served_name()),
            None => {
                let file = self.served_file();
                let parts = ["", "-wal"].map(|end| format!("{}{end}", file.display()));
                Ok(parts.iter().filter_map(|part| fs::metadata(part).ok()).map(|m| m.len()).sum())
            }
        }
    }

    /// Removes what only this run needs and a temporary folder does not hold.
    pub fn clean(&self) -> Result<()> {
        match &self.home.cluster {
            Some(cluster) => cluster.drop(&self.served_name()),
            None => Ok(()),
        }
    }

    fn file(&self) -> PathBuf {
        self.home.base.join(format!("{}.db", self.name))
    }

    fn served_file(&self) -> PathBuf {
        if self.home.kept { self.home.scratch.path().join(format!("{}.db", self.name)) } else { self.file() }
    }

    fn served_name(&self) -> String {
        if self.home.kept { format!("{}_run", self.name) } else { self.name.clone() }
    }
}

fn sqlite_url(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}
