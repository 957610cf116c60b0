//! Measures: whole grams and centimetres. Whoever gives a fraction gets the next whole number, and is told: a
//! parcel must not be taken for smaller than it is.

use crate::reading::json::InputValue;
use crate::reading::problems::{Problems, Taken};

/// What binary fractions may be wrong by: three times 0.1 is not 0.30000000000000004.
const NOISE: f64 = 1e-6;

/// A measure of zero or more, rounded up to a whole number, which is noticed.
pub fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<i32> {
    let number = match value.number(p)?.parse::<f64>() {
        Ok(number) if number.is_finite() => number,
        _ => return value.problem(p, "deve ser um número"),
    };
    if number < 0.0 {
        return value.problem(p, "deve ser maior ou igual a zero");
    }
    let whole = (number - NOISE).ceil().max(0.0);
    if whole - number > NOISE {
        p.notice(value.path(), Taken::RoundedUp);
    }
    match whole <= f64::from(i32::MAX) {
        true => Some(whole as i32),
        false => value.problem(p, "está fora do intervalo de um inteiro de 32 bits"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::value::RawValue;

    use super::*;
    use crate::reading::json::read_noting;

    #[test]
    fn fractions_are_rounded_up_and_named() {
        let whole = |number| Ok((number, Vec::new()));
        let rounded = |number| Ok((number, vec!["medida-arredondada peso".to_owned()]));
        let wrong = |why: &str| Err(format!("peso: {why}"));
        for (text, expected) in [
            ("0.35", rounded(1)),
            ("2.5", rounded(3)),
            ("\"2.5\"", rounded(3)),
            ("2.0", whole(2)),
            ("30.000000000000004", whole(30)),
            ("2e2", whole(200)),
            ("0", whole(0)),
            ("-0.5", wrong("deve ser maior ou igual a zero")),
            ("2147483647.5", wrong("está fora do intervalo de um inteiro de 32 bits")),
            ("true", wrong("deve ser um número")),
            ("\"nan\"", wrong("deve ser um número")),
        ] {
            let raw = RawValue::from_string(format!("{{\"peso\": {text}}}")).unwrap();
            let parsed = read_noting(&raw, |value, p| value.object(p)?.with("peso", p, read));
            let told = parsed.map_err(|p| p.to_string()).map(|(number, notices)| {
                let named = notices.iter().map(|notice| format!("{} {}", notice.code(), notice.path));
                (number.unwrap(), named.collect::<Vec<_>>())
            });
            assert_eq!(told, expected, "{text}");
        }
    }
}
