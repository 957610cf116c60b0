//! What a browser keeps while somebody is at the provider: one random secret, from which all that has to come back
//! follows, and where they go then.

use actix_web::HttpRequest;
use actix_web::cookie::Cookie;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::super::cookies;
use super::super::entrance::{own_path, sent_here};
use super::super::form::Form;
use super::super::secret::Secret;
use crate::error::Failure;

/// Bytes of a path to lead back to; a longer one is forgotten, as a cookie holds 4 KiB.
const BACK_MOST: usize = 1024;
/// Letters of a link's code.
const CODE_LETTERS: usize = 43;

/// Somebody's way to the provider and back.
pub struct Trip {
    secret: Secret,
    /// Where they go once they are in.
    pub back: String,
    /// The session that the browser had: its cookie does not come back from elsewhere.
    pub before: Option<[u8; 32]>,
    /// The link that they have followed, where they were invited.
    pub invitation: Option<Secret>,
    /// Whether the browser reaches the console by TLS.
    pub by_tls: bool,
}

impl Trip {
    /// Of a form that was sent here.
    pub fn begin(req: &HttpRequest, form: &Form) -> Result<Self, Failure> {
        let by_tls = sent_here(req)?;
        let back = own_path(form.text("volta"));
        let back = if back.len() > BACK_MOST { own_path("") } else { back };
        let code = form.text("convite");
        Ok(Self {
            secret: Secret::draw()?,
            back: back.to_owned(),
            before: cookies::session_of(req).map(|(secret, _)| secret.hash()),
            invitation: (code.len() == CODE_LETTERS).then(|| Secret::sent(code)),
            by_tls,
        })
    }

    /// The one that a browser brings back.
    pub fn of(req: &HttpRequest) -> Option<Self> {
        let (value, by_tls) = cookies::trip_of(req)?;
        let mut parts = value.split('.');
        let mut next = || parts.next();
        let (secret, back, before, code) = (next()?, next()?, next()?, next()?);
        let read = |part: &str| URL_SAFE_NO_PAD.decode(part).ok();
        Some(Self {
            secret: Secret::sent(secret),
            back: own_path(&String::from_utf8(read(back)?).ok()?).to_owned(),
            before: read(before)?.try_into().ok(),
            invitation: (!code.is_empty()).then(|| Secret::sent(code)),
            by_tls,
        })
    }

    /// The cookie that keeps it.
    pub fn cookie(&self) -> Cookie<'static> {
        let before = self.before.map(|hash| URL_SAFE_NO_PAD.encode(hash)).unwrap_or_default();
        let code = self.invitation.as_ref().map(Secret::text).unwrap_or_default();
        let back = URL_SAFE_NO_PAD.encode(&self.back);
        cookies::trip(format!("{}.{back}.{before}.{code}", self.secret.text()), self.by_tls)
    }

    /// What comes back with the browser.
    pub fn state(&self) -> Secret {
        self.secret.derived("state")
    }

    /// What comes back within the token.
    pub fn nonce(&self) -> Secret {
        self.secret.derived("nonce")
    }

    /// The PKCE verifier, which is sent with the code.
    pub fn verifier(&self) -> Secret {
        self.secret.derived("verifier")
    }

    /// The PKCE challenge (S256), which is sent before.
    pub fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier().text()))
    }
}
