//! Identifiers: each its own type, so that one cannot stand in for another.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::reading::json::{Leitura, Valor};
use crate::reading::problems::Problemas;

/// Why a caller's identifier was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IdInvalido {
    /// Empty or longer than [`ID_MAX`].
    #[error("deve ter de 1 a {ID_MAX} caracteres")]
    Tamanho,
    /// Holds a control character.
    #[error("contém um caractere de controle")]
    Controle,
}

/// Longest caller's identifier, in characters.
pub const ID_MAX: usize = 100;

macro_rules! id_de_texto {
    ($(#[$doc:meta])* $nome:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, min_length = 1, max_length = 100))]
        pub struct $nome(String);

        impl $nome {
            /// 1 to 100 characters, any but control characters. Case and spaces are kept as they are.
            pub fn parse(texto: impl Into<String>) -> Result<Self, IdInvalido> {
                let texto = texto.into();
                let tamanho = texto.chars().take(ID_MAX + 1).count();
                if tamanho == 0 || tamanho > ID_MAX {
                    return Err(IdInvalido::Tamanho);
                }
                if texto.chars().any(char::is_control) {
                    return Err(IdInvalido::Controle);
                }
                Ok(Self(texto))
            }

            /// The identifier as the caller wrote it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $nome {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Leitura for $nome {
            fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
                match Self::parse(valor.string(p)?) {
                    Ok(id) => Some(id),
                    Err(e) => valor.problema(p, e),
                }
            }
        }
    };
}

id_de_texto!(
    /// The caller's identifier of a user (a store), unique in the application.
    UsuarioId
);
id_de_texto!(
    /// The caller's identifier of a channel, unique per user.
    CanalId
);
id_de_texto!(
    /// The caller's identifier of a SKU, unique per user.
    SkuId
);
id_de_texto!(
    /// The identifier of a channel category, unique in its channel.
    CategoriaId
);

id_de_texto!(
    /// The name of a reader of the order queue, unique among those of the same user or of the whole
    /// application.
    ConsumidorId
);

/// The service's number of an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AplicacaoId(pub i32);

/// A store as the service numbers it: the application and the user inside it. It leads every key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LojaId {
    /// The application.
    pub aplicacao: AplicacaoId,
    /// The service's number of the user.
    pub loja: i32,
}

/// The service's number of an order, assigned at creation; fits a double (≤ 2^53).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PedidoId(pub i64);

impl fmt::Display for PedidoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_identifiers_are_any_printable_text() {
        let longo = "é".repeat(ID_MAX);
        for bom in ["1", "a/b %+ç", " ", "日本", &longo] {
            assert_eq!(SkuId::parse(bom).map(|id| id.to_string()).as_deref(), Ok(bom));
        }
        assert_eq!(SkuId::parse(""), Err(IdInvalido::Tamanho));
        assert_eq!(SkuId::parse(format!("{longo}x")), Err(IdInvalido::Tamanho));
        assert_eq!(SkuId::parse("a\nb"), Err(IdInvalido::Controle));
        assert_eq!(IdInvalido::Tamanho.to_string(), "deve ter de 1 a 100 caracteres");
    }
}
