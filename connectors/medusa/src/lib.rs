//! Connector to shops on Medusa 2, through its admin API.
//!
//! What the shop's program does, and what follows from it:
//!
//! - Money is in whole units with decimals, and the program takes any number of them: prices are rounded to the cent.
//! - A price is written with all others of its variant, since those that are left out are deleted. What a region or an
//!   amount of units has as its own price stays as it is, and so do price lists. A list price would need one for every
//!   SKU: `de` is not sent.
//! - Stock is what lies at one stock location; units of orders stay in it until a fulfilment is made. An order of which
//!   a part is fulfilled counts as holding none, so that too little is shown and never too much.
//! - A product is published or not as a whole: of a group, all variations are withdrawn together or none.
//! - `updated_at` does not move when a payment is captured: open orders are read again every few minutes.
//! - Lists have at most 20 values in their question, which is what some versions read.
//! - Orders in another currency are not taken in.
#![deny(missing_docs)]

use connector::{
    Access, Account, Answer, Batches, Call, Capabilities, Connection, Connector, Items, Listing, Manifest,
    News, OrderIn, OrderMark, Orders, Page, Price, Product, Proof, Setting, SettingKind, Shop, Stock,
    StockKind, Stop, Told,
};
use domain::values::dates::Instante;

mod access;
mod listings;
mod orders;
mod publish;
mod reading;
mod telling;

/// The connector.
#[derive(Debug, Clone, Copy)]
pub struct Medusa;

/// The connector to Medusa.
pub static CONNECTOR: Medusa = Medusa;

const ADDRESS: &str = "endereco";
const KEY: &str = "chave";
const CHANNEL: &str = "canal";
const LOCATION: &str = "localEstoque";
/// A fact that [`Connector::check`] learns, beside those of the settings [`CHANNEL`] and [`LOCATION`].
const PROFILE: &str = "perfilEntrega";
const CURRENCY: &str = "brl";

const TEXT: Setting =
    Setting { code: "", title: "", help: "", kind: SettingKind::Text, required: false, secret: false };

static MANIFEST: Manifest = Manifest {
    code: "Medusa",
    title: "Medusa",
    settings: &[
        Setting {
            code: ADDRESS,
            title: "Endereço do servidor",
            help: "O do servidor da Medusa, sem /admin: por exemplo https://loja.example",
            kind: SettingKind::Address,
            required: true,
            ..TEXT
        },
        Setting {
            code: KEY,
            title: "Chave secreta",
            help: "Em Settings, Secret API Keys, na loja; começa com sk_",
            required: true,
            secret: true,
            ..TEXT
        },
        Setting {
            code: CHANNEL,
            title: "Canal de vendas",
            help: "O identificador (sc_...) do canal cujos pedidos são recebidos; vazio publica no padrão e recebe todos",
            ..TEXT
        },
        Setting {
            code: LOCATION,
            title: "Local de estoque",
            help: "O identificador (sloc_...) do local; só é preciso quando há mais de um",
            ..TEXT
        },
    ],
    stock: StockKind::OnHand,
    does: Capabilities {
        publish: true,
        withdraw: true,
        invoice: true,
        shipped: true,
        delivered: true,
        cancel: true,
    },
    batches: Batches { find: 20, publish: publish::MOST, stock: 20, price: 20, orders: 20 },
    orders: Orders { every: 60, overlap: 120, sweep_every: 300, history: 7 * 24 * 3600 },
    calls_per_second: 20,
    currency: "BRL",
    proof: Proof::Program,
    sources: &["Medusa 2.12.5 and 2.21.2: the running programs, 2026-11-27"],
};

impl Connector for Medusa {
    fn manifest(&self) -> &'static Manifest {
        &MANIFEST
    }

    fn sign(&self, call: &mut Call, at: &Connection) {
        access::sign(call, at);
    }

    fn verdict(&self, call: &Call, answer: &Answer) -> Result<(), Stop> {
        access::verdict(call, answer)
    }

    fn log_in(&self, _: &mut dyn Shop) -> Result<Option<Access>, Stop> {
        Ok(None)
    }

    fn check(&self, shop: &mut dyn Shop) -> Result<Account, Stop> {
        access::check(shop)
    }

    fn find(&self, shop: &mut dyn Shop, codes: &[&str]) -> Result<Vec<Listing>, Stop> {
        listings::find(shop, codes)
    }

    fn list(&self, shop: &mut dyn Shop, page: Option<&str>) -> Result<Page<Listing>, Stop> {
        listings::list(shop, page)
    }

    fn publish(&self, shop: &mut dyn Shop, group: &[Product<'_>]) -> Result<Items<Listing>, Stop> {
        publish::publish(shop, group)
    }

    fn set_stock(&self, shop: &mut dyn Shop, items: &[Stock<'_>]) -> Result<Items<()>, Stop> {
        listings::set_stock(shop, items)
    }

    fn set_price(&self, shop: &mut dyn Shop, items: &[Price<'_>]) -> Result<Items<()>, Stop> {
        listings::set_price(shop, items)
    }

    fn set_active(&self, shop: &mut dyn Shop, listings: &[&str], active: bool) -> Result<Items<()>, Stop> {
        listings::set_active(shop, listings, active)
    }

    fn list_orders(
        &self,
        shop: &mut dyn Shop,
        since: Instante,
        page: Option<&str>,
    ) -> Result<Page<OrderMark>, Stop> {
        orders::list(shop, since, page)
    }

    fn read_orders(&self, shop: &mut dyn Shop, ids: &[&str]) -> Result<Vec<OrderIn>, Stop> {
        orders::read(shop, ids)
    }

    fn tell(&self, shop: &mut dyn Shop, order: &str, news: News<'_>) -> Result<Told, Stop> {
        telling::tell(shop, order, news)
    }
}
