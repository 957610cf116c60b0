//! Backup files: compressed, readable by their owner alone, and renamed to their final name once complete.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write, stdin, stdout};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, UNIX_EPOCH};

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
/// The name of an incomplete file.
const PART: &str = "entreposto.part";
/// How often a name or an unfinished file is looked for that others take away.
const TRIES: usize = 50;
/// Between two looks at the clock, which has to show another second.
const PAUSE: Duration = Duration::from_millis(100);

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

/// Has `fill` write a backup; answers where it is, which standard output is not. What is there is never
/// replaced.
pub fn create<T>(
    target: &Target,
    fill: impl FnOnce(&mut dyn Write) -> Result<T>,
) -> Result<(Option<PathBuf>, T)> {
    let part = match target {
        Target::Stdout => return Ok((None, compressed(&mut Out(stdout()), fill)?)),
        Target::File(path) => {
            unused(path)?;
            PathBuf::from(format!("{}.part", path.display()))
        }
        Target::Folder(folder) => {
            fs::create_dir_all(folder).map_err(|e| {
                anyhow!("the folder {} cannot be made: {e}; {}", folder.display(), advice::to_write(&e))
            })?;
            folder.join(PART)
        }
    };
    let mut file = begin(&part)?;
    // from here on no other backup gives a name here
    let written = free_name(target).and_then(|path| {
        let filled = compressed(&mut file, fill)?;
        file.sync_all().with_context(|| format!("{} cannot be written to the disk", part.display()))?;
        Ok((Some(finish(&part, path, target)?), filled))
    });
    if written.is_err() {
        // an incomplete file is of no use
        let _ = fs::remove_file(&part);
    }
    sync_folder_of(&part);
    written
}

/// A name for a backup that nothing has; one in a folder waits for a second that is in no other's name.
fn free_name(target: &Target) -> Result<PathBuf> {
    let folder = match target {
        Target::Folder(folder) => folder,
        Target::File(path) => return unused(path).map(|()| path.clone()),
        Target::Stdout => bail!("standard output has no name"),
    };
    for _ in 0..TRIES {
        let path = folder.join(format!("{PREFIX}{}{SUFFIX}", Utc::now().format("%Y%m%dT%H%M%SZ")));
        if !is_there(&path) {
            return Ok(path);
        }
        sleep(PAUSE);
    }
    bail!("no name is free in {}: see whether the clock of this machine goes on", folder.display())
}

fn unused(path: &Path) -> Result<()> {
    if is_there(path) {
        bail!(
            "{} is there already: name a file that is not, or a folder, in which each backup gets a name of \
             its own",
            path.display()
        );
    }
    Ok(())
}

/// A link that points nowhere is something, too.
fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Gives what is whole its name, or another one where somebody has taken that meanwhile.
fn finish(part: &Path, mut path: PathBuf, target: &Target) -> Result<PathBuf> {
    while !give(part, &path).with_context(|| format!("{} cannot get its name", path.display()))? {
        path = free_name(target)?;
    }
    Ok(path)
}

/// False when something has the name already, which renaming would replace.
fn give(part: &Path, path: &Path) -> io::Result<bool> {
    match fs::hard_link(part, path) {
        Ok(()) => {
            sync_folder_of(path);
            // where it stays, `begin` sees by its two names that it is whole
            let _ = fs::remove_file(part);
            Ok(true)
        }
        Err(_) if is_there(path) => Ok(false),
        // a file system without links: other backups wait for the part, and nobody else makes such names
        Err(_) => fs::rename(part, path).map(|()| true),
    }
}

/// What the folder of a file holds is on the disk then; a file system that cannot do this for a folder needs
/// no telling.
fn sync_folder_of(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// The unfinished file, held so that two backups cannot write it at once. Always a new one: what a killed backup
/// or anybody else left under its name (a link, a file that others may read) is taken away and never written to.
fn begin(part: &Path) -> Result<File> {
    let refused = |e: &io::Error| anyhow!("{} cannot be made: {e}; {}", part.display(), advice::to_write(e));
    for _ in 0..TRIES {
        match File::options().write(true).create_new(true).mode(0o600).open(part) {
            Ok(file) => {
                let locked = file.try_lock();
                if locked.is_ok() && is_unfinished(&file, part)? {
                    return Ok(file);
                }
                if let Err(TryLockError::Error(e)) = locked {
                    return Err(e).context(format!("{} cannot be locked", part.display()));
                }
            }
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                if is_held(part).map_err(|e| refused(&e))? {
                    break;
                }
            }
            Err(e) => return Err(refused(&e)),
        }
    }
    bail!("another backup is being written to {}", part.display())
}

/// Whether somebody writes what is there; what nobody writes is taken away.
fn is_held(part: &Path) -> io::Result<bool> {
    let gone = |e: io::Error| if e.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(e) };
    let plain = fs::symlink_metadata(part).map(|found| found.is_file());
    if plain.is_ok_and(|plain| plain)
        && let Ok(file) = File::options().write(true).open(part)
    {
        match file.try_lock() {
            // under its lock: nobody else takes away what has just been made
            Ok(()) if is_unfinished(&file, part)? => fs::remove_file(part).or_else(gone)?,
            Ok(()) => {}
            Err(_) => return Ok(true),
        }
        return Ok(false);
    }
    fs::remove_file(part).or_else(gone)?;
    Ok(false)
}

/// False when the file that was opened is somebody's whole backup by now: it has got its name since, or it
/// has both, because who wrote it was killed before the second went.
fn is_unfinished(file: &File, part: &Path) -> io::Result<bool> {
    let held = file.metadata()?;
    match fs::metadata(part) {
        Ok(there) if (there.dev(), there.ino()) == (held.dev(), held.ino()) => {}
        Ok(_) => return Ok(false),
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(e) => return Err(e),
    }
    if held.nlink() > 1 {
        fs::remove_file(part)?;
        return Ok(false);
    }
    Ok(true)
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

/// The name of a backup that is read.
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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests;
