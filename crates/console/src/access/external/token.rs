//! ID tokens: their signature by the provider's keys, and what they have to say to count.
//!
//! The algorithm is one of three that this file names, whatever the token says, and a key verifies by its own kind alone:
//! `none`, and a public key taken for a shared secret, lead nowhere.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RSA_PSS_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};
use serde::Deserialize;
use serde_json::Value;
use subtle::ConstantTimeEq;

use super::super::proof::FRESH_SECONDS;

/// By which clocks may differ.
const LEEWAY_SECONDS: f64 = 60.0;
/// Keys that are read of a set.
const KEYS_MOST: usize = 100;
/// Bytes of a name that a provider has for somebody.
const SUBJECT_MOST: usize = 255;

/// Why a token does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It has another form.
    #[error("it cannot be read")]
    Form,
    /// Signed in no way that is taken, or not at all.
    #[error("it is not signed by RS256, PS256 or ES256")]
    Algorithm,
    /// None of the keys is meant.
    #[error("its key is not among the provider's")]
    Key,
    /// Not signed by that key.
    #[error("its signature is wrong")]
    Signature,
    /// Of another issuer.
    #[error("it is of another issuer")]
    Issuer,
    /// For another program.
    #[error("it is for another client")]
    Audience,
    /// Too old.
    #[error("it has expired")]
    Expired,
    /// Of another sign-in.
    #[error("it belongs to another sign-in")]
    Nonce,
    /// The provider has not asked who it is for too long, though it was told to.
    #[error("the provider has asked too long ago who it is")]
    Stale,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Algorithm {
    Rs256,
    Ps256,
    Es256,
}

impl Algorithm {
    fn named(name: &str) -> Option<Self> {
        match name {
            "RS256" => Some(Self::Rs256),
            "PS256" => Some(Self::Ps256),
            "ES256" => Some(Self::Es256),
            _ => None,
        }
    }
}

enum Public {
    Rsa { n: Vec<u8>, e: Vec<u8> },
    P256(Vec<u8>),
}

struct Key {
    kid: Option<String>,
    alg: Option<String>,
    public: Public,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

impl Key {
    /// `None` for a key that is for something else, or of a kind that is not taken.
    fn of(jwk: Jwk) -> Option<Self> {
        let member = |text: &Option<String>| bytes(text.as_deref()?);
        if jwk.purpose.as_deref().is_some_and(|purpose| purpose != "sig") {
            return None;
        }
        let public = match (jwk.kty.as_str(), jwk.crv.as_deref()) {
            ("RSA", _) => {
                // numbers as `ring` takes them
                let number = |text| {
                    let all: Vec<u8> = member(text)?;
                    Some(all.into_iter().skip_while(|byte| *byte == 0).collect())
                };
                Public::Rsa { n: number(&jwk.n)?, e: number(&jwk.e)? }
            }
            ("EC", Some("P-256")) => {
                let (x, y) = (member(&jwk.x)?, member(&jwk.y)?);
                Public::P256([&[4], x.as_slice(), y.as_slice()].concat())
            }
            _ => return None,
        };
        Some(Self { kid: jwk.kid, alg: jwk.alg, public })
    }

    fn is_meant(&self, kid: Option<&str>, alg: Algorithm) -> bool {
        let kind = matches!(
            (&self.public, alg),
            (Public::Rsa { .. }, Algorithm::Rs256 | Algorithm::Ps256) | (Public::P256(_), Algorithm::Es256)
        );
        let own = self.alg.as_deref().is_none_or(|own| Algorithm::named(own) == Some(alg));
        kind && own && kid.is_none_or(|kid| self.kid.as_deref() == Some(kid))
    }

    fn has_signed(&self, alg: Algorithm, message: &[u8], signature: &[u8]) -> bool {
        match &self.public {
            Public::Rsa { n, e } => {
                let how = if alg == Algorithm::Ps256 {
                    &RSA_PSS_2048_8192_SHA256
                } else {
                    &RSA_PKCS1_2048_8192_SHA256
                };
                RsaPublicKeyComponents { n, e }.verify(how, message, signature).is_ok()
            }
            Public::P256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature).is_ok()
            }
        }
    }
}

/// The keys of a provider.
pub struct Keys(Vec<Key>);

/// Keys as they are published.
#[derive(Deserialize)]
pub struct KeySet {
    keys: Vec<Value>,
}

impl From<KeySet> for Keys {
    /// Those that are taken: others may be of kinds that are new tomorrow.
    fn from(set: KeySet) -> Self {
        let read = |one: Value| Key::of(serde_json::from_value(one).ok()?);
        Self(set.keys.into_iter().take(KEYS_MOST).filter_map(read).collect())
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// What a provider says of somebody.
#[derive(Deserialize)]
pub struct Claims {
    iss: String,
    /// Its name for them.
    pub sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    nonce: Option<String>,
    auth_time: Option<f64>,
    /// Their e-mail.
    pub email: Option<String>,
    /// Whether the e-mail is known to be theirs.
    #[serde(default)]
    pub email_verified: Value,
}

/// True for what some providers write as a text.
pub fn is_true(value: &Value) -> bool {
    value.as_bool() == Some(true) || value.as_str() == Some("true")
}

/// What a token has to fit.
pub struct Wanted<'a> {
    /// The issuer.
    pub issuer: &'a str,
    /// This program, as the provider knows it.
    pub client: &'a str,
    /// The mark of this sign-in.
    pub nonce: &'a str,
    /// Now, in seconds since 1970.
    pub now: f64,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    crit: Option<Value>,
}

/// What a token says, where its signature is right and it fits.
pub fn verified(token: &str, keys: &Keys, wanted: &Wanted<'_>) -> Result<Claims, Fault> {
    let (message, signature) = token.rsplit_once('.').ok_or(Fault::Form)?;
    let (header, claims) = message.split_once('.').ok_or(Fault::Form)?;
    let header = bytes(header).ok_or(Fault::Form)?;
    let header: Header = serde_json::from_slice(&header).map_err(|_| Fault::Form)?;
    let alg = Algorithm::named(&header.alg).filter(|_| header.crit.is_none()).ok_or(Fault::Algorithm)?;
    let signature = bytes(signature).ok_or(Fault::Form)?;
    let mut meant = keys.0.iter().filter(|key| key.is_meant(header.kid.as_deref(), alg)).peekable();
    if meant.peek().is_none() {
        return Err(Fault::Key);
    }
    if !meant.any(|key| key.has_signed(alg, message.as_bytes(), &signature)) {
        // without a name it may be one that is new
        return Err(if header.kid.is_some() { Fault::Signature } else { Fault::Key });
    }
    let claims = bytes(claims).ok_or(Fault::Form)?;
    let claims: Claims = serde_json::from_slice(&claims).map_err(|_| Fault::Form)?;
    fits(&claims, wanted)?;
    Ok(claims)
}

fn fits(claims: &Claims, wanted: &Wanted<'_>) -> Result<(), Fault> {
    if claims.iss != wanted.issuer {
        return Err(Fault::Issuer);
    }
    let for_this = match &claims.aud {
        Audience::One(one) => one == wanted.client,
        // of several clients the token says which one asked
        Audience::Several(all) => {
            all.iter().any(|one| one == wanted.client) && (all.len() == 1 || claims.azp.is_some())
        }
    };
    if !for_this || claims.azp.as_deref().is_some_and(|azp| azp != wanted.client) {
        return Err(Fault::Audience);
    }
    if claims.exp + LEEWAY_SECONDS <= wanted.now {
        return Err(Fault::Expired);
    }
    let nonce = claims.nonce.as_deref().unwrap_or_default();
    if !bool::from(nonce.as_bytes().ct_eq(wanted.nonce.as_bytes())) {
        return Err(Fault::Nonce);
    }
    let fresh = FRESH_SECONDS as f64 + LEEWAY_SECONDS;
    if claims.auth_time.is_some_and(|when| when + fresh < wanted.now) {
        return Err(Fault::Stale);
    }
    let name = 1..=SUBJECT_MOST;
    let named = name.contains(&claims.sub.len()) && !claims.sub.chars().any(char::is_control);
    if named { Ok(()) } else { Err(Fault::Form) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests;
