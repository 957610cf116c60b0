//! Codes as spreadsheets leave them: with an apostrophe or a formula around them, or with digits lost.

use crate::refusal::Refusal;

/// A code without what a spreadsheet needs to keep it a text; refused when it made a number of it.
pub fn read(text: &str) -> Result<String, Refusal> {
    let text = text.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    let text = match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
            rest.strip_suffix('\'').unwrap_or(rest)
        }
        _ => text,
    };
    if lost_digits(text) {
        return Err(Refusal::new(
            "é um código que a planilha transformou em número",
            "formate a coluna como texto e copie o código de novo do sistema de origem",
        ));
    }
    Ok(text.to_owned())
}

/// A number of a workbook's as a code; `None` when digits may have been lost.
pub fn of_number(number: f64) -> Option<String> {
    (number.fract() == 0.0 && (0.0..1e15).contains(&number)).then(|| format!("{number:.0}"))
}

/// `7,891E+12`, `1E+05`: as Excel shows long numbers.
fn lost_digits(text: &str) -> bool {
    let Some((number, exponent)) = text.split_once("E+") else { return false };
    let (whole, decimals) = number.split_once([',', '.']).unwrap_or((number, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    whole.len() == 1 && digits(whole) && digits(decimals) && digits(exponent)
}

/// The digits of a GTIN without decimals that say nothing; refused when they are nothing but zeros.
pub fn gtin(text: &str) -> Result<String, Refusal> {
    let code = read(text)?;
    let bare = code.trim_end_matches('0').strip_suffix([',', '.']).unwrap_or(&code);
    if !bare.is_empty() && bare.bytes().all(|b| b == b'0') {
        return Err(Refusal::new("é só zeros", "deixe vazio, ou escreva SEM GTIN"));
    }
    Ok(bare.to_owned())
}

/// The other codes that differ by their leading zeros alone, of those that a spreadsheet makes.
pub fn without_zeros(code: &str) -> Vec<String> {
    let digits = code.bytes().all(|b| b.is_ascii_digit());
    let bare = code.trim_start_matches('0');
    if !digits || bare.is_empty() || code.len() > 13 {
        return Vec::new();
    }
    let longest = (bare.len() + 5).min(14);
    let all = (bare.len()..=longest).map(|width| format!("{bare:0>width$}"));
    all.filter(|other| other != code).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn codes_lose_what_spreadsheets_put_around_them() {
        for (text, code) in [
            ("'00123", "00123"),
            ("=\"00123\"", "00123"),
            ("'00123'", "00123"),
            ("1E5", "1E5"),
            ("'tis", "'tis"),
            ("A-1", "A-1"),
            ("X1E+05", "X1E+05"),
        ] {
            assert_eq!(read(text).unwrap(), code, "{text}");
        }
        for text in ["7,891E+12", "1.23E+05", "1E+05", "7,89100031551E+12"] {
            read(text).unwrap_err();
        }
        assert_eq!(gtin("7891000315507,0").unwrap(), "7891000315507");
        assert_eq!(gtin("7891000315507.00").unwrap(), "7891000315507");
        assert_eq!(gtin("789100031550").unwrap(), "789100031550");
        gtin("0000000000000").unwrap_err();
        assert_eq!(of_number(7_891_000_315_507.0).unwrap(), "7891000315507");
        assert_eq!(of_number(1.5), None);
        assert_eq!(of_number(1e18), None);
    }

    #[test]
    fn codes_that_lost_their_zeros_are_known_again() {
        assert_eq!(without_zeros("123").first().unwrap(), "0123");
        assert!(without_zeros("00123").contains(&"123".to_owned()));
        assert!(without_zeros("A1").is_empty() && without_zeros("0").is_empty());
    }
}
