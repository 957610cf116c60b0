//! What of a record's unchanging part is left open until it is sent: dates, the kinds of adjustments and Brazil,
//! which stores have in different styles, and what comes later: the carrier, and where each item stands.
//!
//! The part is stored once, as JSON with gaps, and whoever sends it fills them in: no store's style costs a
//! rendering, and none can be out of date. A gap stands between two bytes that no JSON text holds, because
//! inside of strings they are escaped.

use std::io;

use serde::ser::{Serialize, Serializer};
use serde_json::ser::Formatter;

use super::ajuste::TipoAjuste;
use crate::loja_config::{Perfil, RecordStyle};
use crate::pedido::{LineIndex, Lines, Standing};
use crate::values::dates::{DateStyle, Instante, Zone};

/// Before and after a gap.
const EDGE: char = '\u{1}';

/// More than there are kinds of gaps: a gap's number is its value times this, and its kind.
const KINDS: i128 = 8;

/// A date that the store's style writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment(pub Instante);

/// A day, as a birth date is one: a time zone must not move it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day(pub Instante);

/// The carrier, once the order has a parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carrier;

/// Where the item of this place stands, by the number of its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemStanding(pub LineIndex);

/// A country, as the marketplace writes it. In the profile `compativel` Brazil is what ISO calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country<'a>(pub &'a str);

/// How Brazil is written, and is to be found again.
const BRAZIL: [&str; 12] =
    ["Brasil", "BR", "BRA", "Brazil", "BRASIL", "BRAZIL", "brasil", "brazil", "br", "bra", "Br", "Bra"];

/// What ISO 3166 calls it.
const ALPHA_3: &str = "BRA";

impl<'a> Country<'a> {
    /// As a store of this profile reads it.
    pub fn text(self, perfil: Perfil) -> &'a str {
        match perfil {
            Perfil::Compativel if BRAZIL.contains(&self.0) => ALPHA_3,
            Perfil::Compativel | Perfil::Documento => self.0,
        }
    }
}

/// A text that is no record's part.
#[derive(Debug, thiserror::Error)]
pub enum InvalidRecord {
    /// A gap that nobody can have written.
    #[error("a record with the gap {0:?}")]
    Gap(String),
    /// A value that cannot be written.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    Moment(Instante),
    Day(Instante),
    Adjustment(TipoAjuste),
    Carrier,
    Standing(LineIndex),
    /// By its place in [`BRAZIL`].
    Country(usize),
}

impl Gap {
    /// As a number of a kind that records hold nowhere else: it is how a serializer's formatter learns of it.
    fn number(self) -> i128 {
        let (kind, value) = match self {
            Self::Moment(date) => (0, date.micros()),
            Self::Day(date) => (1, date.micros()),
            Self::Adjustment(kind) => (2, kind.number()),
            Self::Carrier => (3, 0),
            Self::Standing(line) => return line as i128 * KINDS + 4,
            Self::Country(place) => return place as i128 * KINDS + 5,
        };
        i128::from(value) * KINDS + kind
    }

    fn parse(text: &str) -> Option<Self> {
        let number: i128 = text.parse().ok()?;
        let value = i64::try_from(number.div_euclid(KINDS)).ok()?;
        Some(match number.rem_euclid(KINDS) {
            0 => Self::Moment(Instante::from_micros(value)),
            1 => Self::Day(Instante::from_micros(value)),
            2 => Self::Adjustment(TipoAjuste::from_number(value)?),
            3 => Self::Carrier,
            4 => Self::Standing(value.try_into().ok()?),
            5 => Self::Country(value.try_into().ok()?),
            _ => return None,
        })
    }

    fn fill(self, filling: &Filling<'_>, output: &mut Vec<u8>) -> serde_json::Result<()> {
        match self {
            Self::Moment(date) => filling.style.dates.write(date, output),
            Self::Day(date) => without_zone(filling.style.dates).write(date, output),
            Self::Adjustment(kind) => match filling.style.perfil {
                Perfil::Documento => serde_json::to_writer(output, kind.name()),
                Perfil::Compativel => serde_json::to_writer(output, &kind.number()),
            },
            Self::Carrier => serde_json::to_writer(output, filling.carrier),
            Self::Country(place) => {
                let written = Country(BRAZIL.get(place).copied().unwrap_or(ALPHA_3));
                serde_json::to_writer(output, written.text(filling.style.perfil))
            }
            Self::Standing(line) => {
                serde_json::to_writer(output, &filling.lines.standing(line, filling.order).code())
            }
        }
    }
}

fn without_zone(dates: DateStyle) -> DateStyle {
    match dates {
        DateStyle::Utc => DateStyle::Utc,
        DateStyle::Local(_) => DateStyle::Local(Zone::UTC),
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_i128(Gap::Moment(self.0).number())
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_i128(Gap::Day(self.0).number())
    }
}

impl Serialize for TipoAjuste {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_i128(Gap::Adjustment(*self).number())
    }
}

impl Serialize for Country<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match BRAZIL.iter().position(|written| *written == self.0) {
            Some(place) => s.serialize_i128(Gap::Country(place).number()),
            None => s.serialize_str(self.0),
        }
    }
}

impl Serialize for Carrier {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_i128(Gap::Carrier.number())
    }
}

impl Serialize for ItemStanding {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_i128(Gap::Standing(self.0).number())
    }
}

/// JSON without spaces, in which the numbers of gaps are gaps.
struct WithGaps;

impl Formatter for WithGaps {
    fn write_i128<W: io::Write + ?Sized>(&mut self, writer: &mut W, value: i128) -> io::Result<()> {
        write!(writer, "{EDGE}{value}{EDGE}")
    }
}

/// A value as JSON with gaps.
pub(super) fn to_string(value: &impl Serialize) -> serde_json::Result<String> {
    let mut text = Vec::new();
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut text, WithGaps))?;
    String::from_utf8(text).map_err(serde::ser::Error::custom)
}

/// What the gaps of a record are filled with.
#[derive(Debug, Clone, Copy)]
pub struct Filling<'a> {
    /// How the store has its records.
    pub style: RecordStyle,
    /// The carrier; empty without one.
    pub carrier: &'a str,
    /// Where the order stands.
    pub order: Standing,
    /// Where its items stand that do not stand with it.
    pub lines: &'a Lines,
}

/// Appends a text with its gaps filled in.
pub(super) fn fill(text: &str, filling: &Filling<'_>, output: &mut Vec<u8>) -> Result<(), InvalidRecord> {
    for (place, piece) in text.split(EDGE).enumerate() {
        if place % 2 == 0 {
            output.extend_from_slice(piece.as_bytes());
        } else {
            let gap = Gap::parse(piece).ok_or_else(|| InvalidRecord::Gap(piece.to_owned()))?;
            gap.fill(filling, output)?;
        }
    }
    Ok(())
}
