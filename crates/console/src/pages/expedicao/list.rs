//! The list of what is to be sent, a page of it, and what a bar code means there.

use std::collections::{BTreeSet, HashMap};

use domain::estoque::Centro;
use domain::values::dates::{Instante, Zone};
use domain::values::ids::LojaId;
use store::canais::CanalRow;
use store::orders::{ToSend, to_send};
use store::skus::{self, Label};
use store::{Conn, centros};

use super::asked::{Asked, NOWHERE, Until};
use crate::access::LojaVisit;
use crate::error::Failure;
use crate::pages::canais;

/// Orders that are looked at, those that were placed first.
pub const MOST: u32 = 2000;
/// Orders of a page: what one round through the shelves brings.
const ROWS: usize = 100;

/// What is to be sent.
pub struct List {
    /// The store's channels.
    pub channels: Vec<CanalRow>,
    /// The store's centres.
    pub centres: Vec<Centro>,
    /// The orders of the page, what was promised first on top.
    pub page: Vec<ToSend>,
    /// What tells the page's SKUs, by their codes.
    pub labels: HashMap<String, Label>,
    /// The number of the page, and of how many.
    pub number: usize,
    /// Pages.
    pub pages: usize,
    /// There are more orders than were looked at.
    pub more: bool,
    /// What the bar code means.
    pub found: Option<Found>,
    counts: [i64; 3],
    /// The first instants of today and of tomorrow.
    days: [Instante; 2],
}

/// What a bar code means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// No SKU.
    Nothing,
    /// A SKU that nobody waits for.
    Elsewhere(String),
    /// One of the page's.
    Here(String),
}

impl List {
    /// Reads it.
    pub async fn read(visit: &LojaVisit, asked: &Asked) -> Result<Self, Failure> {
        let (loja, asked, days) = (visit.id(), asked.clone(), days(visit.state.zone()));
        visit.read(move |conn| Self::of(conn, loja, &asked, days)).await
    }

    fn of(conn: &mut Conn<'_>, loja: LojaId, asked: &Asked, days: [Instante; 2]) -> Result<Self, Failure> {
        let (channels, centres) = (canais::all(conn, loja)?, centros::list(conn, loja)?);
        let canal = match &asked.canal {
            None => None,
            Some(id) => {
                let none = || Failure::Parameter("canal", id.as_str().to_owned());
                Some(channels.iter().find(|row| row.canal.canal_id == *id).ok_or_else(none)?.num)
            }
        };
        let known = |centro: &i32| *centro == NOWHERE || centres.iter().any(|one| one.centro_id == *centro);
        if let Some(centro) = asked.centro.filter(|centro| !known(centro)) {
            return Err(Failure::Parameter("centro", centro.to_string()));
        }
        let (mut orders, more) = to_send(conn, loja, canal, MOST)?;
        if let Some(centro) = asked.centro {
            for order in &mut orders {
                order.units.retain(|units| units.centro.unwrap_or(NOWHERE) == centro);
            }
        }
        orders.retain(|order| !order.units.is_empty());
        let counts = Until::ALL.map(|until| {
            orders.iter().filter(|order| fits(order, until, days)).count().try_into().unwrap_or(i64::MAX)
        });
        orders.retain(|order| fits(order, asked.until, days));
        let end = Instante::from_micros(i64::MAX);
        orders.sort_by_key(|one| (one.promised.unwrap_or(end), one.pedido.data, one.pedido.pedido_id.0));
        let meant = asked.code.as_deref().map(|code| skus::by_codes(conn, loja, &[code])).transpose()?;
        let has = |order: &ToSend, sku: &str| order.units.iter().any(|units| units.sku == sku);
        let pages = orders.len().div_ceil(ROWS).max(1);
        let mut number = asked.page.clamp(1, pages);
        let found = meant.map(|meant| {
            let meant: Vec<&str> = meant.iter().flatten().map(|one| one.sku.as_str()).collect();
            // from the page that is looked at on, then from the first one
            let from = (number - 1) * ROWS;
            let all = orders.iter().enumerate();
            let all = all.clone().skip(from).chain(all.take(from));
            let place = all
                .into_iter()
                .find_map(|(place, order)| Some((place, meant.iter().find(|sku| has(order, sku))?)));
            match (place, meant.first()) {
                (Some((place, sku)), _) => {
                    number = place / ROWS + 1;
                    Found::Here((*sku).to_owned())
                }
                (None, Some(sku)) => Found::Elsewhere((*sku).to_owned()),
                (None, None) => Found::Nothing,
            }
        });
        let page: Vec<ToSend> = orders.into_iter().skip((number - 1) * ROWS).take(ROWS).collect();
        let codes: BTreeSet<&str> =
            page.iter().flat_map(|order| order.units.iter().map(|units| units.sku.as_str())).collect();
        let labels = skus::labels(conn, loja, &codes.into_iter().collect::<Vec<_>>())?;
        Ok(Self { channels, centres, page, labels, number, pages, more, found, counts, days })
    }

    /// True for a store with more than one centre.
    pub fn several(&self) -> bool {
        self.centres.len() > 1
    }

    /// How many orders were promised until then.
    pub fn counted(&self, until: Until) -> i64 {
        Until::ALL.iter().zip(self.counts).find(|(one, _)| **one == until).map_or(0, |(_, count)| count)
    }

    /// Whether an order was promised until then.
    pub fn is(&self, order: &ToSend, until: Until) -> bool {
        fits(order, until, self.days)
    }

    /// What a centre is called.
    pub fn centre(&self, id: Option<i32>) -> &str {
        let found = self.centres.iter().find(|one| Some(one.centro_id) == id);
        found.map_or("–", |one| one.dados.nome.as_str())
    }
}

/// The first instants of today and of tomorrow.
fn days(zone: Zone) -> [Instante; 2] {
    let today = Instante::now().days_before(0, zone);
    // noon of tomorrow, however long today is where clocks are changed
    [today, today.plus_seconds(36 * 3600).days_before(0, zone)]
}

fn fits(order: &ToSend, until: Until, [today, tomorrow]: [Instante; 2]) -> bool {
    match until {
        Until::Ever => true,
        Until::Today => order.promised.is_some_and(|at| at < tomorrow),
        Until::Over => order.promised.is_some_and(|at| at < today),
    }
}
