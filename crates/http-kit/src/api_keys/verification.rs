//! Verification of API keys against the database, with a cache.

use std::future::Future;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use domain::reading::problems::Problems;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};
use store::tokens::{self, TokenRow};
use store::{Limit, Store, StoreError, Tenant};

use super::attempts::{Attempts, network};
use super::authorization;
use super::cache::{self, KeyCache};
use crate::error::{Api, Fault, KitError, UnauthorizedReason};
use crate::rate_limit::Limits;

/// Seconds between two updates of a key's last use.
const BETWEEN_USES_S: i64 = 60;
/// How long a request waits while another one reads the row of the same key.
const READ_WAIT: Duration = Duration::from_secs(1);
const LOCKS: usize = 64;
/// Concurrent look-ups of unknown keys per address; one while several addresses send unknown keys.
const UNKNOWN_KEYS: usize = 2;
/// Capacity of the queue of unknown keys, and the longest wait in it.
const UNKNOWN_KEYS_WAITING: usize = 1000;
const UNKNOWN_KEYS_WAIT: Duration = Duration::from_secs(2);

/// How keys are checked.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ApiKeysConfig {
    /// Failed attempts per address and minute; `None` does not limit them.
    pub attempts_per_minute: Option<NonZeroU32>,
}

impl Default for ApiKeysConfig {
    fn default() -> Self {
        Self { attempts_per_minute: NonZeroU32::new(60) }
    }
}

/// Verifies keys. Cheap to clone; clones share the cache.
#[derive(Clone)]
pub struct ApiKeys(Arc<Shared>);

struct Shared {
    store: Store,
    cache: KeyCache,
    attempts: Option<Attempts>,
    /// Limit of database reads for keys that this server has not seen, so that guessing keys costs it little.
    unknown_keys: Arc<Limit>,
    /// One lock per group of keys: an expired entry is read once, not once per concurrent request.
    locks: [tokio::sync::Mutex<()>; LOCKS],
}

impl ApiKeysConfig {
    /// Sets the failed attempts per address and minute; `None` does not limit them.
    pub fn with_failures_per_minute(self, attempts_per_minute: Option<NonZeroU32>) -> Self {
        Self { attempts_per_minute, ..self }
    }
}

impl ApiKeys {
    /// Checks keys against the store's tokens.
    pub fn new(store: Store, config: ApiKeysConfig) -> Self {
        Self(Arc::new(Shared {
            store,
            cache: KeyCache::default(),
            attempts: config.attempts_per_minute.map(Attempts::new),
            unknown_keys: Limit::new(UNKNOWN_KEYS, 1, UNKNOWN_KEYS_WAITING, UNKNOWN_KEYS_WAIT),
            locks: std::array::from_fn(|_| tokio::sync::Mutex::default()),
        }))
    }

    /// Verifies an `Authorization` header. Failures are counted for the address `peer`.
    pub async fn verify<I: Api>(
        &self,
        authorization: Option<&HeaderValue>,
        peer: Option<IpAddr>,
    ) -> Result<Credential<I>, KitError> {
        match self.recognize::<I>(authorization, peer).await {
            Err(KitError::Unauthorized(reason)) => Err(self.refuse(reason, peer)),
            answer => answer,
        }
    }

    async fn recognize<I: Api>(
        &self,
        authorization: Option<&HeaderValue>,
        peer: Option<IpAddr>,
    ) -> Result<Credential<I>, KitError> {
        let key = authorization::read(authorization)?;
        if key.tipo != I::KIND {
            return Err(UnauthorizedReason::OtherInterface.into());
        }
        let row = self.row(&key.hash, peer).await?.ok_or(UnauthorizedReason::Unknown)?;
        let now = Instante::now();
        if row.tipo != key.tipo {
            return Err(UnauthorizedReason::Unknown.into());
        }
        if row.revogado_em.is_some_and(|when| when <= now) {
            return Err(UnauthorizedReason::Revoked.into());
        }
        if row.expira_em.is_some_and(|when| when <= now) {
            return Err(UnauthorizedReason::Expired.into());
        }
        Ok(Credential { token_id: row.id, aplicacao: row.aplicacao, loja: row.loja, interface: PhantomData })
    }

    /// The key's row, from the cache or the database.
    async fn row(&self, hash: &[u8; 32], peer: Option<IpAddr>) -> Result<Option<Arc<TokenRow>>, KitError> {
        if let Some(row) = self.0.cache.find(hash, Instant::now()) {
            return Ok(Some(row));
        }
        if !self.0.cache.known(hash) {
            let busy = |_| KitError::TooManyAttempts { wait_s: 1 };
            let _permit =
                self.0.unknown_keys.acquire(peer.map_or_else(Tenant::default, tenant)).await.map_err(busy)?;
            return Ok(self.look_up(hash).await?);
        }
        let group = cache::index(hash) % LOCKS as u64;
        let _guard = match self.0.locks.get(group as usize) {
            // not longer: with a slow database the requests would wait for each other for ever
            Some(lock) => tokio::time::timeout(READ_WAIT, lock.lock()).await.ok(),
            None => None,
        };
        Ok(self.look_up(hash).await?)
    }

    /// Reads the row from the database, unless another request has just done so.
    async fn look_up(&self, hash: &[u8; 32]) -> Result<Option<Arc<TokenRow>>, StoreError> {
        if let Some(row) = self.0.cache.find(hash, Instant::now()) {
            return Ok(Some(row));
        }
        let (read_at, wanted) = (Instant::now(), *hash);
        let row = self.0.store.read_one(move |conn| tokens::find_by_hash(conn, &wanted)).await?.map(Arc::new);
        match &row {
            Some(row) => {
                self.0.cache.keep(Arc::clone(row), read_at);
                self.note_use(row);
            }
            None => self.0.cache.forget(hash),
        }
        Ok(row)
    }

    /// Stores the time of use in the background: the request neither waits for it nor fails with it.
    fn note_use(&self, row: &TokenRow) {
        let now = Instante::now();
        if row.usado_em.is_some_and(|when| when.plus_seconds(BETWEEN_USES_S) > now) {
            return;
        }
        let (store, id) = (self.0.store.clone(), row.id);
        actix_web::rt::spawn(async move {
            let noted: Result<_, StoreError> = store.write(move |tx| tokens::touch(tx, id, now)).await;
            if let Err(error) = noted {
                tracing::debug!(token = id, %error, "the key's last use was not noted");
            }
        });
    }

    fn refuse(&self, reason: UnauthorizedReason, peer: Option<IpAddr>) -> KitError {
        // a missing key or a key of another interface is not a guess
        let guess = !matches!(reason, UnauthorizedReason::Missing | UnauthorizedReason::OtherInterface);
        match (&self.0.attempts, peer) {
            (Some(attempts), Some(peer)) if guess => attempts.count(peer, reason),
            _ => reason.into(),
        }
    }
}

/// A number for an address, as the tenant in the limit for unknown keys.
fn tenant(address: IpAddr) -> Tenant {
    let mut hash = DefaultHasher::new();
    network(address).hash(&mut hash);
    // odd, so never 0: that is the program itself
    Tenant(hash.finish() as i32 | 1)
}

/// Extractor: the verified key of a request to the interface `I`.
///
/// Needs `web::Data<ApiKeys>` in the app data; obeys the [`Limits`] that it finds there.
pub struct Credential<I> {
    /// The key's id.
    pub token_id: i64,
    /// The application that it belongs to.
    pub aplicacao: AplicacaoId,
    /// The store, when it is a store's key.
    pub loja: Option<LojaId>,
    interface: PhantomData<fn() -> I>,
}

impl<I: Api> FromRequest for Credential<I> {
    type Error = actix_web::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Self::Error>>>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let keys = req.app_data::<web::Data<ApiKeys>>().cloned();
        let mut given = req.headers().get_all(header::AUTHORIZATION);
        let (authorization, several) = (given.next().cloned(), given.next().is_some());
        let peer = req.peer_addr().map(|address| address.ip());
        let limits = req.app_data::<Limits>().cloned();
        let req = req.clone();
        Box::pin(async move {
            let Some(keys) = keys else {
                return Err(I::error(Fault::new("web::Data<ApiKeys> is not in the app data").into()));
            };
            if several {
                // a proxy may have looked at the other one
                let mut problems = Problems::new();
                problems.push("Authorization", "deve ser informado uma vez");
                return Err(I::error(KitError::Query(problems)));
            }
            let credential = keys.verify::<I>(authorization.as_ref(), peer).await.map_err(I::error)?;
            req.extensions_mut().insert(Tenant(credential.aplicacao.0));
            if let Some(limits) = limits {
                limits.count::<I>(credential.token_id, &req).map_err(I::error)?;
            }
            Ok(credential)
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::super::format::generate;
    use super::*;
    use crate::error::test::TestInterface;
    use actix_web::App;
    use actix_web::test::{TestRequest, call_service, init_service};
    use store::StoreConfig;
    use store::tokens::{NewToken, TokenKind};

    struct Scenario {
        store: Store,
        aplicacao: AplicacaoId,
        _folder: tempfile::TempDir,
    }

    impl Scenario {
        async fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let url = format!("sqlite://{}", folder.path().join("teste.db").display());
            let store = Store::open(&StoreConfig::new(url), store::Secrets::of_key([7; 32])).unwrap();
            store.migrate().unwrap();
            let created: Result<_, StoreError> =
                store.write(|tx| store::aplicacoes::create(tx, "teste")).await;
            Self { store, aplicacao: created.unwrap().unwrap().id, _folder: folder }
        }

        fn keys(&self, per_minute: u32) -> ApiKeys {
            let config = ApiKeysConfig { attempts_per_minute: NonZeroU32::new(per_minute) };
            ApiKeys::new(self.store.clone(), config)
        }

        async fn create(&self, expira_em: Option<Instante>) -> (String, i64) {
            let (key, hash) = generate(TokenKind::Aplicacao).unwrap();
            let new =
                NewToken { aplicacao: self.aplicacao, loja: None, rotulo: String::new(), hash, expira_em };
            (key, self.write(new).await)
        }

        async fn write(&self, new: NewToken) -> i64 {
            let created: Result<_, StoreError> = self.store.write(move |tx| tokens::create(tx, &new)).await;
            created.unwrap()
        }

        async fn revoke(&self, id: i64) {
            let revoked: Result<_, StoreError> = self.store.write(move |tx| tokens::revoke(tx, id)).await;
            assert!(revoked.unwrap());
        }

        async fn row(&self, id: i64) -> TokenRow {
            let row: Result<_, StoreError> = self.store.read(move |conn| tokens::find(conn, id)).await;
            row.unwrap().unwrap()
        }
    }

    async fn verify(keys: &ApiKeys, key: &str) -> Result<Credential<TestInterface>, KitError> {
        let header = HeaderValue::from_str(&format!("Basic {key}")).unwrap();
        keys.verify(Some(&header), Some([127, 0, 0, 1].into())).await
    }

    async fn reason(keys: &ApiKeys, key: &str) -> UnauthorizedReason {
        match verify(keys, key).await {
            Err(KitError::Unauthorized(reason)) => reason,
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("accepted"),
        }
    }

    #[actix_web::test]
    async fn a_key_opens_its_interface_until_it_ends() {
        let scenario = Scenario::new().await;
        let keys = scenario.keys(60);
        let (key, id) = scenario.create(None).await;
        let credential = verify(&keys, &key).await.unwrap();
        assert_eq!((credential.token_id, credential.aplicacao), (id, scenario.aplicacao));
        assert!(credential.loja.is_none());

        let (expired, _) = scenario.create(Some(Instante::now().plus_seconds(-1))).await;
        assert_eq!(reason(&keys, &expired).await, UnauthorizedReason::Expired);
        let (of_nobody, _) = generate(TokenKind::Aplicacao).unwrap();
        assert_eq!(reason(&keys, &of_nobody).await, UnauthorizedReason::Unknown);
        let (of_loja, _) = generate(TokenKind::Loja).unwrap();
        assert_eq!(reason(&keys, &of_loja).await, UnauthorizedReason::OtherInterface);

        scenario.revoke(id).await;
        tokio::time::sleep(Duration::from_millis(1_010)).await;
        assert_eq!(reason(&keys, &key).await, UnauthorizedReason::Revoked);
    }

    #[actix_web::test]
    async fn a_key_made_after_a_refusal_works_at_once() {
        let scenario = Scenario::new().await;
        let keys = scenario.keys(60);
        let (key, hash) = generate(TokenKind::Aplicacao).unwrap();
        assert_eq!(reason(&keys, &key).await, UnauthorizedReason::Unknown);
        let aplicacao = scenario.aplicacao;
        let new = NewToken { aplicacao, loja: None, rotulo: String::new(), hash, expira_em: None };
        scenario.write(new).await;
        assert!(verify(&keys, &key).await.is_ok());
    }

    #[actix_web::test]
    async fn use_is_noted_in_the_background_once_a_minute() {
        let scenario = Scenario::new().await;
        let (key, id) = scenario.create(None).await;
        verify(&scenario.keys(60), &key).await.unwrap();
        let mut usado_em = None;
        for _ in 0..200 {
            usado_em = scenario.row(id).await.usado_em;
            if usado_em.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(usado_em.is_some());
        // another server, with nothing in memory
        verify(&scenario.keys(60), &key).await.unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(scenario.row(id).await.usado_em, usado_em);
    }

    #[actix_web::test]
    async fn guessing_is_limited_and_a_valid_key_passes_all_the_same() {
        let scenario = Scenario::new().await;
        let keys = scenario.keys(2);
        let (key, _) = scenario.create(None).await;
        for _ in 0..2 {
            assert_eq!(reason(&keys, "eap_x").await, UnauthorizedReason::Malformed);
        }
        for attempt in ["eap_x".to_owned(), generate(TokenKind::Aplicacao).unwrap().0] {
            let error = verify(&keys, &attempt).await.err().unwrap();
            assert!(matches!(error, KitError::TooManyAttempts { wait_s: 1..=31 }), "{error}");
        }
        assert!(verify(&keys, &key).await.is_ok());
        assert_eq!(
            reason(&keys, &generate(TokenKind::Loja).unwrap().0).await,
            UnauthorizedReason::OtherInterface
        );
        let without_limit = scenario.keys(0);
        for _ in 0..100 {
            assert_eq!(reason(&without_limit, "eap_x").await, UnauthorizedReason::Malformed);
        }
    }

    #[actix_web::test]
    async fn who_makes_keys_up_takes_two_reads_of_the_database_at_most_and_none_from_those_who_have_one() {
        let scenario = Scenario::new().await;
        let keys = scenario.keys(0);
        let (key, id) = scenario.create(None).await;
        verify(&keys, &key).await.unwrap();
        // as if that many looks took for ever
        let mut slow = Vec::new();
        for _ in 0..UNKNOWN_KEYS {
            slow.push(keys.0.unknown_keys.acquire(tenant([127, 0, 0, 1].into())).await.unwrap());
        }
        let crowd: Vec<_> = (0..200)
            .map(|_| {
                let (keys, made_up) = (keys.clone(), generate(TokenKind::Aplicacao).unwrap().0);
                actix_web::rt::spawn(async move { verify(&keys, &made_up).await.err().unwrap() })
            })
            .collect();
        // past its second the key has to be looked up again: it still is, beside all of them
        tokio::time::sleep(Duration::from_millis(1_010)).await;
        let begun = Instant::now();
        verify(&keys, &key).await.unwrap();
        assert!(begun.elapsed() < Duration::from_millis(200), "{:?}", begun.elapsed());
        assert!(crowd.iter().all(|one| !one.is_finished()), "nobody else looks");
        scenario.revoke(id).await;
        tokio::time::sleep(Duration::from_millis(1_010)).await;
        assert_eq!(reason(&keys, &key).await, UnauthorizedReason::Revoked);
        for one in crowd {
            let error = one.await.unwrap();
            assert!(matches!(error, KitError::TooManyAttempts { wait_s: 1 }), "{error}");
        }
    }

    #[actix_web::test]
    async fn the_extractor_refuses_in_the_shape_of_the_interface() {
        async fn serve(_: Credential<TestInterface>) -> &'static str {
            ""
        }
        let scenario = Scenario::new().await;
        let (key, _) = scenario.create(None).await;
        let with = App::new().app_data(web::Data::new(scenario.keys(60))).route("/", web::get().to(serve));
        let with = init_service(with).await;
        let pedido =
            |value: &str| TestRequest::default().insert_header(("Authorization", value)).to_request();
        assert_eq!(call_service(&with, pedido(&key)).await.status(), 200);
        let refusal = call_service(&with, TestRequest::default().to_request()).await;
        assert_eq!(refusal.status(), 401);
        assert!(refusal.headers().contains_key("www-authenticate"));
        let twice = TestRequest::default().append_header(("Authorization", key.as_str()));
        let twice = twice.append_header(("Authorization", "eap_x")).to_request();
        assert_eq!(call_service(&with, twice).await.status(), 400);

        let without = init_service(App::new().route("/", web::get().to(serve))).await;
        assert_eq!(call_service(&without, pedido(&key)).await.status(), 500);
    }
}
