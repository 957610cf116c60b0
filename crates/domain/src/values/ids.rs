//! Identifiers: each its own type, so that one cannot stand in for another.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;

/// Why a caller's identifier was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidId {
    /// Empty or longer than [`ID_MAX`].
    #[error("deve ter de 1 a {ID_MAX} caracteres")]
    Size,
    /// Holds a control character.
    #[error("contém um caractere de controle")]
    Control,
    /// Holds a character that shows nothing, or turns the direction of what follows: two identifiers would
    /// look like one.
    #[error("contém um caractere invisível ou que muda a direção do texto")]
    Invisible,
    /// Only blanks.
    #[error("não pode ser só de espaços")]
    Blank,
    /// A dot or two, which programs and proxies take out of an address.
    #[error("não pode ser . nem ..")]
    Dots,
}

/// Refuses what nobody can see in a name, and what is lost in an address.
pub fn check_visible(text: &str) -> Result<(), InvalidId> {
    if text.chars().any(char::is_control) {
        Err(InvalidId::Control)
    } else if text.chars().any(is_invisible) {
        Err(InvalidId::Invisible)
    } else if !text.is_empty() && text.trim().is_empty() {
        Err(InvalidId::Blank)
    } else if matches!(text, "." | "..") {
        Err(InvalidId::Dots)
    } else {
        Ok(())
    }
}

/// Characters without a shape of their own: those that Unicode lets a program ignore, among them its controls of
/// direction; line separators; and the empty Braille pattern.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// Longest caller's identifier, in characters.
pub const ID_MAX: usize = 100;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        // the pattern says what `check_visible` does, of characters of 16 bits
        #[cfg_attr(feature = "openapi", schema(
            value_type = String, min_length = 1, max_length = 100,
            pattern = r"^[^\x00-\x1F\x7F-\x9F\xAD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]+$"
        ))]
        pub struct $name(String);

        impl $name {
            /// 1 to 100 characters, any that can be seen. Case and spaces are kept as they are.
            pub fn parse(text: impl Into<String>) -> Result<Self, InvalidId> {
                let id = Self::stored(text)?;
                check_visible(id.as_str())?;
                Ok(id)
            }

            /// One that was taken before, by whatever rules held then.
            pub fn stored(text: impl Into<String>) -> Result<Self, InvalidId> {
                let text = text.into();
                let size = text.chars().take(ID_MAX + 1).count();
                if size == 0 || size > ID_MAX { Err(InvalidId::Size) } else { Ok(Self(text)) }
            }

            /// The identifier as the caller wrote it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromJson for $name {
            fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
                match Self::parse(value.string(p)?) {
                    Ok(id) => Some(id),
                    Err(e) => value.problem(p, e),
                }
            }
        }
    };
}

text_id!(
    /// The caller's identifier of a user (a store), unique in the application.
    UsuarioId
);
text_id!(
    /// The caller's identifier of a channel, unique per user.
    CanalId
);
text_id!(
    /// The caller's identifier of a SKU, unique per user.
    SkuId
);
text_id!(
    /// The identifier of a channel category, unique in its channel.
    CategoriaId
);

text_id!(
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
        let long = "é".repeat(ID_MAX);
        for good in ["1", "a/b %+ç", "K ", "a  b", ".a", "...", "日本", "👕", &long] {
            assert_eq!(SkuId::parse(good).map(|id| id.to_string()).as_deref(), Ok(good));
        }
        assert_eq!(SkuId::parse(""), Err(InvalidId::Size));
        assert_eq!(SkuId::parse(format!("{long}x")), Err(InvalidId::Size));
        assert_eq!(SkuId::parse("a\nb"), Err(InvalidId::Control));
        for hidden in
            "\u{200B}\u{FEFF}\u{202E}\u{2066}\u{AD}\u{61C}\u{34F}\u{115F}\u{3164}\u{2800}\u{FE0F}\u{180B}\
            \u{E0041}\u{E0100}\u{2028}\u{2029}\u{FFA0}\u{1D173}"
                .chars()
        {
            for hidden in [format!("{hidden}a"), format!("a{hidden}b"), format!("a{hidden}")] {
                assert_eq!(SkuId::parse(&hidden), Err(InvalidId::Invisible), "{hidden:?}");
                assert!(SkuId::stored(hidden).is_ok(), "what is stored is still read");
            }
        }
        for (bad, why) in
            [(" ", InvalidId::Blank), ("\u{A0}\u{3000} ", InvalidId::Blank), (".", InvalidId::Dots)]
        {
            assert_eq!(SkuId::parse(bad), Err(why), "{bad:?}");
        }
        assert_eq!(SkuId::parse(".."), Err(InvalidId::Dots));
        assert_eq!(InvalidId::Size.to_string(), "deve ter de 1 a 100 caracteres");
    }
}
