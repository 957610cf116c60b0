//! Masks, digits and check digits.

/// The text without the characters of a mask, letters upper-cased.
pub(super) fn without_mask(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, '.' | '-' | '/') && !c.is_whitespace())
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

pub(super) fn digits(text: &str, size: usize) -> bool {
    text.len() == size && text.bytes().all(|b| b.is_ascii_digit())
}

pub(super) fn repeated(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().all(|b| Some(b) == bytes.first())
}

/// The modulo 11 digit of the characters `0-9A-Z`, valued ASCII − 48, weighted 2, 3 … `larger_peso`, 2, 3 …
/// from the right.
pub(super) fn mod11_digit(text: &str, larger_peso: u32) -> char {
    let sum: u32 = text
        .bytes()
        .rev()
        .zip((2..=larger_peso).cycle())
        .map(|(b, peso)| u32::from(b.saturating_sub(48)) * peso)
        .sum();
    match sum % 11 {
        0 | 1 => '0',
        rest => char::from_digit(11 - rest, 10).unwrap_or('0'),
    }
}

/// True when the last `n` characters of ASCII `texto` are the modulo 11 digits of what precedes each.
pub(super) fn check_mod11(text: &str, n: usize, larger_peso: u32) -> bool {
    (text.len().saturating_sub(n)..text.len()).all(|i| match (text.get(..i), text.get(i..)) {
        (Some(before), Some(rest)) => rest.starts_with(mod11_digit(before, larger_peso)),
        _ => false,
    })
}
