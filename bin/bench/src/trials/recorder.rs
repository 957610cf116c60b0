//! What was written and what was flushed, and the files as a power cut may leave them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rand::random_range;

/// What is put before a server.
pub const SOURCE: &str = include_str!("record.c");
/// Bytes before the data of a record: kind, file, offset, length.
const HEAD: usize = 24;
/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

/// One thing that was done to a file; the numbers are those of `record.c`.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Deed {
    Write { offset: usize, data: Vec<u8> },
    Truncate { length: usize },
    FlushBegins { number: u64 },
    FlushEnds { number: u64 },
}

/// The two files of a database: the file and its log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files([Vec<u8>; 2]);

impl Files {
    /// As they are on the disk.
    pub fn read(database: &Path) -> Result<Self> {
        let file = fs::read(database).context("the database cannot be read")?;
        Ok(Self([file, fs::read(log_of(database)).unwrap_or_default()]))
    }

    /// Puts them somewhere, with nothing else beside them.
    pub fn write(&self, database: &Path) -> Result<()> {
        let Self([file, log]) = self;
        fs::write(database, file).context("cannot write a database")?;
        let _ = fs::remove_file(beside(database, "-shm"));
        if log.is_empty() {
            let _ = fs::remove_file(log_of(database));
            return Ok(());
        }
        fs::write(log_of(database), log).context("cannot write a log")
    }

    /// The files after a power cut at the end of a record: what was flushed is there, of the rest anything.
    pub fn after_power_cut(&self, record: &[u8]) -> Self {
        let mut files = self.clone();
        let mut pending: [Vec<Deed>; 2] = Default::default();
        // how much of what is pending a flush covers
        let mut begun: [HashMap<u64, usize>; 2] = Default::default();
        for (file, deed) in deeds(record) {
            let (Some(content), Some(pending), Some(begun)) =
                (files.0.get_mut(file), pending.get_mut(file), begun.get_mut(file))
            else {
                continue;
            };
            match deed {
                Deed::FlushBegins { number } => {
                    begun.insert(number, pending.len());
                }
                Deed::FlushEnds { number } => {
                    let count = begun.remove(&number).unwrap_or(0).min(pending.len());
                    pending.drain(..count).for_each(|deed| apply(content, &deed, || true));
                    // other flushes of this file that are under way
                    begun.values_mut().for_each(|covered| *covered = covered.saturating_sub(count));
                }
                deed => pending.push(deed),
            }
        }
        // a disk that kept almost everything, one that kept hardly anything, and those between
        let kept = random_range(0..=10);
        for (content, pending) in files.0.iter_mut().zip(pending) {
            for deed in pending {
                apply(content, &deed, || random_range(0..10) < kept);
            }
        }
        files
    }
}

/// Does again what was done, as far as each sector was kept.
fn apply(content: &mut Vec<u8>, deed: &Deed, mut kept: impl FnMut() -> bool) {
    match deed {
        Deed::Write { offset, data } => {
            for (n, sector) in data.chunks(SECTOR).enumerate() {
                if !kept() {
                    continue;
                }
                let from = offset + n * SECTOR;
                let end = from + sector.len();
                if content.len() < end {
                    content.resize(end, 0);
                }
                if let Some(place) = content.get_mut(from..end) {
                    place.copy_from_slice(sector);
                }
            }
        }
        Deed::Truncate { length } => {
            if kept() {
                content.resize(*length, 0);
            }
        }
        Deed::FlushBegins { .. } | Deed::FlushEnds { .. } => {}
    }
}

/// The deeds of a record, each with its file; the last one may be written in part and counts as not done.
fn deeds(record: &[u8]) -> Vec<(usize, Deed)> {
    let mut deeds = Vec::new();
    let mut rest = record;
    while let Some((head, after)) = rest.split_at_checked(HEAD) {
        let number = |from: usize, size: usize| {
            let bytes = head.get(from..from + size).unwrap_or_default();
            bytes.iter().rev().fold(0_u64, |sum, &byte| sum << 8 | u64::from(byte))
        };
        let (kind, file, offset, length) = (number(0, 4), number(4, 4), number(8, 8), number(16, 8) as usize);
        let Some((data, next)) = after.split_at_checked(length) else { break };
        let deed = match kind {
            1 => Deed::Write { offset: offset as usize, data: data.to_vec() },
            2 => Deed::Truncate { length: offset as usize },
            3 => Deed::FlushBegins { number: offset },
            _ => Deed::FlushEnds { number: offset },
        };
        deeds.push((file as usize, deed));
        rest = next;
    }
    deeds
}

fn log_of(database: &Path) -> PathBuf {
    beside(database, "-wal")
}

fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    fn record(kind: u32, file: u32, offset: u64, data: &[u8]) -> Vec<u8> {
        let length = data.len() as u64;
        let head =
            [&kind.to_le_bytes()[..], &file.to_le_bytes(), &offset.to_le_bytes(), &length.to_le_bytes()];
        [&head.concat(), data].concat()
    }

    #[test]
    fn what_was_flushed_survives_and_the_rest_may() {
        let before = Files([b"abc".to_vec(), Vec::new()]);
        let all = [
            record(1, 0, 1, b"X"),
            record(3, 0, 1, b""),
            // written while the flush was under way: not covered
            record(1, 0, 2, b"Y"),
            record(4, 0, 1, b""),
            record(1, 1, 0, b"log"),
            record(1, 1, 3, b"torn")[..26].to_vec(),
        ]
        .concat();
        let mut seen = [false; 4];
        for _ in 0..2_000 {
            let Files([file, log]) = before.after_power_cut(&all);
            let covered = match file.as_slice() {
                b"aXc" => 0,
                b"aXY" => 1,
                other => panic!("{other:?}"),
            };
            assert!(log.is_empty() || log == b"log", "{log:?}");
            seen[covered * 2 + usize::from(log.is_empty())] = true;
        }
        assert_eq!(seen, [true; 4]);
    }

    #[test]
    fn what_was_flushed_is_as_it_was_written() {
        let all = [
            record(1, 1, 0, &[7; 1_000]),
            record(2, 1, 600, b""),
            record(3, 1, 9, b""),
            record(4, 1, 9, b""),
        ];
        let Files([_, log]) = Files::default().after_power_cut(&all.concat());
        assert_eq!(log, [7; 600]);
    }
}
