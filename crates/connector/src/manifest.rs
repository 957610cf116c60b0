//! What a connector says of itself: the channel type, its settings, limits and abilities.

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

/// What the stock that a channel keeps means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockKind {
    /// Units for sale: the channel takes a sold unit off at once.
    Available,
    /// Units in the warehouse: those of open orders are among them until they are sent.
    OnHand,
}

/// What the channel can be told beyond stock and price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// New listings.
    pub publish: bool,
    /// That a listing is no longer, or again, for sale.
    pub withdraw: bool,
    /// The invoice of an order.
    pub invoice: bool,
    /// That an order was sent.
    pub shipped: bool,
    /// That an order has arrived.
    pub delivered: bool,
    /// That the store cancelled an order.
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

/// How orders are asked for, all in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Orders {
    /// Between two questions for what changed.
    pub every: u32,
    /// How far before the newest known change the next question begins.
    pub overlap: u32,
    /// Between two readings of every open order, which finds changes that move no time.
    pub sweep_every: u32,
    /// How far back the first question goes.
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

/// What a connector is and can do.
#[derive(Debug, Clone, Copy)]
pub struct Manifest {
    /// The channel type's code, as `TipoCanal` has it.
    pub code: &'static str,
    /// Its name, for people.
    pub title: &'static str,
    /// Its settings.
    pub settings: &'static [Setting],
    /// What its stock means.
    pub stock: StockKind,
    /// What it can be told.
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
