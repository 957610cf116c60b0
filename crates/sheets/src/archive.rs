//! Archives (ZIP), as workbooks are inside: the directory, and entries unpacked piece by piece.
//!
//! An entry is read from its own place in the file, so that its reader owns the file; and what the directory
//! claims is added up before anything is unpacked.

use std::io::{self, Read, Seek, SeekFrom, Take};

use crc32fast::Hasher;
use flate2::read::DeflateDecoder;

use crate::bounds::{ENTRIES_MAX, Limit, UNPACKED_MAX};
use crate::error::SheetError;

const END: &[u8] = b"PK\x05\x06";
const END_LEN: usize = 22;
const COMMENT_MAX: u64 = 0xFFFF;
const CENTRAL: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";
const LOCAL_LEN: u64 = 30;

/// A file in an archive.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its path, with slashes.
    pub name: String,
    /// How many bytes it has, as the directory says; not one more is unpacked.
    pub size: u64,
    packed: u64,
    place: u64,
    checksum: u32,
    way: Way,
}

#[derive(Debug, Clone, Copy)]
enum Way {
    Stored,
    Deflated,
    Encrypted,
    Other,
}

/// The files in an archive.
#[derive(Debug)]
pub struct Archive {
    pub entries: Vec<Entry>,
}

impl Archive {
    /// Reads the directory at the end of the file.
    pub fn open<F: Read + Seek>(file: &mut F) -> Result<Self, SheetError> {
        let length = file.seek(SeekFrom::End(0))?;
        let tail_len = length.min(COMMENT_MAX + END_LEN as u64);
        file.seek(SeekFrom::Start(length - tail_len))?;
        let mut tail = Vec::new();
        file.take(tail_len).read_to_end(&mut tail)?;
        let end = tail.windows(END_LEN).rev().find(|end| end.starts_with(END));
        let end = end.ok_or(SheetError::Broken("it has no directory at its end"))?;
        let (entries, size, begin) = (number(end, 10, 2), number(end, 12, 4), number(end, 16, 4));
        if entries > ENTRIES_MAX as u64 || begin == u64::from(u32::MAX) {
            return Err(SheetError::Broken("it has more files inside than a workbook has"));
        }
        if begin + size > length {
            return Err(SheetError::Broken("its directory is not where it says"));
        }
        file.seek(SeekFrom::Start(begin))?;
        let mut bytes = Vec::new();
        file.take(size).read_to_end(&mut bytes)?;
        let mut rest = bytes.as_slice();
        let mut archive = Self { entries: Vec::new() };
        for _ in 0..entries {
            let (entry, behind) = entry(rest).ok_or(SheetError::Broken("its directory is not complete"))?;
            archive.entries.push(entry);
            rest = behind;
        }
        let unpacked = archive.entries.iter().fold(0, |sum: u64, entry| sum.saturating_add(entry.size));
        if unpacked > UNPACKED_MAX {
            return Err(SheetError::Large { what: "what it unpacks into", most: UNPACKED_MAX >> 20 });
        }
        Ok(archive)
    }

    /// An entry by its path; some programs write it in other letters.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
    }
}

/// An entry of the directory, and what is behind it.
fn entry(bytes: &[u8]) -> Option<(Entry, &[u8])> {
    if !bytes.starts_with(CENTRAL) {
        return None;
    }
    let (fixed, rest) = bytes.split_at_checked(46)?;
    let length = |at| usize::try_from(number(fixed, at, 2)).ok();
    let (name, rest) = rest.split_at_checked(length(28)?)?;
    let (_, rest) = rest.split_at_checked(length(30)? + length(32)?)?;
    let encrypted = number(fixed, 8, 2) & 1 == 1;
    let way = match number(fixed, 10, 2) {
        _ if encrypted => Way::Encrypted,
        0 => Way::Stored,
        8 => Way::Deflated,
        _ => Way::Other,
    };
    let entry = Entry {
        name: String::from_utf8_lossy(name).replace('\\', "/"),
        size: number(fixed, 24, 4),
        packed: number(fixed, 20, 4),
        place: number(fixed, 42, 4),
        checksum: number(fixed, 16, 4) as u32,
        way,
    };
    Some((entry, rest))
}

/// A number, low byte first; zero where nothing is.
fn number(bytes: &[u8], at: usize, len: usize) -> u64 {
    let bytes = bytes.get(at..at + len).unwrap_or_default();
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

impl Entry {
    /// Reads the entry from its own place in the file.
    pub fn open<F: Read + Seek>(&self, mut file: F) -> Result<Unpacked<F>, SheetError> {
        file.seek(SeekFrom::Start(self.place))?;
        let mut head = Vec::new();
        file.by_ref().take(LOCAL_LEN).read_to_end(&mut head)?;
        if !head.starts_with(LOCAL) {
            return Err(SheetError::Broken("a file inside is not where its directory says"));
        }
        let begin = self.place + LOCAL_LEN + number(&head, 26, 2) + number(&head, 28, 2);
        file.seek(SeekFrom::Start(begin))?;
        let packed = file.take(self.packed);
        let way = match self.way {
            Way::Stored => Unpacking::Stored(packed),
            Way::Deflated => Unpacking::Deflated(DeflateDecoder::new(packed)),
            Way::Encrypted => return Err(SheetError::Password),
            Way::Other => return Err(SheetError::Broken("it is packed in a way that no workbook is")),
        };
        Ok(Unpacked { way, left: self.size, checksum: self.checksum, read: Hasher::new() })
    }
}

/// An entry that is being unpacked.
pub struct Unpacked<F: Read> {
    way: Unpacking<F>,
    left: u64,
    checksum: u32,
    read: Hasher,
}

enum Unpacking<F: Read> {
    Stored(Take<F>),
    Deflated(DeflateDecoder<Take<F>>),
}

impl<F: Read> Read for Unpacked<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match &mut self.way {
            Unpacking::Stored(from) => from.read(buffer),
            Unpacking::Deflated(from) => from.read(buffer),
        }?;
        self.left = self.left.checked_sub(count as u64).ok_or(Limit::Unpacked)?;
        self.read.update(buffer.get(..count).unwrap_or_default());
        // a byte that was changed on its way must not become another price
        if count == 0
            && !buffer.is_empty()
            && (self.left > 0 || self.read.clone().finalize() != self.checksum)
        {
            return Err(Limit::Changed.into());
        }
        Ok(count)
    }
}
