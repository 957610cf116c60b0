//! Durations (`90d`, `24h`, `30m`, `15s`) and sizes (`1MiB`) in settings.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// A duration in whole seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span(i64);

impl Span {
    /// In seconds.
    pub fn seconds(self) -> u64 {
        self.0.unsigned_abs()
    }

    /// In seconds, for date arithmetic.
    pub fn signed_seconds(self) -> i64 {
        self.0
    }
}

/// A hundred years: more is a mistake, and date arithmetic stays far from its limits.
const SPAN_MAX: i64 = 36_525 * 86_400;

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "is not a duration: write e.g. 90d, 24h, 30m or 15s".to_owned();
        let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?);
        let factor = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3_600,
            "d" => 86_400,
            _ => return Err(wrong()),
        };
        let seconds = digits.parse::<i64>().ok().and_then(|n| n.checked_mul(factor)).ok_or_else(wrong)?;
        if seconds > SPAN_MAX { Err("is longer than 36525d".into()) } else { Ok(Self(seconds)) }
    }
}

/// Reads a span for the command line.
pub fn span(text: &str) -> Result<Span, String> {
    text.parse().map_err(|reason: String| format!("the value {reason}"))
}

/// Parses a retention time; `None` = for ever. At least a day: pruning does not wait for clients that read the
/// event log by position.
pub fn retention_span(text: &str) -> Result<Option<Duration>, String> {
    match if text == "0" { 0 } else { text.parse::<Span>()?.seconds() } {
        0 => Ok(None),
        span if span < 86_400 => Err("must be 0 (for ever) or at least 1d".into()),
        span => Ok(Some(Duration::from_secs(span))),
    }
}

/// Reads a whole number of a range for the command line.
pub fn count(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("it must be a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Reads a whole number of any size for the command line.
pub fn any_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("it must be a whole number from 0 to {}", u64::MAX))
}

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByteSize(pub u64);

impl FromStr for ByteSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "is not a size: write bytes, or e.g. 512KiB or 8MiB".to_owned();
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (digits, unit) = text.split_at(end);
        let factor: u64 = match unit {
            "" => 1,
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            "GiB" => 1 << 30,
            _ => return Err(wrong()),
        };
        digits.parse::<u64>().ok().and_then(|n| n.checked_mul(factor)).map(Self).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        assert_eq!("90d".parse(), Ok(Span(90 * 86_400)));
        assert_eq!("24h".parse(), Ok(Span(86_400)));
        assert_eq!("0s".parse(), Ok(Span(0)));
        for wrong in ["", "d", "1", "-1d", "1w", "1 d", "99999999999999999999d", "40000d"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!("1MiB".parse(), Ok(ByteSize(1 << 20)));
        assert_eq!("1000".parse(), Ok(ByteSize(1000)));
        for wrong in ["", "MiB", "1MB", "99999999999GiB"] {
            assert!(wrong.parse::<ByteSize>().is_err(), "{wrong}");
        }
    }
}
