//! Connector to shops on Vendure, through the GraphQL admin API.
//!
//! Properties of the program, and their consequences here:
//!
//! - Errors come with status 200: the verdict looks for `errors` and for results with an `errorCode`.
//! - Money is in whole cents, and the program accepts fractions and negatives: a price is rounded to the cent, halves up,
//!   and refused here when the result is zero or too large.
//! - There is no list price: `de` is not sent. There are no fields for measures, and images must be uploaded: products are
//!   published without either.
//! - Stock is the on-hand quantity of one stock location; ordered units count until they are fulfilled. Whether a variant
//!   tracks its inventory, and the threshold below which it is not sold, are the shop's settings and are not changed.
//! - Prices include tax; a shop whose channel stores them without tax is refused.
//! - Customers have no field for CPF or CNPJ; a setting names the shop's custom field for it.
//! - Fulfilments and notes do not change `updatedAt`: open orders are read again every few minutes.
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
mod progress;
mod publish;
mod reading;
mod telling;

/// The connector.
#[derive(Debug, Clone, Copy)]
pub struct Vendure;

/// The connector to Vendure.
pub static CONNECTOR: Vendure = Vendure;

const ADDRESS: &str = "endereco";
const USER: &str = "usuario";
const PASSWORD: &str = "senha";
const CHANNEL: &str = "canal";
const LOCATION: &str = "localEstoque";
const DOCUMENT: &str = "campoDocumento";
const CURRENCY: &str = "BRL";

static MANIFEST: Manifest = Manifest {
    code: "Vendure",
    title: "Vendure",
    settings: &[
        Setting::text(ADDRESS, "Endereço da API", "Por exemplo https://loja.example/admin-api")
            .address()
            .required(),
        Setting::text(USER, "Usuário", "Um administrador que lê e altera o catálogo e os pedidos").required(),
        Setting::text(PASSWORD, "Senha", "Do mesmo usuário").required().secret(),
        Setting::text(CHANNEL, "Token do canal", "Em Configurações, Canais, na loja; vazio é o canal padrão"),
        Setting::text(
            LOCATION,
            "Local de estoque",
            "O número do local na loja; só é preciso se há mais de um",
        ),
        Setting::text(
            DOCUMENT,
            "Campo do CPF ou CNPJ",
            "O campo adicional do cliente que guarda o documento",
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
    batches: Batches { find: 100, publish: publish::MOST, stock: 200, price: 200, orders: 25 },
    orders: Orders { every: 60, overlap: 120, sweep_every: 300, history: 7 * 24 * 3600 },
    calls_per_second: 10,
    currency: CURRENCY,
    proof: Proof::Program,
    sources: &["Vendure 3.5.6: the schema of its admin API and the running program, 2026-11-27"],
};

impl Connector for Vendure {
    fn manifest(&self) -> &'static Manifest {
        &MANIFEST
    }

    fn sign(&self, call: &mut Call, at: &Connection) {
        access::sign(call, at);
    }

    fn verdict(&self, call: &Call, answer: &Answer) -> Result<(), Stop> {
        access::verdict(call, answer)
    }

    fn log_in(&self, shop: &mut dyn Shop) -> Result<Option<Access>, Stop> {
        access::log_in(shop).map(Some)
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
