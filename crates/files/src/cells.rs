//! Values as the cells of a workbook: a code is text whatever it looks like, a date is one.

use chrono::{DateTime, Datelike, NaiveDateTime};
use domain::values::dates::Zone;
use serde_json::Value;
use sheets::Content;

use crate::kind::Form;
use crate::values;

/// Letters that a cell holds, as spreadsheets count them.
const TEXT_MAX: usize = 32_767;
/// The first year whose dates a workbook holds.
const FIRST_YEAR: i32 = 1901;
/// Beyond it a workbook's numbers are not exact.
const WHOLE_MAX: i64 = 999_999_999_999_999;

/// What is written into a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Written {
    /// Nothing.
    Empty,
    /// Text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// An amount.
    Decimal(f64),
    /// A date in the file's time zone.
    Date(NaiveDateTime),
    /// Yes or no.
    Bool(bool),
    /// A text that no cell holds: the cell is empty, and an import leaves what is there.
    TooLong,
}

impl Written {
    /// A value of a column.
    pub fn of(form: Form, value: &Value, zone: Zone) -> Self {
        match (form, value) {
            (_, Value::Null) => Self::Empty,
            (Form::Boolean, Value::Bool(yes)) => Self::Bool(*yes),
            (Form::Integer | Form::Weight | Form::Length, value) if exact(value).is_some() => {
                exact(value).map_or(Self::Empty, Self::Whole)
            }
            (Form::Integer | Form::Weight | Form::Length | Form::Decimal, Value::Number(number)) => {
                number.as_f64().map_or(Self::Empty, Self::Decimal)
            }
            (Form::Date, Value::String(text)) => match local(text, zone) {
                Some(at) => Self::Date(at),
                None => Self::text(text.clone()),
            },
            (form, value) => Self::text(values::in_workbook(form, value)),
        }
    }

    fn text(text: String) -> Self {
        match text.encode_utf16().nth(TEXT_MAX) {
            Some(_) => Self::TooLong,
            None => Self::Text(text),
        }
    }

    /// As the workbook's writer takes it.
    pub fn content(&self) -> Content<'_> {
        match self {
            Self::Empty | Self::TooLong => Content::Empty,
            Self::Text(text) => Content::Text(text),
            Self::Whole(number) => Content::Whole(*number),
            Self::Decimal(number) => Content::Decimal(*number),
            Self::Date(at) => Content::DateTime(*at),
            Self::Bool(yes) => Content::Bool(*yes),
        }
    }
}

fn exact(value: &Value) -> Option<i64> {
    value.as_i64().filter(|number| number.unsigned_abs() <= WHOLE_MAX.unsigned_abs())
}

/// A moment as the clocks of a zone show it; `None` for what is none, or for one that no workbook holds.
fn local(text: &str, zone: Zone) -> Option<NaiveDateTime> {
    let at = DateTime::parse_from_rfc3339(text).ok()?.with_timezone(&zone).naive_local();
    (at.year() >= FIRST_YEAR).then_some(at)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(form: Form, value: Value) -> Written {
        Written::of(form, &value, Zone::America__Sao_Paulo)
    }

    #[test]
    fn codes_are_text_and_numbers_are_numbers() {
        for code in ["00123", "1/2", "1E5", "=1+1", "VERDADEIRO", "12345678901234567890"] {
            assert_eq!(of(Form::Code, json!(code)), Written::Text(code.to_owned()));
        }
        // alone it would empty the cell's member
        assert_eq!(of(Form::Text, json!("-")), Written::Text("'-".to_owned()));
        assert_eq!(of(Form::Integer, json!(7)), Written::Whole(7));
        assert_eq!(of(Form::Decimal, json!(1234.5)), Written::Decimal(1234.5));
        assert_eq!(of(Form::Boolean, json!(true)), Written::Bool(true));
        assert_eq!(of(Form::List, json!(["a|b", "c"])), Written::Text("a\\|b|c".to_owned()));
        assert_eq!(of(Form::Text, Value::Null), Written::Empty);
    }

    #[test]
    fn dates_are_what_the_clocks_of_the_zone_show() {
        let Written::Date(at) = of(Form::Date, json!("2026-10-01T02:30:15Z")) else { panic!("no date") };
        assert_eq!(at.to_string(), "2026-09-30 23:30:15");
        assert!(matches!(of(Form::Date, json!("0001-01-01T00:00:00Z")), Written::Text(_)));
    }

    #[test]
    fn what_no_cell_holds_is_left_out() {
        assert_eq!(of(Form::Text, json!("ã".repeat(TEXT_MAX + 1))), Written::TooLong);
        assert!(matches!(of(Form::Text, json!("ã".repeat(TEXT_MAX))), Written::Text(_)));
    }
}
