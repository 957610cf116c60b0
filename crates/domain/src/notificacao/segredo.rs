//! The secret that calls are signed with.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// What a secret's text starts with (Standard Webhooks).
const PREFIXO: &str = "whsec_";
/// How many random bytes it has.
pub const TAMANHO: usize = 32;

/// Why a text is not a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a secret")]
#[non_exhaustive]
pub struct SegredoInvalido;

/// A secret: 32 random bytes, written `whsec_` + base64. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Segredo([u8; TAMANHO]);

impl Segredo {
    /// From random bytes.
    pub const fn new(bytes: [u8; TAMANHO]) -> Self {
        Self(bytes)
    }

    /// Reads what [`Segredo::texto`] wrote.
    pub fn parse(texto: &str) -> Result<Self, SegredoInvalido> {
        let base64 = texto.strip_prefix(PREFIXO).ok_or(SegredoInvalido)?;
        let bytes = STANDARD.decode(base64).map_err(|_| SegredoInvalido)?;
        bytes.try_into().map(Self).map_err(|_| SegredoInvalido)
    }

    /// As the client is shown it, once.
    pub fn texto(&self) -> String {
        format!("{PREFIXO}{}", STANDARD.encode(self.0))
    }

    /// The key of the signature.
    pub const fn bytes(&self) -> &[u8; TAMANHO] {
        &self.0
    }
}

impl fmt::Debug for Segredo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Segredo(****)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_back_and_never_shown_by_accident() {
        let segredo = Segredo::new([7; TAMANHO]);
        assert_eq!(segredo.texto(), "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=");
        assert_eq!(Segredo::parse(&segredo.texto()), Ok(segredo.clone()));
        assert!(!format!("{segredo:?}").contains("Bwc"));
        for ruim in ["", "whsec_", "whsec_BwcH", "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="] {
            assert_eq!(Segredo::parse(ruim), Err(SegredoInvalido));
        }
    }
}
