#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::reading::json::{ReadError, read_json};
use InvalidDinheiro::*;
use proptest::prelude::*;

const LARGER: i64 = LIMIT - 1;

fn thousand(n: i64) -> Dinheiro {
    Dinheiro::from_ten_thousandths(n)
}

#[test]
fn texts() {
    let cases = [
        ("0", Ok(0)),
        ("-0", Ok(0)),
        ("-0.0e5", Ok(0)),
        ("0e99999999999999999999", Ok(0)),
        ("1", Ok(10_000)),
        ("007", Ok(70_000)),
        ("-1.5", Ok(-15_000)),
        ("0.0001", Ok(1)),
        ("1.0000000", Ok(10_000)),
        ("1.00001", Err(Places)),
        ("1.00010", Ok(10_001)),
        ("1e2", Ok(1_000_000)),
        ("1E+2", Ok(1_000_000)),
        ("12.5e-3", Ok(125)),
        ("1e-4", Ok(1)),
        ("1e-5", Err(Places)),
        ("10e-5", Ok(1)),
        ("1e400", Err(Measure)),
        ("1e-400", Err(Places)),
        ("1e99999999999999999999", Err(Measure)),
        ("1e-99999999999999999999", Err(Places)),
        ("99999999999.9999", Ok(LARGER)),
        ("-99999999999.9999", Ok(-LARGER)),
        ("100000000000", Err(Measure)),
        ("1e11", Err(Measure)),
        ("99999999999999999999999", Err(Measure)),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse(), expected.map(thousand), "{text}");
    }
    for bad in [
        "", "-", "+1", "--1", "1.", ".5", "1.+5", "1,5", "1e", "1e+", "1e--2", "1e1.5", "NaN", "Infinity",
        "0x1", "1 2", "١",
    ] {
        assert_eq!(bad.parse::<Dinheiro>(), Err(Shape), "{bad:?}");
    }
}

#[test]
fn sums_of_binary_fractions_are_what_they_stand_for() {
    let computed = "0.1000000000000000055511151231257827021181583404541015625";
    for (text, expected) in [
        ("0.30000000000000004", Ok(3_000)),
        ("34.599999999999994", Ok(346_000)),
        ("-34.599999999999994", Ok(-346_000)),
        ("0.2999999999999545", Ok(3_000)),
        ("5.551115123125783e-17", Ok(0)),
        ("1234567890.1000001", Ok(12_345_678_901_000)),
        ("99999999999.99999", Err(Places)),
        ("99999999999.9999999999", Err(Measure)),
        (computed, Ok(1_000)),
        ("33.333333333333336", Err(Places)),
        ("1.00001000000001", Err(Places)),
        ("0.12345000000000001", Err(Places)),
        ("12345678901.23001", Err(Places)),
        ("0.00000000000000000001", Err(Places)),
    ] {
        assert_eq!(text.parse(), expected.map(thousand), "{text}");
    }
}

#[test]
fn a_tenth_and_two_tenths() {
    let read = |text: &str| text.parse::<Dinheiro>().unwrap();
    let sum = read("0.1").plus(read("0.2")).unwrap();
    assert_eq!(sum, read("0.3"));
    assert_eq!(serde_json::to_string(&sum).unwrap(), "0.3");
    assert_eq!(
        serde_json::to_string(&[
            thousand(1),
            thousand(15),
            thousand(-12_345),
            thousand(50_000),
            thousand(LARGER)
        ])
        .unwrap(),
        "[0.0001,0.0015,-1.2345,5,99999999999.9999]"
    );
}

#[test]
fn reading_takes_numbers_and_texts() {
    let read = |text: &str| read_json::<Dinheiro>(text.as_bytes()).map_err(|e: ReadError| e.to_string());
    assert_eq!(read("10.10"), Ok(thousand(101_000)));
    assert_eq!(read(r#"" 10.10 ""#), Ok(thousand(101_000)));
    assert_eq!(read("true"), Err("deve ser um número".into()));
    assert_eq!(read(r#""dez""#), Err("deve ser um número decimal".into()));
    assert_eq!(read("1e400"), Err("deve ser menor que 100000000000 em módulo".into()));
    assert!(read("NaN").is_err());
}

#[test]
fn sums_that_do_not_fit() {
    assert_eq!(thousand(i64::MAX).plus(thousand(1)), None);
    assert_eq!(thousand(i64::MIN).minus(thousand(1)), None);
    assert_eq!(thousand(LARGER).times(i32::MAX), None);
    assert_eq!(thousand(15_000).times(3), Some(thousand(45_000)));
}

proptest! {
    /// Text, JSON and the stored form all come back as the same amount.
    #[test]
    fn round_trips(n in -LARGER..=LARGER) {
        let dinheiro = thousand(n);
        prop_assert_eq!(dinheiro.to_string().parse(), Ok(dinheiro));
        let json = serde_json::to_string(&dinheiro).unwrap();
        prop_assert_eq!(json.parse(), Ok(dinheiro));
        prop_assert_eq!(&json, &dinheiro.to_string());
        prop_assert_eq!(serde_json::from_str::<Dinheiro>(&json).unwrap(), dinheiro);
        prop_assert_eq!(read_json::<Dinheiro>(json.as_bytes()).unwrap(), dinheiro);
    }

    /// Shifting the point into the exponent changes nothing.
    #[test]
    fn exponents(n in -LARGER..=LARGER, places in 0i32..20) {
        let text = format!("{n}{}e-{}", "0".repeat(places as usize), places + 4);
        prop_assert_eq!(text.parse(), Ok(thousand(n)));
    }

    /// Two amounts compare as their numbers do.
    #[test]
    fn order(a in -LARGER..=LARGER, b in -LARGER..=LARGER) {
        prop_assert_eq!(thousand(a).cmp(&thousand(b)), a.cmp(&b));
        prop_assert_eq!(thousand(a).plus(thousand(b)).and_then(|s| s.minus(thousand(b))), Some(thousand(a)));
    }

    /// What JavaScript makes of an amount by adding others up is that amount.
    #[test]
    fn computed_amounts(cents in proptest::collection::vec(-1_000_000i64..1_000_000, 1..50)) {
        let sum: f64 = cents.iter().map(|n| *n as f64 / 100.0).sum();
        prop_assert_eq!(sum.to_string().parse(), Ok(thousand(cents.iter().sum::<i64>() * 100)), "{}", sum);
    }

    /// A fifth decimal is one, however many others follow it.
    #[test]
    fn a_fifth_decimal_is_refused(n in 0..=LARGER, fifth in 1u8..=8, rest in "[0-9]{0,30}") {
        let text = format!("{}.{:04}{fifth}{rest}", n / UNIT, n % UNIT);
        prop_assert_eq!(text.parse::<Dinheiro>(), Err(Places), "{}", text);
    }

    #[test]
    fn nothing_panics(text in "[-+0-9.eE]{0,30}") {
        if let Ok(dinheiro) = text.parse::<Dinheiro>() {
            prop_assert_eq!(dinheiro.to_string().parse(), Ok(dinheiro));
        }
    }
}

#[test]
fn a_percentage_is_rounded_to_cents_once() {
    let changed = |amount: i64, percent: &str| {
        Dinheiro::from_ten_thousandths(amount)
            .changed_by(percent.parse().unwrap())
            .map(Dinheiro::ten_thousandths)
    };
    for (amount, percent, then) in [
        (100_000, "10", 110_000),
        (100_100, "-50", 50_100),
        (100_300, "-50", 50_200),
        (100_000, "0.05", 100_100),
        // 10,004999… is less than a half
        (100_000, "0.0499", 100_000),
        (0, "10", 0),
        (100, "-60", 0),
    ] {
        assert_eq!(changed(amount, percent), Some(then), "{amount} {percent}");
    }
    assert_eq!(changed(Dinheiro::MAX.ten_thousandths(), "1"), None);
}
