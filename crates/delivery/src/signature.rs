//! Signatures of Standard Webhooks.

use domain::notificacao::Segredo;
use standardwebhooks::Webhook;

/// The value of `webhook-signature`: one signature per secret, so that a receiver that knows any of them
/// accepts it.
pub fn sign(segredos: &[Segredo], id: &str, timestamp: i64, body: &str) -> String {
    // neither fails: keys may have any length
    let one = |segredo: &Segredo| {
        Webhook::from_bytes(segredo.bytes().to_vec())
            .and_then(|key| key.sign(id, timestamp, body.as_bytes()))
            .ok()
    };
    segredos.iter().filter_map(one).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use domain::values::dates::Instante;
    use reqwest::header::{HeaderMap, HeaderValue};

    use super::*;

    #[test]
    fn receivers_with_either_secret_accept_the_signature() {
        let now = Instante::now().micros() / 1_000_000;
        let (old, new, other) = (Segredo::new([1; 32]), Segredo::new([2; 32]), Segredo::new([3; 32]));
        let body = r#"{"tipo":"pedido.criado","nome":"é"}"#;
        let mut headers = HeaderMap::new();
        headers.insert("webhook-id", HeaderValue::from_static("evt_1_ff"));
        headers.insert("webhook-timestamp", HeaderValue::from(now));
        let signature = sign(&[new.clone(), old.clone()], "evt_1_ff", now, body);
        headers.insert("webhook-signature", signature.parse().unwrap());
        let accepts = |segredo: &Segredo, body: &str| {
            let webhook = Webhook::new(&segredo.text()).unwrap();
            webhook.verify(body.as_bytes(), &headers).is_ok()
        };
        // while a secret is being replaced, both are accepted
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
