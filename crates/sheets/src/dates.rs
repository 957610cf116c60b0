//! Dates as workbooks keep them: numbers, and formats that show them.

use chrono::{NaiveDate, NaiveDateTime, TimeDelta};

const MILLISECONDS_OF_DAY: f64 = 86_400_000.0;

/// What a number of days means; `None` outside of what Excel shows.
pub fn of_days(days: f64, since_1904: bool) -> Option<NaiveDateTime> {
    // Excel's calendar has a 29 February 1900: what is before it begins a day later
    let (year, month, day) = match (since_1904, days < 60.0) {
        (true, _) => (1904, 1, 1),
        (false, true) => (1899, 12, 31),
        (false, false) => (1899, 12, 30),
    };
    if !(0.0..2_958_466.0).contains(&days) {
        return None;
    }
    let begin = NaiveDate::from_ymd_opt(year, month, day)?.and_hms_opt(0, 0, 0)?;
    begin.checked_add_signed(TimeDelta::milliseconds((days * MILLISECONDS_OF_DAY).round() as i64))
}

/// A date of ODS or of strict XLSX: `2026-10-01`, `2026-10-01T14:30:00.5`.
pub fn of_iso(text: &str) -> Option<NaiveDateTime> {
    let text = text.trim().trim_end_matches('Z');
    match NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        Ok(date) => date.and_hms_opt(0, 0, 0),
        Err(_) => text.parse().ok(),
    }
}

/// A time of ODS: `PT14H30M05S`, as a date of the day before the first.
pub fn of_duration(text: &str) -> Option<NaiveDateTime> {
    let rest = text.strip_prefix("PT")?;
    let mut seconds = 0.0;
    let mut number = String::new();
    for letter in rest.chars() {
        let unit = match letter {
            'H' => 3600.0,
            'M' => 60.0,
            'S' => 1.0,
            _ => {
                number.push(letter);
                continue;
            }
        };
        seconds += number.parse::<f64>().ok()? * unit;
        number.clear();
    }
    of_days(seconds / 86_400.0, false)
}

/// Whether a format that every Excel knows by its number shows a date or a time.
pub fn shown_by_number(format: u32) -> bool {
    matches!(format, 14..=22 | 27..=36 | 45..=47 | 50..=58)
}

/// Whether a format shows a date or a time: `dd/mm/yyyy`, `[h]:mm`; `0.00 "dias"` does not.
pub fn shown_by(format: &str) -> bool {
    let mut letters = format.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                letters.by_ref().find(|letter| *letter == '"');
            }
            '\\' | '_' | '*' => {
                letters.next();
            }
            '[' => {
                let inside: String = letters.by_ref().take_while(|letter| *letter != ']').collect();
                if matches!(inside.to_ascii_lowercase().as_str(), "h" | "hh" | "m" | "mm" | "s" | "ss") {
                    return true;
                }
            }
            // what follows is for negative numbers
            ';' => return false,
            'd' | 'D' | 'm' | 'M' | 'y' | 'Y' | 'h' | 'H' | 's' | 'S' => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        let text = |days, since| of_days(days, since).map(|date| date.to_string());
        assert_eq!(text(46_296.0, false).as_deref(), Some("2026-10-01 00:00:00"));
        assert_eq!(text(46_296.604_166_666_664, false).as_deref(), Some("2026-10-01 14:30:00"));
        assert_eq!(text(1.0, false).as_deref(), Some("1900-01-01 00:00:00"));
        assert_eq!(text(61.0, false).as_deref(), Some("1900-03-01 00:00:00"));
        assert_eq!(text(0.0, true).as_deref(), Some("1904-01-01 00:00:00"));
        assert_eq!(text(-1.0, false), None);
        assert_eq!(text(f64::NAN, false), None);
        assert_eq!(text(1e300, false), None);
    }

    #[test]
    fn formats_of_dates_are_told_from_those_of_numbers() {
        for date in ["dd/mm/yyyy", "[$-416]d\\ mmm;@", "h:mm", "[h]:mm:ss", "yyyy-mm-dd", "DD/MM/YY HH:MM"] {
            assert!(shown_by(date), "{date}");
        }
        for number in
            ["General", "0.00", "#,##0.00\\ \"dias\"", "[Red]0", "0.00E+00", "R$ #,##0.00", "@", "_-* 0;d"]
        {
            assert!(!shown_by(number), "{number}");
        }
    }

    #[test]
    fn texts_are_dates() {
        assert_eq!(of_iso("2026-10-01").unwrap().to_string(), "2026-10-01 00:00:00");
        assert_eq!(of_iso("2026-10-01T14:30:00").unwrap().to_string(), "2026-10-01 14:30:00");
        assert_eq!(of_duration("PT14H30M00S").unwrap().to_string(), "1899-12-31 14:30:00");
        assert_eq!(of_iso("ontem"), None);
    }
}
