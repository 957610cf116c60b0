#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use chrono::{NaiveDate, TimeDelta};

use super::*;
use crate::reading::json::{ErroLeitura, ler_json};
use proptest::prelude::*;

const SAO_PAULO: Fuso = chrono_tz::America::Sao_Paulo;
const UTC: Fuso = chrono_tz::UTC;

fn lido(texto: &str) -> Result<String, DataInvalida> {
    texto.parse::<Instante>().map(|i| i.to_string())
}

fn dia(texto: &str, fuso: Fuso) -> (String, String) {
    let limite: LimiteData = texto.parse().unwrap();
    (limite.inicio(fuso).to_string(), limite.fim_exclusivo(fuso).to_string())
}

#[test]
fn instants_in_many_dresses() {
    let esperado = Ok("2026-05-10T12:30:00Z".to_owned());
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
        assert_eq!(lido(forma), esperado, "{forma}");
    }
}

#[test]
fn what_is_no_instant() {
    for ruim in [
        "",
        "ontem",
        "10/05/2026",
        "2026-13-01T00:00:00Z",
        "2026-02-29T00:00:00Z",
        "2026-05-10T25:00:00Z",
        "1747000000",
    ] {
        assert_eq!(lido(ruim), Err(DataInvalida::Forma), "{ruim}");
    }
    assert_eq!(lido("2024-02-29T00:00:00Z").unwrap(), "2024-02-29T00:00:00Z");
    assert_eq!(lido("9999-12-31T23:59:59-01:00"), Err(DataInvalida::Ano));
    assert_eq!(lido("0000-12-31T00:00:00Z"), Err(DataInvalida::Ano));
    assert_eq!(lido("0001-01-01T00:00:00Z").unwrap(), "0001-01-01T00:00:00Z");
}

#[test]
fn reading_drops_the_fraction_and_takes_a_day() {
    let ler = |texto: &str| ler_json::<Instante>(texto.as_bytes()).map_err(|e: ErroLeitura| e.to_string());
    assert_eq!(ler(r#""2026-05-10T12:30:00.9Z""#).unwrap().micros() % 1_000_000, 0);
    assert_eq!(ler(r#""1969-12-31T23:59:59.5Z""#).unwrap().to_string(), "1969-12-31T23:59:59Z");
    assert_eq!(ler(r#""2026-05-10""#).unwrap().to_string(), "2026-05-10T00:00:00Z");
    assert_eq!(ler("1").unwrap_err(), "deve ser um texto");
    assert_eq!(ler(r#""hoje""#).unwrap_err(), "deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)");
}

#[test]
fn whole_days() {
    assert_eq!(dia("2026-05-10", UTC), ("2026-05-10T00:00:00Z".into(), "2026-05-11T00:00:00Z".into()));
    assert_eq!(dia("2026-05-10", SAO_PAULO), ("2026-05-10T03:00:00Z".into(), "2026-05-11T03:00:00Z".into()));
    assert_eq!(dia("2024-02-29", UTC), ("2024-02-29T00:00:00Z".into(), "2024-03-01T00:00:00Z".into()));
    assert!("2026-02-29".parse::<LimiteData>().is_err());
    assert_eq!(dia("9999-12-31", UTC).0, "9999-12-31T00:00:00Z");
}

#[test]
fn days_whose_midnight_a_clock_change_skips() {
    // São Paulo's summer time began at midnight: the day of 2018-11-04 starts at 01:00 and lasts 23 hours
    assert_eq!(dia("2018-11-04", SAO_PAULO), ("2018-11-04T03:00:00Z".into(), "2018-11-05T02:00:00Z".into()));
    assert_eq!(dia("2018-11-03", SAO_PAULO), ("2018-11-03T03:00:00Z".into(), "2018-11-04T03:00:00Z".into()));
    // it ended at midnight too: 2018-02-17 lasts 25 hours
    assert_eq!(dia("2018-02-17", SAO_PAULO), ("2018-02-17T02:00:00Z".into(), "2018-02-18T03:00:00Z".into()));
    // Samoa crossed the date line and had no 2011-12-30 at all
    let (inicio, fim) = dia("2011-12-30", chrono_tz::Pacific::Apia);
    assert_eq!((inicio, fim), ("2011-12-30T10:00:00Z".into(), "2011-12-30T10:00:00Z".into()));
}

#[test]
fn local_times_in_gaps_and_overlaps() {
    let em = |texto: &str| texto.parse::<LimiteData>().unwrap().inicio(SAO_PAULO).to_string();
    assert_eq!(em("2018-11-04T00:10:00"), "2018-11-04T03:00:00Z");
    assert_eq!(em("2018-11-04 01:10:00"), "2018-11-04T03:10:00Z");
    assert_eq!(em("2018-02-17T23:30:00"), "2018-02-18T01:30:00Z");
    assert_eq!(em("2018-02-17T23:30:00-03:00"), "2018-02-18T02:30:00Z");
}

/// Seconds of the years 1 to 9999.
fn segundos() -> impl Strategy<Value = i64> {
    -62_135_596_800i64..=253_402_300_799
}

proptest! {
    #[test]
    fn written_is_read(s in segundos()) {
        let instante = Instante::from_micros(s * 1_000_000);
        prop_assert_eq!(instante.to_string().parse(), Ok(instante));
        let json = serde_json::to_string(&instante).unwrap();
        prop_assert_eq!(json.len(), 22);
        prop_assert_eq!(serde_json::from_str::<Instante>(&json).unwrap(), instante);
        prop_assert_eq!(ler_json::<Instante>(json.as_bytes()).unwrap(), instante);
    }

    #[test]
    fn truncating_never_moves_forward(micros: i32, s in segundos()) {
        let instante = Instante::from_micros(s * 1_000_000 + i64::from(micros));
        let perda = instante.micros() - instante.truncado().micros();
        prop_assert!((0..1_000_000).contains(&perda));
        prop_assert_eq!(instante.truncado().to_string(), instante.to_string());
    }

    /// Days follow each other without gap or overlap, and a time of the day lies inside it.
    #[test]
    fn days_tile_the_time(dias in -36_500i64..36_500, hora in 0i64..86_400) {
        let base = NaiveDate::from_ymd_opt(2000, 1, 1).unwrap();
        let este = base + TimeDelta::days(dias);
        let outro = este + TimeDelta::days(1);
        let limite = LimiteData::Dia(este);
        prop_assert_eq!(limite.fim_exclusivo(SAO_PAULO), LimiteData::Dia(outro).inicio(SAO_PAULO));
        let ponto = LimiteData::Local(este.and_time(chrono::NaiveTime::MIN) + TimeDelta::seconds(hora)).inicio(SAO_PAULO);
        prop_assert!(limite.inicio(SAO_PAULO) <= ponto && ponto < limite.fim_exclusivo(SAO_PAULO));
    }

    #[test]
    fn nothing_panics(texto in "[-+0-9TZ:. ]{0,30}") {
        let _ = (texto.parse::<Instante>(), texto.parse::<LimiteData>().map(|l| (l.inicio(SAO_PAULO), l.fim_exclusivo(UTC))));
    }
}
