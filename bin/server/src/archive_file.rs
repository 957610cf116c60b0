//! Backups as files: compressed, for their owner alone, and under their name only when they are whole.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write, stdin, stdout};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, anyhow, bail};
use chrono::Utc;
use zstd::stream::{read, write};

use crate::advice;
use crate::output::Out;

/// Levels above cost much and save little.
const LEVEL: i32 = 3;
/// What compressed files begin with.
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
/// What somebody else's tool made of a backup, or took for one: what it begins with, and what to do.
const OTHERS: &[(&[u8], &str)] = &[
    (&[0x1F, 0x8B], "packed with gzip: unpack it first (gunzip)"),
    (
        b"SQLite format 3\0",
        "an SQLite database: give its path as database_url (sqlite://PATH), or name the file that \
         `server backup` wrote",
    ),
    (
        b"PGDMP",
        "a dump of PostgreSQL's own: bring it back with pg_restore, or name the file that \
         `server backup` wrote",
    ),
];
/// Bytes that tell one from the other.
const HEAD: usize = 16;
/// What backups in a folder are called, around the time.
const PREFIX: &str = "entreposto-";
const SUFFIX: &str = ".jsonl.zst";
/// What is not whole yet.
const PART: &str = "entreposto.part";

/// Where a backup goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// To standard output, for another program.
    Stdout,
    /// A file that is not there yet.
    File(PathBuf),
    /// A folder, under a name made of the time.
    Folder(PathBuf),
}

impl Target {
    /// `-`, a folder that is there or ends in `/`, or else a file.
    pub fn read(text: &str) -> Self {
        match text {
            "-" => Self::Stdout,
            _ if text.ends_with('/') || Path::new(text).is_dir() => Self::Folder(text.into()),
            _ => Self::File(text.into()),
        }
    }
}

/// Has `fill` write a backup; answers where it is, which standard output is not.
pub fn create<T>(
    target: &Target,
    fill: impl FnOnce(&mut dyn Write) -> Result<T>,
) -> Result<(Option<PathBuf>, T)> {
    let (path, part) = match target {
        Target::Stdout => return Ok((None, compressed(&mut Out(stdout()), fill)?)),
        Target::File(path) => {
            if path.exists() {
                bail!(
                    "{} is there already: name a file that is not, or a folder, in which each backup gets a \
                     name of its own",
                    path.display()
                );
            }
            (path.clone(), PathBuf::from(format!("{}.part", path.display())))
        }
        Target::Folder(folder) => {
            fs::create_dir_all(folder).map_err(|e| {
                anyhow!("the folder {} cannot be made: {e}; {}", folder.display(), advice::to_write(&e))
            })?;
            let name = format!("{PREFIX}{}{SUFFIX}", Utc::now().format("%Y%m%dT%H%M%SZ"));
            (folder.join(name), folder.join(PART))
        }
    };
    let mut file = begin(&part)?;
    let filled = compressed(&mut file, fill).and_then(|filled| {
        file.sync_all().with_context(|| format!("{} cannot be written to the disk", part.display()))?;
        fs::rename(&part, &path).with_context(|| format!("{} cannot get its name", path.display()))?;
        Ok(filled)
    });
    if filled.is_err() {
        // nobody misses what is not whole
        let _ = fs::remove_file(&part);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // a file system that cannot do this for a folder needs no telling
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok((Some(path), filled?))
}

/// The unfinished file, held so that two backups cannot write it at once; what a killed one left is written
/// over.
fn begin(part: &Path) -> Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false).mode(0o600);
    let file = options
        .open(part)
        .map_err(|e| anyhow!("{} cannot be made: {e}; {}", part.display(), advice::to_write(&e)))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!("another backup is being written to {}", part.display()),
        Err(TryLockError::Error(e)) => return Err(e).context(format!("{} cannot be locked", part.display())),
    }
    file.set_len(0)?;
    Ok(file)
}

fn compressed<T>(out: &mut dyn Write, fill: impl FnOnce(&mut dyn Write) -> Result<T>) -> Result<T> {
    let mut encoder = write::Encoder::new(BufWriter::new(out), LEVEL)?;
    encoder.include_checksum(true)?;
    let filled = fill(&mut encoder)?;
    encoder.finish()?.flush()?;
    Ok(filled)
}

/// A backup to read: a file, or standard input for `-`; compressed or not.
pub fn open(source: &Path) -> Result<Box<dyn BufRead + Send>> {
    let plain: Box<dyn Read + Send> = match source.to_str() {
        Some("-") => Box::new(stdin()),
        _ => Box::new(File::open(source).map_err(|e| refused(source, &e))?),
    };
    let mut plain = BufReader::new(plain);
    let mut head = [0; HEAD];
    let length = fill_from(&mut plain, &mut head).map_err(|e| refused(source, &e))?;
    let head = head.get(..length).unwrap_or_default().to_vec();
    if let Some((_, what)) = OTHERS.iter().find(|(begin, _)| head.starts_with(begin)) {
        bail!("{} is no backup but {what}", shown(source));
    }
    let whole = io::Cursor::new(head.clone()).chain(plain);
    if head.starts_with(ZSTD) {
        return Ok(Box::new(BufReader::new(read::Decoder::new(whole)?)));
    }
    Ok(Box::new(BufReader::new(whole)))
}

fn refused(source: &Path, error: &io::Error) -> anyhow::Error {
    let advice = match error.kind() {
        io::ErrorKind::NotFound => "name the file that `server backup` wrote",
        _ => advice::to_read(error),
    };
    anyhow!("the backup {} cannot be read: {error}; {advice}", shown(source))
}

/// What a backup that is read is called.
pub fn shown(source: &Path) -> String {
    match source.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => source.display().to_string(),
    }
}

/// Reads until the buffer is full or the input ends.
fn fill_from(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while let Some(rest) = buffer.get_mut(length..).filter(|rest| !rest.is_empty()) {
        match input.read(rest)? {
            0 => break,
            n => length += n,
        }
    }
    Ok(length)
}

/// The backups of a folder, oldest first.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut backups = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            backups.push(entry.path());
        }
    }
    // their names have the time in them
    backups.sort();
    Ok(backups)
}

/// When the newest backup of a folder was written, in seconds since 1970; 0 when there is none.
pub fn newest(folder: &Path) -> i64 {
    let written = |path: &PathBuf| fs::metadata(path).and_then(|found| found.modified()).ok();
    let last = list(folder).unwrap_or_default().last().and_then(written);
    let since = last.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

/// Deletes all but the newest backups of a folder; answers those that it deleted.
pub fn prune(folder: &Path, keep: usize) -> Result<Vec<PathBuf>> {
    let mut backups = list(folder)?;
    backups.truncate(backups.len().saturating_sub(keep));
    for old in &backups {
        fs::remove_file(old).with_context(|| format!("{} cannot be deleted", old.display()))?;
    }
    Ok(backups)
}
