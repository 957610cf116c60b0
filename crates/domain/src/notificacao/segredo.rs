//! The secret that calls are signed with.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// What a secret's text starts with (Standard Webhooks).
const PREFIX: &str = "whsec_";
/// How many random bytes it has.
pub const SIZE: usize = 32;

/// Why a text is not a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a secret")]
#[non_exhaustive]
pub struct InvalidSegredo;

/// A secret: 32 random bytes, written `whsec_` + base64. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Segredo([u8; SIZE]);

impl Segredo {
    /// From random bytes.
    pub const fn new(bytes: [u8; SIZE]) -> Self {
        Self(bytes)
    }

    /// Reads what [`Segredo::text`] wrote.
    pub fn parse(text: &str) -> Result<Self, InvalidSegredo> {
        let base64 = text.strip_prefix(PREFIX).ok_or(InvalidSegredo)?;
        let bytes = STANDARD.decode(base64).map_err(|_| InvalidSegredo)?;
        bytes.try_into().map(Self).map_err(|_| InvalidSegredo)
    }

    /// As the client is shown it, once.
    pub fn text(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(self.0))
    }

    /// True for a text that seems to show a secret.
    pub fn is_in(text: &str) -> bool {
        text.contains(PREFIX)
    }

    /// The key of the signature.
    pub const fn bytes(&self) -> &[u8; SIZE] {
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
        let segredo = Segredo::new([7; SIZE]);
        assert_eq!(segredo.text(), "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=");
        assert_eq!(Segredo::parse(&segredo.text()), Ok(segredo.clone()));
        assert!(!format!("{segredo:?}").contains("Bwc"));
        for bad in ["", "whsec_", "whsec_BwcH", "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="] {
            assert_eq!(Segredo::parse(bad), Err(InvalidSegredo));
        }
    }
}
