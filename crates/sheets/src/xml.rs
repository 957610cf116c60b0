//! XML piece by piece: no document type, no entities but the five, bounded in depth and in the size of a record.

use std::borrow::Cow;
use std::io::BufRead;

use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

use crate::bounds::{Bounded, DEPTH_MAX};
use crate::error::SheetError;

/// Bytes of an element's name.
const NAME_MAX: usize = 1024;

/// XML that is being read.
pub struct Xml<R> {
    reader: Reader<Bounded<R>>,
    buffer: Vec<u8>,
    depth: usize,
}

/// A piece of it; an element without content has an end, too.
pub enum Piece<'a> {
    /// `<name …>`
    Start(Start<'a>),
    /// `</name>`
    End,
    /// Text, letters by number, CDATA: a text may come in many pieces.
    Text(Cow<'a, str>),
    /// Behind the last element.
    Nothing,
}

/// The begin of an element.
pub struct Start<'a>(BytesStart<'a>);

impl Start<'_> {
    /// Its name without a prefix.
    pub fn name(&self) -> &str {
        local(self.0.name().0)
    }

    /// An attribute by its name without a prefix.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let mut found = None;
        self.attributes(|other, value| {
            if other == name && found.is_none() {
                found = Some(value.into_owned());
            }
        });
        found
    }

    /// Its attributes by their names without a prefix.
    pub fn attributes(&self, mut each: impl FnMut(&str, Cow<'_, str>)) {
        let mut attributes = self.0.attributes();
        attributes.with_checks(false);
        for attribute in attributes.flatten() {
            let value = unescape(&attribute.value).unwrap_or(Cow::Borrowed(&attribute.value));
            each(local(attribute.key.0), value);
        }
    }
}

/// A name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

impl<R: BufRead> Xml<R> {
    pub fn new(input: R) -> Self {
        let mut reader = Reader::from_reader(Bounded::new(input));
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.allow_dangling_amp = true;
        Self { reader, buffer: Vec::new(), depth: 0 }
    }

    /// How many elements are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The name of the first element, without its prefix.
    pub fn root(&mut self) -> Result<String, SheetError> {
        loop {
            match self.next(1)? {
                Piece::Start(start) => return Ok(start.name().to_owned()),
                Piece::Nothing => return Err(ended()),
                Piece::End | Piece::Text(_) => {}
            }
        }
    }

    /// The next record begins: its size is counted from here.
    pub fn begin(&mut self) {
        self.reader.get_mut().begin();
    }

    /// The next piece; `line` is told if the record has no end.
    pub fn next(&mut self, line: u64) -> Result<Piece<'_>, SheetError> {
        self.buffer.clear();
        let event = self.reader.read_event_into(&mut self.buffer).map_err(|error| broken(error, line))?;
        Ok(match event {
            Event::Start(start) | Event::Empty(start) => {
                self.depth += 1;
                // the names of open elements are kept
                if self.depth > DEPTH_MAX || start.name().0.len() > NAME_MAX {
                    let what = "it is nested too deep, or has a name without an end";
                    return Err(SheetError::BrokenXml(what.to_owned()));
                }
                Piece::Start(Start(start))
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                Piece::End
            }
            Event::Text(text) => Piece::Text(text.into_inner()),
            Event::CData(text) => Piece::Text(text.into_inner()),
            Event::GeneralRef(entity) => Piece::Text(match entity.resolve_char_ref() {
                Ok(Some(letter)) => Cow::Owned(letter.to_string()),
                _ => match resolve_predefined_entity(&entity) {
                    Some(text) => Cow::Borrowed(text),
                    // what a document type would have declared
                    None => Cow::Owned(format!("&{};", &*entity)),
                },
            }),
            Event::DocType(_) => return Err(SheetError::BrokenXml("it has a document type".to_owned())),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => Piece::Text(Cow::Borrowed("")),
            Event::Eof if self.depth > 0 => return Err(ended()),
            Event::Eof => Piece::Nothing,
        })
    }

    /// Reads to the end of the file, where an archive compares what it gave.
    pub fn finish(&mut self, line: u64) -> Result<(), SheetError> {
        while !matches!(self.next(line)?, Piece::Nothing) {
            self.begin();
        }
        Ok(())
    }

    /// Passes over the element whose begin was read last.
    pub fn pass_over(&mut self, line: u64) -> Result<(), SheetError> {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside {
            if let Piece::Nothing = self.next(line)? {
                return Err(ended());
            }
        }
        Ok(())
    }

    /// The text of the element whose begin was read last, with that of the elements in it.
    pub fn text(&mut self, line: u64) -> Result<String, SheetError> {
        let outside = self.depth.saturating_sub(1);
        let mut whole = String::new();
        while self.depth > outside {
            match self.next(line)? {
                Piece::Text(text) => whole.push_str(&text),
                Piece::Nothing => return Err(ended()),
                Piece::Start(_) | Piece::End => {}
            }
        }
        Ok(whole)
    }
}

/// XML that stops before its last element has.
pub fn ended() -> SheetError {
    SheetError::BrokenXml("it ends too early".to_owned())
}

fn broken(error: Error, line: u64) -> SheetError {
    match error {
        Error::Io(error) => match std::sync::Arc::try_unwrap(error) {
            Ok(error) => SheetError::of_io(error, line),
            Err(error) => SheetError::Io(error.kind().into()),
        },
        other => SheetError::BrokenXml(other.to_string()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn text(xml: &str) -> Result<String, SheetError> {
        Xml::new(xml.as_bytes()).text_of_root()
    }

    impl Xml<&[u8]> {
        fn text_of_root(&mut self) -> Result<String, SheetError> {
            while !matches!(self.next(1)?, Piece::Start(_)) {}
            self.text(1)
        }
    }

    #[test]
    fn nothing_is_expanded_but_the_five_entities_and_letters_by_number() {
        assert_eq!(
            text("<a>1 &lt; 2 &amp; &#227;<b/><![CDATA[<c>]]><!-- d --></a>").unwrap(),
            "1 < 2 & ã<c>"
        );
        assert_eq!(text("<a>x&nbsp;y</a>").unwrap(), "x&nbsp;y");
        let bomb = r#"<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>"#;
        assert!(matches!(text(bomb), Err(SheetError::BrokenXml(_))));
    }

    #[test]
    fn depth_and_size_are_bounded() {
        assert!(matches!(text(&"<a>".repeat(100_000)), Err(SheetError::BrokenXml(_))));
        let long = format!("<a>{}</a>", "x".repeat(crate::bounds::RECORD_MAX + 1));
        assert!(matches!(text(&long), Err(SheetError::Endless(1))));
    }
}
