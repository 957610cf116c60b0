//! The texts that the cells of an XLSX share.

use std::io::{Read, Seek};

use crate::archive::Archive;
use crate::bounds::SHARED_MAX;
use crate::error::SheetError;
use crate::shared::{Shared, too_large};
use crate::xml::{self, Piece, Xml};

use super::xml;

pub fn read<F: Read + Seek>(
    archive: &Archive,
    path: Option<&str>,
    file: &mut F,
) -> Result<Shared, SheetError> {
    let Some(entry) = path.and_then(|path| archive.entry(path)) else { return Ok(Shared::default()) };
    // with its marks it is at most some times as long as the texts
    if entry.size > SHARED_MAX as u64 * 3 {
        return Err(too_large());
    }
    let mut strings = Shared::with_room(usize::try_from(entry.size).unwrap_or(SHARED_MAX));
    let mut xml = xml(entry, file)?;
    loop {
        match xml.next(1)? {
            Piece::Start(start) if start.name() == "si" => {
                xml.begin();
                strings.push(&rich_text(&mut xml, 1)?)?;
            }
            Piece::Nothing => return Ok(strings),
            Piece::Start(_) | Piece::End | Piece::Text(_) => {}
        }
    }
}

/// The text of an element whose begin was read: its pieces in several formats, without how they are pronounced.
pub fn rich_text<R: std::io::BufRead>(xml: &mut Xml<R>, line: u64) -> Result<String, SheetError> {
    let outside = xml.depth().saturating_sub(1);
    let mut whole = String::new();
    let mut text = None;
    while xml.depth() > outside {
        let depth = xml.depth();
        match xml.next(line)? {
            Piece::Start(start) if start.name() == "t" => text = Some(depth),
            Piece::Start(start) if start.name() == "rPh" => xml.pass_over(line)?,
            Piece::Text(piece) if text.is_some() => whole.push_str(&piece),
            Piece::End if text == Some(depth - 1) => text = None,
            Piece::Nothing => return Err(xml::ended()),
            Piece::Start(_) | Piece::End | Piece::Text(_) => {}
        }
    }
    Ok(unescaped(whole))
}

/// `_x000D_` is how XLSX writes what XML cannot.
pub fn unescaped(text: String) -> String {
    if !text.contains("_x") {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once("_x") {
        plain.push_str(before);
        let letter = behind.get(..5).and_then(|code| code.strip_suffix('_'));
        let letter = letter.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        match letter {
            Some(letter) => {
                plain.push(letter);
                rest = behind.get(5..).unwrap_or_default();
            }
            None => {
                plain.push_str("_x");
                rest = behind;
            }
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_xml_cannot_write_are_read() {
        let read = |text: &str| unescaped(text.to_owned());
        assert_eq!(read("a_x000D_b"), "a\rb");
        assert_eq!(read("_x005F_x000D_"), "_x000D_");
        assert_eq!(read("caixa_x2 a_x00ã_"), "caixa_x2 a_x00ã_");
    }
}
