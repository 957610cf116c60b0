//! Parser of the `Authorization` header, which also recognizes the usual mistakes.

use actix_web::http::header::HeaderValue;
use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::format::{ParsedKey, parse};
use crate::error::UnauthorizedReason;

/// Parses `Basic <key>`; the scheme is in any case or absent, and the key is not encoded in base64.
pub(super) fn read(header: Option<&HeaderValue>) -> Result<ParsedKey, UnauthorizedReason> {
    let value = header.ok_or(UnauthorizedReason::Missing)?;
    let value = value.to_str().map_err(|_| UnauthorizedReason::Malformed)?.trim();
    if value.is_empty() {
        return Err(UnauthorizedReason::Missing);
    }
    let key = match value.split_once([' ', '\t']) {
        Some((scheme, key)) if scheme.eq_ignore_ascii_case("basic") => key.trim(),
        Some(_) => return Err(UnauthorizedReason::Scheme),
        None => value,
    };
    parse(key).map_err(|_| {
        if is_user_and_password(key) { UnauthorizedReason::Base64 } else { UnauthorizedReason::Malformed }
    })
}

/// True for `user:password` in base64, as `curl -u` and most HTTP libraries send it.
fn is_user_and_password(text: &str) -> bool {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    [STANDARD, URL_SAFE].iter().any(|alphabet| {
        GeneralPurpose::new(alphabet, config).decode(text).is_ok_and(|bytes| bytes.contains(&b':'))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::super::format::generate;
    use super::*;
    use store::tokens::TokenKind;

    fn reason(text: &str) -> UnauthorizedReason {
        read(Some(&HeaderValue::from_bytes(text.as_bytes()).unwrap())).unwrap_err()
    }

    #[test]
    fn the_scheme_comes_in_any_case_or_not_at_all() {
        let (key, hash) = generate(TokenKind::Loja).unwrap();
        for text in [format!("Basic {key}"), format!("basic  {key} "), format!("BASIC\t{key}"), key.clone()] {
            assert_eq!(read(Some(&HeaderValue::from_str(&text).unwrap())).unwrap().hash, hash);
        }
    }

    #[test]
    fn what_clients_send_instead_is_named() {
        use base64::engine::general_purpose::STANDARD as DEFAULT;
        let (key, _) = generate(TokenKind::Loja).unwrap();
        assert_eq!(read(None), Err(UnauthorizedReason::Missing));
        assert_eq!(reason(""), UnauthorizedReason::Missing);
        assert_eq!(reason(&format!("Bearer {key}")), UnauthorizedReason::Scheme);
        assert_eq!(reason("Basic"), UnauthorizedReason::Malformed);
        assert_eq!(reason("Basic é"), UnauthorizedReason::Malformed);
        assert_eq!(reason(&format!("Basic {}x", &key[..37])), UnauthorizedReason::Malformed);
        for pair in ["user:pass".to_owned(), format!("{key}:"), format!(":{key}")] {
            assert_eq!(reason(&format!("Basic {}", DEFAULT.encode(pair))), UnauthorizedReason::Base64);
        }
        assert_eq!(reason("Basic dTpw"), UnauthorizedReason::Base64);
    }
}
