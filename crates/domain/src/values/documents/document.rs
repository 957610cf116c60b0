//! What all documents share: why one is refused, how it is shown, how a member that holds one is read.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::reading::json::InputObject;
use crate::reading::problems::Problems;

/// Why a text is not the document it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidDocument {
    /// The wrong length or characters; the text says what is right.
    #[error("deve ter {0}")]
    Shape(&'static str),
    /// The check digits do not follow from the rest.
    #[error("tem dígito verificador incorreto")]
    Digit,
    /// Passes the arithmetic, but is a filler such as `111.111.111-11`.
    #[error("não é um documento válido")]
    Repeated,
    /// Not one of a fixed list.
    #[error("deve ser {0}")]
    Unknown(&'static str),
}

/// Implements what all document types share; each has its own `parse`.
macro_rules! document {
    ($kind:ident, $digits:expr) => {
        impl $crate::values::documents::document::Digits for $kind {
            const DIGITS: std::ops::RangeInclusive<usize> = $digits;
        }

        impl $kind {
            /// The bare value, without mask.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::str::FromStr for $kind {
            type Err = $crate::values::documents::document::InvalidDocument;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::parse(text)
            }
        }

        impl From<$kind> for String {
            fn from(document: $kind) -> String {
                document.0
            }
        }
    };
}
pub(super) use document;

/// What is left of a document that is written as a JSON number, which does not begin with zeros.
pub(crate) trait Digits {
    /// From how few digits on it is one, and how many it has with its zeros.
    const DIGITS: RangeInclusive<usize>;
}

/// Reads a member that holds a document; absent and empty are the same and stay empty.
pub(crate) fn read_or_empty<T>(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<String>
where
    T: Digits + FromStr<Err = InvalidDocument> + Into<String>,
{
    let parsed = obj.with(name, p, |value, p| {
        let text = value.string(p)?;
        let lost = value.is_number() && T::DIGITS.contains(&text.len());
        let digits = if lost { *T::DIGITS.end() } else { 0 };
        let text = format!("{text:0>digits$}");
        if text.trim().is_empty() {
            return Some(String::new());
        }
        match text.parse::<T>() {
            Ok(document) => Some(document.into()),
            Err(e) => value.problem(p, e),
        }
    })?;
    Some(parsed.unwrap_or_default())
}
