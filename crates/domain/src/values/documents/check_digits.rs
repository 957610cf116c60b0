//! Masks, digits and check digits.

/// The text without the characters of a mask, letters upper-cased.
pub(super) fn sem_mascara(texto: &str) -> String {
    texto
        .chars()
        .filter(|c| !matches!(c, '.' | '-' | '/') && !c.is_whitespace())
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

pub(super) fn digitos(texto: &str, tamanho: usize) -> bool {
    texto.len() == tamanho && texto.bytes().all(|b| b.is_ascii_digit())
}

pub(super) fn repetido(texto: &str) -> bool {
    let bytes = texto.as_bytes();
    bytes.iter().all(|b| Some(b) == bytes.first())
}

/// The modulo 11 digit of the characters `0-9A-Z`, valued ASCII − 48, weighted 2, 3 … `maior_peso`, 2, 3 …
/// from the right.
pub(super) fn digito_mod11(texto: &str, maior_peso: u32) -> char {
    let soma: u32 = texto
        .bytes()
        .rev()
        .zip((2..=maior_peso).cycle())
        .map(|(b, peso)| u32::from(b.saturating_sub(48)) * peso)
        .sum();
    match soma % 11 {
        0 | 1 => '0',
        resto => char::from_digit(11 - resto, 10).unwrap_or('0'),
    }
}

/// True when the last `n` characters of ASCII `texto` are the modulo 11 digits of what precedes each.
pub(super) fn confere_mod11(texto: &str, n: usize, maior_peso: u32) -> bool {
    (texto.len().saturating_sub(n)..texto.len()).all(|i| match (texto.get(..i), texto.get(i..)) {
        (Some(antes), Some(resto)) => resto.starts_with(digito_mod11(antes, maior_peso)),
        _ => false,
    })
}
