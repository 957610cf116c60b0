//! What all documents share: why one is refused, how it is shown, how a member that holds one is read.

use std::str::FromStr;

use crate::reading::json::Objeto;
use crate::reading::problems::Problemas;

/// Why a text is not the document it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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

/// Implements what all document types share; each has its own `parse`.
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
            type Err = $crate::values::documents::document::DocumentoInvalido;

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
pub(super) use documento;

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
