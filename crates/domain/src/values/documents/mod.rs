//! Brazilian documents and codes, each a type that only holds good values.

mod cep;
mod cnpj;
mod cpf;
mod gtin;
mod nfe;
mod uf;

pub use cep::Cep;
pub use cnpj::Cnpj;
pub use cpf::Cpf;
pub use gtin::Gtin;
pub use nfe::ChaveNfe;
pub use uf::Uf;

use std::str::FromStr;

use crate::reading::json::Objeto;
use crate::reading::problems::Problemas;

/// Why a text is not the document it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DocumentoInvalido {
    /// The wrong length or characters; the text says what is right.
    #[error("deve ter {0}")]
    Forma(&'static str),
    /// The check digits do not follow from the rest.
    #[error("tem dígito verificador incorreto")]
    Digito,
    /// Passes the arithmetic, but is a filler such as `111.111.111-11`.
    #[error("não é um documento válido")]
    Repetido,
    /// Not one of a fixed list.
    #[error("deve ser {0}")]
    Desconhecido(&'static str),
}

/// What every document type shares; `parse` is its own.
macro_rules! documento {
    ($tipo:ident) => {
        impl $tipo {
            /// The bare value, without mask.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $tipo {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::str::FromStr for $tipo {
            type Err = $crate::values::documents::DocumentoInvalido;

            fn from_str(texto: &str) -> Result<Self, Self::Err> {
                Self::parse(texto)
            }
        }

        impl From<$tipo> for String {
            fn from(documento: $tipo) -> String {
                documento.0
            }
        }
    };
}
use documento;

/// Reads a member that holds a document; absent and empty are the same and stay empty.
pub(crate) fn ler_ou_vazio<T>(obj: &Objeto<'_>, nome: &str, p: &mut Problemas) -> Option<String>
where
    T: FromStr<Err = DocumentoInvalido> + Into<String>,
{
    let lido = obj.com(nome, p, |valor, p| {
        let texto = valor.string(p)?;
        if texto.trim().is_empty() {
            return Some(String::new());
        }
        match texto.parse::<T>() {
            Ok(documento) => Some(documento.into()),
            Err(e) => valor.problema(p, e),
        }
    })?;
    Some(lido.unwrap_or_default())
}

/// The text without the characters of a mask, letters upper-cased.
fn sem_mascara(texto: &str) -> String {
    texto
        .chars()
        .filter(|c| !matches!(c, '.' | '-' | '/') && !c.is_whitespace())
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

fn digitos(texto: &str, tamanho: usize) -> bool {
    texto.len() == tamanho && texto.bytes().all(|b| b.is_ascii_digit())
}

fn repetido(texto: &str) -> bool {
    let bytes = texto.as_bytes();
    bytes.iter().all(|b| Some(b) == bytes.first())
}

/// The modulo 11 digit of the characters `0-9A-Z`, valued ASCII − 48, weighted 2, 3 … `maior_peso`, 2, 3 …
/// from the right.
fn digito_mod11(texto: &str, maior_peso: u32) -> char {
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
fn confere_mod11(texto: &str, n: usize, maior_peso: u32) -> bool {
    (texto.len().saturating_sub(n)..texto.len()).all(|i| match (texto.get(..i), texto.get(i..)) {
        (Some(antes), Some(resto)) => resto.starts_with(digito_mod11(antes, maior_peso)),
        _ => false,
    })
}

#[cfg(test)]
mod tests;
