//! The text of a cell as JSON, and back.

use std::borrow::Cow;

use chrono::{NaiveDate, NaiveDateTime};
use serde_json::{Map, Value, json};

use crate::kind::Form;

/// Says that something shall be empty: an empty cell leaves it as it is.
pub const NOTHING: &str = "-";

/// What a spreadsheet takes for the beginning of a formula, or for what only tells that a text follows.
const RISKY: &[char] = &['=', '+', '-', '@', '＝', '＋', '－', '＠', '\''];

/// What a spreadsheet may split a cell at, whatever the separator of the file is.
const SPLITS: &[char] = &[';', ',', '\t', '\n', '\r'];

/// How numbers are written in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// With a comma before the decimals, as tables with semicolons have it.
    pub comma: bool,
}

/// What a cell says; an error says what to write instead.
pub fn read(form: Form, text: &str, style: Style) -> Result<Value, String> {
    if text == NOTHING {
        return Ok(match form {
            Form::Text => json!(""),
            Form::List | Form::Pairs(..) => json!([]),
            Form::Integer | Form::Decimal | Form::Boolean | Form::Date => Value::Null,
        });
    }
    let masked = match form {
        Form::Text | Form::List | Form::Pairs(..) => unmasked(text),
        Form::Integer | Form::Decimal | Form::Boolean | Form::Date => text.to_owned(),
    };
    let text = masked.as_str();
    Ok(match form {
        Form::Text => json!(text),
        Form::Integer => json!(integer(text, style)?),
        Form::Decimal => json!(decimal(text, style)?),
        Form::Boolean => boolean(text)?,
        Form::Date => json!(date(text)),
        Form::List => split(text, '|').map(|part| json!(unescaped(trimmed(part)))).collect(),
        Form::Pairs(name, value) => {
            let parts: Result<Vec<Value>, String> = split(text, '|')
                .map(|part| {
                    let mut pair = split(part, '=');
                    let first = pair.next().unwrap_or_default();
                    let rest = part.get(first.len() + 1..).ok_or_else(|| {
                        format!("{:?} não tem valor: escreva nome=valor, separados por |", part.trim())
                    })?;
                    Ok(json!({ name: unescaped(trimmed(first)), value: unescaped(trimmed(rest)) }))
                })
                .collect();
            Value::Array(parts?)
        }
    })
}

/// A whole number; it may have decimals that say nothing. `1.000` is a thousand to some and one to others,
/// whatever stands before decimals elsewhere in the table.
fn integer(text: &str, style: Style) -> Result<Cow<'_, str>, String> {
    for separator in ['.', ','] {
        if let Some((whole, decimals)) = text.split_once(separator)
            && is_three_digits(decimals)
            && grouped(whole, separator)
            && let Ok(few) = whole.parse::<i64>()
        {
            return Err(two_ways(text, &format!("{whole}{decimals}"), &few.to_string()));
        }
    }
    decimal(text, style)
}

fn is_three_digits(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_digit())
}

fn two_ways(text: &str, many: &str, few: &str) -> String {
    format!("{text:?} pode ser milhar ou decimal: escreva {many} ou {few}")
}

/// A number with a point before its decimals; what is no number is for the reader to refuse. What could be
/// read in two ways is refused here.
fn decimal(text: &str, style: Style) -> Result<Cow<'_, str>, String> {
    if text.contains(['e', 'E']) && text.parse::<f64>().is_ok() {
        return Err(format!("{text:?}: escreva o número com todos os algarismos, sem expoente"));
    }
    let own = if style.comma { ',' } else { '.' };
    let (last, other) = match (text.rfind(','), text.rfind('.')) {
        (None, None) => return Ok(Cow::Borrowed(text)),
        (comma, point) if comma > point => (',', '.'),
        _ => ('.', ','),
    };
    let (whole, decimals) = text.rsplit_once(last).unwrap_or((text, ""));
    if last != own && !whole.contains(other) && is_three_digits(decimals) && grouped(whole, last) {
        let few = text.replacen(last, &own.to_string(), 1);
        return Err(two_ways(text, &text.replace(last, ""), &few));
    }
    if whole.contains(last) || (whole.contains(other) && !grouped(whole, other)) {
        return Err(format!("{text:?} não é um número: escreva 1234{own}5"));
    }
    Ok(Cow::Owned(format!("{}.{decimals}", whole.replace(other, ""))))
}

/// True for a whole number as it stands before thousands, with a separator between each three or none.
fn grouped(whole: &str, separator: char) -> bool {
    let mut groups = whole.trim_start_matches('-').split(separator);
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3)
}

fn boolean(text: &str) -> Result<Value, String> {
    match text.to_lowercase().as_str() {
        "1" | "s" | "sim" | "true" | "verdadeiro" | "ativo" => Ok(json!(true)),
        "0" | "n" | "nao" | "não" | "false" | "falso" | "inativo" => Ok(json!(false)),
        _ => Err(format!("{text:?} não é sim nem não: escreva sim, não, true, false, 1 ou 0")),
    }
}

/// ISO 8601; what is written as in Brazil is taken as UTC, as dates without an offset are.
fn date(text: &str) -> Cow<'_, str> {
    for form in ["%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M"] {
        if let Ok(at) = NaiveDateTime::parse_from_str(text, form) {
            return Cow::Owned(at.format("%Y-%m-%dT%H:%M:%SZ").to_string());
        }
    }
    match NaiveDate::parse_from_str(text, "%d/%m/%Y") {
        Ok(day) => Cow::Owned(day.format("%Y-%m-%d").to_string()),
        Err(_) => Cow::Borrowed(text),
    }
}

/// The parts between separators that no backslash stands before.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut escaped = false;
    text.split(move |c| {
        let here = c == separator && !escaped;
        escaped = c == '\\' && !escaped;
        here
    })
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        escaped = c == '\\' && !escaped;
        if !escaped {
            plain.push(c);
        }
    }
    plain
}

/// What separates, and space at either end, stands behind a backslash.
fn escaped(text: &str) -> String {
    let last = text.chars().count().saturating_sub(1);
    let mut whole = String::with_capacity(text.len());
    for (place, c) in text.chars().enumerate() {
        if matches!(c, '\\' | '|' | '=') || (c.is_whitespace() && (place == 0 || place == last)) {
            whole.push('\\');
        }
        whole.push(c);
    }
    whole
}

/// Without the space around it, but for what stands behind a backslash.
fn trimmed(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.trim_end();
    let backslashes = end.bytes().rev().take_while(|b| *b == b'\\').count();
    let kept = text.get(end.len()..).and_then(|space| space.chars().next()).filter(|_| backslashes % 2 == 1);
    text.get(..end.len() + kept.map_or(0, char::len_utf8)).unwrap_or(end)
}

/// Whether space, or such a text itself, is at the end: an apostrophe behind it keeps it there.
fn ends_in_space(text: &str) -> bool {
    text.trim_end_matches('\'').ends_with(char::is_whitespace)
}

/// A text as a cell: an apostrophe before what a spreadsheet would compute makes it text, also within, where it
/// may be split; apostrophes around it keep the space at its ends. [`unmasked`] takes them away.
fn masked(text: &str) -> String {
    let mut cell = with_apostrophes(text, |cell, c| {
        cell.push('\'');
        cell.push(c);
    });
    let at_end = ends_in_space(&cell);
    if at_end || cell.starts_with(|c: char| RISKY.contains(&c) || c.is_whitespace()) {
        cell.insert(0, '\'');
    }
    if at_end {
        cell.push('\'');
    }
    cell
}

/// The text of a cell, without the space around it.
fn unmasked(cell: &str) -> String {
    let text = cell.strip_prefix('\'').and_then(|rest| match rest.strip_suffix('\'') {
        Some(whole) if ends_in_space(whole) => Some(whole),
        _ => rest.starts_with(|c: char| RISKY.contains(&c) || c.is_whitespace()).then_some(rest),
    });
    with_apostrophes(text.unwrap_or(cell), |text, c| {
        if text.ends_with('\'') {
            text.pop();
        }
        text.push(c);
    })
}

/// Copies a text; what could begin a formula where it may be split is left to `put`.
fn with_apostrophes(text: &str, put: impl Fn(&mut String, char)) -> String {
    let (mut copy, mut begins) = (String::with_capacity(text.len()), false);
    for c in text.chars() {
        let formula = c != '\'' && RISKY.contains(&c);
        if begins && formula {
            put(&mut copy, c)
        } else {
            copy.push(c)
        }
        begins = SPLITS.contains(&c) || (begins && (c.is_whitespace() || matches!(c, '"' | '\'')));
    }
    copy
}

/// A value as the text of a cell.
pub fn write(form: Form, value: &Value, style: Style) -> String {
    let text = written(form, value, style);
    match form {
        Form::Text | Form::List | Form::Pairs(..) => masked(&text),
        Form::Integer | Form::Decimal | Form::Boolean | Form::Date => text,
    }
}

fn written(form: Form, value: &Value, style: Style) -> String {
    match (form, value) {
        (_, Value::Null) => String::new(),
        (Form::Decimal, number) if style.comma => plain(number).replace('.', ","),
        (Form::List, Value::Array(items)) => {
            items.iter().map(|item| escaped(&plain(item))).collect::<Vec<_>>().join("|")
        }
        (Form::Pairs(name, value), Value::Array(items)) => {
            let empty = Map::new();
            let part = |item: &Value| {
                let item = item.as_object().unwrap_or(&empty);
                let member = |key: &str| escaped(&item.get(key).map(plain).unwrap_or_default());
                format!("{}={}", member(name), member(value))
            };
            items.iter().map(part).collect::<Vec<_>>().join("|")
        }
        (_, other) => plain(other),
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const SEMICOLONS: Style = Style { comma: true };
    const COMMAS: Style = Style { comma: false };

    #[test]
    fn numbers_as_they_are_written_in_brazil() {
        let number = |text: &str, style| read(Form::Decimal, text, style);
        for (text, value) in [("89,90", "89.90"), ("1.234,56", "1234.56"), ("89.9", "89.9"), ("7", "7")] {
            assert_eq!(number(text, SEMICOLONS), Ok(json!(value)), "{text}");
        }
        assert_eq!(number("1.234", COMMAS), Ok(json!("1.234")));
        for text in ["1.234", "12.345.678"] {
            assert!(number(text, SEMICOLONS).unwrap_err().contains("milhar"), "{text}");
        }
    }

    #[test]
    fn numbers_as_they_are_written_elsewhere() {
        let number = |text: &str, style| read(Form::Decimal, text, style);
        for (text, value) in [("19,90", "19.90"), ("1,234.5", "1234.5"), ("1.500", "1.500"), ("-3.5", "-3.5")]
        {
            assert_eq!(number(text, COMMAS), Ok(json!(value)), "{text}");
        }
        assert_eq!(number("1,234.5", SEMICOLONS), Ok(json!("1234.5")));
        for text in ["1,234", "-12,345,678"] {
            assert!(number(text, COMMAS).unwrap_err().contains("milhar"), "{text}");
        }
        for text in ["1.2.3,4", "1,2,3.4", "1.234.5", "1,5,", "1e3", "1.5E2", "12,34,56"] {
            number(text, COMMAS).unwrap_err();
            number(text, SEMICOLONS).unwrap_err();
        }
    }

    #[test]
    fn whole_numbers_of_thousands_or_of_decimals() {
        for style in [COMMAS, SEMICOLONS] {
            let number = |text: &str| read(Form::Integer, text, style);
            let said = [("7", "7"), ("-3", "-3"), ("1000", "1000"), ("0", "0"), ("x", "x")];
            for (text, value) in said {
                assert_eq!(number(text), Ok(json!(value)), "{text}");
            }
            for (text, many, few) in
                [("1.000", "1000", "1"), ("1,000", "1000", "1"), ("-12.345", "-12345", "-12")]
            {
                let refused = number(text).unwrap_err();
                assert!(refused.contains(&format!("escreva {many} ou {few}")), "{refused}");
            }
            // both separators say which is which; so do decimals that are not three
            assert_eq!(number("1.000,00"), Ok(json!("1000.00")));
            assert_eq!(number("1,000.000"), Ok(json!("1000.000")));
            number("1.00.0").unwrap_err();
        }
        assert_eq!(read(Form::Integer, "5,00", SEMICOLONS), Ok(json!("5.00")));
    }

    #[test]
    fn lists_and_pairs_come_back_as_they_were() {
        for items in [json!(["a"]), json!(["a > b", "c|d", "e\\f", "g=h"])] {
            let text = write(Form::List, &items, COMMAS);
            assert_eq!(read(Form::List, &text, COMMAS).unwrap(), items, "{text}");
        }
        let form = Form::Pairs("nome", "valor");
        let pairs = json!([{ "nome": "Cor", "valor": "Azul|Verde" }, { "nome": "a=b", "valor": "c=d" }]);
        let text = write(form, &pairs, COMMAS);
        assert_eq!(read(form, &text, COMMAS).unwrap(), pairs, "{text}");
        assert!(read(form, "Cor", COMMAS).unwrap_err().contains("nome=valor"));
        assert_eq!(read(form, NOTHING, COMMAS), Ok(json!([])));
    }

    #[test]
    fn no_text_becomes_a_formula_or_nothing() {
        for text in [
            "=1+1", "-", "-5", "+55 11", "@a", "'x", "'=x", "x", "＝1", "x;=1", "a, \"'=1", "a\n- b", "a;'b",
            "a-b",
        ] {
            let cell = write(Form::Text, &json!(text), COMMAS);
            for part in cell.split(SPLITS) {
                assert!(
                    !part.trim_start_matches([' ', '"']).starts_with(['=', '+', '-', '@', '＝']),
                    "{cell}"
                );
            }
            assert_eq!(read(Form::Text, cell.trim(), COMMAS), Ok(json!(text)), "{cell}");
        }
        assert_eq!(write(Form::Text, &json!("a-b, c"), COMMAS), "a-b, c");
        assert_eq!(write(Form::Decimal, &json!(-5), COMMAS), "-5");
    }

    #[test]
    fn space_at_the_ends_of_a_text_stays() {
        for text in ["K ", " K", " ", "\u{a0}K", "K '", "'K '", "=x '", " =x", "a; =b ", "K ''", "\tK"] {
            let cell = write(Form::Text, &json!(text), COMMAS);
            assert_eq!(read(Form::Text, cell.trim(), COMMAS), Ok(json!(text)), "{cell:?}");
        }
        let items = json!([" a", "b ", " ", "c\\ ", "\\", "=d "]);
        let cell = write(Form::List, &items, COMMAS);
        assert_eq!(read(Form::List, cell.trim(), COMMAS), Ok(items), "{cell:?}");
        // of others' files the space says nothing
        assert_eq!(read(Form::List, "a | b", COMMAS), Ok(json!(["a", "b"])));
        assert_eq!(read(Form::Text, "'tis", COMMAS), Ok(json!("'tis")));
    }

    #[test]
    fn words_and_dates() {
        assert_eq!(read(Form::Boolean, "Sim", COMMAS), Ok(json!(true)));
        assert_eq!(read(Form::Boolean, "não", COMMAS), Ok(json!(false)));
        assert!(read(Form::Boolean, "talvez", COMMAS).is_err());
        let date = |text: &str| read(Form::Date, text, COMMAS).unwrap();
        assert_eq!(date("31/12/2025 23:59"), "2025-12-31T23:59:00Z");
        assert_eq!(date("01/02/2025"), "2025-02-01");
        assert_eq!(date("2025-02-01T00:00:00Z"), "2025-02-01T00:00:00Z");
    }
}
