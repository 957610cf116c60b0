//! A header that a subscription adds to each call.

use serde::{Deserialize, Serialize};

use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;

/// A header. Its value may be a password: `Debug` does not show it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cabecalho {
    /// Name: letters, digits and a few signs, at most 100.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 100))]
    pub chave: String,
    /// Value: visible ASCII characters and spaces, at most 2,000.
    #[cfg_attr(feature = "openapi", schema(max_length = 2000))]
    pub valor: String,
}

/// Names that belong to the connection, or to what this service says itself.
const OWN_ONES: [&str; 14] = [
    "host",
    "content-length",
    "content-type",
    "content-encoding",
    "transfer-encoding",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "upgrade",
    "expect",
    "proxy-authorization",
    "proxy-connection",
    "user-agent",
];

impl std::fmt::Debug for Cabecalho {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cabecalho({}: ****)", self.chave)
    }
}

impl FromJson for Cabecalho {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let key = obj.text("chave", 1, 100, p).and_then(|key| match check_name(&key) {
            Ok(()) => Some(key),
            Err(motivo) => obj.problem("chave", p, motivo),
        });
        let value = obj.text_or_empty("valor", 2000, p).and_then(|value| {
            // a line break would end the header and begin another one
            match value.bytes().all(|b| matches!(b, b' '..=b'~')) {
                true => Some(value.trim().to_owned()),
                false => obj.problem("valor", p, "deve ter só caracteres ASCII visíveis e espaços"),
            }
        });
        Some(Self { chave: key?, valor: value? })
    }
}

fn check_name(name: &str) -> Result<(), &'static str> {
    // RFC 9110, token
    let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    let lowercase = name.to_ascii_lowercase();
    if !name.bytes().all(token) {
        Err("não é um nome de cabeçalho HTTP")
    } else if OWN_ONES.contains(&lowercase.as_str()) || lowercase.starts_with("webhook-") {
        Err("é um cabeçalho que o próprio serviço define")
    } else {
        Ok(())
    }
}
