//! A small shop behind OAuth, and a connector to it: for what no vendor's program at hand can show.
//!
//! Codes live a minute and are good once; a refresh token is good once, and gone when its answer is lost.

mod example;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use connector::json;
use sha2::{Digest, Sha256};
use url::{Url, form_urlencoded};

use crate::faults::{Fault, Outcome};
use crate::shop::Response;

pub use example::{CONNECTOR, LojaOAuth};

/// The identifier of the operator's application there.
pub const CLIENT: &str = "hub";
/// Its secret.
pub const SECRET: &str = "segredo do hub";
/// Seconds that a code lives.
const CODE_LIVES: i64 = 60;

/// A shop behind OAuth, with a clock of its own.
pub struct OAuthShop(Mutex<State>);

struct State {
    now: i64,
    lives: i64,
    last: u64,
    codes: Vec<Code>,
    tokens: Vec<Token>,
    stock: BTreeMap<String, i64>,
    faults: VecDeque<Fault>,
    requests: usize,
    exchanges: usize,
}

struct Code {
    text: String,
    account: String,
    back: String,
    challenge: String,
    until: i64,
}

struct Token {
    account: String,
    access: String,
    until: i64,
    /// None: it was used, or withdrawn.
    refresh: Option<String>,
}

impl Default for OAuthShop {
    fn default() -> Self {
        Self(Mutex::new(State {
            now: 0,
            lives: 3600,
            last: 0,
            codes: Vec::new(),
            tokens: Vec::new(),
            stock: BTreeMap::new(),
            faults: VecDeque::new(),
            requests: 0,
            exchanges: 0,
        }))
    }
}

impl OAuthShop {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sells something there.
    pub fn add(&self, code: &str) {
        self.state().stock.insert(code.to_owned(), 0);
    }

    /// The stock that it shows of a code.
    pub fn stock(&self, code: &str) -> Option<i64> {
        self.state().stock.get(code).copied()
    }

    /// Its clock goes on by so many seconds.
    pub fn wait(&self, seconds: i64) {
        self.state().now += seconds;
    }

    /// Access tokens live so many seconds from now on.
    pub fn access_lives(&self, seconds: i64) {
        self.state().lives = seconds;
    }

    /// All access tokens end now; refresh tokens stay.
    pub fn end_access(&self) {
        let mut state = self.state();
        let now = state.now;
        state.tokens.iter_mut().for_each(|token| token.until = now);
    }

    /// All consents are withdrawn.
    pub fn withdraw(&self) {
        self.state().tokens.clear();
    }

    /// The next requests for tokens have these faults, one each.
    pub fn disturb(&self, faults: impl IntoIterator<Item = Fault>) {
        self.state().faults.extend(faults);
    }

    /// Requests for tokens that arrived, and of them those that gave any.
    pub fn exchanges(&self) -> (usize, usize) {
        let state = self.state();
        (state.requests, state.exchanges)
    }

    /// Somebody consents at an address, as an account: where the browser is sent back to. `None` when the address is not
    /// one of this shop's.
    pub fn consent(&self, address: &str, account: &str) -> Option<String> {
        let asked: BTreeMap<String, String> = Url::parse(address).ok()?.query_pairs().into_owned().collect();
        let of = |name: &str| asked.get(name).cloned();
        if of("client_id")? != CLIENT
            || of("response_type")? != "code"
            || of("code_challenge_method")? != "S256"
        {
            return None;
        }
        let (back, challenge, state) = (of("redirect_uri")?, of("code_challenge")?, of("state")?);
        let text = self.state().give("c");
        let until = self.state().now + CODE_LIVES;
        let code =
            Code { text: text.clone(), account: account.to_owned(), back: back.clone(), challenge, until };
        self.state().codes.push(code);
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("code", &text)
            .append_pair("state", &state)
            .finish();
        Some(format!("{back}?{query}"))
    }

    /// The answer to a request.
    pub fn answer(&self, method: &str, path: &str, headers: &[(String, String)], body: &[u8]) -> Outcome {
        if path == "/oauth/token" {
            return self.tokens(method, headers, body);
        }
        let header = |name: &str| headers.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str());
        let access = header("authorization").and_then(|value| value.strip_prefix("Bearer "));
        let mut state = self.state();
        let now = state.now;
        let token = state.tokens.iter().find(|one| Some(one.access.as_str()) == access && one.until > now);
        let Some(account) = token.map(|one| one.account.clone()) else {
            return Outcome::Answer(Response::json(401, &json!({ "error": "invalid_token" })));
        };
        Outcome::Answer(match (method, path.split_once('?').map_or(path, |(path, _)| path)) {
            ("GET", "/conta") => {
                Response::json(200, &json!({ "id": account, "nome": format!("Loja {account}") }))
            }
            ("GET", "/anuncios") => {
                let row = |(code, stock): (&String, &i64)| json!({ "codigo": code, "estoque": stock });
                Response::json(200, &json!(state.stock.iter().map(row).collect::<Vec<_>>()))
            }
            ("GET", "/pedidos") => Response::json(200, &json!([])),
            ("PUT", path) => {
                let code = path.strip_prefix("/anuncios/").unwrap_or_default();
                let set: connector::Value = serde_json::from_slice(body).unwrap_or_default();
                match state.stock.get_mut(code).zip(set.get("estoque").and_then(connector::Value::as_i64)) {
                    Some((stock, units)) => {
                        *stock = units;
                        Response::json(200, &json!({}))
                    }
                    None => Response::json(404, &json!({ "error": "not_found" })),
                }
            }
            _ => Response::json(404, &json!({ "error": "not_found" })),
        })
    }

    fn tokens(&self, method: &str, headers: &[(String, String)], body: &[u8]) -> Outcome {
        let fault = {
            let mut state = self.state();
            state.requests += 1;
            state.faults.pop_front()
        };
        let answer = || match method {
            "POST" => self.state().exchange(headers, body),
            _ => refused(405, "invalid_request"),
        };
        match fault {
            None => Outcome::Answer(answer()),
            Some(Fault::RequestLost) => Outcome::Lost,
            Some(Fault::Slow) => Outcome::Slow(answer()),
            Some(Fault::Status(status)) => Outcome::Answer(Response::json(status, &json!(null))),
            Some(_) => {
                answer();
                Outcome::Lost
            }
        }
    }
}

fn refused(status: u16, error: &str) -> Response {
    Response::json(status, &json!({ "error": error }))
}

impl State {
    fn give(&mut self, kind: &str) -> String {
        self.last += 1;
        format!("{kind}-{}-secreto", self.last)
    }

    fn exchange(&mut self, headers: &[(String, String)], body: &[u8]) -> Response {
        let sent: BTreeMap<String, String> = form_urlencoded::parse(body).into_owned().collect();
        let of = |name: &str| sent.get(name).map_or("", String::as_str);
        let basic = BASE64_STANDARD.encode(format!("{CLIENT}:{SECRET}"));
        if !headers.iter().any(|(name, value)| name == "authorization" && *value == format!("Basic {basic}"))
        {
            return refused(401, "invalid_client");
        }
        let account = match of("grant_type") {
            "authorization_code" => {
                let Some(place) = self.codes.iter().position(|code| code.text == of("code")) else {
                    return refused(400, "invalid_grant");
                };
                let code = self.codes.remove(place);
                let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(of("code_verifier")));
                if code.until <= self.now || code.back != of("redirect_uri") || code.challenge != challenge {
                    return refused(400, "invalid_grant");
                }
                code.account
            }
            "refresh_token" => {
                let known = |one: &&mut Token| one.refresh.as_deref() == Some(of("refresh_token"));
                let Some(token) = self.tokens.iter_mut().find(known) else {
                    return refused(400, "invalid_grant");
                };
                token.refresh = None;
                token.account.clone()
            }
            _ => return refused(400, "unsupported_grant_type"),
        };
        self.exchanges += 1;
        let (access, refresh) = (self.give("a"), self.give("r"));
        let body = json!({
            "access_token": access, "token_type": "Bearer", "expires_in": self.lives, "refresh_token": refresh,
        });
        let until = self.now + self.lives;
        self.tokens.push(Token { account, access, until, refresh: Some(refresh) });
        Response::json(200, &body)
    }
}
