//! The text of a cell as JSON, and back.

mod lists;

pub use lists::LEVELS;

use chrono::NaiveDateTime;
use domain::values::dates::Zone;
use serde_json::{Map, Value, json};
use sheets::Cell;

use crate::codes;
use crate::dates::{self, Meaning};
use crate::kind::Form;
use crate::numbers::{self, Decimal, Sign};
use crate::refusal::Refusal;
use crate::units::Unit;

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

/// How the cells of a column are read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The sign before decimals.
    pub sign: Sign,
    /// The unit of a measure that names none itself.
    pub unit: Option<Unit>,
    /// Cells of a bare weight have decimals: nobody knows whether they are kilograms.
    pub unit_needed: bool,
    /// What stands between the parts of a list, in sheets that are not ours.
    pub separator: Option<String>,
    /// What dates without an offset are in.
    pub zone: Zone,
}

/// What a cell says; an error says what to write instead.
pub fn read(form: Form, cell: &Cell, reading: &Reading) -> Result<Value, Refusal> {
    match cell {
        Cell::Fault(_) => {
            return Err(Refusal::new("é o erro de uma fórmula", "corrija a fórmula, ou escreva o valor"));
        }
        Cell::Date(at) => return of_date(form, *at, reading.zone),
        Cell::Number(number) if matches!(form, Form::Code | Form::Document | Form::Gtin) => {
            let lost = || {
                Refusal::new(
                    "é um código que a planilha transformou em número",
                    "formate a coluna como texto e copie o código de novo do sistema de origem",
                )
            };
            let code = codes::of_number(*number).ok_or_else(lost)?;
            return of_text(form, &code, reading);
        }
        Cell::Number(_) if form.is_number() => {
            let text =
                cell.text().ok_or_else(|| Refusal::new("é um número grande demais", "corrija o valor"))?;
            return of_text(form, &text, &Reading { sign: Sign::Point, ..reading.clone() });
        }
        Cell::Number(_) | Cell::Text(_) | Cell::Bool(_) | Cell::Empty => {}
    }
    match cell.text() {
        Some(text) => of_text(form, &text, reading),
        None => Err(Refusal::new("não pode ser lido", "escreva o valor como texto")),
    }
}

fn of_date(form: Form, at: NaiveDateTime, zone: Zone) -> Result<Value, Refusal> {
    match form {
        Form::Date => Ok(json!(dates::of_workbook(at, Meaning::Moment, zone)?)),
        Form::Day => Ok(json!(dates::of_workbook(at, Meaning::Day, zone)?)),
        Form::Text => Ok(json!(at.format("%d/%m/%Y").to_string())),
        _ => Err(Refusal::new(
            "é um valor que a planilha transformou em data",
            "formate a coluna como texto e escreva o valor de novo",
        )),
    }
}

fn of_text(form: Form, text: &str, reading: &Reading) -> Result<Value, Refusal> {
    if text == NOTHING {
        return Ok(match form {
            Form::Text | Form::Code | Form::Document | Form::Gtin => json!(""),
            Form::List | Form::Pairs(..) => json!([]),
            _ => Value::Null,
        });
    }
    Ok(match form {
        Form::Text => json!(unmasked(text)),
        Form::Code => json!(codes::read(&unmasked(text))?),
        Form::Document => json!(codes::read(text)?),
        Form::Gtin => json!(codes::gtin(text)?),
        // a stock of thousands or of one is asked after, whatever stands before decimals elsewhere
        Form::Integer if reading.sign == Sign::LikelyComma => json!(numbers::read(text, Sign::Unknown)?),
        Form::Integer | Form::Decimal => json!(numbers::read(text, reading.sign)?),
        Form::Weight | Form::Length => json!(measure(form, text, reading)?),
        Form::Boolean => boolean(text)?,
        Form::Date => json!(dates::read(text, Meaning::Moment, reading.zone)?),
        Form::Day => json!(dates::read(text, Meaning::Day, reading.zone)?),
        Form::List => lists::list(&unmasked(text), reading.separator.as_deref()),
        Form::Pairs(name, value) => {
            lists::pairs(&unmasked(text), (name, value), reading.separator.as_deref())?
        }
    })
}

/// In grams or centimetres; the cell may name its unit: `0.35 kg`, `20 cm`.
fn measure(form: Form, text: &str, reading: &Reading) -> Result<String, Refusal> {
    let (number, unit) = with_unit(text);
    let unit = unit.or(reading.unit);
    let is_weight = form == Form::Weight;
    if unit.is_some_and(|unit| unit.is_weight() != is_weight) {
        let right = if is_weight { "g ou kg" } else { "cm, mm ou m" };
        return Err(Refusal::new("tem a unidade de outra medida", format!("escreva em {right}")));
    }
    if unit.is_none() && reading.unit_needed && is_weight {
        return Err(Refusal::new(
            "tem decimais, e o peso é em gramas",
            "escreva gramas inteiros, ou chame a coluna de peso (kg)",
        ));
    }
    let plain = numbers::read(number, reading.sign)?;
    let Some(unit) = unit.filter(|unit| !matches!(unit, Unit::G | Unit::Cm)) else { return Ok(plain) };
    let large = || Refusal::new("não é uma medida", "corrija o valor");
    Ok(unit.of(Decimal::parse(&plain).ok_or_else(large)?).ok_or_else(large)?.to_string())
}

/// The number and the unit behind it.
pub fn with_unit(text: &str) -> (&str, Option<Unit>) {
    let number = text.trim_end_matches(|c: char| c.is_alphabetic() || c == '.');
    match text.get(number.len()..).and_then(Unit::from_name) {
        Some(unit) if number.ends_with(|c: char| c.is_ascii_digit() || c.is_whitespace()) => {
            (number.trim_end(), Some(unit))
        }
        _ => (text, None),
    }
}

fn boolean(text: &str) -> Result<Value, Refusal> {
    match text.to_lowercase().as_str() {
        "1" | "s" | "sim" | "true" | "verdadeiro" | "ativo" | "ativa" | "a" | "y" | "yes" | "active"
        | "on" | "publicado" | "enabled" => Ok(json!(true)),
        "0" | "n" | "nao" | "não" | "false" | "falso" | "inativo" | "inativa" | "i" | "no" | "inactive"
        | "off" | "draft" | "archived" | "rascunho" | "disabled" => Ok(json!(false)),
        _ => Err(Refusal::new("não é sim nem não", "escreva sim, não, true, false, 1 ou 0")),
    }
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
        Form::Text | Form::Code | Form::Document | Form::Gtin | Form::List | Form::Pairs(..) => masked(&text),
        Form::Integer
        | Form::Weight
        | Form::Length
        | Form::Decimal
        | Form::Boolean
        | Form::Date
        | Form::Day => text,
    }
}

/// A value as the text cell of a workbook, which is no formula whatever it looks like: an apostrophe stands only where
/// reading would otherwise make another text of it.
pub fn in_workbook(form: Form, value: &Value) -> String {
    let text = written(form, value, Style { comma: false });
    let stays = text != NOTHING && text.trim() == text && unmasked(&text) == text;
    if stays { text } else { masked(&text) }
}

fn written(form: Form, value: &Value, style: Style) -> String {
    match (form, value) {
        (_, Value::Null) => String::new(),
        (Form::Decimal, number) => decided(&plain(number), style),
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

/// A number whose sign before decimals nobody takes for one between thousands: it has not three decimals.
fn decided(number: &str, style: Style) -> String {
    let three = number.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 3);
    let number = if three { format!("{number}0") } else { number.to_owned() };
    if style.comma { number.replace('.', ",") } else { number }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
mod tests {
    use super::*;

    const COMMAS: Style = Style { comma: false };

    fn reading(sign: Sign) -> Reading {
        Reading { sign, unit: None, unit_needed: false, separator: None, zone: Zone::America__Sao_Paulo }
    }

    fn said(form: Form, text: &str) -> Result<Value, Refusal> {
        super::read(form, &Cell::Text(text.to_owned()), &reading(Sign::LikelyComma))
    }

    fn of(form: Form, text: &str) -> Value {
        said(form, text).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn a_stock_of_thousands_or_of_one_is_asked_after() {
        for text in ["1.000", "1,000", "-12.345"] {
            assert_eq!(said(Form::Integer, text).unwrap_err().cause, "pode ser milhar ou decimal", "{text}");
        }
        for (text, value) in
            [("7", "7"), ("1.000,00", "1000.00"), ("1,000.000", "1000.000"), ("5,00", "5.00")]
        {
            assert_eq!(of(Form::Integer, text), json!(value), "{text}");
        }
    }

    #[test]
    fn measures_have_units() {
        let mut kilos = reading(Sign::Comma);
        kilos.unit = Some(Unit::Kg);
        let read =
            |form, text: &str, reading: &Reading| super::read(form, &Cell::Text(text.to_owned()), reading);
        assert_eq!(read(Form::Weight, "0,350", &kilos), Ok(json!("350")));
        assert_eq!(read(Form::Weight, "0.35 kg", &reading(Sign::Unknown)), Ok(json!("350")));
        assert_eq!(read(Form::Length, "20 cm", &reading(Sign::Unknown)), Ok(json!("20")));
        assert_eq!(read(Form::Length, "15mm", &reading(Sign::Unknown)), Ok(json!("1.5")));
        let needed = Reading { unit_needed: true, ..reading(Sign::Comma) };
        assert_eq!(read(Form::Weight, "2", &needed).unwrap_err().cause, "tem decimais, e o peso é em gramas");
        read(Form::Weight, "20 cm", &kilos).unwrap_err();
        read(Form::Length, "20 un", &kilos).unwrap_err();
    }

    #[test]
    fn cells_of_workbooks_are_what_they_are() {
        let read = |form, cell: Cell| super::read(form, &cell, &reading(Sign::Comma));
        assert_eq!(read(Form::Decimal, Cell::Number(0.1 + 0.2)), Ok(json!("0.3")));
        assert_eq!(read(Form::Decimal, Cell::Number(1.234)), Ok(json!("1.234")));
        assert_eq!(read(Form::Gtin, Cell::Number(7_891_000_315_507.0)), Ok(json!("7891000315507")));
        assert_eq!(read(Form::Boolean, Cell::Bool(true)), Ok(json!(true)));
        read(Form::Code, Cell::Number(1.2e19)).unwrap_err();
        read(Form::Code, Cell::Fault("#N/A".to_owned())).unwrap_err();
        let day = chrono::NaiveDate::from_ymd_opt(2026, 10, 1).unwrap().and_hms_opt(10, 0, 0).unwrap();
        assert_eq!(read(Form::Date, Cell::Date(day)), Ok(json!("2026-10-01T13:00:00Z")));
        read(Form::Code, Cell::Date(day)).unwrap_err();
    }

    #[test]
    fn lists_and_pairs_come_back_as_they_were() {
        for items in [json!(["a"]), json!(["a > b", "c|d", "e\\f", "g=h"])] {
            let text = write(Form::List, &items, COMMAS);
            assert_eq!(of(Form::List, &text), items, "{text}");
        }
        let form = Form::Pairs("nome", "valor");
        let pairs = json!([{ "nome": "Cor", "valor": "Azul|Verde" }, { "nome": "a=b", "valor": "c=d" }]);
        let text = write(form, &pairs, COMMAS);
        assert_eq!(of(form, &text), pairs, "{text}");
        assert!(said(form, "Cor").unwrap_err().remedy.contains("nome=valor"));
        assert_eq!(of(form, NOTHING), json!([]));
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
            assert_eq!(of(Form::Text, cell.trim()), json!(text), "{cell}");
        }
        assert_eq!(write(Form::Text, &json!("a-b, c"), COMMAS), "a-b, c");
        assert_eq!(write(Form::Decimal, &json!(-5), COMMAS), "-5");
    }

    #[test]
    fn space_at_the_ends_of_a_text_stays() {
        for text in ["K ", " K", " ", "\u{a0}K", "K '", "'K '", "=x '", " =x", "a; =b ", "K ''", "\tK"] {
            let cell = write(Form::Text, &json!(text), COMMAS);
            assert_eq!(of(Form::Text, cell.trim()), json!(text), "{cell:?}");
        }
        let items = json!([" a", "b ", " ", "c\\ ", "\\", "=d "]);
        let cell = write(Form::List, &items, COMMAS);
        assert_eq!(of(Form::List, cell.trim()), items, "{cell:?}");
        // of others' files the space says nothing
        assert_eq!(of(Form::List, "a | b"), json!(["a", "b"]));
        assert_eq!(of(Form::Text, "'tis"), json!("'tis"));
    }

    #[test]
    fn lists_of_other_systems_are_understood() {
        let pairs = Form::Pairs("nome", "valor");
        let two = json!([{ "nome": "Cor", "valor": "Azul" }, { "nome": "Tamanho", "valor": "M" }]);
        assert_eq!(of(pairs, "Cor:Azul||Tamanho:M"), two);
        assert_eq!(of(pairs, "Cor=Azul|Tamanho=M"), two);
        for text in ["Cor: Azul, Tamanho: M", "color=Azul,size=M", "Cor"] {
            said(pairs, text).unwrap_err();
        }
        let addresses = json!(["https://a.example/1.jpg", "https://a.example/2.jpg"]);
        for between in [", ", ";", "|", "\n", " "] {
            let text = format!("https://a.example/1.jpg{between}https://a.example/2.jpg");
            assert_eq!(of(Form::List, &text), addresses, "{text}");
        }
        assert_eq!(of(Form::List, "Cozinha>>Panelas"), json!(["Cozinha > Panelas"]));
        assert_eq!(of(Form::List, "Cama, mesa e banho"), json!(["Cama, mesa e banho"]));
        let commas = Reading { separator: Some(",".to_owned()), ..reading(Sign::Comma) };
        let cell = Cell::Text("Cozinha > Panelas, Promoções".to_owned());
        assert_eq!(read(Form::List, &cell, &commas), Ok(json!(["Cozinha > Panelas", "Promoções"])));
    }

    #[test]
    fn words_and_numbers_that_are_written_decide_themselves() {
        assert_eq!(of(Form::Boolean, "Sim"), json!(true));
        assert_eq!(of(Form::Boolean, "draft"), json!(false));
        assert!(said(Form::Boolean, "talvez").is_err());
        assert_eq!(write(Form::Decimal, &json!(1.234), COMMAS), "1.2340");
        assert_eq!(write(Form::Decimal, &json!(1.234), Style { comma: true }), "1,2340");
        assert_eq!(write(Form::Decimal, &json!(10.5), Style { comma: true }), "10,5");
    }
}
