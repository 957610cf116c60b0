//! A header that a subscription adds to each call.

use serde::{Deserialize, Serialize};

use crate::reading::json::{Leitura, Valor};
use crate::reading::problems::Problemas;

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
const PROPRIOS: [&str; 14] = [
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

impl Leitura for Cabecalho {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let chave = obj.texto("chave", 1, 100, p).and_then(|chave| match conferir_nome(&chave) {
            Ok(()) => Some(chave),
            Err(motivo) => obj.problema("chave", p, motivo),
        });
        let valor = obj.texto_ou_vazio("valor", 2000, p).and_then(|valor| {
            // a line break would end the header and begin another one
            match valor.bytes().all(|b| matches!(b, b' '..=b'~')) {
                true => Some(valor.trim().to_owned()),
                false => obj.problema("valor", p, "deve ter só caracteres ASCII visíveis e espaços"),
            }
        });
        Some(Self { chave: chave?, valor: valor? })
    }
}

fn conferir_nome(nome: &str) -> Result<(), &'static str> {
    // RFC 9110, token
    let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    let minusculo = nome.to_ascii_lowercase();
    if !nome.bytes().all(token) {
        Err("não é um nome de cabeçalho HTTP")
    } else if PROPRIOS.contains(&minusculo.as_str()) || minusculo.starts_with("webhook-") {
        Err("é um cabeçalho que o próprio serviço define")
    } else {
        Ok(())
    }
}
