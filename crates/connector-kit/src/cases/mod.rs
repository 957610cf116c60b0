//! The cases that every connector must pass, whichever its shop.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a library of tests: a case fails by a panic"
)]

mod answers;
mod mutants;
mod offers;
mod operations;
mod orders;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use connector::{Connection, Connector, Listing, OrderIn, OrderMark, Secret, Stop};
use domain::canal::Canal;
use domain::oferta::{Oferta, OfertaInput, SkuOferta};
use domain::pedido::Pedido;
use domain::reading::json::read_json;
use domain::sku::{Atributo, Sku};
use domain::tipo_canal::TipoCanal;
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, SkuId};
use domain::values::money::Dinheiro;

use crate::in_process::{ADDRESS, InProcess};
use crate::shop::Simulated;

pub use mutants::mutations;

/// What an error answer must be read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Access is refused.
    NoAccess,
    /// The call is refused, for a cause that is known.
    Refused,
    /// The call is refused, by a code that nobody knows.
    Unmapped,
    /// The channel fails.
    Unavailable,
}

/// A connector and its simulated shop.
#[derive(Clone, Copy)]
pub struct Fixture<'a> {
    /// The connector.
    pub connector: &'a dyn Connector,
    /// Its settings; `{}` stands for the shop's address.
    pub settings: &'a [(&'a str, &'a str)],
    /// A new shop.
    pub shop: fn() -> Box<dyn Simulated>,
    /// The shop allows several listings of one code.
    pub codes_twice: bool,
    /// The shop takes orders before their payment is authorised.
    pub waits: bool,
    /// Error answers: status, body, what they mean.
    pub errors: &'a [(u16, &'a str, Meaning)],
}

/// One case: its number, what it shows, and how.
pub type Case = (&'static str, &'static str, fn(&Fixture<'_>));

/// All cases.
pub const CASES: &[Case] = &[
    ("K01", "the same answers lead to the same calls", answers::same_calls),
    ("K02", "what the manifest says is done, and nothing else", orders::capabilities),
    ("K03", "the manifest can be worked with", answers::manifest),
    ("K04", "listings are found and listed, none is made", offers::found_and_listed),
    ("K05", "what is published twice is there once", offers::published_twice),
    ("K07", "prices arrive in cents, or are refused", offers::prices),
    ("K10", "orders that change between pages are all listed", orders::listed_while_they_change),
    ("K11", "orders of one second at a page's edge are all listed", orders::listed_at_the_edge),
    ("K13", "changes that move no time are read", orders::changes_without_time),
    ("K15", "orders that are cancelled between pages hide none", orders::listed_while_cancelled),
    ("K17", "an order that waits is paid later", orders::paid_later),
    ("K18", "freight and discount add up to the total", orders::totals),
    ("K19", "orders of many lines, of one code twice, of what is gone", orders::lines),
    ("K20", "what is absolute may be repeated", offers::absolute),
    ("K21", "a lost answer or request leaves one effect", operations::lost),
    ("K22", "a process that ends between any two calls leaves one effect", operations::ended),
    ("K24", "of two listings of one code none is touched", offers::ambiguous),
    ("K27", "groups of one, of most, of more, of equals", offers::groups),
    ("K28", "one bad item does not spoil a batch", offers::one_bad),
    ("K30", "new members are ignored, changed ones noticed", answers::changed_members),
    ("K31", "what is null is not known", answers::nulls),
    ("K32", "nothing null is sent", offers::no_nulls),
    ("K37", "an order is sent and arrives, each told twice", orders::told),
    ("K38", "cancelled here, there, twice, after sending", orders::cancelled),
    ("K40", "error codes have their meaning", answers::errors),
    ("K41", "what is no answer is never a success", answers::no_answers),
    ("K45", "no error says a secret or a buyer's data", answers::secrets),
    ("K46", "access that ends is noticed or renewed", answers::access_ends),
    ("K50", "reading writes nothing", answers::only_reading),
    ("K52", "after many faults all is as it would be without", operations::storms),
];

thread_local! {
    static IN_CASE: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panics of cases from being printed as they come: they are reported together at the end.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IN_CASE.get() {
                before(info);
            }
        }));
    });
}

/// Why a fixture does not pass a case.
fn failure((number, shows, case): &Case, of: &Fixture<'_>) -> Option<String> {
    quiet();
    IN_CASE.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(|| case(of)));
    IN_CASE.set(false);
    let panic = result.err()?;
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    Some(format!("{number} {shows}: {}", text.unwrap_or_default()))
}

/// Runs all cases.
///
/// # Panics
/// When some are not passed, with their names.
pub fn suite(of: &Fixture<'_>) {
    let failed: Vec<String> = CASES.iter().filter_map(|case| failure(case, of)).collect();
    assert!(failed.is_empty(), "{} of {} cases fail:\n{}", failed.len(), CASES.len(), failed.join("\n"));
}

/// A shop with a connection to it.
struct Stand<'a> {
    of: Fixture<'a>,
    shop: Box<dyn Simulated>,
    connection: Connection,
}

/// 2026-11-27T12:00:00.250Z.
const NOON: i64 = 1_795_780_800_250;

impl<'a> Stand<'a> {
    fn new(of: &Fixture<'a>) -> Self {
        let shop = (of.shop)();
        shop.set_now(NOON);
        let settings = of
            .settings
            .iter()
            .map(|(code, value)| ((*code).to_owned(), Secret::new(value.replace("{}", ADDRESS))));
        let connection = Connection { settings: settings.collect(), ..Connection::default() };
        let mut stand = Self { of: *of, shop, connection };
        let mut way = stand.way();
        way.connect().unwrap_or_else(|stop| panic!("the shop cannot be connected to: {stop:?}"));
        let connection = std::mem::take(&mut way.connection);
        drop(way);
        stand.connection = connection;
        stand
    }

    /// With so many listings `SKU-0`, `SKU-1` of 10.00, 11.00, and 50 units.
    fn with(of: &Fixture<'a>, listings: usize) -> Self {
        let stand = Self::new(of);
        for i in 0..listings {
            stand.shop.add(&code(i), 1000 + 100 * i as i64, Some(50));
        }
        stand
    }

    fn way(&self) -> InProcess<'_> {
        InProcess::new(self.of.connector, self.shop.as_ref(), self.connection.clone())
    }

    fn find(&self, codes: &[&str]) -> Vec<Listing> {
        fine("find", self.of.connector.find(&mut self.way(), codes))
    }

    fn listing(&self, code: &str) -> Listing {
        let mut found = self.find(&[code]);
        assert_eq!(found.len(), 1, "{code} is to be found once");
        found.remove(0)
    }

    fn read(&self, order: &str) -> OrderIn {
        let mut read = fine("read_orders", self.of.connector.read_orders(&mut self.way(), &[order]));
        assert_eq!(read.len(), 1, "order {order} is to be read once");
        read.remove(0)
    }

    /// All marks since a time, page by page; `between` is called after each page.
    fn marks(&self, since: i64, mut between: impl FnMut(usize)) -> Vec<OrderMark> {
        let (mut marks, mut page) = (Vec::new(), None);
        for number in 0..200 {
            let since = Instante::from_micros(since * 1000);
            let found =
                fine("list_orders", self.of.connector.list_orders(&mut self.way(), since, page.as_deref()));
            marks.extend(found.rows);
            between(number);
            page = found.next;
            if page.is_none() {
                return marks;
            }
        }
        panic!("list_orders does not end");
    }
}

fn code(i: usize) -> String {
    format!("SKU-{i}")
}

fn fine<T>(what: &str, result: Result<T, Stop>) -> T {
    result.unwrap_or_else(|stop| panic!("{what}: {stop:?}"))
}

fn money(cents: i64) -> Dinheiro {
    Dinheiro::from_cents(cents)
}

/// The order as interface A reads it.
///
/// # Panics
/// When interface A would refuse it.
pub fn pedido(order: &OrderIn) -> Pedido {
    let mut body = order.pedido.clone();
    let members = body.as_object_mut().expect("pedido is an object");
    assert!(
        !members.contains_key("canalId") && !members.contains_key("status"),
        "pedido has canalId or status"
    );
    members.insert("canalId".to_owned(), "loja".into());
    members.insert("status".to_owned(), "Pago".into());
    read_json(body.to_string().as_bytes()).unwrap_or_else(|e| panic!("interface A refuses the order: {e}"))
}

/// SKUs of one group, which differ in `Tamanho`, with their offers.
fn group(codes: &[&str]) -> Vec<(Sku, Oferta)> {
    let kind: TipoCanal =
        serde_json::from_str(r#"{"codigo":"Loja","titulo":"Loja"}"#).expect("a channel type");
    let canal = Canal::new(CanalId::parse("loja").expect("an id"), "Loja", "Loja");
    let parent = if codes.len() > 1 { format!("GRUPO-{}", codes[0]) } else { String::new() };
    let of = |(i, code): (usize, &&str)| {
        let id = SkuId::parse(*code).expect("a code");
        let sku = Sku {
            parent_id: parent.clone(),
            descricao: "<p>Camiseta de <b>algodão</b></p>".to_owned(),
            marca: "Marca".to_owned(),
            estoque: 7 + i as i32,
            preco_por: money(4990 + 100 * i as i64),
            peso: 200,
            atributos: vec![Atributo { nome: "Tamanho".to_owned(), valor: format!("T{i}") }],
            ..Sku::new(&id, if codes.len() > 1 { "Camiseta" } else { code }).expect("a SKU")
        };
        let offer = Oferta::compute(&OfertaInput::new(&canal, &kind, &SkuOferta::from(&sku)));
        (sku, offer)
    };
    codes.iter().enumerate().map(of).collect()
}

fn products(group: &[(Sku, Oferta)]) -> Vec<connector::Product<'_>> {
    group.iter().map(|(sku, oferta)| connector::Product { sku, oferta }).collect()
}

/// Compares states of a shop.
fn compare(what: &str, got: &serde_json::Value, wanted: &serde_json::Value) {
    assert!(
        got == wanted,
        "{what}: the shop is not as it would be without\n  is     {got}\n  should {wanted}"
    );
}

fn unique<T: Ord + Debug + Clone>(what: &str, items: &[T]) {
    let mut seen = BTreeMap::new();
    for item in items {
        *seen.entry(item).or_insert(0) += 1;
    }
    let twice: Vec<_> = seen.iter().filter(|(_, n)| **n > 1).collect();
    assert!(twice.is_empty(), "{what} more than once: {twice:?}");
}
