//! Format of API keys: `eap_` or `elo_`, 28 random characters, 6 characters of checksum.

use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};
use store::tokens::TokenKind;
use subtle::ConstantTimeEq;

/// Letters and digits alone, so that shells, URLs and double clicks do not split a key.
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// 28 characters of 62 hold 166 bits.
const RANDOM: usize = 28;
const SUM: usize = 6;
/// The largest multiple of 62 below 256: larger bytes would make some characters more likely.
const UNBIASED: u8 = 248;

/// A well-formed key. Whether it exists is known by the database alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParsedKey {
    /// The kind of key, from its prefix.
    pub tipo: TokenKind,
    /// SHA-256 of the whole key; the database stores nothing else of it.
    pub hash: [u8; 32],
}

/// Why a text is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidKey {
    /// Wrong prefix, length or characters.
    #[error("the text does not have the form of a key")]
    Shape,
    /// The checksum differs: the key was mistyped or truncated.
    #[error("the key's checksum does not match")]
    Sum,
}

/// The operating system gave no random numbers.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gave no random numbers: {0}")]
pub struct NoRandomness(#[from] rand::rngs::SysError);

fn prefix(tipo: TokenKind) -> &'static str {
    match tipo {
        TokenKind::Aplicacao => "eap_",
        TokenKind::Loja => "elo_",
    }
}

/// Makes a new key, which is shown once, and its hash, which is stored.
pub fn generate(tipo: TokenKind) -> Result<(String, [u8; 32]), NoRandomness> {
    let mut key = prefix(tipo).to_owned();
    let full = key.len() + RANDOM;
    let mut bytes = [0u8; 64];
    while key.len() < full {
        SysRng.try_fill_bytes(&mut bytes)?;
        let letters = bytes.iter().filter(|b| **b < UNBIASED).map(|b| letter(u32::from(*b)));
        key.extend(letters.take(full - key.len()));
    }
    let sum = checksum(&key);
    key.push_str(&sum);
    let hash = Sha256::digest(key.as_bytes()).into();
    Ok((key, hash))
}

/// Checks format and checksum, so that a mistyped key costs no database read.
pub fn parse(text: &str) -> Result<ParsedKey, InvalidKey> {
    let tipo = [TokenKind::Aplicacao, TokenKind::Loja]
        .into_iter()
        .find(|tipo| text.starts_with(prefix(*tipo)))
        .ok_or(InvalidKey::Shape)?;
    let body = text.get(prefix(tipo).len()..).unwrap_or_default();
    if body.len() != RANDOM + SUM || !body.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Err(InvalidKey::Shape);
    }
    let (key, sum) = text.split_at(text.len() - SUM);
    if bool::from(checksum(key).as_bytes().ct_eq(sum.as_bytes())) {
        Ok(ParsedKey { tipo, hash: Sha256::digest(text.as_bytes()).into() })
    } else {
        Err(InvalidKey::Sum)
    }
}

fn checksum(text: &str) -> String {
    let mut rest = crc32fast::hash(text.as_bytes());
    (0..SUM)
        .map(|_| {
            let next = letter(rest);
            rest /= 62;
            next
        })
        .collect()
}

fn letter(n: u32) -> char {
    // the remainder is always inside the alphabet
    ALPHABET.get((n % 62) as usize).map_or('0', |b| char::from(*b))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_read_back() {
        for (tipo, start) in [(TokenKind::Aplicacao, "eap_"), (TokenKind::Loja, "elo_")] {
            let (key, hash) = generate(tipo).unwrap();
            assert!(key.starts_with(start));
            assert_eq!(key.len(), 4 + 28 + 6);
            let parsed = parse(&key).unwrap();
            assert!(parsed.tipo == tipo && parsed.hash == hash);
            assert_ne!(generate(tipo).unwrap().0, key);
        }
    }

    #[test]
    fn one_changed_character_is_found_out() {
        let (key, _) = generate(TokenKind::Loja).unwrap();
        for i in 4..key.len() {
            let mut changed = key.clone().into_bytes();
            changed[i] = if changed[i] == b'x' { b'y' } else { b'x' };
            assert_eq!(parse(std::str::from_utf8(&changed).unwrap()), Err(InvalidKey::Sum));
        }
        let other_prefix = key.replacen("elo_", "eap_", 1);
        assert_eq!(parse(&other_prefix), Err(InvalidKey::Sum));
        for text in ["", "elo_", "elo_é", &key[..37], &format!("{key}0"), &key.to_uppercase()] {
            assert_eq!(parse(text), Err(InvalidKey::Shape), "{text}");
        }
    }
}
