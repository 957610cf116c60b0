//! Cases of orders: listing, reading, and reporting their events.

use std::collections::BTreeSet;

use connector::{Cause, Effect, News, OrderIn, OrderStep, Stop, Told};
use domain::pedido::{NotaFiscal, Rastreio};

use super::{Fixture, NOON, Stand, code, compare, fine, money, pedido};

fn rastreio() -> Rastreio {
    Rastreio { transportadora: "Correios".to_owned(), codigo: "BR1BR".to_owned(), ..Rastreio::default() }
}

fn tell(stand: &Stand<'_>, order: &str, news: News<'_>) -> Result<Told, Stop> {
    stand.of.connector.tell(&mut stand.way(), order, news)
}

pub fn capabilities(of: &Fixture<'_>) {
    let does = of.connector.manifest().does;
    let (invoice, tracking) = (NotaFiscal { numero: "1".to_owned(), ..NotaFiscal::default() }, rastreio());
    let news = [
        ("invoice", does.invoice, News::Invoiced(&invoice)),
        ("shipped", does.shipped, News::Shipped(Some(&tracking))),
        ("delivered", does.delivered, News::Delivered),
        ("cancel", does.cancel, News::Cancelled("sem estoque")),
    ];
    for (name, can, news) in news {
        let stand = Stand::with(of, 1);
        let order = stand.shop.buy("SKU-0", 1).expect("a sale");
        if matches!(news, News::Delivered) {
            stand.shop.ship(&order);
        }
        let before = stand.shop.state();
        match tell(&stand, &order, news) {
            Ok(Told::Done) => assert!(can && before != stand.shop.state(), "{name} is said to be done"),
            Ok(Told::Unsupported) | Err(Stop::NotAllowed) => {
                assert!(!can, "{name} is in the manifest");
                compare(name, &stand.shop.state(), &before);
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

fn sold(stand: &Stand<'_>, number: usize) -> Vec<String> {
    let sell = |i: usize| {
        stand.shop.later(37);
        stand.shop.buy(&code(i % 4), 1).expect("a sale")
    };
    (0..number).map(sell).collect()
}

fn missing(listed: &[connector::OrderMark], wanted: &[String]) -> Vec<String> {
    let listed: BTreeSet<&str> = listed.iter().map(|mark| mark.id.as_str()).collect();
    wanted.iter().filter(|id| !listed.contains(id.as_str())).cloned().collect()
}

pub fn listed_while_they_change(of: &Fixture<'_>) {
    let stand = shop_of_many(of);
    let before = sold(&stand, 5);
    stand.shop.later(60_000);
    let since = stand.shop.shop().now();
    let mut wanted = sold(&stand, 300);
    stand.shop.order(&[("SKU-0", 1)], None).expect("a cart");
    // some of the oldest changed last, wherever pages end
    stand.shop.later(600_000);
    for order in wanted.iter().skip(9).step_by(10) {
        assert!(stand.shop.cancel(order));
    }
    let moved: Vec<String> = wanted.iter().step_by(40).cloned().collect();
    let mut later = Vec::new();
    let marks = stand.marks(since, |page| {
        if page < 3 {
            stand.shop.later(2000);
            if let Some(order) = moved.get(page) {
                stand.shop.ship(order);
            }
            if let Some(order) = moved.get(page + 3) {
                stand.shop.cancel(order);
            }
            later.extend(sold(&stand, 1));
        }
    });
    assert_eq!(missing(&marks, &wanted), Vec::<String>::new(), "orders are lost between pages");
    wanted.extend(later);
    for mark in &marks {
        assert!(wanted.contains(&mark.id), "{} is no order of the span", mark.id);
        assert!(!before.contains(&mark.id), "{} changed before", mark.id);
        assert!(mark.id.chars().count() <= 100 && !mark.state.is_empty(), "a mark: {mark:?}");
    }
}

/// A shop where hundreds can be sold.
fn shop_of_many<'a>(of: &Fixture<'a>) -> Stand<'a> {
    let stand = Stand::new(of);
    for i in 0..4 {
        stand.shop.add(&code(i), 1000, Some(10_000));
    }
    stand
}

pub fn listed_at_the_edge(of: &Fixture<'_>) {
    let stand = shop_of_many(of);
    let mut all = Vec::new();
    for i in 0..230 {
        stand.shop.set_now(NOON - 250 + i);
        all.push(stand.shop.buy(&code(0), 1).expect("a sale"));
    }
    let marks = stand.marks(NOON - 250, |_| {});
    assert_eq!(missing(&marks, &all), Vec::<String>::new(), "orders of one second are lost");
    // a listing from the newest order's own time on has that order
    let newest = marks.iter().max_by_key(|mark| mark.changed).expect("marks");
    let again = stand.marks(newest.changed.micros() / 1000, |_| {});
    assert!(again.iter().any(|mark| mark.id == newest.id), "what changed at the instant itself is listed");
}

pub fn listed_while_cancelled(of: &Fixture<'_>) {
    let stand = shop_of_many(of);
    let all = sold(&stand, 260);
    let marks = stand.marks(NOON, |page| {
        if page < 4 {
            stand.shop.later(5000);
            for order in all.iter().skip(page * 7).take(7) {
                stand.shop.cancel(order);
            }
        }
    });
    assert_eq!(missing(&marks, &all), Vec::<String>::new(), "orders are lost by what was cancelled");
}

pub fn changes_without_time(of: &Fixture<'_>) {
    let stand = Stand::with(of, 1);
    let order = stand.shop.order(&[("SKU-0", 1)], Some(false)).expect("a sale");
    stand.shop.later(600_000);
    assert!(stand.shop.pay(&order));
    assert_eq!(stand.read(&order).step, OrderStep::Paid, "it was paid");
    stand.shop.later(600_000);
    assert!(stand.shop.ship(&order));
    assert_eq!(stand.read(&order).step, OrderStep::Shipped, "it was sent");
    assert!(!stand.read(&order).holds_stock, "what was sent is no longer on hand");
}

pub fn paid_later(of: &Fixture<'_>) {
    let stand = Stand::with(of, 1);
    let order = stand.shop.order(&[("SKU-0", 2)], Some(false)).expect("a sale");
    let waits = stand.read(&order);
    let step = if of.waits { OrderStep::Waiting } else { OrderStep::Paid };
    assert_eq!((waits.id.as_str(), waits.step), (order.as_str(), step), "before it is paid");
    assert!(waits.holds_stock, "its units are promised from the start");
    stand.shop.later(3000);
    stand.shop.pay(&order);
    let paid = stand.read(&order);
    assert_eq!((paid.step, paid.holds_stock), (OrderStep::Paid, true), "it was paid");
    assert_eq!(pedido(&paid).produtos, pedido(&waits).produtos, "its lines are the same");
    let read = fine("read_orders", of.connector.read_orders(&mut stand.way(), &["9999999", &order]));
    assert_eq!(
        read.iter().map(|order| &order.id).collect::<Vec<_>>(),
        [&order],
        "an order that is gone is left out"
    );
}

pub fn totals(of: &Fixture<'_>) {
    for (freight, discount) in [(100_000, 0), (100_000, 77_700), (0, 0), (150_100, 100), (99_900, 299_900)] {
        let stand = Stand::with(of, 3);
        (stand.shop.shop().freight, stand.shop.shop().discount) = (freight, 0);
        stand.shop.shop().discount = discount;
        let order =
            stand.shop.order(&[("SKU-0", 3), ("SKU-1", 1), ("SKU-2", 7)], Some(true)).expect("a sale");
        let goods = 3 * 1000 + 1100 + 7 * 1200;
        let wanted = money(goods + freight / 100 - discount / 100);
        let pedido = pedido(&stand.read(&order));
        let what = format!("freight {freight}, discount {discount}");
        assert_eq!(pedido.total, wanted, "{what}: the total");
        assert_eq!(
            pedido.total_notice().map(|notice| format!("{notice:?}")),
            None,
            "{what}: the total adds up"
        );
        let lines: i64 = pedido.produtos.iter().map(|line| line.frete.ten_thousandths()).sum();
        assert!(lines == freight || lines == 0, "{what}: the freight of the lines is {lines}");
        let units: Vec<_> =
            pedido.produtos.iter().map(|line| (line.sku.to_string(), line.quantidade)).collect();
        assert_eq!(
            units,
            [("SKU-0".to_owned(), 3), ("SKU-1".to_owned(), 1), ("SKU-2".to_owned(), 7)],
            "{what}"
        );
        assert!(!pedido.usuario.is_unknown(), "{what}: the buyer is known");
        assert_eq!(
            pedido.endereco.first().map(|to| to.cidade.as_str()),
            Some("São Paulo"),
            "{what}: where it goes"
        );
    }
}

pub fn lines(of: &Fixture<'_>) {
    let stand = Stand::with(of, 100);
    let names: Vec<String> = (0..100).map(code).collect();
    let many: Vec<(&str, i64)> = names.iter().map(|name| (name.as_str(), 1)).collect();
    let order = stand.shop.order(&many, Some(true)).expect("a sale");
    assert_eq!(pedido(&stand.read(&order)).produtos.len(), 100, "all lines of a long order");
    let order = stand.shop.order(&[("SKU-5", 1), ("SKU-5", 2)], Some(true)).expect("a sale");
    let twice = pedido(&stand.read(&order));
    let units: i32 = twice.produtos.iter().filter(|l| l.sku.as_str() == "SKU-5").map(|l| l.quantidade).sum();
    assert_eq!((units, twice.total_notice().is_none()), (3, true), "one code in two lines");
    let order = stand.shop.order(&[("SKU-6", 1)], Some(true)).expect("a sale");
    stand.shop.remove("SKU-6");
    assert_eq!(pedido(&stand.read(&order)).produtos[0].sku.to_string(), "SKU-6", "an order of what is gone");
}

pub fn told(of: &Fixture<'_>) {
    let does = of.connector.manifest().does;
    let stand = Stand::with(of, 2);
    let order = stand.shop.order(&[("SKU-0", 2), ("SKU-1", 1)], Some(true)).expect("a sale");
    let (invoice, tracking) = (NotaFiscal { numero: "77".to_owned(), ..NotaFiscal::default() }, rastreio());
    let steps = [
        ("invoice", does.invoice, News::Invoiced(&invoice), OrderStep::Paid),
        ("shipped", does.shipped, News::Shipped(Some(&tracking)), OrderStep::Shipped),
        ("delivered", does.delivered, News::Delivered, OrderStep::Delivered),
    ];
    for (name, _, news, step) in steps.into_iter().filter(|(_, can, ..)| *can) {
        stand.shop.later(4000);
        assert_eq!(tell(&stand, &order, news), Ok(Told::Done), "{name}");
        assert_eq!(stand.read(&order).step, step, "after {name}");
        let state = stand.shop.state();
        let mut way = stand.way();
        assert_eq!(of.connector.tell(&mut way, &order, news), Ok(Told::Already), "{name} again");
        assert_eq!(way.count(Effect::Once), 0, "{name} again makes nothing");
        compare(&format!("{name} again"), &stand.shop.state(), &state);
    }
    if does.shipped {
        assert!(stand.shop.state().to_string().contains("BR1BR"), "the tracking code is there");
        assert_eq!(stand.shop.stock("SKU-0"), Some(48), "what was sent is no longer on hand");
        // without tracking; sent by the shop before
        let order = stand.shop.buy("SKU-0", 1).expect("a sale");
        assert_eq!(tell(&stand, &order, News::Shipped(None)), Ok(Told::Done), "sent without tracking");
        let order = stand.shop.buy("SKU-0", 1).expect("a sale");
        assert!(stand.shop.ship(&order));
        assert_eq!(
            tell(&stand, &order, News::Shipped(Some(&tracking))),
            Ok(Told::Already),
            "the shop sent it before"
        );
        let order = stand.shop.buy("SKU-0", 1).expect("a sale");
        assert!(stand.shop.cancel(&order));
        refused("sending what was cancelled", tell(&stand, &order, News::Shipped(None)));
    }
    if does.delivered {
        let order = stand.shop.buy("SKU-1", 1).expect("a sale");
        match tell(&stand, &order, News::Delivered) {
            Ok(_) => assert_eq!(stand.read(&order).step, OrderStep::Delivered, "arrived without being sent"),
            other => refused("arrived without being sent", other),
        }
    }
    refused("news of an order that is not there", tell(&stand, "9999999", News::Shipped(None)));
}

fn refused(what: &str, result: Result<Told, Stop>) {
    let Err(Stop::Refused(troubles)) = &result else { panic!("{what}: {result:?}") };
    assert!(troubles.iter().any(|trouble| trouble.cause == Cause::OrderState), "{what}: {troubles:?}");
}

pub fn cancelled(of: &Fixture<'_>) {
    let stand = Stand::with(of, 1);
    let there = stand.shop.buy("SKU-0", 2).expect("a sale");
    let lines = |order: &OrderIn| -> Vec<_> {
        let lines = pedido(order).produtos;
        lines.iter().map(|line| (line.sku.clone(), line.quantidade, line.preco)).collect()
    };
    let before = lines(&stand.read(&there));
    assert!(stand.shop.cancel(&there));
    let read = stand.read(&there);
    assert_eq!((read.step, read.holds_stock), (OrderStep::Cancelled, false), "cancelled by the shop");
    assert_eq!(lines(&read), before, "a cancelled order has the lines that it had");
    if !of.connector.manifest().does.cancel {
        return;
    }
    assert_eq!(tell(&stand, &there, News::Cancelled("")), Ok(Told::Already), "the shop cancelled it before");
    let here = stand.shop.buy("SKU-0", 2).expect("a sale");
    assert_eq!(tell(&stand, &here, News::Cancelled("sem estoque")), Ok(Told::Done), "cancelled here");
    assert_eq!(stand.read(&here).step, OrderStep::Cancelled, "cancelled here");
    let mut way = stand.way();
    assert_eq!(of.connector.tell(&mut way, &here, News::Cancelled("")), Ok(Told::Already), "cancelled again");
    assert_eq!(way.count(Effect::Once), 0, "cancelling again makes nothing");
    assert_eq!(stand.shop.stock("SKU-0"), Some(50), "all units are there again");
    let waits = stand.shop.order(&[("SKU-0", 1)], Some(false)).expect("a sale");
    assert_eq!(tell(&stand, &waits, News::Cancelled("")), Ok(Told::Done), "cancelled before it was paid");
    let sent = stand.shop.buy("SKU-0", 2).expect("a sale");
    assert!(stand.shop.ship(&sent));
    match tell(&stand, &sent, News::Cancelled("")) {
        Ok(Told::Done) => assert_eq!(stand.read(&sent).step, OrderStep::Cancelled, "cancelled after sending"),
        other => refused("cancelled after sending", other),
    }
}
