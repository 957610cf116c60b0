//! Signatures of Standard Webhooks.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::notificacao::Segredo;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The value of `webhook-signature`: one signature per secret, so that a receiver that knows one of them is content.
pub fn assinar(segredos: &[Segredo], id: &str, timestamp: i64, corpo: &str) -> String {
    let assinaturas: Vec<String> =
        segredos.iter().filter_map(|segredo| uma(segredo, id, timestamp, corpo)).collect();
    assinaturas.join(" ")
}

fn uma(segredo: &Segredo, id: &str, timestamp: i64, corpo: &str) -> Option<String> {
    // HMAC takes a key of any length: there is no error to tell of
    let mut mac = Hmac::<Sha256>::new_from_slice(segredo.bytes()).ok()?;
    mac.update(format!("{id}.{timestamp}.").as_bytes());
    mac.update(corpo.as_bytes());
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
        let agora = Instante::agora().micros() / 1_000_000;
        let (velho, novo, outro) = (Segredo::new([1; 32]), Segredo::new([2; 32]), Segredo::new([3; 32]));
        let corpo = r#"{"tipo":"pedido.criado","nome":"é"}"#;
        let mut cabecalhos = HeaderMap::new();
        cabecalhos.insert("webhook-id", HeaderValue::from_static("evt_1_ff"));
        cabecalhos.insert("webhook-timestamp", HeaderValue::from(agora));
        let assinatura = assinar(&[novo.clone(), velho.clone()], "evt_1_ff", agora, corpo);
        cabecalhos.insert("webhook-signature", assinatura.parse().unwrap());
        let aceita = |segredo: &Segredo, corpo: &str| {
            let webhook = standardwebhooks::Webhook::new(&segredo.texto()).unwrap();
            webhook.verify(corpo.as_bytes(), &cabecalhos).is_ok()
        };
        // while a secret is being replaced, both are taken
        assert!(aceita(&novo, corpo) && aceita(&velho, corpo));
        assert!(!aceita(&outro, corpo) && !aceita(&novo, "{}"));
    }

    #[test]
    fn a_signature_made_by_hand() {
        // python3: base64(hmac.new(bytes([7]*32), b"evt_1.1700000000.{}", "sha256").digest())
        assert_eq!(
            assinar(&[Segredo::new([7; 32])], "evt_1", 1_700_000_000, "{}"),
            "v1,a1DASGgVAakARPzCBfaKZ61ux1lULadh72WCLbrcpuA="
        );
    }
}
