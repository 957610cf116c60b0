//! Signatures of Standard Webhooks.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::notificacao::Segredo;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The value of `webhook-signature`: one signature per secret, so that a receiver that knows one of them is
/// content.
pub fn sign(segredos: &[Segredo], id: &str, timestamp: i64, body: &str) -> String {
    let signatures: Vec<String> =
        segredos.iter().filter_map(|segredo| one(segredo, id, timestamp, body)).collect();
    signatures.join(" ")
}

fn one(segredo: &Segredo, id: &str, timestamp: i64, body: &str) -> Option<String> {
    // HMAC takes a key of any length: there is no error to tell of
    let mut mac = Hmac::<Sha256>::new_from_slice(segredo.bytes()).ok()?;
    mac.update(format!("{id}.{timestamp}.").as_bytes());
    mac.update(body.as_bytes());
    Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use domain::values::dates::Instante;
    use reqwest::header::{HeaderMap, HeaderValue};

    use super::*;

    #[test]
    fn another_implementation_takes_the_signature() {
        let now = Instante::now().micros() / 1_000_000;
        let (old, new, other) = (Segredo::new([1; 32]), Segredo::new([2; 32]), Segredo::new([3; 32]));
        let body = r#"{"tipo":"pedido.criado","nome":"é"}"#;
        let mut headers = HeaderMap::new();
        headers.insert("webhook-id", HeaderValue::from_static("evt_1_ff"));
        headers.insert("webhook-timestamp", HeaderValue::from(now));
        let signature = sign(&[new.clone(), old.clone()], "evt_1_ff", now, body);
        headers.insert("webhook-signature", signature.parse().unwrap());
        let accepts = |segredo: &Segredo, body: &str| {
            let webhook = standardwebhooks::Webhook::new(&segredo.text()).unwrap();
            webhook.verify(body.as_bytes(), &headers).is_ok()
        };
        // while a secret is being replaced, both are taken
        assert!(accepts(&new, body) && accepts(&old, body));
        assert!(!accepts(&other, body) && !accepts(&new, "{}"));
    }

    #[test]
    fn a_signature_made_by_hand() {
        // python3: base64(hmac.new(bytes([7]*32), b"evt_1.1700000000.{}", "sha256").digest())
        assert_eq!(
            sign(&[Segredo::new([7; 32])], "evt_1", 1_700_000_000, "{}"),
            "v1,a1DASGgVAakARPzCBfaKZ61ux1lULadh72WCLbrcpuA="
        );
    }
}
