//! The connector to the shop behind OAuth: as little as a connector can be.

use connector::oauth::{BodyKind, OAuth};
use connector::reading::{part, rows_of, text};
use connector::{
    Access, Account, Answer, Batches, Call, Capabilities, Connection, Connector, Effect, Items, Listing,
    Manifest, Method, News, OrderIn, OrderMark, Orders, Page, Price, Product, Proof, Shop, Signature, Stock,
    StockKind, Stop, Told, json,
};
use domain::values::dates::Instante;

/// The connector.
#[derive(Debug, Clone, Copy)]
pub struct LojaOAuth;

/// The connector to [`super::OAuthShop`].
pub static CONNECTOR: LojaOAuth = LojaOAuth;

const ADDRESS: &str = crate::in_process::ADDRESS;

static OAUTH: OAuth = OAuth {
    authorize: "http://loja.example/oauth/authorize",
    parameters: &[],
    scopes: "tudo",
    pkce: true,
    token: "http://loja.example/oauth/token",
    code_body: BodyKind::Form,
    refresh_body: BodyKind::Form,
    basic: true,
    headers: &[],
    members: &[],
    facts: &[],
};

static MANIFEST: Manifest = Manifest {
    code: "LojaOAuth",
    title: "Loja com OAuth",
    settings: &[],
    hosts: &[ADDRESS],
    access: Some(&OAUTH),
    notices: Some(Signature { header: "x-loja-assinatura", prefix: "sha256=", base64: false }),
    stock: StockKind::Available,
    does: Capabilities {
        publish: false,
        withdraw: false,
        invoice: false,
        shipped: false,
        delivered: false,
        cancel: false,
    },
    batches: Batches { find: 50, publish: 1, stock: 50, price: 50, orders: 50 },
    orders: Orders { every: 60, overlap: 60, sweep_every: 300, history: 3600 },
    calls_per_second: 1000,
    currency: "BRL",
    proof: Proof::Model,
    sources: &["RFC 6749, RFC 7636"],
};

fn get(shop: &mut dyn Shop, name: &'static str, path: &str) -> Result<Answer, Stop> {
    shop.call(Call::new(name, Effect::Read, Method::Get, format!("{ADDRESS}{path}")))
}

fn listings(shop: &mut dyn Shop) -> Result<Vec<Listing>, Stop> {
    let answer = get(shop, "listings", "/anuncios")?;
    let listing = |row| {
        let code = text(row, "codigo")?.to_owned();
        let stock = part(row, "estoque").as_i64();
        Ok(Listing { id: code.clone(), code, active: None, stock, price: None, url: None })
    };
    rows_of(&answer.body, "listings")?.iter().map(listing).collect()
}

impl Connector for LojaOAuth {
    fn manifest(&self) -> &'static Manifest {
        &MANIFEST
    }

    fn sign(&self, call: &mut Call, at: &Connection) {
        let access = at.access.as_ref().map(|access| format!("Bearer {}", access.expose()));
        call.headers.extend(access.map(|value| ("authorization", value)));
    }

    fn verdict(&self, call: &Call, answer: &Answer) -> Result<(), Stop> {
        match answer.status {
            200..300 => Ok(()),
            401 => Err(Stop::NoAccess("HTTP 401".to_owned())),
            429 => Err(Stop::Limited(answer.retry_after())),
            500.. => Err(Stop::Unavailable(format!("HTTP {}", answer.status))),
            status => Err(Stop::Unreadable(format!("HTTP {status} to {}", call.name))),
        }
    }

    fn log_in(&self, _: &mut dyn Shop) -> Result<Option<Access>, Stop> {
        Ok(None)
    }

    fn check(&self, shop: &mut dyn Shop) -> Result<Account, Stop> {
        let answer = get(shop, "account", "/conta")?;
        Ok(Account::new(text(&answer.body, "id")?, text(&answer.body, "nome")?, []))
    }

    fn find(&self, shop: &mut dyn Shop, codes: &[&str]) -> Result<Vec<Listing>, Stop> {
        let all = listings(shop)?;
        Ok(all.into_iter().filter(|one| codes.contains(&one.code.as_str())).collect())
    }

    fn list(&self, shop: &mut dyn Shop, _: Option<&str>) -> Result<Page<Listing>, Stop> {
        Ok(Page { rows: listings(shop)?, next: None })
    }

    fn publish(&self, _: &mut dyn Shop, _: &[Product<'_>]) -> Result<Items<Listing>, Stop> {
        Err(Stop::NotAllowed)
    }

    fn set_stock(&self, shop: &mut dyn Shop, items: &[Stock<'_>]) -> Result<Items<()>, Stop> {
        let mut done = Vec::new();
        for item in items {
            let url = format!("{ADDRESS}/anuncios/{}", item.listing);
            let call = Call::new("set_stock", Effect::Absolute, Method::Put, url);
            shop.call(call.with(json!({ "estoque": item.units })))?;
            done.push(Ok(()));
        }
        Ok(done)
    }

    fn set_price(&self, _: &mut dyn Shop, items: &[Price<'_>]) -> Result<Items<()>, Stop> {
        Ok(items.iter().map(|_| Ok(())).collect())
    }

    fn set_active(&self, _: &mut dyn Shop, _: &[&str], _: bool) -> Result<Items<()>, Stop> {
        Err(Stop::NotAllowed)
    }

    fn list_orders(
        &self,
        shop: &mut dyn Shop,
        _: Instante,
        _: Option<&str>,
    ) -> Result<Page<OrderMark>, Stop> {
        get(shop, "orders", "/pedidos")?;
        Ok(Page { rows: Vec::new(), next: None })
    }

    fn read_orders(&self, _: &mut dyn Shop, _: &[&str]) -> Result<Vec<OrderIn>, Stop> {
        Ok(Vec::new())
    }

    fn tell(&self, _: &mut dyn Shop, _: &str, _: News<'_>) -> Result<Told, Stop> {
        Ok(Told::Unsupported)
    }
}
