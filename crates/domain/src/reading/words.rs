//! Enumerations whose values are written as words.

use std::fmt;

/// A word that an enumeration does not know; displays the words that it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValorDesconhecido(pub &'static [&'static str]);

impl fmt::Display for ValorDesconhecido {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deve ser um destes valores: {}", self.0.join(", "))
    }
}

impl std::error::Error for ValorDesconhecido {}

/// Gives an enumeration without data its words: the names of its variants, as they are written in JSON.
macro_rules! enumeracao {
    ($tipo:ident { $($variante:ident),+ $(,)? }) => {
        impl $tipo {
            /// Every value, in order.
            pub const TODOS: &'static [Self] = &[$(Self::$variante),+];
            /// Every value's word, in order.
            pub const NOMES: &'static [&'static str] = &[$(stringify!($variante)),+];

            /// The word that stands for the value in JSON.
            pub const fn nome(self) -> &'static str {
                match self {
                    $(Self::$variante => stringify!($variante)),+
                }
            }

            /// Reads a word without regard to case, as query strings are read.
            pub fn parse_sem_caixa(texto: &str) -> Option<Self> {
                Self::TODOS.iter().copied().find(|v| v.nome().eq_ignore_ascii_case(texto))
            }
        }

        impl std::fmt::Display for $tipo {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.nome())
            }
        }

        impl std::str::FromStr for $tipo {
            type Err = $crate::reading::words::ValorDesconhecido;

            /// Reads a word exactly as it is written in JSON.
            fn from_str(texto: &str) -> Result<Self, Self::Err> {
                match texto {
                    $(stringify!($variante) => Ok(Self::$variante),)+
                    _ => Err($crate::reading::words::ValorDesconhecido(Self::NOMES)),
                }
            }
        }

        impl $crate::reading::json::Leitura for $tipo {
            fn ler(
                valor: &$crate::reading::json::Valor<'_>,
                p: &mut $crate::reading::problems::Problemas,
            ) -> Option<Self> {
                match valor.string(p)?.parse() {
                    Ok(lido) => Some(lido),
                    Err(e) => valor.problema(p, e),
                }
            }
        }
    };
}

pub(crate) use enumeracao;
