//! Dates as people and spreadsheets write them: what names no offset is in the store's time zone.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc};
use domain::values::dates::Zone;

use crate::refusal::Refusal;

/// What a column's dates are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A moment: a day alone is its first instant in the time zone.
    Moment,
    /// A day of a calendar, wherever: a birthday.
    Day,
}

const MONTHS: [&str; 12] = [
    "janeiro",
    "fevereiro",
    "marco",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
];

/// What nobody has set, as other programs write it; interface A knows it too.
const UNSET: [&str; 3] = ["0001-01-01", "0000-00-00", "01/01/0001"];

const TO_WRITE: &str = "escreva 31/12/2026 14:30 ou 2026-12-31T14:30:00-03:00";

/// A date as interface A reads it.
pub fn read(text: &str, meaning: Meaning, zone: Zone) -> Result<String, Refusal> {
    if UNSET.iter().any(|unset| text.starts_with(unset)) {
        return Ok(text.to_owned());
    }
    if let Some(at) = with_offset(text) {
        within(at.year(), 1900)?;
        return Ok(text_of(at.to_utc()));
    }
    if text.contains([',', '.']) && text.replace(',', ".").parse::<f64>().is_ok()
        || text.len() == 5 && text.bytes().all(|b| b.is_ascii_digit())
    {
        return Err(Refusal::new(
            "é o número que a planilha guarda no lugar da data",
            "formate a coluna como data, ou escreva 31/12/2026 14:30",
        ));
    }
    let (day, time) = local(text)?;
    within(day.year(), if meaning == Meaning::Day { 1900 } else { 2000 })?;
    match (meaning, time) {
        (Meaning::Day, _) => Ok(day.format("%Y-%m-%d").to_string()),
        (Meaning::Moment, time) => Ok(text_of(in_zone(day.and_time(time.unwrap_or(NaiveTime::MIN)), zone))),
    }
}

/// A date that a workbook holds as one.
pub fn of_workbook(at: NaiveDateTime, meaning: Meaning, zone: Zone) -> Result<String, Refusal> {
    // seconds of a workbook are fractions of a day: half a second is noise
    let at = at.checked_add_signed(TimeDelta::milliseconds(500)).unwrap_or(at);
    read(&at.format("%Y-%m-%d %H:%M:%S").to_string(), meaning, zone)
}

fn text_of(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn within(year: i32, first: i32) -> Result<(), Refusal> {
    if (first..=Utc::now().year() + 1).contains(&year) {
        return Ok(());
    }
    Err(Refusal::new("tem um ano que não pode ser", "escreva o ano com quatro algarismos, como 31/12/2026"))
}

fn with_offset(text: &str) -> Option<DateTime<chrono::FixedOffset>> {
    DateTime::parse_from_rfc3339(text).ok().or_else(|| {
        [
            "%Y-%m-%dT%H:%M:%S%.f%#z",
            "%Y-%m-%d %H:%M:%S%.f %#z",
            "%Y-%m-%d %H:%M:%S%.f%#z",
            "%Y-%m-%dT%H:%M%#z",
        ]
        .iter()
        .find_map(|form| DateTime::parse_from_str(text, form).ok())
    })
}

/// The first instant that a clock of the zone shows this; where a change of clocks leaves it out, an hour on.
fn in_zone(at: NaiveDateTime, zone: Zone) -> DateTime<Utc> {
    let later = |hours| at.checked_add_signed(TimeDelta::hours(hours)).unwrap_or(at);
    let found = [0, 1, 2].into_iter().find_map(|hours| zone.from_local_datetime(&later(hours)).earliest());
    found.map_or(at.and_utc(), |at| at.to_utc())
}

/// The day and the time of day of what names no offset.
fn local(text: &str) -> Result<(NaiveDate, Option<NaiveTime>), Refusal> {
    let unknown = || Refusal::new("não é uma data", TO_WRITE);
    let words = crate::heading::shown(&text.replace(" às ", " ").replace(" as ", " ").replace('T', " "));
    if words.to_ascii_lowercase().ends_with("am") || words.to_ascii_lowercase().ends_with("pm") {
        return Err(Refusal::new("tem AM ou PM, e o dia pode ser o mês", "escreva 31/12/2026 14:30"));
    }
    let (day, rest) = in_words(&words).or_else(|| in_digits(&words)).ok_or_else(unknown)?;
    let [year, month, day] = day;
    // `0026` has four
    if year < 100 && !words.contains(&format!("{year:04}")) {
        return Err(Refusal::new(
            "tem o ano com dois algarismos",
            format!("escreva {day:02}/{month:02}/20{year:02} ou {day:02}/{month:02}/19{year:02}"),
        ));
    }
    let day = NaiveDate::from_ymd_opt(i32::try_from(year).unwrap_or(0), month, day);
    let day = day.ok_or_else(|| Refusal::new("não é uma data: o dia vem antes do mês", TO_WRITE))?;
    let rest = rest.trim_end_matches(" hs.").trim_end_matches(" hs").trim_end_matches('h').trim();
    if rest.is_empty() {
        return Ok((day, None));
    }
    let time = ["%H:%M:%S%.f", "%H:%M"].iter().find_map(|form| NaiveTime::parse_from_str(rest, form).ok());
    time.map(|time| (day, Some(time))).ok_or_else(unknown)
}

/// `1 de outubro de 2026 10:00 hs.`
fn in_words(text: &str) -> Option<([u32; 3], String)> {
    let mut words = text.split(' ').filter(|word| *word != "de");
    let (day, month, year) = (words.next()?, crate::heading::key(words.next()?), words.next()?);
    let month =
        (1..).zip(MONTHS).find(|(_, name)| *name == month || name.get(..3) == Some(month.as_str()))?.0;
    Some(([year.parse().ok()?, month, day.parse().ok()?], words.collect::<Vec<_>>().join(" ")))
}

/// `31/12/2026`, `31-12-2026`, `31.12.2026` or `2026-12-31`, and what follows.
fn in_digits(text: &str) -> Option<([u32; 3], String)> {
    let (date, rest) = text.split_once(' ').unwrap_or((text, ""));
    let separator = date.chars().find(|c| !c.is_ascii_digit())?;
    let parts: Vec<&str> = date.split(separator).collect();
    let [first, second, third] = parts.as_slice() else { return None };
    if !matches!(separator, '/' | '-' | '.') || !parts.iter().all(|part| (1..=4).contains(&part.len())) {
        return None;
    }
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
    let (first, second, third) = (number(first)?, number(second)?, number(third)?);
    let of = if parts.first().is_some_and(|part| part.len() == 4) {
        [first, second, third]
    } else {
        [third, second, first]
    };
    Some((of, rest.trim_start_matches(',').trim().to_owned()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ZONE: Zone = Zone::America__Sao_Paulo;

    fn moment(text: &str) -> Result<String, Refusal> {
        read(text, Meaning::Moment, ZONE)
    }

    #[test]
    fn what_names_no_offset_is_in_the_time_zone() {
        for text in [
            "01/10/2026 10:00",
            "2026-10-01 10:00",
            "2026-10-01T10:00:00",
            "2026-10-01 10:00:00",
            "01/10/2026 às 10:00",
            "1 de outubro de 2026 10:00 hs.",
            "1/10/2026 10:00",
            "01-10-2026 10:00",
            "2026-10-01T13:00:00Z",
            "2026-10-01T10:00:00-03:00",
            "2026-10-01 10:00:00 -0300",
            "1 out 2026 10:00",
            "01.10.2026 10:00:00",
        ] {
            assert_eq!(moment(text).unwrap(), "2026-10-01T13:00:00Z", "{text}");
        }
        assert_eq!(moment("01/10/2026").unwrap(), "2026-10-01T03:00:00Z");
        assert_eq!(moment("1/2/2026 8:05").unwrap(), "2026-02-01T11:05:00Z");
        assert_eq!(read("15/03/1985", Meaning::Day, ZONE).unwrap(), "1985-03-15");
        assert_eq!(moment("0001-01-01T00:00:00Z").unwrap(), "0001-01-01T00:00:00Z");
        // clocks were put forward at midnight
        assert_eq!(moment("04/11/2018").unwrap(), "2018-11-04T03:00:00Z");
    }

    #[test]
    fn what_can_be_another_date_is_refused() {
        for (text, cause) in [
            ("01/10/26 14:30", "tem o ano com dois algarismos"),
            ("31/12/99", "tem o ano com dois algarismos"),
            ("10/13/2026 10:00", "não é uma data: o dia vem antes do mês"),
            ("46296,4166666667", "é o número que a planilha guarda no lugar da data"),
            ("46296", "é o número que a planilha guarda no lugar da data"),
            ("01/10/2026 10:00 AM", "tem AM ou PM, e o dia pode ser o mês"),
            ("0026-10-01", "tem um ano que não pode ser"),
            ("01/10/0026", "tem um ano que não pode ser"),
            ("01/10/2226", "tem um ano que não pode ser"),
            ("ontem", "não é uma data"),
            ("01/10/2026 25:00", "não é uma data"),
        ] {
            assert_eq!(moment(text).unwrap_err().cause, cause, "{text}");
        }
        assert_eq!(moment("01/10/26").unwrap_err().remedy, "escreva 01/10/2026 ou 01/10/1926");
    }

    proptest! {
        #[test]
        fn any_text_does_no_harm(text in "[\\PC]{0,24}|[-0-9/.: Tz+]{0,24}") {
            let _ = moment(&text);
            let _ = read(&text, Meaning::Day, ZONE);
        }
    }
}
