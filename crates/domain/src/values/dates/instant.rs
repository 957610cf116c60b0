//! Points in time, and the limits of a period.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz as Zone;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;

/// A point in time, kept in microseconds since 1970 (UTC), written `yyyy-MM-ddTHH:mm:ssZ`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
pub struct Instante(i64);

/// Why a text is not a date-time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidDate {
    /// Not ISO 8601.
    #[error("deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)")]
    Shape,
    /// A year outside 1..=9999.
    #[error("deve ter um ano de 1 a 9999")]
    Year,
}

const MICROS: i64 = 1_000_000;

impl Instante {
    /// Now.
    pub fn now() -> Self {
        Self(Utc::now().timestamp_micros())
    }

    /// From microseconds since 1970, as stored.
    pub const fn from_micros(n: i64) -> Self {
        Self(n)
    }

    /// Microseconds since 1970, for storage.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Without the fraction of a second. Business dates are kept this way: what is stored is what is shown.
    pub const fn truncated(self) -> Self {
        Self(self.0 - self.0.rem_euclid(MICROS))
    }

    /// The end of the second that it stands for where it has no fraction; else it itself.
    pub const fn second_end(self) -> Self {
        if self.0.rem_euclid(MICROS) == 0 { self.plus_seconds(1) } else { self }
    }

    /// Later (or, negative, earlier) by a number of seconds.
    pub const fn plus_seconds(self, n: i64) -> Self {
        Self(self.0.saturating_add(n.saturating_mul(MICROS)))
    }

    /// As chrono sees it.
    pub fn utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_micros(self.0).unwrap_or_default()
    }

    fn from_chrono(date: DateTime<Utc>) -> Result<Self, InvalidDate> {
        use chrono::Datelike;
        if (1..=9999).contains(&date.year()) {
            Ok(Self(date.timestamp_micros()))
        } else {
            Err(InvalidDate::Year)
        }
    }
}

impl FromStr for Instante {
    type Err = InvalidDate;

    /// ISO 8601 with `T` or a space, with or without fraction, any offset; no offset means UTC.
    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        if let Ok(date) = DateTime::parse_from_rfc3339(text) {
            return Self::from_chrono(date.to_utc());
        }
        let with_zone = ["%Y-%m-%dT%H:%M:%S%.f%#z", "%Y-%m-%d %H:%M:%S%.f%#z", "%Y-%m-%dT%H:%M%#z"];
        if let Some(date) = with_zone.iter().find_map(|forma| DateTime::parse_from_str(text, forma).ok()) {
            return Self::from_chrono(date.to_utc());
        }
        match date_without_zone(text) {
            Some(date) => Self::from_chrono(date.and_utc()),
            None => Err(InvalidDate::Shape),
        }
    }
}

/// `yyyy-MM-dd[T ]HH:mm[:ss[.f]]`, no offset.
fn date_without_zone(text: &str) -> Option<NaiveDateTime> {
    ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]
        .iter()
        .find_map(|forma| NaiveDateTime::parse_from_str(text, forma).ok())
}

impl Instante {
    /// Now, or soon after `previous` where a clock has gone back: what changes twice has two instants. How
    /// soon differs from call to call, so that a change that was lost, as by a failover, hardly ever has the
    /// instant of the one that is made in its place.
    pub fn now_after(previous: Self) -> Self {
        let now = Self::now();
        if now > previous {
            return now;
        }
        Self(previous.0.saturating_add(1 + now.0.rem_euclid(1_000)))
    }
}

impl Instante {
    /// The first instant of the day that lies so many days before this one's, as days are in a time zone.
    pub fn days_before(self, days: u32, zone: Zone) -> Self {
        let day = self.utc().with_timezone(&zone).date_naive();
        day_start(day.checked_sub_days(Days::new(days.into())).unwrap_or(NaiveDate::MIN), zone)
    }
}

impl fmt::Display for Instante {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.text()).map_err(|_| fmt::Error)?)
    }
}

impl Instante {
    /// `yyyy-MM-ddTHH:mm:ssZ`. Every order that is rendered holds a dozen of these, and chrono interprets a
    /// pattern anew for each.
    pub fn text(self) -> [u8; 20] {
        use chrono::{Datelike, Timelike};
        let date = self.utc().naive_utc();
        let year = date.year().clamp(0, 9999).unsigned_abs();
        let pairs =
            [year / 100, year % 100, date.month(), date.day(), date.hour(), date.minute(), date.second()];
        let mut text = *b"0000-00-00T00:00:00Z";
        for (pair, position) in pairs.into_iter().zip([0, 2, 5, 8, 11, 14, 17]) {
            if let Some([ten, unit]) = text.get_mut(position..position + 2) {
                (*ten, *unit) = (b'0' + (pair / 10) as u8, b'0' + (pair % 10) as u8);
            }
        }
        text
    }
}

impl Serialize for Instante {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Instante {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Whether a text is the date that programs and databases write for one that nobody has set: the first day of year
/// 1 or no day at all, at any time and in any zone.
pub fn is_unset(text: &str) -> bool {
    ["0001-01-01", "01/01/0001", "0000-00-00", "00/00/0000"]
        .iter()
        .any(|day| text.trim_start().starts_with(day))
}

impl FromJson for Instante {
    fn is_absent(json: &str) -> bool {
        json.strip_prefix('"').is_some_and(is_unset)
    }

    /// As [`Exact`]; the fraction is dropped.
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        Exact::read(value, p).map(|Exact(instant)| instant.truncated())
    }
}

/// An instant with its fraction of a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exact(pub Instante);

impl FromJson for Exact {
    fn is_absent(json: &str) -> bool {
        Instante::is_absent(json)
    }

    /// A date-time or a date alone (its midnight, UTC).
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let text = value.string(p)?;
        let parsed = match text.parse::<NaiveDate>() {
            Ok(day) => Instante::from_chrono(day.and_time(chrono::NaiveTime::MIN).and_utc()),
            Err(_) => text.parse(),
        };
        match parsed {
            Ok(instant) => Some(Self(instant)),
            Err(e) => value.problem(p, e),
        }
    }
}

/// One end of a date filter: a whole day in some time zone, or a point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateLimit {
    /// `yyyy-MM-dd`: the day as a whole.
    Day(NaiveDate),
    /// A point in time.
    Point(Instante),
    /// A date-time without offset: its meaning depends on the time zone.
    Local(NaiveDateTime),
}

impl FromStr for DateLimit {
    type Err = InvalidDate;

    /// As [`DateLimit::iso`]; also the day before the month and the year, as programs of Brazilian stores
    /// write it: `dd/MM/yyyy`, alone or before a time.
    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        match iso_of_brazilian(text) {
            Some(iso) => Self::iso(&iso),
            None => Self::iso(text),
        }
    }
}

/// `yyyy-MM-dd…` out of `dd/MM/yyyy…`.
fn iso_of_brazilian(text: &str) -> Option<String> {
    let (day, rest) = text.split_once('/')?;
    let (month, rest) = rest.split_once('/')?;
    let (year, time) = rest.split_at_checked(4)?;
    let digits = |part: &str, n| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
    (digits(day, 2) && digits(month, 2) && digits(year, 4)).then(|| format!("{year}-{month}-{day}{time}"))
}

impl DateLimit {
    /// Reads ISO 8601: a day, or a date-time with `T` or a space, with or without offset.
    pub fn iso(text: &str) -> Result<Self, InvalidDate> {
        if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
            return Instante::from_chrono(day.and_time(chrono::NaiveTime::MIN).and_utc())
                .map(|_| Self::Day(day));
        }
        if let Some(local) = date_without_zone(text) {
            return Instante::from_chrono(local.and_utc()).map(|_| Self::Local(local));
        }
        text.parse().map(Self::Point)
    }
}

impl DateLimit {
    /// The first instant that this limit stands for: a day's first instant in `fuso`.
    pub fn start(self, zone: Zone) -> Instante {
        match self {
            Self::Day(day) => day_start(day, zone),
            Self::Point(instant) => instant,
            Self::Local(local) => in_zone(local, zone),
        }
    }

    /// As [`DateLimit::start`], but of a local time that happens twice the later one: as the end of a range
    /// it is to hold both.
    pub fn last(self, zone: Zone) -> Instante {
        let twice = match self {
            Self::Local(local) => zone.from_local_datetime(&local).latest(),
            Self::Day(_) | Self::Point(_) => None,
        };
        twice.map_or_else(|| self.start(zone), |date| Instante(date.timestamp_micros()))
    }

    /// The instant right after a day in `fuso` (a day's end, exclusive); a point stands for itself.
    pub fn end_exclusive(self, zone: Zone) -> Instante {
        match self {
            Self::Day(day) => match day.checked_add_days(Days::new(1)) {
                Some(following) => day_start(following, zone),
                None => day_start(day, zone).plus_seconds(86_400),
            },
            Self::Point(instant) => instant,
            Self::Local(local) => in_zone(local, zone),
        }
    }
}

fn day_start(day: NaiveDate, zone: Zone) -> Instante {
    in_zone(day.and_time(chrono::NaiveTime::MIN), zone)
}

/// A local time that a clock change skips stands for the first instant after the gap; one that happens
/// twice stands for the earlier.
fn in_zone(local: NaiveDateTime, zone: Zone) -> Instante {
    let resolve = |seconds: i64| {
        let local = local.checked_add_signed(TimeDelta::seconds(seconds))?;
        zone.from_local_datetime(&local).earliest().map(|date| Instante(date.timestamp_micros()))
    };
    if let Some(instant) = resolve(0) {
        return instant;
    }
    // no gap in the history of time zones is wider than a day; binary search for its end
    let (mut inside, mut outside) = (0, 2 * 86_400);
    while outside - inside > 1 {
        let half = inside + (outside - inside) / 2;
        if resolve(half).is_some() {
            outside = half;
        } else {
            inside = half;
        }
    }
    resolve(outside).unwrap_or(Instante(local.and_utc().timestamp_micros())).truncated()
}
