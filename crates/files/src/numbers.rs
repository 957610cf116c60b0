//! Numbers as people and spreadsheets write them: which sign stands before decimals is decided by the column.

use crate::refusal::Refusal;

/// A number with decimals, exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimal {
    digits: i128,
    places: u32,
}

impl Decimal {
    /// `digits` with the point so many places from the right.
    pub const fn new(digits: i128, places: u32) -> Self {
        Self { digits, places }
    }

    /// Of a number with a point, without exponent.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let places = u32::try_from(decimals.len()).ok().filter(|places| *places <= 30)?;
        format!("{whole}{decimals}").parse().ok().map(|digits| Self { digits, places })
    }

    /// Multiplied; `None` for what is too large.
    pub fn times(self, other: Self) -> Option<Self> {
        Some(Self { digits: self.digits.checked_mul(other.digits)?, places: self.places + other.places })
    }

    /// The sum; `None` for what is too large.
    pub fn plus(self, other: Self) -> Option<Self> {
        let places = self.places.max(other.places);
        let widened = |one: Self| one.digits.checked_mul(10i128.checked_pow(places - one.places)?);
        Some(Self { digits: widened(self)?.checked_add(widened(other)?)?, places })
    }

    /// Taken the other way round.
    pub const fn negated(self) -> Self {
        Self { digits: -self.digits, places: self.places }
    }

    /// A share of it, with at most four decimals; `None` when it has more.
    pub fn divided(self, by: Self) -> Option<Self> {
        let numerator = self.digits.checked_mul(10i128.checked_pow(by.places + 4)?)?;
        let denominator = by.digits.checked_mul(10i128.checked_pow(self.places)?).filter(|n| *n != 0)?;
        (numerator % denominator == 0).then_some(Self { digits: numerator / denominator, places: 4 })
    }
}

impl std::fmt::Display for Decimal {
    /// With a point, and no zeros that say nothing.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let places = self.places as usize;
        let digits = format!("{:0>width$}", self.digits.unsigned_abs(), width = places + 1);
        let (whole, decimals) = digits.split_at(digits.len() - places);
        let sign = if self.digits < 0 { "-" } else { "" };
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            decimals => write!(f, "{sign}{whole}.{decimals}"),
        }
    }
}

/// What a column's cells say of its sign before decimals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signs {
    /// Cells that a comma can only stand before decimals in, or points between thousands.
    pub comma: bool,
    /// The same, the other way round.
    pub point: bool,
}

/// The sign before a column's decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// `1.234,50`.
    Comma,
    /// `1,234.50`.
    Point,
    /// No cell decides; the comma is what tables of this form have, and only that.
    LikelyComma,
    /// No cell decides, or some say the one and some the other.
    Unknown,
}

impl Signs {
    /// Looks at one more cell.
    pub fn note(&mut self, text: &str) {
        let text = cleaned(text);
        match read_shape(&text) {
            Some(Shape::Decided(Some(','))) => self.comma = true,
            Some(Shape::Decided(Some(_))) => self.point = true,
            _ => {}
        }
    }

    /// What the column is read with; `otherwise` where no cell decides.
    pub const fn sign(self, otherwise: Sign) -> Sign {
        match (self.comma, self.point) {
            (true, false) => Sign::Comma,
            (false, true) => Sign::Point,
            (true, true) => Sign::Unknown,
            (false, false) => otherwise,
        }
    }
}

/// How a number's separators can be read.
enum Shape {
    /// In one way; the sign before decimals as far as there is one to be known.
    Decided(Option<char>),
    /// One separator before exactly three digits.
    TwoWays(char),
}

fn read_shape(text: &str) -> Option<Shape> {
    let text = text.strip_prefix('-').unwrap_or(text);
    if !text.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.')
        || !text.bytes().any(|b| b.is_ascii_digit())
    {
        return None;
    }
    let (last, other) = match (text.rfind(','), text.rfind('.')) {
        (None, None) => return Some(Shape::Decided(None)),
        (comma, point) if comma > point => (',', '.'),
        _ => ('.', ','),
    };
    let (whole, decimals) = text.rsplit_once(last)?;
    if whole.contains(other) {
        return (!whole.contains(last) && grouped(whole, other)).then_some(Shape::Decided(Some(last)));
    }
    if whole.contains(last) {
        return grouped(text, last).then_some(Shape::Decided(Some(other)));
    }
    let thousands = decimals.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0');
    Some(if thousands { Shape::TwoWays(last) } else { Shape::Decided(Some(last)) })
}

/// True for digits with a separator between each three.
fn grouped(whole: &str, separator: char) -> bool {
    let mut groups = whole.split(separator);
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3)
}

/// Without what stands around numbers: apostrophes, money signs, spaces of all kinds.
pub fn cleaned(text: &str) -> String {
    let text = text.trim();
    let text = text.strip_prefix("=\"").and_then(|t| t.strip_suffix('"')).unwrap_or(text);
    let text = text.trim_matches('\'').trim();
    let bare = |text: &str| {
        let text = text.trim();
        let start = ["R$", "BRL"]
            .iter()
            .find_map(|sign| text.get(..sign.len()).filter(|s| s.eq_ignore_ascii_case(sign)));
        let text = start.map_or(text, |sign| text.get(sign.len()..).unwrap_or_default());
        let end = text.len().saturating_sub(3);
        match text.get(end..) {
            Some(sign) if sign.eq_ignore_ascii_case("BRL") => {
                text.get(..end).unwrap_or_default().trim().to_owned()
            }
            _ => text.trim().to_owned(),
        }
    };
    let text = match text.strip_prefix('-') {
        Some(rest) => format!("-{}", bare(rest)),
        None => bare(text),
    };
    let space = |c: char| c.is_whitespace() || c == '\u{2007}' || c == '\u{202f}';
    // a space between thousands: each group behind one has three digits
    let mut groups = text.split(space);
    let first = groups.next().unwrap_or_default();
    let whole = |group: &str| {
        group.get(..3).is_some_and(|d| d.bytes().all(|b| b.is_ascii_digit()))
            && group.as_bytes().get(3).is_none_or(|b| !b.is_ascii_digit())
    };
    let is_group = !first.is_empty() && first.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit());
    if is_group && first.len() <= 4 && groups.all(whole) { text.replace(space, "") } else { text }
}

/// A number with a point before its decimals.
pub fn read(text: &str, sign: Sign) -> Result<String, Refusal> {
    let text = cleaned(text);
    if has_exponent(&text) {
        return Err(Refusal::new("está com expoente", "escreva o número com todos os algarismos"));
    }
    let example = if matches!(sign, Sign::Point) { "1234.5" } else { "1234,5" };
    let Some(shape) = read_shape(&text) else {
        return Err(Refusal::new("não é um número", format!("escreva só o número, como {example}")));
    };
    let decimals = match (shape, sign) {
        (Shape::Decided(decimals), _) => decimals,
        (Shape::TwoWays(_), Sign::Comma) => Some(','),
        (Shape::TwoWays(_), Sign::Point) => Some('.'),
        (Shape::TwoWays(','), Sign::LikelyComma) => Some(','),
        (Shape::TwoWays(found), Sign::LikelyComma | Sign::Unknown) => {
            let own = if sign == Sign::LikelyComma { ',' } else { found };
            let many = text.replace(found, "");
            let few = format!("{}0", text.replace(found, &own.to_string()));
            return Err(Refusal::new("pode ser milhar ou decimal", format!("escreva {many} ou {few}")));
        }
    };
    Ok(match decimals {
        Some(',') => text.replace('.', "").replace(',', "."),
        Some(_) => text.replace(',', ""),
        None => text,
    })
}

/// `7,891E+12`, `1.5e3`, `1E5`: digits that a spreadsheet keeps from being seen.
fn has_exponent(text: &str) -> bool {
    let Some((number, exponent)) = text.split_once(['e', 'E']) else { return false };
    let exponent = exponent.trim_start_matches(['+', '-']);
    let digits = |text: &str, also: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || also.contains(c))
    };
    digits(number, ".,-") && digits(exponent, "")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn good(text: &str, sign: Sign) -> String {
        read(text, sign).unwrap()
    }

    #[test]
    fn the_column_decides() {
        let column = ["89,90", "1.234,50", "1.500", "12.000", "999", "1,234"];
        let mut signs = Signs::default();
        column.iter().for_each(|cell| signs.note(cell));
        let sign = signs.sign(Sign::Unknown);
        assert_eq!(sign, Sign::Comma);
        let read: Vec<String> = column.iter().map(|cell| good(cell, sign)).collect();
        assert_eq!(read, ["89.90", "1234.50", "1500", "12000", "999", "1.234"]);
        let mut mixed = Signs::default();
        ["3,00", "3.0"].iter().for_each(|cell| mixed.note(cell));
        assert_eq!(mixed.sign(Sign::LikelyComma), Sign::Unknown);
        let mut groups = Signs::default();
        groups.note("1.234.567");
        assert_eq!(groups.sign(Sign::Unknown), Sign::Comma);
    }

    #[test]
    fn what_decides_itself_needs_no_column() {
        for (text, value) in [
            ("89,90", "89.90"),
            ("1.234,56", "1234.56"),
            ("89.9", "89.9"),
            ("7", "7"),
            ("0,350", "0.350"),
            ("1,234.5", "1234.5"),
            ("-3.5", "-3.5"),
            (".35", ".35"),
            ("1.234.567", "1234567"),
            ("R$ 89,90", "89.90"),
            ("R$89,90", "89.90"),
            ("R$\u{a0}1.234,50", "1234.50"),
            ("1 234,50", "1234.50"),
            ("1\u{202f}234,50", "1234.50"),
            ("89.90 BRL", "89.90"),
            ("-R$ 2,00", "-2.00"),
            ("'89,90'", "89.90"),
            ("=\"12\"", "12"),
        ] {
            for sign in [Sign::Comma, Sign::Point, Sign::LikelyComma, Sign::Unknown] {
                assert_eq!(good(text, sign), value, "{text}");
            }
        }
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_refused() {
        for (text, sign, remedy) in [
            ("1.500", Sign::LikelyComma, "escreva 1500 ou 1,5000"),
            ("1.500", Sign::Unknown, "escreva 1500 ou 1.5000"),
            ("-1,500", Sign::Unknown, "escreva -1500 ou -1,5000"),
        ] {
            let refusal = read(text, sign).unwrap_err();
            assert_eq!((refusal.cause, refusal.remedy.as_str()), ("pode ser milhar ou decimal", remedy));
        }
        assert_eq!(good("1,234", Sign::LikelyComma), "1.234");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "1.2.3,4", "1,2,3.4", "1.234.5", "1,5,", "12,34,56", "abc", "3 un", "1 2", "", "-", "--1", "+4",
            "12 34",
        ] {
            read(text, Sign::Unknown).unwrap_err();
        }
        for text in ["1e3", "1.5E2", "1,23E+05", "7,891E+12", "1E5"] {
            assert_eq!(read(text, Sign::Comma).unwrap_err().cause, "está com expoente", "{text}");
        }
    }

    #[test]
    fn decimals_are_exact() {
        let of = |text: &str| Decimal::parse(text).unwrap();
        assert_eq!(of("179.80").divided(of("2")).unwrap().to_string(), "89.9");
        assert_eq!(of("10").divided(of("3")), None);
        assert_eq!(of("1.10").plus(of("-2.2")).unwrap().to_string(), "-1.1");
        assert_eq!(of("5").divided(of("0")), None);
    }

    proptest! {
        /// No text makes the reader panic, and what it takes is a plain number.
        #[test]
        fn any_text_does_no_harm(text in "[\\PC]{0,12}|[-0-9.,eE+ R$]{0,12}") {
            for sign in [Sign::Comma, Sign::Point, Sign::LikelyComma, Sign::Unknown] {
                if let Ok(number) = read(&text, sign) {
                    prop_assert!(number.parse::<f64>().is_ok(), "{text:?} {number:?}");
                }
            }
        }

        /// An amount written in either way is read as itself once its column decides.
        #[test]
        fn amounts_come_back(cents in 0u64..1_000_000_000) {
            let (whole, cents) = (cents / 100, cents % 100);
            let mut grouped = whole.to_string();
            let mut place = grouped.len();
            while place > 3 {
                place -= 3;
                grouped.insert(place, '.');
            }
            prop_assert_eq!(good(&format!("{grouped},{cents:02}"), Sign::Unknown), format!("{whole}.{cents:02}"));
            prop_assert_eq!(good(&grouped, Sign::Comma), whole.to_string());
        }
    }
}
