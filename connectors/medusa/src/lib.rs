//! Connector to shops on Medusa 2, through the admin API.
//!
//! Properties of the program, and their consequences here:
//!
//! - Money is in units with any number of decimals: prices are rounded to the cent.
//! - A price is written together with all others of its variant, since the program deletes those that are left out.
//!   Prices of a region or from a number of units on, and price lists, are not changed. There is no list price of a
//!   variant: `de` is not sent.
//! - Stock is the stocked quantity of one stock location; ordered units count until they are fulfilled. An order that is
//!   fulfilled in part counts as holding none, so that the stock shown may be too low and never too high.
//! - Only whole products are published and withdrawn: of a group, all variations together or none.
//! - Capturing a payment does not change `updated_at`: open orders are read again every few minutes.
//! - A query asks for at most 20 values of a parameter, the most that some versions read.
//! - Orders in other currencies are left out.
#![deny(missing_docs)]

use connector::{
    Access, Account, Answer, Batches, Call, Capabilities, Connection, Connector, Items, Listing, Manifest,
    News, OrderIn, OrderMark, Orders, Page, Price, Product, Proof, Setting, Shop, Stock, StockKind, Stop,
    Told,
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
/// The fact that holds the shipping profile of products; the facts of channel and location have the settings' names.
const PROFILE: &str = "perfilEntrega";
const CURRENCY: &str = "brl";

static MANIFEST: Manifest = Manifest {
    code: "Medusa",
    title: "Medusa",
    settings: &[
        Setting::text(
            ADDRESS,
            "Endereço do servidor",
            "O do servidor da Medusa, sem /admin: por exemplo https://loja.example",
        )
        .address()
        .required(),
        Setting::text(KEY, "Chave secreta", "Em Settings, Secret API Keys, na loja; começa com sk_")
            .required()
            .secret(),
        Setting::text(
            CHANNEL,
            "Canal de vendas",
            "O identificador (sc_...) do canal cujos pedidos são recebidos; vazio publica no padrão e recebe todos",
        ),
        Setting::text(
            LOCATION,
            "Local de estoque",
            "O identificador (sloc_...) do local; só é preciso quando há mais de um",
        ),
    ],
    hosts: &[],
    access: None,
    notices: None,
    stock: StockKind::OnHand,
    does: Capabilities {
        publish: true,
        withdraw: true,
        invoice: true,
        shipped: true,
        delivered: true,
        cancel: true,
    },
    batches: Batches { find: 20, publish: publish::MOST, stock: 20, price: 10, orders: 20 },
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
