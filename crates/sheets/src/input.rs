//! What a file is, from its first bytes, and a place for a table that was packed alone.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use crate::archive::{Archive, Entry};
use crate::bounds::PACKED_TABLE_MAX;
use crate::error::SheetError;

/// Bytes that are looked at.
pub const LOOKED_AT: u64 = 256 * 1024;
/// Bytes in which control letters are counted.
const CONTROL_LOOKED_AT: usize = 8 * 1024;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// ZIP: a workbook, or a table that was packed.
    Archive,
    /// The container of XLS, and of workbooks with a password.
    Ole,
    /// XML in one of the encodings of text.
    Xml,
    /// Anything that reads as text.
    Text,
}

/// The first bytes of files that are no tables.
const OTHERS: [(&[u8], fn() -> SheetError); 15] = [
    (b"\x1F\x8B", || SheetError::Packed("gzip")),
    (b"\x28\xB5\x2F\xFD", || SheetError::Packed("zstd")),
    (b"BZh", || SheetError::Packed("bzip2")),
    (b"\xFD7zXZ\0", || SheetError::Packed("xz")),
    (b"7z\xBC\xAF\x27\x1C", || SheetError::Packed("7z")),
    (b"Rar!\x1A\x07", || SheetError::Packed("RAR")),
    (b"%PDF-", || SheetError::Pdf),
    (b"\x89PNG\r\n", || SheetError::Picture),
    (b"\xFF\xD8\xFF", || SheetError::Picture),
    (b"GIF8", || SheetError::Picture),
    (b"II*\0", || SheetError::Picture),
    (b"MM\0*", || SheetError::Picture),
    // before Excel 97 there was no container around the records
    (b"\x09\x00\x04\x00", || SheetError::OtherWorkbook("Excel 2")),
    (b"\x09\x02\x06\x00", || SheetError::OtherWorkbook("Excel 3")),
    (b"\x09\x04\x06\x00", || SheetError::OtherWorkbook("Excel 4")),
];

impl Kind {
    /// What the first bytes of a file say, and its first bytes as text.
    pub fn of(head: &[u8], text: &str) -> Result<Self, SheetError> {
        if let Some((_, error)) = OTHERS.iter().find(|(mark, _)| head.starts_with(mark)) {
            return Err(error());
        }
        if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
            return Err(SheetError::Picture);
        }
        if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            return Ok(Self::Archive);
        }
        if head.starts_with(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
            return Ok(Self::Ole);
        }
        if is_no_text(text.as_bytes()) {
            return Err(SheetError::NoTable);
        }
        let text = text.trim_start();
        let begins = |mark: &str| text.get(..mark.len()).is_some_and(|head| head.eq_ignore_ascii_case(mark));
        if text.is_empty() {
            return Err(SheetError::Empty);
        }
        if text.starts_with(['{', '[']) {
            return Err(SheetError::Json);
        }
        if ["<html", "<!doctype html", "<table", "<head", "<meta", "<style", "<div"]
            .iter()
            .any(|tag| begins(tag))
        {
            return Err(SheetError::Html);
        }
        Ok(if text.starts_with('<') { Self::Xml } else { Self::Text })
    }
}

/// Texts have no control letters in their first line, and hardly any elsewhere: a single one is the row's to
/// answer for.
fn is_no_text(head: &[u8]) -> bool {
    let head = head.get(..CONTROL_LOOKED_AT).unwrap_or(head);
    let control = |b: &&u8| b.is_ascii_control() && !b.is_ascii_whitespace();
    let first = head.split(|b| matches!(b, b'\n' | b'\r')).next().unwrap_or_default();
    first.iter().any(|b| control(&b)) || head.iter().filter(control).count() > (head.len() / 32).max(8)
}

/// The first bytes of a file, which is then at its begin again.
pub fn head(file: &mut (impl Read + Seek)) -> Result<Vec<u8>, SheetError> {
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    file.by_ref().take(LOOKED_AT).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(head)
}

/// A file, or the one that was in it.
pub enum Input<F> {
    Itself(F),
    Unpacked(File),
}

impl<F: Read> Read for Input<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Itself(file) => file.read(buffer),
            Self::Unpacked(file) => file.read(buffer),
        }
    }
}

impl<F: Seek> Seek for Input<F> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::Itself(file) => file.seek(to),
            Self::Unpacked(file) => file.seek(to),
        }
    }
}

/// Unpacks the only file of an archive that is no workbook.
pub fn unpack(mut file: impl Read + Seek, archive: &Archive) -> Result<File, SheetError> {
    // what macOS and Windows put beside files
    let beside = |entry: &&Entry| {
        let name = entry.name.rsplit('/').next().unwrap_or_default();
        !name.is_empty()
            && !name.starts_with('.')
            && !entry.name.starts_with("__MACOSX/")
            && name != "Thumbs.db"
    };
    let tables: Vec<&Entry> = archive.entries.iter().filter(beside).collect();
    let [table] = tables.as_slice() else { return Err(SheetError::Tables(tables.len())) };
    if table.size > PACKED_TABLE_MAX {
        return Err(SheetError::Large { what: "the table in it", most: PACKED_TABLE_MAX >> 20 });
    }
    let mut unpacked = tempfile::tempfile()?;
    io::copy(&mut table.open(&mut file)?, &mut unpacked)?;
    Ok(unpacked)
}
