//! Operations that take more than one call, and what they leave when calls are lost, doubled or never made.

use connector::{Connector, Effect, Items, News, Price, Shop, Stock, Stop};
use domain::pedido::{NotaFiscal, Rastreio};
use serde_json::Value;

use super::{Fixture, Stand, compare, fine, group, money, products};
use crate::InProcess;
use crate::faults::{Fault, Plan};

/// Prepares the shop, and gives the identifiers of what the operation works on.
type Before = fn(&Stand<'_>) -> Vec<String>;
type Does = fn(&dyn Connector, &mut dyn Shop, &[String]) -> Result<(), Stop>;

/// An operation of a connector.
pub struct Operation {
    pub name: &'static str,
    pub before: Before,
    pub does: Does,
}

fn rastreio() -> Rastreio {
    Rastreio {
        transportadora: "Correios PAC".to_owned(),
        codigo: "BR123456789BR".to_owned(),
        url: "https://rastreio.example/BR123456789BR".to_owned(),
        ..Rastreio::default()
    }
}

fn nota() -> NotaFiscal {
    NotaFiscal {
        chave: "35261111222333000181550010000000011000000010".to_owned(),
        numero: "1".to_owned(),
        serie: "1".to_owned(),
        ..Default::default()
    }
}

fn nothing(_: &Stand<'_>) -> Vec<String> {
    Vec::new()
}

fn part_of_a_group(stand: &Stand<'_>) -> Vec<String> {
    fine("publish", publish(stand.of.connector, &mut stand.way(), &["CAM-P", "CAM-M"]));
    Vec::new()
}

fn an_order(stand: &Stand<'_>) -> Vec<String> {
    let order = stand.shop.order(&[("SKU-0", 2), ("SKU-1", 1)], Some(true));
    let order = order.unwrap_or_else(|why| panic!("{why}"));
    stand.shop.later(1500);
    vec![order]
}

fn a_sent_order(stand: &Stand<'_>) -> Vec<String> {
    let order = an_order(stand);
    assert!(stand.shop.ship(&order[0]), "the shop sends its own order");
    order
}

fn listings(stand: &Stand<'_>) -> Vec<String> {
    stand.shop.add("SEM-NIVEL", 900, None);
    ["SKU-0", "SKU-1", "SEM-NIVEL"].iter().map(|code| stand.listing(code).id).collect()
}

fn every<T>(items: Items<T>) -> Result<Vec<T>, Stop> {
    items.into_iter().collect::<Result<_, _>>().map_err(Stop::Refused)
}

fn publish(connector: &dyn Connector, shop: &mut dyn Shop, codes: &[&str]) -> Result<(), Stop> {
    let group = group(codes);
    let found = every(connector.publish(shop, &products(&group))?)?;
    // stock that a listing does not show yet is set next
    let other =
        found.iter().zip(&group).filter(|(listing, (_, offer))| listing.stock != Some(offer.estoque.into()));
    let stocks: Vec<_> = other
        .map(|(listing, (_, offer))| Stock { listing: &listing.id, units: offer.estoque.into() })
        .collect();
    if !stocks.is_empty() {
        every(connector.set_stock(shop, &stocks)?)?;
    }
    Ok(())
}

fn set_stock(connector: &dyn Connector, shop: &mut dyn Shop, ids: &[String]) -> Result<(), Stop> {
    let items: Vec<_> = ids.iter().map(|id| Stock { listing: id, units: 9 }).collect();
    every(connector.set_stock(shop, &items)?).map(drop)
}

fn set_price(connector: &dyn Connector, shop: &mut dyn Shop, ids: &[String]) -> Result<(), Stop> {
    let price = |id| Price { listing: id, de: money(0), por: money(777) };
    let items: Vec<_> = ids.iter().map(|id| price(id.as_str())).collect();
    every(connector.set_price(shop, &items)?).map(drop)
}

/// The operations that the manifest says are possible.
pub fn all(of: &Fixture<'_>) -> Vec<Operation> {
    let does = of.connector.manifest().does;
    let all: [(bool, &str, Before, Does); 9] = [
        (does.publish, "publishing a SKU", nothing, |c, s, _| publish(c, s, &["MESA-1"])),
        (does.publish, "publishing a group", nothing, |c, s, _| publish(c, s, &["CAM-P", "CAM-M"])),
        (does.publish, "publishing what a group lacks", part_of_a_group, |c, s, _| {
            publish(c, s, &["CAM-P", "CAM-M", "CAM-G"])
        }),
        (does.shipped, "telling that it was sent", an_order, |c, s, ids| {
            c.tell(s, &ids[0], News::Shipped(Some(&rastreio()))).map(drop)
        }),
        (does.delivered, "telling that it arrived", a_sent_order, |c, s, ids| {
            c.tell(s, &ids[0], News::Delivered).map(drop)
        }),
        (does.invoice, "telling the invoice", an_order, |c, s, ids| {
            c.tell(s, &ids[0], News::Invoiced(&nota())).map(drop)
        }),
        (does.cancel, "telling that it was cancelled", an_order, |c, s, ids| {
            c.tell(s, &ids[0], News::Cancelled("sem estoque")).map(drop)
        }),
        (true, "setting stock", listings, set_stock),
        (true, "setting prices", listings, set_price),
    ];
    let possible = all.into_iter().filter(|(can, ..)| *can);
    possible.map(|(_, name, before, does)| Operation { name, before, does }).collect()
}

/// The shop's state after an operation without disturbance, and how many calls it took.
fn undisturbed(of: &Fixture<'_>, operation: &Operation) -> (Value, usize) {
    let stand = Stand::with(of, 2);
    let ids = (operation.before)(&stand);
    let mut way = stand.way();
    fine(operation.name, (operation.does)(of.connector, &mut way, &ids));
    (stand.shop.state(), way.calls.len())
}

fn disturbed(of: &Fixture<'_>, what: &str, disturb: impl Fn(&mut InProcess<'_>, usize)) {
    for operation in all(of) {
        let (wanted, calls) = undisturbed(of, &operation);
        for at in 0..calls {
            let stand = Stand::with(of, 2);
            let ids = (operation.before)(&stand);
            let mut way = stand.way();
            disturb(&mut way, at);
            let first = (operation.does)(of.connector, &mut way, &ids);
            let name = format!("{}, {what} {at}", operation.name);
            assert!(!matches!(first, Err(Stop::Refused(_) | Stop::NoAccess(_))), "{name}: {first:?}");
            if first.is_err() {
                fine(&format!("{name}, then anew"), (operation.does)(of.connector, &mut stand.way(), &ids));
            }
            compare(&name, &stand.shop.state(), &wanted);
        }
    }
}

pub fn lost(of: &Fixture<'_>) {
    for fault in [
        Fault::RequestLost,
        Fault::AnswerLost,
        Fault::Slow,
        Fault::Status(500),
        Fault::Empty,
        Fault::HalfJson,
    ] {
        disturbed(of, &format!("{fault:?} at call"), |way, at| {
            way.faults.insert(at, fault);
        });
    }
}

pub fn ended(of: &Fixture<'_>) {
    disturbed(of, "ended before call", |way, at| way.ends_before = Some(at));
}

pub fn twice(of: &Fixture<'_>) {
    for operation in all(of) {
        let stand = Stand::with(of, 2);
        let ids = (operation.before)(&stand);
        let mut way = stand.way();
        way.twice = Some(Effect::Absolute);
        // the second answer may be an error, after which the engine runs the operation again
        if (operation.does)(of.connector, &mut way, &ids).is_err() {
            fine(operation.name, (operation.does)(of.connector, &mut stand.way(), &ids));
        }
        compare(
            &format!("{}, each absolute call twice", operation.name),
            &stand.shop.state(),
            &undisturbed(of, &operation).0,
        );
    }
}

pub fn storms(of: &Fixture<'_>) {
    for operation in all(of) {
        let (wanted, _) = undisturbed(of, &operation);
        for seed in 0..8 {
            let stand = Stand::with(of, 2);
            let ids = (operation.before)(&stand);
            let mut way = stand.way();
            let plan = Plan::new(seed, 300, Fault::ALL);
            let name = format!("{}, {plan}", operation.name);
            way.plan = Some(plan);
            let mut last = Ok(());
            for _ in 0..200 {
                last = (operation.does)(of.connector, &mut way, &ids);
                if last.is_ok() {
                    break;
                }
            }
            fine(&name, last);
            compare(&name, &stand.shop.state(), &wanted);
        }
    }
}
