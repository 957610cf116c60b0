//! The provider: where people are sent to, and what it says of them. Its document and its keys are asked for when somebody
//! signs in, and kept for an hour.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::values::dates::Instante;
use outbound::{Allowed, Call, Client, Config, HttpError, Method};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::Mutex;
use url::Url;
use url::form_urlencoded::Serializer;

use super::super::proof::FRESH_SECONDS;
use super::issuer::Issuer;
use super::token::{Claims, Fault, KeySet, Keys, Wanted, is_true, verified};
use super::trip::Trip;

/// How long document and keys are kept.
const KEPT: Duration = Duration::from_secs(3600);
/// Shortest time between two fetches of the keys for a key id that is not among them.
const KEYS_PAUSE: Duration = Duration::from_secs(60);
/// How long a failed fetch of the document is answered from memory.
const PAUSE: Duration = Duration::from_secs(5);
/// Time for a call.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time for a connection.
const CONNECT: Duration = Duration::from_secs(4);
/// Bytes of an answer.
const ANSWER_MAX: usize = 256 << 10;

const DOCUMENT: &str = "the document";
const KEYS: &str = "the keys";
const TOKENS: &str = "the tokens";
const USERINFO: &str = "the userinfo";

/// Error codes of OAuth and OpenID Connect. Nothing else that a provider says is written to the log.
const ERRORS: [&str; 15] = [
    "access_denied",
    "account_selection_required",
    "consent_required",
    "interaction_required",
    "invalid_client",
    "invalid_grant",
    "invalid_request",
    "invalid_scope",
    "login_required",
    "server_error",
    "temporarily_unavailable",
    "unauthorized_client",
    "unsupported_grant_type",
    "unsupported_response_type",
    "invalid_token",
];

/// Why a provider does not say who somebody is. It holds nothing that was sent either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It cannot be called.
    #[error("{0}: it cannot be asked: {1}")]
    Call(&'static str, outbound::Failure),
    /// It refuses, or fails.
    #[error("{0}: it answers with status {1}")]
    Status(&'static str, u16),
    /// It says why not.
    #[error("{0}: it answers {1}")]
    Said(&'static str, &'static str),
    /// It says something else.
    #[error("{0}: its answer cannot be read")]
    Unreadable(&'static str),
    /// Its document is not its own.
    #[error("its document names another issuer")]
    OtherIssuer,
    /// An address of its document is not called.
    #[error("its document has a {0} that is none, or without TLS")]
    Address(&'static str),
    /// The token does not count.
    #[error("its ID token does not count: {0}")]
    Token(#[from] Fault),
    /// The userinfo is somebody else's.
    #[error("its userinfo is of somebody else")]
    OtherPerson,
}

/// A word of the provider's for what went wrong, where it is a known one.
pub fn known_error(said: &str) -> &'static str {
    ERRORS.into_iter().find(|known| *known == said).unwrap_or("an error of its own")
}

/// An OpenID Connect provider by which people sign in. A clone shares what is known of it.
#[derive(Clone)]
pub struct Provider(Arc<Inner>);

struct Inner {
    issuer: Issuer,
    client: String,
    secret: Option<String>,
    http: Client,
    addresses: Mutex<Option<(Instant, Result<Arc<Addresses>, Trouble>)>>,
    keys: Mutex<Option<KeptKeys>>,
}

struct KeptKeys {
    keys: Arc<Keys>,
    when: Instant,
    /// When they were asked for because of one that was not among them.
    missed: Option<Instant>,
}

#[derive(Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

struct Addresses {
    authorize: Url,
    tokens: String,
    keys: String,
    userinfo: Option<String>,
    /// The secret is taken in the body alone.
    secret_in_body: bool,
}

#[derive(Deserialize)]
struct Tokens {
    id_token: String,
    access_token: Option<String>,
}

#[derive(Deserialize)]
struct Userinfo {
    sub: String,
    email: Option<String>,
    #[serde(default)]
    email_verified: Value,
}

/// An e-mail that a provider names, and whether it is known to be theirs.
pub type Email = Option<(String, bool)>;

/// Who somebody is, as the provider says.
pub struct Known {
    claims: Claims,
    access: Option<String>,
}

impl Provider {
    /// By its issuer, this program's name and secret there, and the addresses where this program itself listens.
    ///
    /// # Errors
    /// Calls by HTTP cannot be set up.
    pub fn new(
        issuer: Issuer,
        client: String,
        secret: Option<String>,
        own: Vec<SocketAddr>,
    ) -> Result<Self, HttpError> {
        // the operator names the issuer; what its document names beside it is somebody else's word
        let allowed: Allowed = issuer.service().parse().unwrap_or_default();
        let http =
            Client::new(&Config { time: PATIENCE, connect: CONNECT, answer_max: ANSWER_MAX, allowed, own })?;
        let (addresses, keys) = (Mutex::default(), Mutex::default());
        Ok(Self(Arc::new(Inner { issuer, client, secret, http, addresses, keys })))
    }

    /// What people call it.
    pub(crate) fn host(&self) -> String {
        self.0.issuer.host()
    }

    /// Its issuer.
    pub(super) fn issuer(&self) -> &str {
        self.0.issuer.as_str()
    }

    /// Where somebody who sets out is sent to, and comes back from to `back`.
    pub(super) async fn way_in(&self, trip: &Trip, back: &str) -> Result<Url, Trouble> {
        let mut url = self.addresses().await?.authorize.clone();
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.0.client)
            .append_pair("redirect_uri", back)
            .append_pair("scope", "openid email")
            .append_pair("state", trip.state().text())
            .append_pair("nonce", trip.nonce().text())
            .append_pair("code_challenge", &trip.challenge())
            .append_pair("code_challenge_method", "S256")
            // a session at the provider that is older does not count: an open browser would sign in by itself
            .append_pair("max_age", &FRESH_SECONDS.to_string());
        Ok(url)
    }

    /// Who has come back with a code.
    pub(super) async fn known(&self, trip: &Trip, code: &str, back: &str) -> Result<Known, Trouble> {
        let at = self.addresses().await?;
        let tokens: Tokens = self.asked(TOKENS, self.exchange(&at, trip, code, back)).await?;
        let nonce = trip.nonce();
        let wanted = Wanted {
            issuer: self.issuer(),
            client: &self.0.client,
            nonce: nonce.text(),
            now: Instante::now().micros() as f64 / 1e6,
        };
        let claims = match verified(&tokens.id_token, &*self.keys(&at, false).await?, &wanted) {
            // the provider may have new ones
            Err(Fault::Key) => verified(&tokens.id_token, &*self.keys(&at, true).await?, &wanted),
            other => other,
        };
        Ok(Known { claims: claims?, access: tokens.access_token })
    }

    /// The e-mail of somebody: as the token has it, or else the userinfo.
    pub(super) async fn email(&self, known: &Known) -> Result<Email, Trouble> {
        let Known { claims, access } = known;
        let named = claims.email.clone().map(|email| (email, is_true(&claims.email_verified)));
        let at = self.addresses().await?;
        let asked = named.is_none() || claims.email_verified.is_null();
        let (true, Some(url), Some(access)) = (asked, &at.userinfo, access) else { return Ok(named) };
        let headers = vec![
            ("authorization".to_owned(), format!("Bearer {access}")),
            ("accept".to_owned(), "application/json".to_owned()),
        ];
        let call = Call { method: Method::GET, url: url.clone(), headers, body: Vec::new() };
        let said: Userinfo = self.asked(USERINFO, call).await?;
        if said.sub != claims.sub {
            return Err(Trouble::OtherPerson);
        }
        Ok(said.email.map(|email| (email, is_true(&said.email_verified))).or(named))
    }

    fn exchange(&self, at: &Addresses, trip: &Trip, code: &str, back: &str) -> Call {
        let Inner { client, secret, .. } = self.0.as_ref();
        let verifier = trip.verifier();
        let mut body = Serializer::new(String::new());
        body.append_pair("grant_type", "authorization_code")
            .append_pair("code", code)
            .append_pair("redirect_uri", back)
            .append_pair("code_verifier", verifier.text());
        let mut headers = vec![
            ("content-type".to_owned(), "application/x-www-form-urlencoded".to_owned()),
            ("accept".to_owned(), "application/json".to_owned()),
        ];
        match secret {
            Some(secret) if !at.secret_in_body => {
                let part = |text: &str| -> String {
                    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
                };
                let both = STANDARD.encode(format!("{}:{}", part(client), part(secret)));
                headers.push(("authorization".to_owned(), format!("Basic {both}")));
            }
            Some(secret) => {
                body.append_pair("client_id", client).append_pair("client_secret", secret);
            }
            None => {
                body.append_pair("client_id", client);
            }
        }
        Call { method: Method::POST, url: at.tokens.clone(), headers, body: body.finish().into_bytes() }
    }

    async fn addresses(&self) -> Result<Arc<Addresses>, Trouble> {
        // held meanwhile: of many who come at once one asks
        let mut kept = self.0.addresses.lock().await;
        if let Some((when, found)) = kept.as_ref()
            && when.elapsed() < if found.is_ok() { KEPT } else { PAUSE }
        {
            return found.clone();
        }
        let found = self.asked(DOCUMENT, get(self.0.issuer.document())).await;
        let found = found.and_then(|document| self.read(document)).map(Arc::new);
        *kept = Some((Instant::now(), found.clone()));
        found
    }

    fn read(&self, document: Document) -> Result<Addresses, Trouble> {
        let issuer = &self.0.issuer;
        if document.issuer != issuer.as_str() {
            return Err(Trouble::OtherIssuer);
        }
        let own = |name, text: &str| issuer.own(text).ok_or(Trouble::Address(name));
        let userinfo = document.userinfo_endpoint.as_deref();
        let methods = document.token_endpoint_auth_methods_supported.unwrap_or_default();
        let takes = |name: &str| methods.iter().any(|method| method == name);
        Ok(Addresses {
            authorize: own("authorization_endpoint", &document.authorization_endpoint)?,
            tokens: own("token_endpoint", &document.token_endpoint)?.into(),
            keys: own("jwks_uri", &document.jwks_uri)?.into(),
            userinfo: userinfo.map(|text| own("userinfo_endpoint", text).map(String::from)).transpose()?,
            secret_in_body: takes("client_secret_post") && !takes("client_secret_basic"),
        })
    }

    /// The keys. `missed`: one is not among them.
    async fn keys(&self, at: &Addresses, missed: bool) -> Result<Arc<Keys>, Trouble> {
        let mut kept = self.0.keys.lock().await;
        let mut last = None;
        if let Some(known) = kept.as_mut() {
            let anew = missed && known.missed.is_none_or(|when| when.elapsed() >= KEYS_PAUSE);
            if !anew && known.when.elapsed() < KEPT {
                return Ok(Arc::clone(&known.keys));
            }
            if anew {
                known.missed = Some(Instant::now());
            }
            last = known.missed;
        }
        let set: KeySet = self.asked(KEYS, get(at.keys.clone())).await?;
        let keys = Arc::new(Keys::from(set));
        *kept = Some(KeptKeys { keys: Arc::clone(&keys), when: Instant::now(), missed: last });
        Ok(keys)
    }

    async fn asked<T: DeserializeOwned>(&self, what: &'static str, call: Call) -> Result<T, Trouble> {
        #[derive(Deserialize)]
        struct Refusal {
            error: String,
        }
        let answer = self.0.http.call(call).await.map_err(|error| Trouble::Call(what, error.failure))?;
        if answer.status != 200 {
            let said: Result<Refusal, _> = serde_json::from_slice(&answer.body);
            let status = Trouble::Status(what, answer.status);
            return Err(said.map_or(status, |said| Trouble::Said(what, known_error(&said.error))));
        }
        serde_json::from_slice(&answer.body).map_err(|_| Trouble::Unreadable(what))
    }
}

fn get(url: String) -> Call {
    let headers = vec![("accept".to_owned(), "application/json".to_owned())];
    Call { method: Method::GET, url, headers, body: Vec::new() }
}

impl Known {
    /// The provider's identifier for them (`sub`).
    pub fn subject(&self) -> &str {
        &self.claims.sub
    }
}
