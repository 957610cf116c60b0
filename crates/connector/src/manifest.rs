//! The description that a connector gives of itself: the channel type, its settings, limits and abilities.

/// How a setting's value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SettingKind {
    Text,
    /// An address with `http` or `https`, called by the connector.
    Address,
    Whole,
    YesNo,
}

/// A setting that a channel of this type asks for, shown to shop people.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Code, as interface A has it.
    pub code: &'static str,
    /// Label, in Portuguese.
    pub title: &'static str,
    /// Where its value is found, in Portuguese.
    pub help: &'static str,
    /// How it is written.
    pub kind: SettingKind,
    /// There is no connection without it.
    pub required: bool,
    /// It is never shown again.
    pub secret: bool,
}

impl Setting {
    /// An optional text.
    pub const fn text(code: &'static str, title: &'static str, help: &'static str) -> Self {
        Self { code, title, help, kind: SettingKind::Text, required: false, secret: false }
    }

    /// An address instead of a text.
    #[must_use]
    pub const fn address(self) -> Self {
        Self { kind: SettingKind::Address, ..self }
    }

    /// Needed for a connection.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// Never shown again.
    #[must_use]
    pub const fn secret(self) -> Self {
        Self { secret: true, ..self }
    }
}

/// Which units a channel's stock figure counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockKind {
    /// Units for sale: the channel takes a sold unit off at once.
    Available,
    /// Units in the warehouse: ordered units count until they are fulfilled.
    OnHand,
}

/// What the connector can do at the channel beyond setting stock and price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// Create listings.
    pub publish: bool,
    /// Take a listing out of sale, and put it back.
    pub withdraw: bool,
    /// Report the invoice of an order.
    pub invoice: bool,
    /// Report that an order was sent.
    pub shipped: bool,
    /// Report that an order was delivered.
    pub delivered: bool,
    /// Report that the store cancelled an order.
    pub cancel: bool,
}

/// How many items go into one call of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Batches {
    pub find: usize,
    pub publish: usize,
    pub stock: usize,
    pub price: usize,
    pub orders: usize,
}

/// How often and how far back orders are queried, all in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Orders {
    /// Between two queries for changed orders.
    pub every: u32,
    /// How far before the newest known change the next query begins.
    pub overlap: u32,
    /// Between two readings of every open order, which finds changes that do not move the order's time of change.
    pub sweep_every: u32,
    /// How far back the first query goes.
    pub history: u32,
}

/// What the connector has been tried against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The program itself.
    Program,
    /// The vendor's published models and a simulator.
    Model,
    /// The vendor's documents and a simulator.
    Documents,
}

/// The form of a request for tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BodyKind {
    Form,
    Json,
}

/// How a vendor does OAuth, with a code that a person's consent gives.
#[derive(Debug, Clone, Copy)]
pub struct OAuth {
    /// Where a person consents; the usual parameters are added.
    pub authorize: &'static str,
    /// Further parameters of that address.
    pub parameters: &'static [(&'static str, &'static str)],
    /// What is asked for, separated by blanks; empty: whatever the application was registered with.
    pub scopes: &'static str,
    /// The code is bound to the request by PKCE (S256).
    pub pkce: bool,
    /// Where codes and refresh tokens are exchanged.
    pub token: &'static str,
    /// How a code is sent there.
    pub code_body: BodyKind,
    /// How a refresh token is sent there.
    pub refresh_body: BodyKind,
    /// The application shows itself by `Authorization: Basic`; else in the body.
    pub basic: bool,
    /// Further headers of both requests.
    pub headers: &'static [(&'static str, &'static str)],
    /// Further members of the exchange of a code.
    pub members: &'static [(&'static str, &'static str)],
    /// Members of the answer that calls need (an account in every path): facts of the connection before
    /// [`crate::Connector::check`], which returns them with its own.
    pub facts: &'static [&'static str],
}

/// How a channel signs its notices: HMAC-SHA256 of the body, by the secret of the operator's application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    /// The header that it is in, in lower case.
    pub header: &'static str,
    /// What stands before it there.
    pub prefix: &'static str,
    /// It is written in base64; else in hexadecimal digits.
    pub base64: bool,
}

/// What a connector is and can do.
#[derive(Debug, Clone, Copy)]
pub struct Manifest {
    /// The channel type's code, as `TipoCanal` has it.
    pub code: &'static str,
    /// Its name, for people.
    pub title: &'static str,
    /// Its settings.
    pub settings: &'static [Setting],
    /// Addresses that are called besides those of the settings; they may name settings, as those of [`OAuth`] do.
    pub hosts: &'static [&'static str],
    /// Access by a person's consent; none: by the settings.
    pub access: Option<&'static OAuth>,
    /// The signature of its notices; none: whoever knows the address of a connection's notices may send them.
    pub notices: Option<Signature>,
    /// Which units its stock figure counts.
    pub stock: StockKind,
    /// What it can do.
    pub does: Capabilities,
    /// Items per call.
    pub batches: Batches,
    /// Asking for orders.
    pub orders: Orders,
    /// Calls to one account a second; there is never more than one at a time.
    pub calls_per_second: u16,
    /// Currency of its prices; a connection to a shop with another is refused.
    pub currency: &'static str,
    /// What it has been tried against.
    pub proof: Proof,
    /// What its numbers were taken from, and when.
    pub sources: &'static [&'static str],
}

impl Manifest {
    /// The setting of a code.
    pub fn setting(&self, code: &str) -> Option<&'static Setting> {
        self.settings.iter().find(|setting| setting.code == code)
    }
}
