//! Cells and rows, as every kind of file gives them.

use std::borrow::Cow;

use chrono::NaiveDateTime;

/// Up to which number a spreadsheet keeps every digit: fifteen of them.
const EXACT: f64 = 1e15;

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing, or nothing but blanks.
    Empty,
    /// Text, without the blanks around it; the zeros in front of a code are there.
    Text(String),
    /// A number of a workbook. Tables of text have texts only.
    Number(f64),
    /// A number that a workbook shows as a date or a time, in no time zone; a time without a day is one of
    /// 31 December 1899.
    Date(NaiveDateTime),
    /// True or false.
    Bool(bool),
    /// What a formula that failed shows: `#N/A`, `#REF!`; or the formula, `=1+1`, of which the file has no value.
    Fault(String),
}

impl Cell {
    /// A text without the blanks around it.
    pub(crate) fn of_text(text: &str) -> Self {
        match text.trim() {
            "" => Self::Empty,
            text => Self::Text(text.to_owned()),
        }
    }

    /// Whether nothing stands there.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// The cell as text: numbers without an exponent, with up to fifteen digits; dates as `2026-10-01` or
    /// `2026-10-01T14:30:00`; `true` and `false`. `None` where the text is not known: a number of more than
    /// fifteen digits before the point, of which a spreadsheet has lost the last ones, and a formula that failed.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        Some(match self {
            Self::Empty => Cow::Borrowed(""),
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(number) => Cow::Owned(digits(*number)?),
            Self::Date(date) => {
                let midnight = date.time() == chrono::NaiveTime::MIN;
                let form = if midnight { "%Y-%m-%d" } else { "%Y-%m-%dT%H:%M:%S%.f" };
                Cow::Owned(date.format(form).to_string())
            }
            Self::Bool(true) => Cow::Borrowed("true"),
            Self::Bool(false) => Cow::Borrowed("false"),
            Self::Fault(_) => return None,
        })
    }
}

/// Spreadsheets show fifteen digits: what comes behind them is the error of binary fractions.
fn digits(number: f64) -> Option<String> {
    if !number.is_finite() || number.abs() >= EXACT {
        return None;
    }
    let shown: f64 = format!("{number:.14e}").parse().ok()?;
    // not "-0"
    Some(if shown == 0.0 { "0".to_owned() } else { shown.to_string() })
}

/// A row with something in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The line as a person sees it, from 1: where a text table's row begins, empty lines and the lines of texts
    /// counted; the row's number in a workbook. XML is counted as the table that it becomes: the heading is 1.
    pub line: u64,
    /// From the first column on; empty cells at the end are left out.
    pub cells: Vec<Cell>,
}

impl Row {
    /// `None` for a row without anything in it.
    pub(crate) fn new(line: u64, mut cells: Vec<Cell>) -> Option<Self> {
        let filled = cells.iter().rposition(|cell| !cell.is_empty())?;
        cells.truncate(filled + 1);
        Some(Self { line, cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_write_them() {
        let text = |number| Cell::Number(number).text().map(Cow::into_owned);
        assert_eq!(text(7_891_000_315_507.0).as_deref(), Some("7891000315507"));
        assert_eq!(text(0.1 + 0.2).as_deref(), Some("0.3"));
        assert_eq!(text(89.9).as_deref(), Some("89.9"));
        assert_eq!(text(-0.0).as_deref(), Some("0"));
        assert_eq!(text(999_999_999_999_999.0).as_deref(), Some("999999999999999"));
        assert_eq!(text(0.000_000_1).as_deref(), Some("0.0000001"));
        assert_eq!(text(1.234_567_890_123_46e19), None);
        assert_eq!(text(f64::NAN), None);
        assert_eq!(Cell::Fault("#N/A".to_owned()).text(), None);
    }
}
