//! The records of an XLS, and the texts in them.

use crate::bounds::SHARED_MAX;
use crate::error::SheetError;
use crate::shared::Shared;

use super::container::{u16_at, u32_at};

/// A record that goes on in the next one.
pub const CONTINUE: u16 = 0x3C;

/// A record, by its place in the stream.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    pub kind: u16,
    pub data: &'a [u8],
    /// Where the next one begins.
    pub next: usize,
}

/// The record that begins at a place.
pub fn record(stream: &[u8], at: usize) -> Option<Record<'_>> {
    let (head, rest) = stream.get(at..)?.split_at_checked(4)?;
    let length = usize::from(u16_at(head, 2));
    let data = rest.get(..length)?;
    Some(Record { kind: u16_at(head, 0), data, next: at + 4 + length })
}

/// A record with those in which it goes on.
pub struct Joined<'a> {
    stream: &'a [u8],
    data: &'a [u8],
    next: usize,
}

impl<'a> Joined<'a> {
    pub fn new(stream: &'a [u8], record: Record<'a>) -> Self {
        Self { stream, data: record.data, next: record.next }
    }

    /// Whether there is a byte left, here or in the next record.
    fn ready(&mut self) -> Option<()> {
        while self.data.is_empty() {
            let following = record(self.stream, self.next).filter(|record| record.kind == CONTINUE)?;
            self.data = following.data;
            self.next = following.next;
        }
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        self.ready()?;
        let (first, rest) = self.data.split_first()?;
        self.data = rest;
        Some(*first)
    }

    fn number(&mut self, bytes: u32) -> Option<u32> {
        (0..bytes).try_fold(0, |number, place| Some(number | u32::from(self.byte()?) << (8 * place)))
    }

    fn pass_over(&mut self, mut bytes: usize) -> Option<()> {
        while bytes > 0 {
            self.ready()?;
            let here = bytes.min(self.data.len());
            self.data = self.data.get(here..)?;
            bytes -= here;
        }
        Some(())
    }

    /// A text: its length, whether its letters have two bytes, and what else comes with it.
    pub fn text(&mut self) -> Option<String> {
        let letters = self.number(2)?;
        let flags = self.byte()?;
        let runs = if flags & 8 == 0 { 0 } else { self.number(2)? };
        let extra = if flags & 4 == 0 { 0 } else { self.number(4)? };
        let text = self.letters(letters as usize, flags & 1 == 1)?;
        self.pass_over(runs as usize * 4)?;
        self.pass_over(extra as usize)?;
        Some(text)
    }

    /// Letters; where a record goes on it says anew how many bytes they have.
    fn letters(&mut self, mut count: usize, mut wide: bool) -> Option<String> {
        let mut units: Vec<u16> = Vec::new();
        while count > 0 {
            if self.data.is_empty() {
                self.ready()?;
                wide = self.byte()? & 1 == 1;
            }
            let size = if wide { 2 } else { 1 };
            let here = count.min(self.data.len() / size);
            if here == 0 {
                // half a letter
                self.data = &[];
                continue;
            }
            let (bytes, rest) = self.data.split_at_checked(here * size)?;
            units.extend(bytes.chunks_exact(size).map(|unit| match unit {
                [low, high] => u16::from_le_bytes([*low, *high]),
                [low] => u16::from(*low),
                _ => 0,
            }));
            self.data = rest;
            count -= here;
        }
        Some(String::from_utf16_lossy(&units))
    }
}

/// The shared texts of a workbook.
pub fn shared(stream: &[u8], record: Record<'_>) -> Result<Shared, SheetError> {
    let mut texts = Shared::with_room(stream.len().min(SHARED_MAX));
    let count = u32_at(record.data, 4);
    let mut joined = Joined::new(stream, record);
    if joined.pass_over(8).is_none() {
        return Ok(texts);
    }
    for _ in 0..count {
        // a file that is cut: cells that name the rest are empty
        let Some(text) = joined.text() else { break };
        texts.push(&text)?;
    }
    Ok(texts)
}

/// Letters of Excel 5, one byte each.
pub fn old_text(bytes: &[u8]) -> String {
    encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()
}
