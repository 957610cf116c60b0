//! The cells of an ODS.

use std::io::BufRead;

use crate::cell::Cell;
use crate::dates;
use crate::error::SheetError;
use crate::xml::{self, Piece, Start, Xml};

/// What a cell's attributes say.
#[derive(Default)]
pub struct Head {
    kind: String,
    value: String,
    is_fault: bool,
}

impl Head {
    pub fn of(start: &Start<'_>) -> Self {
        let mut head = Self::default();
        start.attributes(|name, value| match name {
            // LibreOffice says in a second one what the standard has no word for
            "value-type" if value == "error" => head.is_fault = true,
            "value-type" => head.kind = value.into_owned(),
            "value" | "date-value" | "time-value" | "boolean-value" | "string-value" => {
                head.value = value.into_owned();
            }
            _ => {}
        });
        head
    }
}

/// The cell whose begin was read.
pub fn read<R: BufRead>(xml: &mut Xml<R>, head: Head, line: u64) -> Result<Cell, SheetError> {
    let text = paragraphs(xml, line)?;
    if head.is_fault {
        return Ok(Cell::Fault(text));
    }
    let known = match head.kind.as_str() {
        "float" | "currency" | "percentage" => {
            head.value.parse().ok().filter(|number: &f64| number.is_finite()).map(Cell::Number)
        }
        "date" => dates::of_iso(&head.value).map(Cell::Date),
        "time" => dates::of_duration(&head.value).map(Cell::Date),
        "boolean" => Some(Cell::Bool(head.value == "true")),
        _ if !head.value.is_empty() => Some(Cell::of_text(&head.value)),
        _ => None,
    };
    Ok(known.unwrap_or_else(|| Cell::of_text(&text)))
}

/// The paragraphs of a cell, as lines.
fn paragraphs<R: BufRead>(xml: &mut Xml<R>, line: u64) -> Result<String, SheetError> {
    let outside = xml.depth().saturating_sub(1);
    let mut text = String::new();
    let mut first = true;
    let mut paragraph = None;
    while xml.depth() > outside {
        let depth = xml.depth();
        match xml.next(line)? {
            Piece::Start(start) => match start.name() {
                "p" if paragraph.is_none() => {
                    if !first {
                        text.push('\n');
                    }
                    first = false;
                    paragraph = Some(depth);
                }
                "s" => {
                    let blanks = start.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1);
                    // more than a line of them means nothing
                    text.extend(std::iter::repeat_n(' ', usize::min(blanks, 1000)));
                }
                "tab" => text.push('\t'),
                "line-break" => text.push('\n'),
                "span" | "a" => {}
                // comments, pictures
                _ => xml.pass_over(line)?,
            },
            Piece::Text(piece) if paragraph.is_some() => text.push_str(&piece),
            Piece::End if paragraph == Some(depth - 1) => paragraph = None,
            Piece::Nothing => return Err(xml::ended()),
            Piece::End | Piece::Text(_) => {}
        }
    }
    Ok(text)
}
