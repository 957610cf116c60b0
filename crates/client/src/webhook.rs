//! Verification of webhook signatures (Standard Webhooks).

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::notificacao::Segredo;
use domain::values::dates::Instante;
use hmac::{Hmac, KeyInit, Mac};
use reqwest::header::HeaderMap;
use sha2::Sha256;

/// Maximum difference between a call's timestamp and the clock.
const TOLERANCE: Duration = Duration::from_secs(300);

/// Why a signature is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidSignature {
    /// `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing or invalid.
    #[error("the call has no signature")]
    Missing,
    /// Its time is more than five minutes from now.
    #[error("the call is too old")]
    Old,
    /// The secret is not `whsec_` and 32 bytes in base64.
    #[error("the secret is none")]
    Secret,
    /// It was signed with another secret, or its body was changed.
    #[error("the signature is another one")]
    Other,
}

/// Checks that a call was signed with this secret within the last five minutes.
///
/// # Errors
/// The signature is refused.
pub fn verify(secret: &str, headers: &HeaderMap, body: &[u8]) -> Result<(), InvalidSignature> {
    let now = u64::try_from(Instante::now().micros()).unwrap_or_default();
    verify_at(Duration::from_micros(now), secret, headers, body)
}

fn verify_at(now: Duration, secret: &str, headers: &HeaderMap, body: &[u8]) -> Result<(), InvalidSignature> {
    let text = |name: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.ok_or(InvalidSignature::Missing)
    };
    let (id, sent, signatures) =
        (text("webhook-id")?, text("webhook-timestamp")?, text("webhook-signature")?);
    let seconds: u64 = sent.parse().map_err(|_| InvalidSignature::Missing)?;
    if now.abs_diff(Duration::from_secs(seconds)) > TOLERANCE {
        return Err(InvalidSignature::Old);
    }
    let secret = Segredo::parse(secret).map_err(|_| InvalidSignature::Secret)?;
    let mac = Hmac::<Sha256>::new_from_slice(secret.bytes()).map_err(|_| InvalidSignature::Secret)?;
    let signed = mac.chain_update(format!("{id}.{sent}.")).chain_update(body);
    let given = signatures.split(' ').filter_map(|one| STANDARD.decode(one.strip_prefix("v1,")?).ok());
    for one in given {
        if signed.clone().verify_slice(&one).is_ok() {
            return Ok(());
        }
    }
    Err(InvalidSignature::Other)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    const NOW: Duration = Duration::from_secs(1_700_000_000);

    fn headers(sent: i64, signature: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("webhook-id", HeaderValue::from_static("evt_1"));
        headers.insert("webhook-timestamp", HeaderValue::from(sent));
        headers.insert("webhook-signature", signature.parse().expect("a value"));
        headers
    }

    #[test]
    fn what_another_implementation_signs_is_believed_and_nothing_else() {
        let secret = Segredo::new([7; 32]).text();
        let sent = 1_700_000_000;
        let other = standardwebhooks::Webhook::new(&secret).expect("a secret");
        let good = other.sign("evt_1", sent, b"{}").expect("a signature");
        let check = |secret: &str, headers: &HeaderMap, body: &[u8]| verify_at(NOW, secret, headers, body);
        assert_eq!(check(&secret, &headers(sent, &good), b"{}"), Ok(()));
        // while a secret is being replaced there are two
        assert_eq!(check(&secret, &headers(sent, &format!("v1,AAAA {good}")), b"{}"), Ok(()));
        assert_eq!(check(&secret, &headers(sent, &good), b"[]"), Err(InvalidSignature::Other));
        let foreign = Segredo::new([8; 32]).text();
        assert_eq!(check(&foreign, &headers(sent, &good), b"{}"), Err(InvalidSignature::Other));
        assert_eq!(check("whsec_", &headers(sent, &good), b"{}"), Err(InvalidSignature::Secret));
        assert_eq!(check(&secret, &HeaderMap::new(), b"{}"), Err(InvalidSignature::Missing));
        for away in [301, -301] {
            let old = headers(sent + away, &good);
            assert_eq!(check(&secret, &old, b"{}"), Err(InvalidSignature::Old));
        }
    }
}
