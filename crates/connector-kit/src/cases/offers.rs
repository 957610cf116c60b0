//! Cases of listings: finding, publishing, stock, prices and sale.

use connector::{Cause, Connector, Effect, Items, Price, Stock, Stop, Trouble};
use serde_json::Value;

use super::{Fixture, Stand, code, compare, fine, group, money, operations, products, unique};

pub fn found_and_listed(of: &Fixture<'_>) {
    let stand = Stand::with(of, 230);
    let before = stand.shop.state();
    let most = of.connector.manifest().batches.find;
    let names: Vec<String> = (0..most).map(code).chain(["FORA".to_owned()]).take(most).collect();
    let mut asked: Vec<&str> = names.iter().map(String::as_str).collect();
    let found = stand.find(&asked);
    unique("codes", &found.iter().map(|listing| &listing.code).collect::<Vec<_>>());
    assert_eq!(found.len(), most.min(230), "codes that are there are found");
    for listing in &found {
        let i: i64 = listing.code.trim_start_matches("SKU-").parse().expect("a code that was asked for");
        assert_eq!(listing.price, Some(money(1000 + 100 * i)), "the price of {}", listing.code);
        assert_eq!(listing.stock, Some(50), "the stock of {}", listing.code);
        assert_eq!(listing.active, Some(true), "{} is for sale", listing.code);
        assert!(!listing.id.is_empty() && listing.id.chars().count() <= 1000, "the id of {}", listing.code);
    }
    asked.truncate(1);
    asked.push("FORA DA LOJA,&?%");
    assert_eq!(stand.find(&asked).len(), 1, "a code that is not there is left out");
    assert!(
        stand.find(&["SKU"]).is_empty() && stand.find(&["sku-1"]).is_empty(),
        "a code is found as a whole"
    );

    let (mut listed, mut page) = (Vec::new(), None);
    for _ in 0..100 {
        let found = fine("list", of.connector.list(&mut stand.way(), page.as_deref()));
        listed.extend(found.rows);
        page = found.next;
        if page.is_none() {
            break;
        }
    }
    unique("listings", &listed.iter().map(|listing| &listing.code).collect::<Vec<_>>());
    assert_eq!(listed.len(), 230, "all listings are listed");
    let first = listed.iter().find(|listing| listing.code == found[0].code);
    assert_eq!(first, found.first(), "a listing is the same by both ways");
    compare("finding", &stand.shop.state(), &before);
}

pub fn published_twice(of: &Fixture<'_>) {
    if !of.connector.manifest().does.publish {
        return;
    }
    let stand = Stand::with(of, 1);
    let most = of.connector.manifest().batches.publish;
    for codes in [&["CAM-P", "CAM-M", "CAM-G"][..most.min(3)], &["MESA-1"], &["MESA 2/á"]] {
        let group = group(codes);
        let first =
            listings(codes, fine("publish", of.connector.publish(&mut stand.way(), &products(&group))));
        let state = stand.shop.state();
        for (listing, (_, offer)) in first.iter().zip(&group) {
            assert_eq!(listing.code, offer.codigo, "listings come in the order of the group");
            let there = stand.listing(&offer.codigo);
            assert_eq!(there.id, listing.id, "publish and find name {} alike", listing.code);
            assert_eq!(there.price, Some(offer.preco.preco_por), "the price of {}", listing.code);
            assert!(
                there.stock.is_none_or(|n| n == 0 || n == i64::from(offer.estoque)),
                "the stock of {}",
                listing.code
            );
        }
        let mut way = stand.way();
        let again = listings(codes, fine("publish", of.connector.publish(&mut way, &products(&group))));
        assert_eq!(way.count(Effect::Once), 0, "the second time nothing is made");
        let ids =
            |all: &[connector::Listing]| all.iter().map(|listing| listing.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&again), ids(&first), "the second time the same listings are found");
        compare("publishing twice", &stand.shop.state(), &state);
    }
}

fn listings(codes: &[&str], items: Items<connector::Listing>) -> Vec<connector::Listing> {
    assert_eq!(items.len(), codes.len(), "publish answers each SKU");
    items
        .into_iter()
        .map(|item| item.unwrap_or_else(|why| panic!("{codes:?} is not published: {why:?}")))
        .collect()
}

pub fn prices(of: &Fixture<'_>) {
    let stand = Stand::with(of, 1);
    let listing = stand.listing("SKU-0").id;
    for n in [1, 100, 10_000, 105_000, 455_050, 455_049, 12_345_600, 100_000_000_000, 49] {
        let before = stand.shop.price("SKU-0");
        let por = domain::values::money::Dinheiro::from_ten_thousandths(n);
        let price = Price { listing: &listing, de: money(0), por };
        let done = match of.connector.set_price(&mut stand.way(), &[price]) {
            Ok(items) => items.len() == 1 && items[0].is_ok(),
            Err(Stop::Refused(_)) => false,
            Err(stop) => panic!("a price of {n} ten-thousandths: {stop:?}"),
        };
        let is = stand.shop.price("SKU-0").expect("a price");
        if done {
            assert!(is > 0 && is % 100 == 0 && (is - n).abs() <= 50, "{n} ten-thousandths became {is}");
        } else {
            assert!(n % 100 != 0 || n > 10_000_000_000, "a price of {n} ten-thousandths is refused");
            assert_eq!(Some(is), before, "a refused price changes nothing");
        }
    }
    let with_de = Price { listing: &listing, de: money(9990), por: money(7990) };
    assert!(fine("set_price", of.connector.set_price(&mut stand.way(), &[with_de]))[0].is_ok());
    assert_eq!(stand.shop.price("SKU-0"), Some(799_000), "it sells for `por`");
    assert_eq!(stand.listing("SKU-0").price, Some(money(7990)), "what is found is what it sells for");
}

pub fn absolute(of: &Fixture<'_>) {
    let mut states = Vec::new();
    for twice in [None, Some(Effect::Absolute)] {
        let stand = Stand::with(of, 3);
        stand.shop.add("SEM-NIVEL", 900, None);
        let codes = ["SKU-0", "SKU-1", "SKU-2", "SEM-NIVEL"];
        let ids: Vec<String> = codes.iter().map(|code| stand.listing(code).id).collect();
        let mut way = stand.way();
        way.twice = twice;
        way.watched = true;
        for units in [7, 0] {
            let items: Vec<_> = ids.iter().map(|id| Stock { listing: id, units }).collect();
            // the answer to the second of two equal calls may be an error
            if twice.is_none() || of.connector.set_stock(&mut way, &items).is_err() {
                all_fine("set_stock", of.connector.set_stock(&mut stand.way(), &items), 4);
            }
            for code in codes {
                assert_eq!(stand.shop.stock(code), Some(units), "the stock of {code}");
            }
        }
        let prices: Vec<_> =
            ids.iter().map(|id| Price { listing: id, de: money(0), por: money(1234) }).collect();
        all_fine("set_price", of.connector.set_price(&mut way, &prices), 4);
        if of.connector.manifest().does.withdraw {
            let all: Vec<&str> = ids.iter().map(String::as_str).collect();
            for active in [false, true] {
                all_fine("set_active", of.connector.set_active(&mut way, &all, active), 4);
                for code in codes {
                    assert_eq!(stand.listing(code).active, Some(active), "{code} is as it was set");
                }
            }
        }
        assert_eq!(way.count(Effect::Once), 0, "stock, price and state are set, not made");
        states.push(stand.shop.state());
    }
    compare("each absolute call twice", &states[1], &states[0]);
    operations::twice(of);
}

fn all_fine(what: &str, items: Result<Items<()>, Stop>, wanted: usize) {
    let items = fine(what, items);
    assert_eq!(items.len(), wanted, "{what} answers each item");
    for item in items {
        item.unwrap_or_else(|why| panic!("{what}: {why:?}"));
    }
}

pub fn ambiguous(of: &Fixture<'_>) {
    if !of.codes_twice {
        return;
    }
    let stand = Stand::with(of, 2);
    stand.shop.add("SKU-1", 2500, Some(3));
    let found = stand.find(&["SKU-0", "SKU-1"]);
    let twice = found.iter().filter(|listing| listing.code == "SKU-1").count();
    assert_eq!((found.len(), twice), (3, 2), "both listings of one code are found");
    if of.connector.manifest().does.publish {
        let state = stand.shop.state();
        let group = group(&["SKU-1"]);
        let troubles = match of.connector.publish(&mut stand.way(), &products(&group)) {
            Ok(items) => items[0].clone().expect_err("neither of two listings is the right one"),
            Err(Stop::Refused(troubles)) => troubles,
            Err(stop) => panic!("publishing a code that is there twice: {stop:?}"),
        };
        let ambiguous = troubles.iter().any(|trouble| trouble.cause == Cause::ListingAmbiguous);
        assert!(ambiguous, "{troubles:?}");
        compare("publishing a code that is there twice", &stand.shop.state(), &state);
    }
}

pub fn groups(of: &Fixture<'_>) {
    let manifest = of.connector.manifest();
    if !manifest.does.publish {
        return;
    }
    let names: Vec<String> = (0..=manifest.batches.publish).map(|i| format!("G-{i}")).collect();
    for size in [1, 2, manifest.batches.publish, manifest.batches.publish + 1] {
        let stand = Stand::with(of, 1);
        let codes: Vec<&str> = names.iter().take(size).map(String::as_str).collect();
        let mut group = group(&codes);
        let all = of.connector.publish(&mut stand.way(), &products(&group));
        match all {
            Ok(items) => {
                assert_eq!(items.len(), codes.len(), "publish answers each of {size}");
                for (code, item) in codes.iter().zip(&items) {
                    assert_eq!(
                        stand.find(&[code]).len(),
                        usize::from(item.is_ok()),
                        "{code} of a group of {size}: {item:?}"
                    );
                    assert!(
                        size > manifest.batches.publish || item.is_ok(),
                        "{code} of a group of {size}: {item:?}"
                    );
                }
            }
            Err(Stop::Refused(why)) => assert!(size > manifest.batches.publish, "a group of {size}: {why:?}"),
            Err(stop) => panic!("a group of {size}: {stop:?}"),
        }
        if size != 2 {
            continue;
        }
        // two SKUs with equal attributes
        let stand = Stand::with(of, 1);
        group[1].0.atributos = group[0].0.atributos.clone();
        let troubles: Vec<Trouble> = match of.connector.publish(&mut stand.way(), &products(&group)) {
            Ok(items) => {
                for (code, item) in codes.iter().zip(&items) {
                    assert_eq!(stand.find(&[code]).len(), usize::from(item.is_ok()), "{code} of two equals");
                }
                items.into_iter().filter_map(Result::err).flatten().collect()
            }
            Err(Stop::Refused(troubles)) => troubles,
            Err(stop) => panic!("two that nothing tells apart: {stop:?}"),
        };
        assert!(
            troubles.iter().all(|t| t.cause == Cause::GroupRefused),
            "two that nothing tells apart: {troubles:?}"
        );
    }
}

pub fn one_bad(of: &Fixture<'_>) {
    type Sets = fn(&dyn Connector, &mut dyn connector::Shop, &[&str]) -> Result<Items<()>, Stop>;
    let ways: [(&str, Sets); 3] = [
        ("set_stock", |c, s, ids| {
            c.set_stock(s, &ids.iter().map(|id| Stock { listing: id, units: 8 }).collect::<Vec<_>>())
        }),
        ("set_price", |c, s, ids| {
            c.set_price(
                s,
                &ids.iter()
                    .map(|id| Price { listing: id, de: money(0), por: money(888) })
                    .collect::<Vec<_>>(),
            )
        }),
        ("set_active", |c, s, ids| c.set_active(s, ids, false)),
    ];
    let does = of.connector.manifest().does;
    let most = of.connector.manifest().batches.stock.min(10);
    for (name, sets) in ways.into_iter().filter(|(name, _)| *name != "set_active" || does.withdraw) {
        let stand = Stand::with(of, most);
        let ids: Vec<String> = (0..most).map(|i| stand.listing(&code(i)).id).collect();
        stand.shop.remove("SKU-2");
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let (mut calls, mut done, mut bad) = (0, 0, Vec::new());
        let mut batches = vec![ids];
        while let Some(batch) = batches.pop() {
            calls += 1;
            assert!(calls <= 14, "{name}: more than 14 batches for one bad item");
            let before = stand.shop.state();
            match sets(of.connector, &mut stand.way(), &batch) {
                Ok(items) => {
                    assert_eq!(items.len(), batch.len(), "{name} answers each item");
                    done += items.iter().filter(|item| item.is_ok()).count();
                    bad.extend(items.into_iter().filter_map(Result::err).flatten());
                }
                Err(Stop::Refused(troubles)) if batch.len() > 1 => {
                    compare(
                        &format!("{name} refused as a whole: {troubles:?}"),
                        &stand.shop.state(),
                        &before,
                    );
                    let half = batch.len() / 2;
                    batches.extend([batch[..half].to_vec(), batch[half..].to_vec()]);
                }
                Err(Stop::Refused(troubles)) => bad.extend(troubles),
                Err(stop) => panic!("{name} with one bad item: {stop:?}"),
            }
        }
        assert_eq!((done, bad.len()), (most - 1, 1), "{name}: all but the bad one are done: {bad:?}");
        assert!(matches!(bad[0].cause, Cause::ListingLost | Cause::NotListed), "{name}: {bad:?}");
    }
}

pub fn no_nulls(of: &Fixture<'_>) {
    fn null(value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Array(items) => items.iter().any(null),
            Value::Object(members) => members.values().any(null),
            _ => false,
        }
    }
    let stand = Stand::with(of, 2);
    let ids: Vec<String> = (0..2).map(|i| stand.listing(&code(i)).id).collect();
    let mut way = stand.way();
    let stocks: Vec<_> = ids.iter().map(|id| Stock { listing: id, units: 0 }).collect();
    let prices: Vec<_> = ids.iter().map(|id| Price { listing: id, de: money(0), por: money(100) }).collect();
    all_fine("set_stock", of.connector.set_stock(&mut way, &stocks), 2);
    all_fine("set_price", of.connector.set_price(&mut way, &prices), 2);
    for call in way.calls.iter().filter(|call| call.effect != Effect::Read) {
        assert!(!call.body.as_ref().is_some_and(null), "{} sends null: {:?}", call.name, call.body);
    }
}
