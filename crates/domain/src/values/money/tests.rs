#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::reading::json::{ErroLeitura, ler_json};
use DinheiroInvalido::*;
use proptest::prelude::*;

const MAIOR: i64 = LIMITE - 1;

fn mil(n: i64) -> Dinheiro {
    Dinheiro::from_dez_milesimos(n)
}

#[test]
fn texts() {
    let casos = [
        ("0", Ok(0)),
        ("-0", Ok(0)),
        ("-0.0e5", Ok(0)),
        ("0e99999999999999999999", Ok(0)),
        ("1", Ok(10_000)),
        ("007", Ok(70_000)),
        ("-1.5", Ok(-15_000)),
        ("0.0001", Ok(1)),
        ("1.0000000", Ok(10_000)),
        ("1.00001", Err(Casas)),
        ("1.00010", Ok(10_001)),
        ("1e2", Ok(1_000_000)),
        ("1E+2", Ok(1_000_000)),
        ("12.5e-3", Ok(125)),
        ("1e-4", Ok(1)),
        ("1e-5", Err(Casas)),
        ("10e-5", Ok(1)),
        ("1e400", Err(Grandeza)),
        ("1e-400", Err(Casas)),
        ("1e99999999999999999999", Err(Grandeza)),
        ("1e-99999999999999999999", Err(Casas)),
        ("99999999999.9999", Ok(MAIOR)),
        ("-99999999999.9999", Ok(-MAIOR)),
        ("100000000000", Err(Grandeza)),
        ("1e11", Err(Grandeza)),
        ("99999999999999999999999", Err(Grandeza)),
    ];
    for (texto, esperado) in casos {
        assert_eq!(texto.parse(), esperado.map(mil), "{texto}");
    }
    for ruim in [
        "", "-", "+1", "--1", "1.", ".5", "1.+5", "1,5", "1e", "1e+", "1e--2", "1e1.5", "NaN", "Infinity",
        "0x1", "1 2", "١",
    ] {
        assert_eq!(ruim.parse::<Dinheiro>(), Err(Forma), "{ruim:?}");
    }
}

#[test]
fn a_tenth_and_two_tenths() {
    let ler = |texto: &str| texto.parse::<Dinheiro>().unwrap();
    let soma = ler("0.1").mais(ler("0.2")).unwrap();
    assert_eq!(soma, ler("0.3"));
    assert_eq!(serde_json::to_string(&soma).unwrap(), "0.3");
    assert_eq!(
        serde_json::to_string(&[mil(1), mil(15), mil(-12_345), mil(50_000), mil(MAIOR)]).unwrap(),
        "[0.0001,0.0015,-1.2345,5,99999999999.9999]"
    );
}

#[test]
fn reading_takes_numbers_and_texts() {
    let ler = |texto: &str| ler_json::<Dinheiro>(texto.as_bytes()).map_err(|e: ErroLeitura| e.to_string());
    assert_eq!(ler("10.10"), Ok(mil(101_000)));
    assert_eq!(ler(r#"" 10.10 ""#), Ok(mil(101_000)));
    assert_eq!(ler("true"), Err("deve ser um número".into()));
    assert_eq!(ler(r#""dez""#), Err("deve ser um número decimal".into()));
    assert_eq!(ler("1e400"), Err("deve ser menor que 100000000000 em módulo".into()));
    assert!(ler("NaN").is_err());
}

#[test]
fn sums_that_do_not_fit() {
    assert_eq!(mil(i64::MAX).mais(mil(1)), None);
    assert_eq!(mil(i64::MIN).menos(mil(1)), None);
    assert_eq!(mil(MAIOR).vezes(i32::MAX), None);
    assert_eq!(mil(15_000).vezes(3), Some(mil(45_000)));
}

proptest! {
    /// Text, JSON and the stored form all come back as the same amount.
    #[test]
    fn round_trips(n in -MAIOR..=MAIOR) {
        let dinheiro = mil(n);
        prop_assert_eq!(dinheiro.to_string().parse(), Ok(dinheiro));
        let json = serde_json::to_string(&dinheiro).unwrap();
        prop_assert_eq!(json.parse(), Ok(dinheiro));
        prop_assert_eq!(&json, &dinheiro.to_string());
        prop_assert_eq!(serde_json::from_str::<Dinheiro>(&json).unwrap(), dinheiro);
        prop_assert_eq!(ler_json::<Dinheiro>(json.as_bytes()).unwrap(), dinheiro);
    }

    /// Shifting the point into the exponent changes nothing.
    #[test]
    fn exponents(n in -MAIOR..=MAIOR, casas in 0i32..20) {
        let texto = format!("{n}{}e-{}", "0".repeat(casas as usize), casas + 4);
        prop_assert_eq!(texto.parse(), Ok(mil(n)));
    }

    /// Two amounts compare as their numbers do.
    #[test]
    fn order(a in -MAIOR..=MAIOR, b in -MAIOR..=MAIOR) {
        prop_assert_eq!(mil(a).cmp(&mil(b)), a.cmp(&b));
        prop_assert_eq!(mil(a).mais(mil(b)).and_then(|s| s.menos(mil(b))), Some(mil(a)));
    }

    #[test]
    fn nothing_panics(texto in "[-+0-9.eE]{0,30}") {
        if let Ok(dinheiro) = texto.parse::<Dinheiro>() {
            prop_assert_eq!(dinheiro.to_string().parse(), Ok(dinheiro));
        }
    }
}
