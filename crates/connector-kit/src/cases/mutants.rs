//! Connectors that are wrong on purpose, which prove that the cases notice it.

use connector::{
    Access, Account, Answer, Call, Connection, Connector, Effect, Items, Listing, Manifest, News, OrderIn,
    OrderMark, Page, Price, Product, Shop, Stock, Stop, Told, json,
};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;

use super::{CASES, Fixture, failure};

/// The fault of such a connector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrong {
    EveryAnswerIsFine,
    RefusalsAreLostAccess,
    LimitsAreRefusals,
    MakesTwice,
    MakingIsCalledAbsolute,
    AllIsCalledReading,
    LosesAnOrder,
    HoldsNothing,
    UnknownIsZero,
    TellsNothing,
    SaysTheAccess,
    StockIsAdded,
    TotalIsForgotten,
    FindsNothing,
}

/// All faults, each with the case that must notice it.
const ALL: [(Wrong, &str); 14] = [
    (Wrong::EveryAnswerIsFine, "K41"),
    (Wrong::RefusalsAreLostAccess, "K40"),
    (Wrong::LimitsAreRefusals, "K41"),
    (Wrong::MakesTwice, "K05"),
    (Wrong::MakingIsCalledAbsolute, "K50"),
    (Wrong::AllIsCalledReading, "K50"),
    (Wrong::LosesAnOrder, "K15"),
    (Wrong::HoldsNothing, "K17"),
    (Wrong::UnknownIsZero, "K31"),
    (Wrong::TellsNothing, "K37"),
    (Wrong::SaysTheAccess, "K45"),
    (Wrong::StockIsAdded, "K20"),
    (Wrong::TotalIsForgotten, "K18"),
    (Wrong::FindsNothing, "K04"),
];

/// Gives a connector that passes each fault in turn, and runs the case that must notice it.
///
/// # Panics
/// When some are not noticed, with their names.
pub fn mutations(of: &Fixture<'_>) {
    let noticed = |(wrong, case): &(Wrong, &str)| {
        let mutant = Mutant { inner: of.connector, wrong: *wrong };
        CASES
            .iter()
            .any(|one| one.0 == *case && failure(one, &Fixture { connector: &mutant, ..*of }).is_some())
    };
    let passed: Vec<_> = ALL.iter().filter(|one| !noticed(one)).collect();
    assert!(passed.is_empty(), "no case finds what is wrong: {passed:?}");
}

struct Mutant<'a> {
    inner: &'a dyn Connector,
    wrong: Wrong,
}

impl Mutant<'_> {
    fn is(&self, wrong: Wrong) -> bool {
        self.wrong == wrong
    }

    fn way<'s>(&self, shop: &'s mut dyn Shop) -> Way<'s> {
        Way { shop, wrong: self.wrong }
    }
}

struct Way<'a> {
    shop: &'a mut dyn Shop,
    wrong: Wrong,
}

impl Shop for Way<'_> {
    fn connection(&self) -> &Connection {
        self.shop.connection()
    }

    fn call(&mut self, mut call: Call) -> Result<Answer, Stop> {
        match self.wrong {
            Wrong::AllIsCalledReading => call.effect = Effect::Read,
            Wrong::MakingIsCalledAbsolute if call.effect == Effect::Once => call.effect = Effect::Absolute,
            Wrong::MakesTwice if call.effect == Effect::Once => {
                let _ = self.shop.call(call.clone());
            }
            _ => {}
        }
        self.shop.call(call)
    }
}

impl Connector for Mutant<'_> {
    fn manifest(&self) -> &'static Manifest {
        self.inner.manifest()
    }

    fn sign(&self, call: &mut Call, at: &Connection) {
        self.inner.sign(call, at);
    }

    fn verdict(&self, call: &Call, answer: &Answer) -> Result<(), Stop> {
        let verdict = self.inner.verdict(call, answer);
        match (self.wrong, &verdict) {
            (Wrong::EveryAnswerIsFine, _) => Ok(()),
            (Wrong::RefusalsAreLostAccess, Err(Stop::Refused(_))) => Err(Stop::NoAccess(String::new())),
            (Wrong::LimitsAreRefusals, Err(Stop::Limited(_))) => Err(Stop::Refused(Vec::new())),
            (Wrong::SaysTheAccess, Err(Stop::Unavailable(_) | Stop::Unreadable(_))) => {
                Err(Stop::Unavailable(format!("{:?} {}", call.headers, answer.body)))
            }
            _ => verdict,
        }
    }

    fn log_in(&self, shop: &mut dyn Shop) -> Result<Option<Access>, Stop> {
        self.inner.log_in(shop)
    }

    fn check(&self, shop: &mut dyn Shop) -> Result<Account, Stop> {
        self.inner.check(shop)
    }

    fn find(&self, shop: &mut dyn Shop, codes: &[&str]) -> Result<Vec<Listing>, Stop> {
        let mut found = self.inner.find(shop, codes)?;
        if self.is(Wrong::UnknownIsZero) {
            for listing in &mut found {
                listing.stock.get_or_insert(0);
                listing.price.get_or_insert(Dinheiro::ZERO);
            }
        }
        Ok(if self.is(Wrong::FindsNothing) { Vec::new() } else { found })
    }

    fn list(&self, shop: &mut dyn Shop, page: Option<&str>) -> Result<Page<Listing>, Stop> {
        self.inner.list(shop, page)
    }

    fn publish(&self, shop: &mut dyn Shop, group: &[Product<'_>]) -> Result<Items<Listing>, Stop> {
        self.inner.publish(&mut self.way(shop), group)
    }

    fn set_stock(&self, shop: &mut dyn Shop, items: &[Stock<'_>]) -> Result<Items<()>, Stop> {
        let more = i64::from(self.is(Wrong::StockIsAdded));
        let items: Vec<_> =
            items.iter().map(|item| Stock { units: item.units + more, listing: item.listing }).collect();
        self.inner.set_stock(&mut self.way(shop), &items)
    }

    fn set_price(&self, shop: &mut dyn Shop, items: &[Price<'_>]) -> Result<Items<()>, Stop> {
        self.inner.set_price(&mut self.way(shop), items)
    }

    fn set_active(&self, shop: &mut dyn Shop, listings: &[&str], active: bool) -> Result<Items<()>, Stop> {
        self.inner.set_active(&mut self.way(shop), listings, active)
    }

    fn list_orders(
        &self,
        shop: &mut dyn Shop,
        since: Instante,
        page: Option<&str>,
    ) -> Result<Page<OrderMark>, Stop> {
        let mut page = self.inner.list_orders(shop, since, page)?;
        if self.is(Wrong::LosesAnOrder) && page.next.is_some() {
            page.rows.remove(page.rows.len() / 2);
        }
        Ok(page)
    }

    fn read_orders(&self, shop: &mut dyn Shop, ids: &[&str]) -> Result<Vec<OrderIn>, Stop> {
        let mut orders = self.inner.read_orders(shop, ids)?;
        for order in &mut orders {
            order.holds_stock &= !self.is(Wrong::HoldsNothing);
            if let (true, Some(members)) = (self.is(Wrong::TotalIsForgotten), order.pedido.as_object_mut()) {
                members.insert("total".to_owned(), json!(1));
            }
        }
        Ok(orders)
    }

    fn tell(&self, shop: &mut dyn Shop, order: &str, news: News<'_>) -> Result<Told, Stop> {
        if self.is(Wrong::TellsNothing) {
            return Ok(Told::Done);
        }
        self.inner.tell(&mut self.way(shop), order, news)
    }
}
