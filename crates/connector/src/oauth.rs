//! OAuth of a channel as data: where a person consents, how tokens are asked for, and how the answer is read.
//!
//! Vendors differ in small ways only (form or JSON, secret in the body or as Basic, further members), so that a
//! connector describes its vendor and has no code for it. The engine makes the calls, keeps the tokens and renews them.
//!
//! An address may name settings of the channel in braces, `https://{loja}.example`, and the application's identifier,
//! `{aplicacao}`. A value with anything but letters, digits, `-` and `_` is refused: the secret of the application is
//! sent to a host that the manifest names, whatever a shop writes into its settings.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use domain::tipo_canal::filled;
use serde_json::{Map, Value};

use crate::call::Answer;
use crate::cause::{Cause, Trouble};
use crate::connector::{Access, Connection, Stop};
pub use crate::manifest::{BodyKind, OAuth};
use crate::reading::{or_empty, part};
use crate::secret::Secret;

/// The operator's application at a vendor.
#[derive(Debug, Clone, Default)]
pub struct Application {
    /// Its identifier, `client_id`.
    pub id: String,
    /// Its secret, `client_secret`.
    pub secret: Secret,
}

/// What is exchanged for tokens.
#[derive(Debug, Clone, Copy)]
pub enum Grant<'a> {
    /// The code of a consent.
    Code {
        /// The code.
        code: &'a Secret,
        /// The address that it came back to.
        back: &'a str,
        /// The verifier of PKCE.
        verifier: &'a Secret,
    },
    /// A refresh token.
    Refresh(&'a Secret),
}

/// A request for tokens. It has no `Debug`: it is made of secrets.
pub struct TokenRequest {
    /// Where it is posted.
    pub url: String,
    /// Its headers.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: Vec<u8>,
}

/// Tokens, and what the answer says of the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted {
    /// The tokens.
    pub access: Access,
    /// The members of [`OAuth::facts`].
    pub facts: BTreeMap<String, String>,
}

impl OAuth {
    /// The address at which a person consents, with `{estado}`, `{desafio}` and settings still to be filled in.
    pub fn consent(&self, application: &Application, back: &str) -> String {
        let mut address = self.authorize.replace("{aplicacao}", &encoded(&application.id));
        let mut add = |name: &str, value: &str| {
            address.push(if address.contains('?') { '&' } else { '?' });
            address.push_str(&format!("{name}={value}"));
        };
        add("response_type", "code");
        add("client_id", &encoded(&application.id));
        add("redirect_uri", &encoded(back));
        if !self.scopes.is_empty() {
            add("scope", &encoded(self.scopes));
        }
        for (name, value) in self.parameters {
            add(name, &encoded(value));
        }
        add("state", "{estado}");
        if self.pkce {
            add("code_challenge", "{desafio}");
            add("code_challenge_method", "S256");
        }
        address
    }

    /// The request for tokens; [`Stop::Refused`] where a setting cannot stand in the address.
    pub fn request(
        &self,
        application: &Application,
        at: &Connection,
        grant: Grant<'_>,
    ) -> Result<TokenRequest, Stop> {
        let url = address(self.token, at)?;
        let mut members: Vec<(&str, &str)> = Vec::new();
        let kind = match grant {
            Grant::Code { code, back, verifier } => {
                members.extend([("grant_type", "authorization_code"), ("code", code.expose())]);
                members.push(("redirect_uri", back));
                if self.pkce {
                    members.push(("code_verifier", verifier.expose()));
                }
                members.extend(self.members);
                self.code_body
            }
            Grant::Refresh(token) => {
                members.extend([("grant_type", "refresh_token"), ("refresh_token", token.expose())]);
                self.refresh_body
            }
        };
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let mut headers: Vec<(String, String)> = self.headers.iter().map(own).collect();
        headers.push(("accept".to_owned(), "application/json".to_owned()));
        let Application { id, secret } = application;
        match self.basic {
            true => {
                let both = BASE64_STANDARD.encode(format!("{id}:{}", secret.expose()));
                headers.push(("authorization".to_owned(), format!("Basic {both}")));
            }
            false => members.extend([("client_id", id.as_str()), ("client_secret", secret.expose())]),
        }
        let (content, body) = match kind {
            BodyKind::Form => {
                let pairs = members.iter().map(|(name, value)| format!("{name}={}", encoded(value)));
                ("application/x-www-form-urlencoded", pairs.collect::<Vec<_>>().join("&"))
            }
            BodyKind::Json => {
                let all = members.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value)));
                ("application/json", Value::Object(all.collect::<Map<_, _>>()).to_string())
            }
        };
        headers.push(("content-type".to_owned(), content.to_owned()));
        Ok(TokenRequest { url, headers, body: body.into_bytes() })
    }

    /// Reads the answer. [`Stop::NoAccess`]: the code or refresh token is good no more. [`Stop::Refused`]: the
    /// application is refused, or the request. After [`Stop::Unavailable`] and [`Stop::Unreadable`] it may have been
    /// used up or not.
    pub fn read(&self, answer: &Answer) -> Result<Granted, Stop> {
        let body = &answer.body;
        // one vendor has an object there
        let error = match part(body, "error") {
            Value::Object(_) => or_empty(part(body, "error"), "type"),
            _ => or_empty(body, "error"),
        };
        match answer.status {
            408 | 500.. => return Err(Stop::Unavailable(format!("HTTP {}", answer.status))),
            429 => return Err(Stop::Limited(answer.retry_after())),
            _ if error == "invalid_grant" => return Err(Stop::NoAccess(error.to_owned())),
            400..500 if !error.is_empty() => {
                let said = or_empty(body, "error_description");
                return Err(Stop::Refused(vec![Trouble::new(Cause::Unmapped, error, said)]));
            }
            200..300 => {}
            status => return Err(Stop::Unreadable(format!("HTTP {status} to a request for tokens"))),
        }
        let secret = |name: &str| Some(or_empty(body, name)).filter(|text| !text.is_empty()).map(Secret::new);
        let lives = match part(body, "expires_in") {
            Value::String(text) => text.parse().ok(),
            other => other.as_u64().map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
        };
        let fact = |name: &&str| {
            let value = match part(body, name) {
                Value::String(text) => text.clone(),
                Value::Null => return None,
                other => other.to_string(),
            };
            Some(((*name).to_owned(), value))
        };
        Ok(Granted {
            access: Access {
                token: secret("access_token").ok_or_else(|| Stop::lacks("access_token"))?,
                lives,
                refresh: secret("refresh_token"),
            },
            facts: self.facts.iter().filter_map(fact).collect(),
        })
    }
}

/// An address with the settings of the channel filled in.
pub fn address(template: &str, at: &Connection) -> Result<String, Stop> {
    filled(template, |code| Some(at.setting(code).trim())).map_err(|code| {
        Stop::refused(Cause::DataRefused, code, "deve ter apenas letras, números, hífen e sublinhado")
    })
}

/// A text as a part of an address or a form.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(byte.into()),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests;
