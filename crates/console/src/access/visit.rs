//! Who visits a page, and which store they look at.

use std::future::Future;
use std::pin::Pin;

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::http::header::{HOST, HeaderName, ORIGIN};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, web};
use domain::console::{Act, Role};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use store::accesses::{self, Access, Scope};
use store::acts::{self, NewAct};
use store::lojas::{self, LojaRow};
use store::{Conn, Store, StoreError, Tx, usuarios};

use super::cookies;
use super::form::Form;
use super::secret::Secret;
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;

type Extraction<T> = Pin<Box<dyn Future<Output = Result<T, Failure>>>>;

/// Extractor: somebody who has signed in.
pub struct Visit {
    /// What the pages are made from.
    pub state: web::Data<State>,
    /// Who it is.
    pub access: Access,
    /// The language of the page.
    pub lang: Lang,
    /// The request.
    pub req: HttpRequest,
    /// Whether the session began by TLS.
    pub by_tls: bool,
    secret: Secret,
}

/// Notes in a request that somebody who has signed in sent it.
struct SignedIn;

/// Notes in a request the store that its sender looks at.
#[derive(Clone, Copy)]
struct Seen(LojaId);

/// The store that the sender of a request looks at.
pub fn seen_loja(req: &HttpRequest) -> Option<LojaId> {
    req.extensions().get::<Seen>().map(|seen| seen.0)
}

/// Middleware: ends the connections of whoever has not signed in after each answer, so that strangers who
/// keep many take them from nobody for long.
pub async fn leave_strangers<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut answer = next.call(req).await?;
    if !answer.request().extensions().contains::<SignedIn>() {
        answer.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    Ok(answer)
}

impl FromRequest for Visit {
    type Error = Failure;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        Box::pin(Self::of(req.clone()))
    }
}

impl Visit {
    async fn of(req: HttpRequest) -> Result<Self, Failure> {
        let lang = cookies::language_of(&req);
        let state = req.app_data::<web::Data<State>>().cloned().ok_or(Failure::Fault("no state"))?;
        let Some((secret, by_tls)) = cookies::session_of(&req) else {
            return Err(if state.is_fresh().await? { Failure::FirstVisit } else { Failure::NoSession });
        };
        let (hash, now) = (secret.hash(), Instante::now());
        let found = state.store.read_one(move |conn| accesses::find(conn, &hash, now)).await?;
        let Some(access) = found else {
            return Err(if state.is_fresh().await? { Failure::FirstVisit } else { Failure::SignedOut });
        };
        if let Some(until) = access.renewed(now) {
            let id = access.id;
            // pages are shown also while nothing can be written
            if let Err(error) = state.store.write(move |tx| accesses::extend(tx, id, until)).await {
                tracing::debug!(%error, "a session could not be made longer");
            }
        }
        req.extensions_mut().insert(SignedIn);
        Ok(Self { state, access, lang, req, by_tls, secret })
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.state.store
    }

    /// What tells this session from others.
    pub fn session(&self) -> [u8; 32] {
        self.secret.hash()
    }

    /// What forms of this visit's pages carry.
    pub fn form_mark(&self) -> String {
        self.secret.form_mark()
    }

    /// True when this visitor may act.
    pub fn may_act(&self) -> bool {
        self.access.role >= Role::Operate
    }

    /// True when this visitor decides about people and keys.
    pub fn may_own(&self) -> bool {
        self.access.role >= Role::Own
    }

    /// True for whoever sees all stores, and with them what belongs to none.
    pub fn sees_all(&self) -> bool {
        self.access.scope == Scope::All
    }

    /// True for whoever sees one store alone: what its application shares with other stores is not theirs.
    pub fn sees_one(&self) -> bool {
        matches!(self.access.scope, Scope::Loja(_))
    }

    /// Refuses whoever does not see all stores.
    pub fn must_see_all(&self) -> Result<(), Failure> {
        if self.sees_all() { Ok(()) } else { Err(Failure::Missing) }
    }

    /// Refuses a form that was not sent from a page of this session.
    pub fn sent_it(&self, form: &Form) -> Result<(), Failure> {
        self.marked(form.text("marca"))
    }

    /// The same of a form's mark alone.
    fn marked(&self, mark: &str) -> Result<(), Failure> {
        let by_tls = self.by_tls || forwarded(&self.req) == Some(true);
        match self.secret.marked(mark) && same_origin(&self.req, by_tls) {
            true => Ok(()),
            false => Err(Failure::Foreign),
        }
    }

    /// Refuses an act of somebody who only looks, and a form that was not sent from a page of this session.
    pub fn acts(&self, form: &Form) -> Result<(), Failure> {
        self.acts_by_mark(form.text("marca"))
    }

    /// [`Self::acts`] by a form's mark alone.
    pub fn acts_by_mark(&self, mark: &str) -> Result<(), Failure> {
        self.marked(mark)?;
        if self.may_act() { Ok(()) } else { Err(Failure::OnlyLooks) }
    }

    /// Refuses whoever does not decide about people and keys, and a form that was not sent from a page of
    /// this session.
    pub fn owns(&self, form: &Form) -> Result<(), Failure> {
        self.sent_it(form)?;
        if self.may_own() { Ok(()) } else { Err(Failure::OnlyOwns) }
    }

    /// Reads.
    pub async fn read<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.store().read(f).await
    }

    /// Does something and writes it down, in one transaction. What `f` answers besides is what became of it,
    /// in words; `None` = nothing was done.
    pub async fn act<T: Send + 'static>(
        &self,
        (scope, act, assunto): (Scope, Act, String),
        mut f: impl FnMut(&mut Tx<'_>) -> Result<(T, Option<String>), Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let hash = self.secret.hash();
        self.store()
            .write(move |tx| {
                // it may have been ended since the request began
                let now = tx.now();
                let who = accesses::find(tx, &hash, now)?.ok_or(Failure::SignedOut)?;
                let (done, detalhe) = f(tx)?;
                if let Some(detalhe) = detalhe {
                    let new = NewAct { scope, act, assunto: &assunto, detalhe: &detalhe };
                    acts::record(tx, &who, &new)?;
                }
                Ok(done)
            })
            .await
    }
}

/// Whether the browser reached the first proxy by TLS, where a proxy says so; each of several adds its own.
pub fn forwarded(req: &HttpRequest) -> Option<bool> {
    let said = req.headers().get(HeaderName::from_static("x-forwarded-proto"))?.to_str().ok()?;
    Some(said.split(',').next()?.trim().eq_ignore_ascii_case("https"))
}

/// The origin of the page that sent a form: whether by TLS, and its host. Browsers say it with each form.
pub fn origin(req: &HttpRequest) -> Option<(bool, &str)> {
    let (scheme, host) = req.headers().get(ORIGIN)?.to_str().ok()?.split_once("://")?;
    Some((scheme.eq_ignore_ascii_case("https"), host))
}

/// False for a form that a page of another origin sent.
pub fn same_origin(req: &HttpRequest, by_tls: bool) -> bool {
    // no browser sends a form without it; programs have no session that others could ride on
    if !req.headers().contains_key(ORIGIN) {
        return true;
    }
    let host = req.headers().get(HOST).and_then(|value| value.to_str().ok());
    match (origin(req), host) {
        (Some((tls, origin)), Some(host)) => tls == by_tls && origin.eq_ignore_ascii_case(host),
        _ => false,
    }
}

/// Extractor: somebody who looks at a store, named by the first part of the path behind `/console`.
pub struct LojaVisit {
    visit: Visit,
    /// The store.
    pub loja: LojaRow,
}

impl std::ops::Deref for LojaVisit {
    type Target = Visit;

    fn deref(&self) -> &Visit {
        &self.visit
    }
}

impl FromRequest for LojaVisit {
    type Error = Failure;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let named = req.match_info().get("loja").and_then(loja_of);
        let visit = Visit::from_request(req, payload);
        Box::pin(async move { Self::of(visit.await?, named).await })
    }
}

impl LojaVisit {
    async fn of(visit: Visit, named: Option<LojaId>) -> Result<Self, Failure> {
        // a store beyond the visitor's scope is none
        let id = named.filter(|id| visit.access.scope.holds(*id)).ok_or(Failure::Missing)?;
        let found = visit.store().read_one(move |conn| lojas::find(conn, id)).await;
        let loja: Option<LojaRow> = found.map_err(|error: StoreError| Failure::Store(error))?;
        let loja = loja.ok_or(Failure::Missing)?;
        visit.req.extensions_mut().insert(Seen(id));
        Ok(Self { loja, visit })
    }

    /// The store's number.
    pub fn id(&self) -> LojaId {
        self.loja.loja.id
    }

    /// The number that the path ends with: an order's, a notification's.
    pub fn number(&self) -> Result<i64, Failure> {
        let text = self.req.match_info().get("id").and_then(|text| text.parse().ok());
        text.ok_or(Failure::Missing)
    }

    /// The address of something below the store.
    pub fn address(&self, rest: &str) -> String {
        format!("/console/{}{rest}", path_of(self.loja.loja.id))
    }

    /// Does something to this store and writes it down.
    pub async fn act_here<T: Send + 'static>(
        &self,
        (act, assunto): (Act, String),
        f: impl FnMut(&mut Tx<'_>) -> Result<(T, Option<String>), Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.act((Scope::Loja(self.loja.loja.id), act, assunto), f).await
    }
}

/// Refuses to change what belongs to a store that is not active, as the interfaces do.
pub fn must_be_active(tx: &mut Tx<'_>, loja: LojaId, lang: Lang) -> Result<(), Failure> {
    if usuarios::active(tx, loja)? {
        return Ok(());
    }
    let words = lang.say(
        "A loja está inativa: nada dela pode mudar.",
        "The store is inactive: nothing of it can change.",
    );
    Err(Failure::Refused(words.to_owned()))
}

/// How a store is named in paths: `3-17`.
pub fn path_of(id: LojaId) -> String {
    format!("{}-{}", id.aplicacao.0, id.loja)
}

/// The store that is named so.
pub fn loja_of(text: &str) -> Option<LojaId> {
    let (aplicacao, loja) = text.split_once('-')?;
    let aplicacao = domain::values::ids::AplicacaoId(aplicacao.parse().ok()?);
    Some(LojaId { aplicacao, loja: loja.parse().ok()? })
}
