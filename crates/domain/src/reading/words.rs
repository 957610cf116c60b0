//! Enumerations whose values are written as words.

use std::fmt;

/// A word that an enumeration does not know; displays the words that it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownValue(pub &'static [&'static str]);

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deve ser um destes valores: {}", self.0.join(", "))
    }
}

impl std::error::Error for UnknownValue {}

/// Gives an enumeration without data its words, as they are written in JSON: the names of its variants, or
/// what is said in their stead.
macro_rules! enumeration {
    ($kind:ident { $($variante:ident),+ $(,)? }) => {
        $crate::reading::words::enumeration!($kind { $($variante = stringify!($variante)),+ });
    };
    ($kind:ident { $($variante:ident = $word:expr),+ $(,)? }) => {
        impl $kind {
            /// Every value, in order.
            pub const ALL: [Self; [$(stringify!($variante)),+].len()] = [$(Self::$variante),+];
            /// Every value's word, in order.
            pub const NAMES: &'static [&'static str] = &[$($word),+];

            /// The word that stands for the value in JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variante => $word),+
                }
            }

            /// Reads a word without regard to case, as query strings are read.
            pub fn parse_ignoring_case(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|v| v.name().eq_ignore_ascii_case(text))
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $kind {
            type Err = $crate::reading::words::UnknownValue;

            /// Reads a word exactly as it is written in JSON.
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().copied().find(|v| v.name() == text);
                found.ok_or($crate::reading::words::UnknownValue(Self::NAMES))
            }
        }

        impl $crate::reading::json::FromJson for $kind {
            fn read(
                value: &$crate::reading::json::InputValue<'_>,
                p: &mut $crate::reading::problems::Problems,
            ) -> Option<Self> {
                match value.string(p)?.parse() {
                    Ok(parsed) => Some(parsed),
                    Err(e) => value.problem(p, e),
                }
            }
        }
    };
}

pub(crate) use enumeration;
