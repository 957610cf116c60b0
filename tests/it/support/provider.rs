//! A simulated OpenID Connect provider: it says of whoever a test sends there what the test wants it to, and answers
//! programs as the standard has it.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::thread;

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, rt, web};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use domain::values::dates::Instante;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::{Url, form_urlencoded};

/// The hub, as the provider knows it.
pub const CLIENT: &str = "hub";
/// With a sign that has to be escaped.
pub const SECRET: &str = "segredo:do hub";

/// Whoever signs in at the provider, and what it says of them.
#[derive(Clone)]
pub struct Account {
    pub sub: &'static str,
    pub email: Value,
    pub verified: Value,
    /// Members of the ID token that are otherwise than they should be; null = they are left out.
    pub claims: Value,
    /// Members of its head.
    pub header: Value,
    /// How its signature is spoilt.
    pub spoilt: fn(String) -> String,
    /// The userinfo is of this one.
    pub userinfo: Option<&'static str>,
}

/// Somebody with a verified e-mail.
pub fn account(sub: &'static str, email: &str) -> Account {
    Account {
        sub,
        email: email.into(),
        verified: true.into(),
        claims: json!({}),
        header: json!({}),
        spoilt: |token| token,
        userinfo: None,
    }
}

struct Asked {
    account: Account,
    parameters: BTreeMap<String, String>,
}

#[derive(Default)]
struct Inner {
    keys: Vec<(String, EcdsaKeyPair)>,
    /// The keys that it shows, from the first one on.
    shown: usize,
    codes: BTreeMap<String, Asked>,
    accesses: BTreeMap<String, Account>,
    calls: Vec<String>,
    document: Value,
    /// All that was given out and must be in no log.
    given: Vec<String>,
}

/// A running provider, until it is dropped.
pub struct Provider {
    pub issuer: String,
    inner: Arc<Mutex<Inner>>,
    server: ServerHandle,
}

fn pair() -> EcdsaKeyPair {
    let (random, how) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
    let pair = EcdsaKeyPair::generate_pkcs8(how, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(how, pair.as_ref(), &random).unwrap()
}

impl Provider {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let inner = Arc::new(Mutex::new(Inner::default()));
        let (call, started) = mpsc::channel();
        let state = web::Data::from(Arc::clone(&inner));
        thread::spawn(move || {
            rt::System::new().block_on(async move {
                let app = move || {
                    App::new()
                        .app_data(state.clone())
                        .route("/.well-known/openid-configuration", web::get().to(document))
                        .route("/jwks", web::get().to(keys))
                        .route("/token", web::post().to(tokens))
                        .route("/me", web::get().to(userinfo))
                };
                let server = HttpServer::new(app).workers(1).listen(listener).unwrap().run();
                call.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        let one = Self { issuer, inner, server: started.recv().unwrap() };
        one.set_document(json!({}));
        one.new_key();
        one.show_keys();
        one
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }

    /// Signs by another key from now on, which is not shown yet.
    pub fn new_key(&self) {
        let mut inner = self.inner();
        let kid = format!("k{}", inner.keys.len());
        inner.keys.push((kid, pair()));
    }

    /// Shows all keys.
    pub fn show_keys(&self) {
        let mut inner = self.inner();
        inner.shown = inner.keys.len();
    }

    /// Its document, with members that are otherwise.
    pub fn set_document(&self, more: Value) {
        let at = |path: &str| format!("{}{path}", self.issuer);
        let document = json!({
            "issuer": self.issuer,
            "authorization_endpoint": at("/auth?de=hub"),
            "token_endpoint": at("/token"),
            "jwks_uri": at("/jwks"),
            "userinfo_endpoint": at("/me"),
        });
        self.inner().document = with(document, more);
    }

    /// How often a path was asked for.
    pub fn calls(&self, path: &str) -> usize {
        self.inner().calls.iter().filter(|called| *called == path).count()
    }

    /// What must be in no log.
    pub fn given(&self) -> Vec<String> {
        self.inner().given.clone()
    }

    /// Somebody signs in at the address that the hub has sent them to; answers the path that they come back to.
    pub fn grant(&self, address: &str, account: Account) -> String {
        let url = Url::parse(address).unwrap();
        assert!(address.starts_with(&format!("{}/auth?", self.issuer)), "{address}");
        let all: BTreeMap<String, String> =
            url.query_pairs().map(|(k, v)| (k.into_owned(), v.into_owned())).collect();
        let fixed = [
            ("de", "hub"),
            ("response_type", "code"),
            ("client_id", CLIENT),
            ("scope", "openid email"),
            ("code_challenge_method", "S256"),
            ("max_age", "1800"),
        ];
        for (name, value) in fixed {
            assert_eq!(all[name], value, "{address}");
        }
        for name in ["state", "nonce", "code_challenge"] {
            assert_eq!(all[name].len(), 43, "{address}");
        }
        assert!(all["state"] != all["nonce"] && all["nonce"] != all["code_challenge"]);
        let back = all["redirect_uri"].split_once("/console/").expect("a page of the console").1.to_owned();
        let state = all["state"].clone();
        let mut inner = self.inner();
        let code = format!("codigo-{}-de-{}", inner.codes.len(), account.sub);
        inner.given.extend([code.clone(), state.clone(), all["nonce"].clone()]);
        inner.codes.insert(code.clone(), Asked { account, parameters: all });
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("code", &code)
            .append_pair("state", &state)
            .append_pair("iss", &self.issuer)
            .finish();
        format!("/console/{back}?{query}")
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        drop(self.server.stop(false));
    }
}

fn with(mut value: Value, more: Value) -> Value {
    let all = value.as_object_mut().unwrap();
    for (name, new) in more.as_object().unwrap() {
        match new {
            Value::Null => all.remove(name),
            new => all.insert(name.clone(), new.clone()),
        };
    }
    value
}

type State = web::Data<Mutex<Inner>>;

fn called<'a>(state: &'a State, req: &HttpRequest) -> MutexGuard<'a, Inner> {
    let mut inner = state.lock().unwrap();
    inner.calls.push(req.path().to_owned());
    inner
}

async fn document(req: HttpRequest, state: State) -> HttpResponse {
    HttpResponse::Ok().json(&called(&state, &req).document)
}

async fn keys(req: HttpRequest, state: State) -> HttpResponse {
    let inner = called(&state, &req);
    let shown = inner.keys.iter().take(inner.shown).map(|(kid, pair)| {
        let point = pair.public_key().as_ref();
        let [x, y] = [&point[1..33], &point[33..]].map(|part| URL_SAFE_NO_PAD.encode(part));
        json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": kid, "x": x, "y": y })
    });
    HttpResponse::Ok().json(json!({ "keys": shown.collect::<Vec<_>>() }))
}

fn refused(error: &str) -> HttpResponse {
    HttpResponse::BadRequest().json(json!({ "error": error, "error_description": "não se repete" }))
}

async fn tokens(req: HttpRequest, state: State, body: String) -> HttpResponse {
    let mut inner = called(&state, &req);
    let header = req.headers().get("authorization").map_or("", |value| value.to_str().unwrap());
    let part = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let basic = format!("Basic {}", STANDARD.encode(format!("{}:{}", part(CLIENT), part(SECRET))));
    let sent: BTreeMap<String, String> = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let in_body = sent.get("client_secret").is_some_and(|secret| secret == SECRET);
    let by_body = inner.document["token_endpoint_auth_methods_supported"] == json!(["client_secret_post"]);
    if (by_body && (!in_body || !header.is_empty())) || (!by_body && (in_body || header != basic)) {
        return refused("invalid_client");
    }
    let sent = |name: &str| sent.get(name).cloned().unwrap_or_default();
    // a code is good once
    let Some(Asked { account, parameters }) = inner.codes.remove(&sent("code")) else {
        return refused("invalid_grant");
    };
    let verifier = sent("code_verifier");
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier));
    let same =
        challenge == parameters["code_challenge"] && sent("redirect_uri") == parameters["redirect_uri"];
    if !same || sent("grant_type") != "authorization_code" {
        return refused("invalid_grant");
    }
    let now = Instante::now().micros() / 1_000_000;
    let claims = json!({
        "iss": inner.document["issuer"], "sub": account.sub, "aud": CLIENT, "exp": now + 300, "iat": now,
        "auth_time": now, "nonce": parameters["nonce"],
    });
    let (kid, pair) = inner.keys.last().unwrap();
    let header = with(json!({ "alg": "ES256", "typ": "JWT", "kid": kid }), account.header.clone());
    let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(header), part(with(claims, account.claims.clone())));
    let signature = pair.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
    let token = (account.spoilt)(format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature)));
    let access = format!("acesso-{}-{}", account.sub, inner.accesses.len());
    inner.given.extend([token.clone(), access.clone(), verifier]);
    inner.accesses.insert(access.clone(), account);
    HttpResponse::Ok().json(json!({ "access_token": access, "token_type": "Bearer", "id_token": token }))
}

async fn userinfo(req: HttpRequest, state: State) -> HttpResponse {
    let inner = called(&state, &req);
    let header = req.headers().get("authorization").map_or("", |value| value.to_str().unwrap());
    let known = header.strip_prefix("Bearer ").and_then(|access| inner.accesses.get(access));
    let Some(account) = known else { return HttpResponse::Unauthorized().finish() };
    let sub = account.userinfo.unwrap_or(account.sub);
    let said = json!({ "sub": sub });
    let more = json!({ "email": account.email, "email_verified": account.verified });
    HttpResponse::Ok().json(with(said, more))
}
