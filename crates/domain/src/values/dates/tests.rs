#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::time::{Duration, Instant};

use chrono::{NaiveDate, TimeDelta};

use super::*;
use crate::reading::json::{ReadError, read_json};
use proptest::prelude::*;

const SAO_PAULO: Zone = chrono_tz::America::Sao_Paulo;
const UTC: Zone = chrono_tz::UTC;

fn parsed(text: &str) -> Result<String, InvalidDate> {
    text.parse::<Instante>().map(|i| i.to_string())
}

fn day(text: &str, zone: Zone) -> (String, String) {
    let limit: DateLimit = text.parse().unwrap();
    (limit.start(zone).to_string(), limit.end_exclusive(zone).to_string())
}

#[test]
fn instants_in_many_dresses() {
    let expected = Ok("2026-05-10T12:30:00Z".to_owned());
    let formas = [
        "2026-05-10T12:30:00Z",
        "2026-05-10T09:30:00-03:00",
        "2026-05-10T09:30:00-0300",
        "2026-05-10T09:30:00-03",
        "2026-05-10T12:30:00",
        "2026-05-10 12:30:00",
        "2026-05-10T12:30",
        "2026-05-10T12:30Z",
        "2026-05-10 12:30:00Z",
        "2026-05-10T12:30:00.999999999Z",
        "2026-05-10t12:30:00z",
        "2026-05-10T18:00:00+05:30",
    ];
    for forma in formas {
        assert_eq!(parsed(forma), expected, "{forma}");
    }
}

#[test]
fn what_is_no_instant() {
    for bad in [
        "",
        "ontem",
        "10/05/2026",
        "2026-13-01T00:00:00Z",
        "2026-02-29T00:00:00Z",
        "2026-05-10T25:00:00Z",
        "1747000000",
    ] {
        assert_eq!(parsed(bad), Err(InvalidDate::Shape), "{bad}");
    }
    assert_eq!(parsed("2024-02-29T00:00:00Z").unwrap(), "2024-02-29T00:00:00Z");
    assert_eq!(parsed("9999-12-31T23:59:59-01:00"), Err(InvalidDate::Year));
    assert_eq!(parsed("0000-12-31T00:00:00Z"), Err(InvalidDate::Year));
    assert_eq!(parsed("0001-01-01T00:00:00Z").unwrap(), "0001-01-01T00:00:00Z");
}

#[test]
fn reading_drops_the_fraction_and_takes_a_day() {
    let read = |text: &str| read_json::<Instante>(text.as_bytes()).map_err(|e: ReadError| e.to_string());
    assert_eq!(read(r#""2026-05-10T12:30:00.9Z""#).unwrap().micros() % 1_000_000, 0);
    assert_eq!(read(r#""1969-12-31T23:59:59.5Z""#).unwrap().to_string(), "1969-12-31T23:59:59Z");
    assert_eq!(read(r#""2026-05-10""#).unwrap().to_string(), "2026-05-10T00:00:00Z");
    assert_eq!(read("true").unwrap_err(), "deve ser um texto");
    assert_eq!(read(r#""hoje""#).unwrap_err(), "deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)");
}

#[test]
fn the_day_may_come_first() {
    let limit = |text: &str| text.parse::<DateLimit>();
    for (brazilian, iso) in [
        ("10/05/2026", "2026-05-10"),
        ("10/05/2026 21:30:00", "2026-05-10 21:30:00"),
        ("10/05/2026T21:30:00", "2026-05-10T21:30:00"),
        ("10/05/2026 21:30", "2026-05-10T21:30"),
        ("10/05/2026 21:30:00-03:00", "2026-05-11T00:30:00Z"),
        ("29/02/2024", "2024-02-29"),
    ] {
        assert_eq!(limit(brazilian).unwrap(), limit(iso).unwrap(), "{brazilian}");
    }
    let wrong =
        ["31/02/2026", "05/13/2026", "1/5/2026", "10/05/26", "10/05/2026x", "2026/05/10", "10/05/", "é/é/éé"];
    for wrong in wrong {
        assert!(limit(wrong).is_err(), "{wrong}");
    }
    assert!(DateLimit::iso("10/05/2026").is_err());
}

#[test]
fn whole_days() {
    assert_eq!(day("2026-05-10", UTC), ("2026-05-10T00:00:00Z".into(), "2026-05-11T00:00:00Z".into()));
    assert_eq!(day("2026-05-10", SAO_PAULO), ("2026-05-10T03:00:00Z".into(), "2026-05-11T03:00:00Z".into()));
    assert_eq!(day("2024-02-29", UTC), ("2024-02-29T00:00:00Z".into(), "2024-03-01T00:00:00Z".into()));
    assert!("2026-02-29".parse::<DateLimit>().is_err());
    assert_eq!(day("9999-12-31", UTC).0, "9999-12-31T00:00:00Z");
}

#[test]
fn days_whose_midnight_a_clock_change_skips() {
    // São Paulo's summer time began at midnight: the day of 2018-11-04 starts at 01:00 and lasts 23 hours
    assert_eq!(day("2018-11-04", SAO_PAULO), ("2018-11-04T03:00:00Z".into(), "2018-11-05T02:00:00Z".into()));
    assert_eq!(day("2018-11-03", SAO_PAULO), ("2018-11-03T03:00:00Z".into(), "2018-11-04T03:00:00Z".into()));
    // it ended at midnight too: 2018-02-17 lasts 25 hours
    assert_eq!(day("2018-02-17", SAO_PAULO), ("2018-02-17T02:00:00Z".into(), "2018-02-18T03:00:00Z".into()));
    // Samoa crossed the date line and had no 2011-12-30 at all
    let (start, end) = day("2011-12-30", chrono_tz::Pacific::Apia);
    assert_eq!((start, end), ("2011-12-30T10:00:00Z".into(), "2011-12-30T10:00:00Z".into()));
}

#[test]
fn local_times_in_gaps_and_overlaps() {
    let at = |text: &str| text.parse::<DateLimit>().unwrap().start(SAO_PAULO).to_string();
    assert_eq!(at("2018-11-04T00:10:00"), "2018-11-04T03:00:00Z");
    assert_eq!(at("2018-11-04 01:10:00"), "2018-11-04T03:10:00Z");
    assert_eq!(at("2018-02-17T23:30:00"), "2018-02-18T01:30:00Z");
    assert_eq!(at("2018-02-17T23:30:00-03:00"), "2018-02-18T02:30:00Z");
    // as an end, what happens twice has happened only the second time
    let last = |text: &str| text.parse::<DateLimit>().unwrap().last(SAO_PAULO).to_string();
    assert_eq!(last("2018-02-17T23:30:00"), "2018-02-18T02:30:00Z");
    assert_eq!(last("2018-02-17T22:30:00"), at("2018-02-17T22:30:00"));
    assert_eq!(last("2018-11-04T00:10:00"), at("2018-11-04T00:10:00"));
    assert_eq!(last("2018-02-17T23:30:00-02:00"), "2018-02-18T01:30:00Z");
}

/// Seconds of the years 1 to 9999.
fn seconds() -> impl Strategy<Value = i64> {
    -62_135_596_800i64..=253_402_300_799
}

proptest! {
    #[test]
    fn written_is_read(s in seconds()) {
        let instant = Instante::from_micros(s * 1_000_000);
        prop_assert_eq!(instant.to_string().parse(), Ok(instant));
        let json = serde_json::to_string(&instant).unwrap();
        prop_assert_eq!(json.len(), 22);
        prop_assert_eq!(serde_json::from_str::<Instante>(&json).unwrap(), instant);
        prop_assert_eq!(read_json::<Instante>(json.as_bytes()).unwrap(), instant);
    }

    #[test]
    fn truncating_never_moves_forward(micros: i32, s in seconds()) {
        let instant = Instante::from_micros(s * 1_000_000 + i64::from(micros));
        let loss = instant.micros() - instant.truncated().micros();
        prop_assert!((0..1_000_000).contains(&loss));
        prop_assert_eq!(instant.truncated().to_string(), instant.to_string());
    }

    /// Days follow each other without gap or overlap, and a time of the day lies inside it.
    #[test]
    fn days_tile_the_time(days in -36_500i64..36_500, hour in 0i64..86_400) {
        let base = NaiveDate::from_ymd_opt(2000, 1, 1).unwrap();
        let this = base + TimeDelta::days(days);
        let other = this + TimeDelta::days(1);
        let limit = DateLimit::Day(this);
        prop_assert_eq!(limit.end_exclusive(SAO_PAULO), DateLimit::Day(other).start(SAO_PAULO));
        let point = DateLimit::Local(this.and_time(chrono::NaiveTime::MIN) + TimeDelta::seconds(hour)).start(SAO_PAULO);
        prop_assert!(limit.start(SAO_PAULO) <= point && point < limit.end_exclusive(SAO_PAULO));
    }

    #[test]
    fn nothing_panics(text in "[-+0-9TZ:. ]{0,30}") {
        let _ = (text.parse::<Instante>(), text.parse::<DateLimit>().map(|l| (l.start(SAO_PAULO), l.end_exclusive(UTC))));
    }
}

#[test]
fn after_an_instant_to_come_no_two_changes_have_the_same() {
    let ahead = Instante::from_micros(Instante::now().micros() + 86_400_000_000);
    let first = Instante::now_after(ahead);
    let soon = ahead.micros() + 1..=ahead.micros() + 1_000;
    assert!(soon.contains(&first.micros()));
    let until = Instant::now() + Duration::from_secs(60);
    while Instante::now_after(ahead) == first {
        assert!(Instant::now() < until);
    }
    assert!(Instante::now_after(Instante::from_micros(0)) <= Instante::now());
}
