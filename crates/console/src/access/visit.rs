//! Who visits a page.

use std::future::Future;
use std::pin::Pin;

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::http::header::{HOST, HeaderName, ORIGIN};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, HttpResponse, web};
use domain::console::{Act, Role};
use domain::values::dates::Instante;
use store::accesses::{self, Access, PERSON_SECONDS, Scope};
use store::acts::{self, NewAct};
use store::pessoas::{self, Pessoa};
use store::{Conn, Store, StoreError, Tx, aplicacoes};

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
    /// Whether a second factor is required of them that they do not have.
    pub lacks_factor: bool,
    secret: Secret,
}

/// Notes in a request that somebody who has signed in sent it.
struct SignedIn;

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
        let req = req.clone();
        Box::pin(async move {
            let visit = Self::of(req).await?;
            match (visit.lacks_factor, visit.access.pessoa) {
                (false, _) => Ok(visit),
                (true, Some(_)) => Err(Failure::FactorWanted),
                (true, None) => Err(Failure::NoLinks),
            }
        })
    }
}

/// Extractor: somebody who has signed in, also one whose second factor is still to be set up. For the pages that do so,
/// and for signing out.
pub struct Unfinished(pub Visit);

impl FromRequest for Unfinished {
    type Error = Failure;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let req = req.clone();
        Box::pin(async move { Ok(Self(Visit::of(req).await?)) })
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
        let found = state
            .store
            .read_one(move |conn| {
                let Some(access) = accesses::find(conn, &hash, now)? else { return Ok(None) };
                let lacks = !access.segundo_fator && aplicacoes::requires_factor(conn, access.scope)?;
                Ok::<_, StoreError>(Some((access, lacks)))
            })
            .await?;
        let Some((access, lacks_factor)) = found else {
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
        Ok(Self { state, access, lang, req, by_tls, lacks_factor, secret })
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.state.store
    }

    /// The person who visits; `None` for whoever came by a link.
    pub async fn person(&self) -> Result<Option<Pessoa>, Failure> {
        match self.access.pessoa {
            Some(id) => self.read(move |conn| Ok(pessoas::find(conn, id)?)).await,
            None => Ok(None),
        }
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

    /// Refuses to change what an application shares with all of its stores, where the visitor sees one alone.
    pub fn must_see_more_than_one(&self) -> Result<(), Failure> {
        if self.sees_one() { Err(Failure::OnlyOneStore) } else { Ok(()) }
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

    /// [`Self::act`] of what a person has shown once more who they are for: the session gets a new secret in the same
    /// transaction, and whatever has the one before is out. Answers have to [hand it out](Self::hand_out).
    pub async fn act_anew<T: Send + 'static>(
        &mut self,
        what: (Scope, Act, String),
        mut f: impl FnMut(&mut Tx<'_>) -> Result<(T, Option<String>), Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        if self.access.pessoa.is_none() {
            return self.act(what, f).await;
        }
        let (new, id) = (Secret::draw()?, self.access.id);
        let hash = new.hash();
        let done = self
            .act(what, move |tx| {
                let done = f(tx)?;
                if accesses::renew(tx, id, &hash)? { Ok(done) } else { Err(Failure::SignedOut) }
            })
            .await?;
        self.state.kept.rename(&self.session(), hash);
        self.secret = new;
        Ok(done)
    }

    /// The answer with the session of a person as it is now.
    pub fn hand_out(&self, mut answer: HttpResponse) -> Result<HttpResponse, Failure> {
        if self.access.pessoa.is_some() {
            let cookie = cookies::session(&self.secret, self.by_tls, PERSON_SECONDS);
            answer.add_cookie(&cookie).map_err(|_| Failure::Fault("a cookie could not be set"))?;
        }
        Ok(answer)
    }
}

/// The console's own host, as the browser names it.
pub fn host(req: &HttpRequest) -> &str {
    req.headers().get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default()
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
