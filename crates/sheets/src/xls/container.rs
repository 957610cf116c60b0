//! The container of XLS: a file system in a file, of which one stream is wanted.

use std::io::{Read, Seek, SeekFrom};

use crate::bounds::XLS_MAX;
use crate::error::SheetError;
use crate::warning::Warning;

const HEADER_LEN: usize = 512;
const ENTRY_LEN: usize = 128;
/// Sectors up to this number are sectors; those above mean an end.
const SECTOR_MAX: u32 = 0xFFFF_FFFA;
/// Smaller streams are kept in small sectors.
const SMALL: u64 = 4096;
const SMALL_SECTOR: usize = 64;

/// Numbers of two, four and eight bytes, low byte first; zero where nothing is.
pub fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).and_then(|bytes| bytes.try_into().ok()).map_or(0, u16::from_le_bytes)
}

pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
}

pub fn f64_at(bytes: &[u8], at: usize) -> f64 {
    bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0.0, f64::from_le_bytes)
}

/// The stream with the workbook, and what was noticed about the others.
pub fn workbook<F: Read + Seek>(mut file: F) -> Result<(Vec<u8>, Vec<Warning>), SheetError> {
    if file.seek(SeekFrom::End(0))? > XLS_MAX {
        return Err(SheetError::Large { what: "the workbook (XLS)", most: XLS_MAX >> 20 });
    }
    file.seek(SeekFrom::Start(0))?;
    let mut bytes = Vec::new();
    file.take(XLS_MAX).read_to_end(&mut bytes)?;
    Container::open(&bytes)?.workbook()
}

struct Container<'a> {
    bytes: &'a [u8],
    sector: usize,
    /// For each sector the one that follows it.
    next: Vec<u32>,
}

impl<'a> Container<'a> {
    fn open(bytes: &'a [u8]) -> Result<Self, SheetError> {
        let sector = match u16_at(bytes, 30) {
            9 => 512,
            12 => 4096,
            _ => return Err(SheetError::Broken("its container has sectors of another size")),
        };
        let mut container = Self { bytes, sector, next: Vec::new() };
        // the table of the sectors is in sectors, of which the header names the first ones
        let mut tables: Vec<u32> = (0..109).map(|place| u32_at(bytes, 76 + place * 4)).collect();
        let mut more = u32_at(bytes, 68);
        let most = bytes.len() / sector + 1;
        while more < SECTOR_MAX && tables.len() < most + 109 {
            // a sector that is cut names nothing, not even the one that follows
            let Some((names, following)) = container
                .sector(more)
                .and_then(|sector_of_names| sector_of_names.split_at_checked(sector - 4))
            else {
                break;
            };
            tables.extend(names.chunks_exact(4).map(|name| u32_at(name, 0)));
            more = u32_at(following, 0);
        }
        let mut next = Vec::new();
        for table in tables.into_iter().filter(|table| *table < SECTOR_MAX).take(most) {
            let Some(sector) = container.sector(table) else { continue };
            next.extend(sector.chunks_exact(4).map(|number| u32_at(number, 0)));
            if next.len() > most + sector.len() {
                break;
            }
        }
        container.next = next;
        Ok(container)
    }

    /// A sector; the last one may be cut.
    fn sector(&self, number: u32) -> Option<&'a [u8]> {
        let begin = (number as usize).checked_mul(self.sector)?.checked_add(self.sector.max(HEADER_LEN))?;
        let end = begin.checked_add(self.sector)?.min(self.bytes.len());
        self.bytes.get(begin..end).filter(|sector| !sector.is_empty())
    }

    /// The sectors of a stream, one behind the other; a circle ends where the file would.
    fn stream(&self, begin: u32, size: usize) -> Vec<u8> {
        let size = size.min(self.bytes.len());
        let mut stream = Vec::with_capacity(size);
        let mut number = begin;
        while stream.len() < size {
            let Some(sector) = self.sector(number) else { break };
            stream.extend_from_slice(sector.get(..sector.len().min(size - stream.len())).unwrap_or_default());
            number = self.next.get(number as usize).copied().unwrap_or(u32::MAX);
        }
        stream
    }

    /// A stream in the small sectors, which are in a stream themselves.
    fn small_stream(&self, root: &Entry, begin: u32, size: usize) -> Vec<u8> {
        let all = self.stream(root.begin, root.size);
        let next = self
            .stream(u32_at(self.bytes, 60), (u32_at(self.bytes, 64) as usize).saturating_mul(self.sector));
        let mut stream = Vec::new();
        let mut number = begin;
        while stream.len() < size {
            let place = (number as usize).saturating_mul(SMALL_SECTOR);
            let Some(sector) = all.get(place..).filter(|sector| !sector.is_empty()) else { break };
            let length = sector.len().min(SMALL_SECTOR).min(size - stream.len());
            stream.extend_from_slice(sector.get(..length).unwrap_or_default());
            number = if next.len() >= (number as usize + 1) * 4 {
                u32_at(&next, number as usize * 4)
            } else {
                u32::MAX
            };
        }
        stream
    }

    fn workbook(&self) -> Result<(Vec<u8>, Vec<Warning>), SheetError> {
        let directory = self.stream(u32_at(self.bytes, 48), self.bytes.len());
        let entries: Vec<Entry> = directory.chunks_exact(ENTRY_LEN).filter_map(Entry::of).collect();
        let named = |name: &str| entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(name));
        if named("EncryptedPackage").is_some() {
            return Err(SheetError::Password);
        }
        let Some(book) = named("Workbook").or_else(|| named("Book")) else { return Err(SheetError::NoTable) };
        let stream = match entries.iter().find(|entry| entry.is_root) {
            Some(root) if (book.size as u64) < SMALL => self.small_stream(root, book.begin, book.size),
            _ => self.stream(book.begin, book.size),
        };
        let macros = named("_VBA_PROJECT_CUR").or_else(|| named("_VBA_PROJECT")).map(|_| Warning::Macros);
        Ok((stream, macros.into_iter().collect()))
    }
}

/// A stream in the directory.
struct Entry {
    name: String,
    is_root: bool,
    begin: u32,
    size: usize,
}

impl Entry {
    fn of(bytes: &[u8]) -> Option<Self> {
        let kind = bytes.get(66).copied().filter(|kind| *kind != 0)?;
        let length = usize::from(u16_at(bytes, 64)).min(64).saturating_sub(2);
        let name: Vec<u16> = bytes.get(..length)?.chunks_exact(2).map(|letter| u16_at(letter, 0)).collect();
        Some(Self {
            name: String::from_utf16_lossy(&name),
            is_root: kind == 5,
            begin: u32_at(bytes, 116),
            size: u32_at(bytes, 120) as usize,
        })
    }
}
