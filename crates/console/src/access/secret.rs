//! What stands in links and cookies: 256 random bits, of which only a hash is stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http_kit::api_keys::NoRandomness;
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A secret as its holder has it.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A new one.
    pub fn draw() -> Result<Self, NoRandomness> {
        let mut bytes = [0_u8; 32];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// One that somebody sent.
    pub fn sent(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// As it stands in a link or a cookie.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// True for the same one.
    pub fn is(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }

    /// What is stored of it.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// A secret for one use, computed from this one by a hash: this one does not follow from it.
    pub fn derived(&self, what: &str) -> Self {
        Self(URL_SAFE_NO_PAD.encode(Sha256::digest(format!("{what} {}", self.0))))
    }

    /// What a page of this session puts into its forms, so that only its own forms are obeyed.
    pub fn form_mark(&self) -> String {
        self.derived("form").0
    }

    /// True when a form came from a page of this session.
    pub fn marked(&self, mark: &str) -> bool {
        self.form_mark().as_bytes().ct_eq(mark.as_bytes()).into()
    }
}
