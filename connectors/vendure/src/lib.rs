//! Connector to shops on Vendure, through the GraphQL of its admin API.
//!
//! What the shop's program does, and what follows from it:
//!
//! - Every answer has status 200: the verdict looks for `errors` and for results with an `errorCode`.
//! - Money is in whole minor units, and the program takes fractions and negatives: a price is rounded to the cent,
//!   halves up, and refused here when nothing or too much is left.
//! - There is no list price: `de` is not sent. There is no place for measures, and images are uploads: a product is
//!   published without either.
//! - Stock is what lies on the shelf of one stock location; units of paid orders stay in it until a fulfilment is made.
//!   A variant that does not track its inventory, and a threshold of the shop below which nothing is sold, are the
//!   shop's own choice and stay as they are.
//! - Prices are those with tax, and the channel must keep them so.
//! - A buyer has no tax number, unless the shop has a custom field for it, which a setting names.
//! - `updatedAt` does not move with fulfilments and notes: open orders are read again every few minutes.
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

const fn setting(code: &'static str, title: &'static str, help: &'static str) -> Setting {
    Setting { code, title, help, kind: SettingKind::Text, required: false, secret: false }
}

const fn required(setting: Setting) -> Setting {
    Setting { required: true, ..setting }
}

static MANIFEST: Manifest = Manifest {
    code: "Vendure",
    title: "Vendure",
    settings: &[
        Setting {
            kind: SettingKind::Address,
            ..required(setting(ADDRESS, "Endereço da API", "Por exemplo https://loja.example/admin-api"))
        },
        required(setting(USER, "Usuário", "Um administrador que lê e altera o catálogo e os pedidos")),
        Setting { secret: true, ..required(setting(PASSWORD, "Senha", "Do mesmo usuário")) },
        setting(CHANNEL, "Token do canal", "Em Configurações, Canais, na loja; vazio é o canal padrão"),
        setting(LOCATION, "Local de estoque", "O número do local na loja; só é preciso se há mais de um"),
        setting(DOCUMENT, "Campo do CPF ou CNPJ", "O campo adicional do cliente que guarda o documento"),
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
