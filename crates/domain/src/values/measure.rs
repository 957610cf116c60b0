//! Measures: whole grams and centimetres. Whoever gives a fraction gets the next whole number, and is told: a
//! parcel must not be taken for smaller than it is.

use serde_json::value::RawValue;

use crate::reading::json::{InputObject, InputValue, read_with};
use crate::reading::problems::Problems;

/// The members that are measures.
pub const MEASURES: [&str; 4] = ["largura", "altura", "comprimento", "peso"];

/// What binary fractions may be wrong by: three times 0.1 is not 0.30000000000000004.
const NOISE: f64 = 1e-6;

/// A measure of zero or more, rounded up to a whole number.
pub fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<i32> {
    let number = match value.number(p)?.parse::<f64>() {
        Ok(number) if number.is_finite() => number,
        _ => return value.problem(p, "deve ser um número"),
    };
    if number < 0.0 {
        return value.problem(p, "deve ser maior ou igual a zero");
    }
    let whole = (number - NOISE).ceil().max(0.0);
    match whole <= f64::from(i32::MAX) {
        true => Some(whole as i32),
        false => value.problem(p, "está fora do intervalo de um inteiro de 32 bits"),
    }
}

/// The measures of a body that are not whole numbers.
pub fn rounded_in(body: &RawValue) -> Vec<&'static str> {
    read_with(body, |value, p| Some(rounded(&value.object(p)?))).unwrap_or_default()
}

/// The measures of an object that are not whole numbers.
pub fn rounded(obj: &InputObject<'_>) -> Vec<&'static str> {
    let fraction = |name: &&str| {
        let text = obj.raw(name).map(|raw| raw.get().trim_matches('"').trim().parse::<f64>());
        text.is_some_and(|number| number.is_ok_and(|number| (number - number.round()).abs() > NOISE))
    };
    MEASURES.into_iter().filter(fraction).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn fractions_are_rounded_up_and_named() {
        for (text, expected, is_rounded) in [
            ("0.35", Ok(1), true),
            ("2.5", Ok(3), true),
            ("\"2.5\"", Ok(3), true),
            ("2.0", Ok(2), false),
            ("30.000000000000004", Ok(30), false),
            ("2e2", Ok(200), false),
            ("0", Ok(0), false),
            ("-0.5", Err("deve ser maior ou igual a zero"), true),
            ("2147483647.5", Err("está fora do intervalo de um inteiro de 32 bits"), true),
            ("true", Err("deve ser um número"), false),
            ("\"nan\"", Err("deve ser um número"), false),
        ] {
            let raw = RawValue::from_string(format!("{{\"peso\": {text}}}")).unwrap();
            let parsed = read_with(&raw, |value, p| value.object(p)?.with("peso", p, read));
            let names = rounded_in(&raw);
            let told = parsed.map(Option::unwrap).map_err(|p| p.to_string());
            assert_eq!(told, expected.map_err(|e| format!("peso: {e}")), "{text}");
            assert_eq!(names, if is_rounded { vec!["peso"] } else { Vec::new() }, "{text}");
        }
    }
}
