//! Codes of six digits from a phone (RFC 6238), as the second factor, and what a phone is told to make them.

use http_kit::api_keys::NoRandomness;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::TryRng;
use rand::rngs::SysRng;
use ring::hmac;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::view::format::hex;

/// Seconds of a step.
const STEP: i64 = 30;
/// Steps by which a phone's clock may be off.
const OFF: i64 = 1;
/// Codes for a lost phone, and their letters.
const RESERVES: usize = 10;
const RESERVE_LETTERS: usize = 24;

const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Some random letters of 5 bits each.
pub fn letters(count: usize) -> Result<String, NoRandomness> {
    let mut bytes = vec![0_u8; count];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(bytes.iter().filter_map(|byte| LETTERS.get(usize::from(byte & 31))).map(|b| char::from(*b)).collect())
}

/// A new secret of 160 bits, as people type it.
pub fn draw() -> Result<String, NoRandomness> {
    letters(32)
}

/// The bytes behind letters.
fn bytes(secret: &str) -> Option<Vec<u8>> {
    let (mut out, mut bits, mut held) = (Vec::new(), 0_u32, 0_u32);
    for letter in secret.bytes() {
        let value = LETTERS.iter().position(|one| *one == letter)?;
        held = (held << 5) | u32::try_from(value).ok()?;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            out.push(u8::try_from((held >> bits) & 255).ok()?);
        }
        held &= (1 << bits) - 1;
    }
    Some(out)
}

fn code(key: &hmac::Key, step: i64) -> Option<String> {
    let tag = hmac::sign(key, &step.to_be_bytes());
    let tag = tag.as_ref();
    let at = usize::from(tag.last()? & 15);
    let four: [u8; 4] = tag.get(at..at + 4)?.try_into().ok()?;
    Some(format!("{:06}", (u32::from_be_bytes(four) & 0x7fff_ffff) % 1_000_000))
}

/// The step that a code is of, however it was typed, if it is one of now.
pub fn step_of(secret: &str, typed: &str, now_seconds: i64) -> Option<i64> {
    let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &bytes(secret)?);
    let now = now_seconds / STEP;
    let is =
        |step: &i64| code(&key, *step).is_some_and(|code| code.as_bytes().ct_eq(typed.as_bytes()).into());
    (now - OFF..=now + OFF).rfind(is)
}

/// What a phone reads as a picture.
pub fn address(secret: &str, email: &str) -> String {
    let email = utf8_percent_encode(email, NON_ALPHANUMERIC);
    format!("otpauth://totp/Entreposto:{email}?secret={secret}&issuer=Entreposto")
}

/// New codes for a lost phone.
pub fn reserves() -> Result<Vec<String>, NoRandomness> {
    (0..RESERVES).map(|_| letters(RESERVE_LETTERS)).collect()
}

/// What is stored of one, however it was typed.
pub fn reserve_hash(typed: &str) -> String {
    let plain: String = typed.chars().filter(char::is_ascii_alphanumeric).collect();
    hex(&Sha256::digest(plain.to_ascii_uppercase().as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 6238, appendix B, of which the last six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        assert_eq!(bytes(secret).unwrap_or_default(), b"12345678901234567890");
        for (now, code) in
            [(59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (20_000_000_000, "353130")]
        {
            assert_eq!(step_of(secret, code, now), Some(now / 30));
            assert_eq!(step_of(secret, code, now + 30), Some(now / 30));
            assert_eq!(step_of(secret, code, now + 120), None);
        }
    }

    #[test]
    fn a_reserve_is_read_as_it_is_typed() {
        assert_eq!(reserve_hash("abcde-23456"), reserve_hash(" ABCDE23456"));
    }
}
