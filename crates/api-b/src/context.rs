//! Which store asks, and how the work for it is run.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::header::HeaderValue;
use actix_web::{FromRequest, HttpRequest, web};
use domain::entrega::Allowed;
use domain::loja_config::{LojaConfig, LojaDefaults};
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::LojaId;
use http_kit::canonicalize::headers_only;
use http_kit::{Fault, link_next, list_fingerprint};
use store::orders::{PageQuery, PageSessions, RegistrosCache, Rendering};
use store::paging::{Cursor, PageRequest};
use store::{Conn, Store, StoreError, Tenant, Tx, usuarios};

use crate::error::ErrorB;
use crate::interface::Credential;
use crate::ready_lists::ReadyLists;
use crate::state::State;

/// Extractor: a request of a known store.
pub struct Ctx {
    state: web::Data<State>,
    /// On the store's behalf.
    store: Store,
    loja: LojaId,
    token_id: i64,
    req: HttpRequest,
}

impl FromRequest for Ctx {
    type Error = actix_web::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, actix_web::Error>>>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let credential = Credential::from_request(req, payload);
        let state = req.app_data::<web::Data<State>>().cloned();
        let req = req.clone();
        Box::pin(async move {
            let credential = credential.await?;
            let state =
                state.ok_or_else(|| ErrorB::from(Fault::new("api_b::State is not in the app data")))?;
            let loja = loja_of(&credential)?;
            let store = state.store.on_behalf_of(Tenant(loja.aplicacao.0));
            Ok(Self { state, store, loja, token_id: credential.token_id, req })
        })
    }
}

/// A key that opens this interface is a store's; one without a store was stored wrongly.
fn loja_of(credential: &Credential) -> Result<LojaId, ErrorB> {
    let without_loja =
        || StoreError::Corrupt(format!("token {} is a store's and names none", credential.token_id));
    Ok(credential.loja.ok_or_else(without_loja)?)
}

/// What this server makes records of orders with, whoever's they are.
#[derive(Clone)]
pub struct Records {
    defaults: LojaDefaults,
    types: Arc<TypeCatalogue>,
    memory: Arc<RegistrosCache>,
}

impl Records {
    /// The same for a store.
    pub fn of(&self, config: &LojaConfig) -> Rendering<'_> {
        Rendering { style: config.record_style(self.defaults), types: &self.types, memory: &self.memory }
    }
}

impl Ctx {
    /// The link to the page after this one.
    pub fn link_next(&self, cursor: &Cursor) -> HeaderValue {
        link_next(&self.req, &self.state.public_url, cursor)
    }

    /// Where clients reach the interface, if the operator has said so.
    pub fn public_url(&self) -> Option<&str> {
        self.state.public_url.as_str()
    }

    /// Which store asks.
    pub fn loja(&self) -> LojaId {
        self.loja
    }

    /// What subscriptions may reach besides public addresses.
    pub fn allowed(&self) -> Arc<Allowed> {
        Arc::clone(&self.state.allowed)
    }

    /// What holds for stores for which nothing else was set.
    pub fn defaults(&self) -> LojaDefaults {
        self.state.defaults
    }

    /// The database, for what is more than one transaction.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What records of orders are made with.
    pub fn records(&self) -> Records {
        Records {
            defaults: self.state.defaults,
            types: Arc::clone(&self.state.types),
            memory: Arc::clone(&self.state.registros),
        }
    }

    /// The sessions of clients that page through orders.
    pub fn page_sessions(&self) -> Arc<PageSessions> {
        Arc::clone(&self.state.page_sessions)
    }

    /// True where the answer's body is sent, and not its head alone.
    pub fn shows(&self) -> bool {
        !headers_only(&self.req)
    }

    /// This client and its query: the key and all parameters except the page.
    pub fn page_query(&self, page: &PageRequest) -> PageQuery {
        PageQuery { key: self.token_id, parameters: list_fingerprint(&self.req, page) }
    }

    /// Lists of categories that are ready to send.
    pub fn categorias(&self) -> Arc<ReadyLists> {
        Arc::clone(&self.state.categorias)
    }

    /// Reads what is the store's, in a transaction; see [`Store::read`].
    pub async fn read<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Conn<'_>, LojaId) -> Result<T, ErrorB> + Send + 'static,
    ) -> Result<T, ErrorB> {
        let loja = self.loja;
        self.store.read(move |conn| f(conn, loja)).await
    }

    /// Reads one thing of the store's by its key; see [`Store::read_one`].
    pub async fn read_one<T: Send + 'static>(
        &self,
        mut f: impl FnMut(&mut Conn<'_>, LojaId) -> Result<T, ErrorB> + Send + 'static,
    ) -> Result<T, ErrorB> {
        let loja = self.loja;
        self.store.read_one(move |conn| f(conn, loja)).await
    }

    /// Writes below the store; refused while its user is inactive. `f` may run again.
    pub async fn write<T: Send + 'static>(
        &self,
        mut f: impl FnMut(&mut Tx<'_>, LojaId) -> Result<T, ErrorB> + Send + 'static,
    ) -> Result<T, ErrorB> {
        let loja = self.loja;
        self.store
            .write(move |tx| {
                if !usuarios::active(tx, loja)? {
                    return Err(ErrorB::Inactive);
                }
                f(tx, loja)
            })
            .await
    }
}
