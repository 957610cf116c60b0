//! Where filled databases live: made for this run, or kept and copied, so that every run starts from the same
//! one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::Serialize;

use crate::postgres::{self, Cluster};
use crate::process::Scratch;
use crate::report::Goal;
use crate::server::Around;

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

    /// What must be reached with it.
    pub fn at_least(self, sqlite: f64, postgres: f64) -> Goal {
        Goal::AtLeast(match self {
            Self::Sqlite => sqlite,
            Self::Postgres => postgres,
        })
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
    pub scratch: Scratch,
}

/// One database among those of a home.
pub struct Place<'a> {
    home: &'a Home,
    name: String,
}

impl Home {
    /// Opens a home; `None` when there is no PostgreSQL to be had.
    pub fn open(database: Database, keep: Option<&Path>, postgres_url: Option<&str>) -> Result<Option<Self>> {
        if let Some(folder) = keep {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        let scratch = Scratch::new(keep)?;
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

    /// What all servers on these databases have: the keys of the secrets in them, copies included.
    pub fn around(&self) -> Around {
        let file = self.base.join("secrets.keys").into_os_string();
        Around { before: None, environment: vec![("ENTREPOSTO_SECRETS_KEY_FILE".to_owned(), file)] }
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
                for left in parts(&file, &["", "-wal", "-shm"]) {
                    fs::remove_file(left).context("cannot remove an unfinished database")?;
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
                    self.copy_files(&file)?;
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
                let parts = parts(&file, &WRITTEN).into_iter();
                Ok(parts.filter_map(|part| fs::metadata(part).ok()).map(|m| m.len()).sum())
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

    fn copy_files(&self, to: &Path) -> Result<()> {
        for end in WRITTEN {
            for part in parts(&self.file(), &[end]) {
                fs::copy(&part, with_end(to, end))
                    .with_context(|| format!("cannot copy {}", part.display()))?;
            }
        }
        Ok(())
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

/// An SQLite database is its file and what has been written since that was last brought up to date.
const WRITTEN: [&str; 2] = ["", "-wal"];

/// Those of an SQLite database's files that are there.
fn parts(file: &Path, ends: &[&str]) -> Vec<PathBuf> {
    ends.iter().map(|end| with_end(file, end)).filter(|part| part.exists()).collect()
}

fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn sqlite_url(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_database_is_copied_with_its_log() {
        let keep = tempfile::tempdir().unwrap();
        let home = Home::open(Database::Sqlite, Some(keep.path()), None).unwrap().unwrap();
        let place = home.place("x");
        assert!(place.create().unwrap().starts_with("sqlite:///"));
        fs::write(keep.path().join("bench_x.db"), "12345").unwrap();
        fs::write(keep.path().join("bench_x.db-wal"), "123").unwrap();
        place.serve().unwrap();
        assert_eq!(place.size().unwrap(), 8);
        assert_eq!(fs::read_dir(home.scratch.path()).unwrap().count(), 2);
        place.create().unwrap();
        assert!(!keep.path().join("bench_x.db").exists());
    }
}
