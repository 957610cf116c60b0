//! The trait that a connector implements, with the types of its arguments and results.

use std::collections::BTreeMap;

use domain::values::dates::Instante;

use crate::call::{Answer, Call};
use crate::cause::{Cause, Trouble};
use crate::listing::{Listing, Price, Product, Stock};
use crate::manifest::Manifest;
use crate::order::{News, OrderIn, OrderMark, Told};
use crate::secret::Secret;

/// A connection to one account: its settings, access, and what was learned of it.
#[derive(Debug, Clone, Default)]
pub struct Connection {
    /// The settings of the channel, secrets among them.
    pub settings: BTreeMap<String, Secret>,
    /// What [`Connector::log_in`], or a consent, gave; none before.
    pub access: Option<Secret>,
    /// What [`Connector::check`] learned ([`Account::facts`]); empty before.
    pub facts: BTreeMap<String, String>,
}

impl Connection {
    /// A setting's value; empty when it is not set.
    pub fn setting(&self, code: &str) -> &str {
        self.settings.get(code).map_or("", Secret::expose)
    }

    /// Something that was learned; empty when it is not known.
    pub fn fact(&self, name: &str) -> &str {
        self.facts.get(name).map_or("", String::as_str)
    }
}

/// What a function of a connector makes its calls through.
pub trait Shop {
    /// The connection, as it stands now.
    fn connection(&self) -> &Connection;

    /// Makes one call. Its answer has passed [`Connector::verdict`]. Every error is to be passed on as it is, unless
    /// the connector knows what to do about it.
    fn call(&mut self, call: Call) -> Result<Answer, Stop>;
}

/// Why a function of a connector ends without a result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The channel fails or cannot be reached: to be tried later. The call may have had its effect.
    #[error("the channel does not answer: {0}")]
    Unavailable(String),
    /// The channel's limit is reached; for this many seconds, where it tells.
    #[error("the channel's limit is reached")]
    Limited(Option<u32>),
    /// Access is refused.
    #[error("access is refused: {0}")]
    NoAccess(String),
    /// The channel refuses the whole call.
    #[error("the channel refuses: {0:?}")]
    Refused(Vec<Trouble>),
    /// The answer is not what it should be; nothing was done about it.
    #[error("the answer cannot be read: {0}")]
    Unreadable(String),
    /// The connection's mode does not allow this call, or it is a dry run.
    #[error("the mode of the connection does not allow the call")]
    NotAllowed,
}

impl Stop {
    /// For an answer that lacks what it must have.
    pub fn lacks(what: &str) -> Self {
        Self::Unreadable(format!("{what} is missing"))
    }

    /// A refusal of the connector's own, as [`Trouble::own`].
    pub fn refused(cause: Cause, member: &str, text: &str) -> Self {
        Self::Refused(vec![Trouble::own(cause, member, text)])
    }
}

/// A page of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Where the next page begins; none: it was the last.
    pub next: Option<String>,
}

/// A result for each item of a batch, in its order.
pub type Items<T> = Vec<Result<T, Vec<Trouble>>>;

/// What a login or a consent gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// What calls are signed with.
    pub token: Secret,
    /// How long it is good, in seconds; none: until it is refused.
    pub lives: Option<u32>,
    /// What gets the next one; none after a login, and where the vendor gives none.
    pub refresh: Option<Secret>,
}

/// The account behind a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The channel's identifier of the account or shop, by which a change of account is noticed.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// What later calls need to know of it: locations, currency.
    pub facts: BTreeMap<String, String>,
}

impl Account {
    /// With facts by name and value.
    pub fn new<const N: usize>(id: &str, name: &str, facts: [(&str, &str); N]) -> Self {
        let facts = facts.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Self { id: id.to_owned(), name: name.to_owned(), facts }
    }
}

/// A connector to one kind of marketplace or shop. No function has a default: where a channel lacks an ability, the
/// manifest says so, and the function answers [`Told::Unsupported`] or [`Stop::NotAllowed`].
pub trait Connector: Send + Sync {
    /// What it is and can do.
    fn manifest(&self) -> &'static Manifest;

    /// Puts access on a call.
    fn sign(&self, call: &mut Call, at: &Connection);

    /// Whether an answer is a success or which error it is, before its content is read.
    fn verdict(&self, call: &Call, answer: &Answer) -> Result<(), Stop>;

    /// Logs in; `None` where calls are signed with the settings themselves, and where access is by [`crate::oauth`].
    fn log_in(&self, shop: &mut dyn Shop) -> Result<Option<Access>, Stop>;

    /// Who the account is, and whether it can do what is needed. [`Stop::Refused`] says what is missing.
    fn check(&self, shop: &mut dyn Shop) -> Result<Account, Stop>;

    /// Listings by code, at most [`crate::Batches::find`]. Two of one code are both returned; a code without one is
    /// left out.
    fn find(&self, shop: &mut dyn Shop, codes: &[&str]) -> Result<Vec<Listing>, Stop>;

    /// All listings, page by page.
    fn list(&self, shop: &mut dyn Shop, page: Option<&str>) -> Result<Page<Listing>, Stop>;

    /// Publishes SKUs as one product, and completes what an earlier attempt created. The listing of each.
    fn publish(&self, shop: &mut dyn Shop, group: &[Product<'_>]) -> Result<Items<Listing>, Stop>;

    /// Sets stocks, at most [`crate::Batches::stock`]. Where the channel refuses the whole batch without saying
    /// which item, [`Stop::Refused`]: the engine then halves it.
    fn set_stock(&self, shop: &mut dyn Shop, items: &[Stock<'_>]) -> Result<Items<()>, Stop>;

    /// Sets prices, as [`Connector::set_stock`].
    fn set_price(&self, shop: &mut dyn Shop, items: &[Price<'_>]) -> Result<Items<()>, Stop>;

    /// Takes listings (by [`Listing::id`]) out of sale, or back into it.
    fn set_active(&self, shop: &mut dyn Shop, listings: &[&str], active: bool) -> Result<Items<()>, Stop>;

    /// All orders, in whatever state, that changed at or after an instant; page by page in a stable order. Carts are
    /// no orders.
    fn list_orders(
        &self,
        shop: &mut dyn Shop,
        since: Instante,
        page: Option<&str>,
    ) -> Result<Page<OrderMark>, Stop>;

    /// Orders by the channel's identifier, at most [`crate::Batches::orders`]; one that is gone is left out.
    fn read_orders(&self, shop: &mut dyn Shop, ids: &[&str]) -> Result<Vec<OrderIn>, Stop>;

    /// Reports an event of one order to the channel, unless an earlier attempt has.
    fn tell(&self, shop: &mut dyn Shop, order: &str, news: News<'_>) -> Result<Told, Stop>;
}
