//! Cases of answers: errors, broken and changed ones, texts that must not be repeated; what a connector does by itself.

use std::collections::BTreeSet;

use connector::{Answer, Call, Cause, Effect, Method, Stock, Stop, Value, json};
use domain::values::dates::Instante;

use super::{Fixture, Meaning, NOON, Stand, code, compare, fine, operations};
use crate::faults::{Fault, Plan};
use crate::in_process::{ADDRESS, InProcess};

fn since() -> Instante {
    Instante::from_micros((NOON - 60_000) * 1000)
}

pub fn same_calls(of: &Fixture<'_>) {
    let run = || {
        let mut made = Vec::new();
        for operation in operations::all(of) {
            let stand = Stand::with(of, 2);
            let ids = (operation.before)(&stand);
            let mut way = stand.way();
            let _ = (operation.does)(of.connector, &mut way, &ids);
            let _ = of.connector.list_orders(&mut way, since(), None);
            made.extend(way.calls);
        }
        made
    };
    let (first, second) = (run(), run());
    assert_eq!(first.len(), second.len(), "as many calls");
    let other = first.iter().zip(&second).find(|(a, b)| a != b);
    assert!(other.is_none(), "another call the second time: {}", other.map_or("", |(call, _)| call.name));
}

pub fn manifest(of: &Fixture<'_>) {
    let manifest = of.connector.manifest();
    assert!(!manifest.code.is_empty() && manifest.code.chars().all(|c| c.is_ascii_alphanumeric()), "code");
    assert!(!manifest.title.is_empty() && !manifest.sources.is_empty(), "title and sources");
    let codes: BTreeSet<_> = manifest.settings.iter().map(|setting| setting.code).collect();
    assert_eq!(codes.len(), manifest.settings.len(), "settings have different codes");
    assert!(
        manifest.settings.iter().all(|s| !s.title.is_empty() && !s.code.is_empty()),
        "settings have titles"
    );
    let batches = manifest.batches;
    for size in [batches.find, batches.publish, batches.stock, batches.price, batches.orders] {
        assert!((1..=1000).contains(&size), "a batch of {size}");
    }
    let orders = manifest.orders;
    assert!(orders.every > 0 && orders.overlap > 0 && orders.sweep_every > 0 && orders.history > 0, "orders");
    assert!(manifest.calls_per_second > 0, "calls");
    for (code, _) in of.settings {
        assert!(
            manifest.setting(code).is_some(),
            "the fixture has a setting that the manifest has not: {code}"
        );
    }
}

/// Every call that reads, one after the other.
fn reads(of: &Fixture<'_>, way: &mut InProcess<'_>, order: &str) -> [Result<Value, Stop>; 4] {
    let rows = |found: &[connector::Listing]| {
        let shown = |l: &connector::Listing| {
            json!([l.code, l.id, l.active, l.stock, l.price.map(|p| p.ten_thousandths())])
        };
        found.iter().map(shown).collect::<Value>()
    };
    [
        of.connector.find(way, &["SKU-0"]).map(|found| rows(&found)),
        of.connector.list(way, None).map(|page| rows(&page.rows)),
        of.connector.list_orders(way, since(), None).map(|page| {
            page.rows.iter().map(|mark| json!([mark.id, mark.state, mark.changed.to_string()])).collect()
        }),
        of.connector.read_orders(way, &[order]).map(|orders| {
            orders
                .iter()
                .map(|o| json!([o.id, o.state, o.changed.to_string(), o.holds_stock, o.pedido]))
                .collect()
        }),
    ]
}

const READS: [&str; 4] = ["find", "list", "list_orders", "read_orders"];

fn shop_with_order<'a>(of: &Fixture<'a>) -> (Stand<'a>, String) {
    let stand = Stand::with(of, 2);
    let order = stand.shop.order(&[("SKU-0", 2), ("SKU-1", 1)], Some(true)).expect("a sale");
    (stand, order)
}

/// Changes every value of an answer.
fn each(value: &mut Value, change: &dyn Fn(&mut Value)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| each(item, change)),
        Value::Object(members) => members.values_mut().for_each(|member| each(member, change)),
        _ => {}
    }
    change(value);
}

pub fn changed_members(of: &Fixture<'_>) {
    let (stand, order) = shop_with_order(of);
    let plain = reads(of, &mut stand.way(), &order);
    let mut way = stand.way();
    way.tamper = Some(Box::new(|body| {
        each(body, &|value| {
            // an empty object may be a map, where any member has a meaning
            if let Some(members) = value.as_object_mut().filter(|members| !members.is_empty()) {
                members.insert("novo".to_owned(), json!({ "de": ["fora"], "valor": 1 }));
            }
        });
    }));
    assert!(reads(of, &mut way, &order) == plain, "a new member changes what is read");
    let kinds: [(&str, fn(&mut Value)); 3] = [
        ("numbers become objects", |value| {
            if value.is_number() {
                *value = json!({ "x": 1 });
            }
        }),
        ("texts become numbers", |value| {
            if value.is_string() {
                *value = json!(1.5);
            }
        }),
        ("lists become texts", |value| {
            if value.is_array() {
                *value = json!("lista");
            }
        }),
    ];
    for (what, change) in kinds {
        let mut way = stand.way();
        way.tamper = Some(Box::new(move |body| each(body, &change)));
        for (name, result) in READS.iter().zip(reads(of, &mut way, &order)) {
            let Ok(rows) = result else { continue };
            // a listing may do without price and stock; an order may not do without anything
            let without = rows
                .as_array()
                .is_some_and(|rows| rows.iter().all(|row| row[3].is_null() && row[4].is_null()));
            let unchanged = *name == "list_orders" && what == "numbers become objects";
            let listing = name.starts_with('f') || *name == "list";
            assert!(
                unchanged || (listing && without && what != "lists become texts"),
                "{name}, where {what}: {rows}"
            );
        }
    }
}

pub fn nulls(of: &Fixture<'_>) {
    let (stand, order) = shop_with_order(of);
    let nulls: [(&str, fn(&mut Value)); 2] = [
        ("numbers", |value| {
            if value.is_number() {
                *value = Value::Null;
            }
        }),
        ("members of numbers", |value| {
            if let Value::Object(members) = value {
                members.retain(|_, member| !member.is_number());
            }
        }),
    ];
    for (what, change) in nulls {
        let mut way = stand.way();
        way.tamper = Some(Box::new(move |body| each(body, &change)));
        let [found, listed, _, read] = reads(of, &mut way, &order);
        for rows in [found, listed].into_iter().flatten() {
            let unknown = rows
                .as_array()
                .is_some_and(|rows| rows.iter().all(|row| row[3].is_null() && row[4].is_null()));
            assert!(unknown, "{what} without a value are read as a price or stock: {rows}");
        }
        assert!(
            read.as_ref().map_or(true, |rows| rows == &json!([])),
            "an order is read without its {what}: {read:?}"
        );
    }
}

fn meaning(result: &Result<(), Stop>) -> Option<Meaning> {
    match result {
        Err(Stop::NoAccess(_)) => Some(Meaning::NoAccess),
        Err(Stop::Unavailable(_)) => Some(Meaning::Unavailable),
        Err(Stop::Refused(troubles)) if troubles.is_empty() => None,
        Err(Stop::Refused(troubles)) if troubles.iter().any(|t| t.cause == Cause::Unmapped) => {
            Some(Meaning::Unmapped)
        }
        Err(Stop::Refused(_)) => Some(Meaning::Refused),
        _ => None,
    }
}

fn call() -> Call {
    Call::new("listings", Effect::Read, Method::Post, ADDRESS.to_owned())
}

pub fn errors(of: &Fixture<'_>) {
    for (status, body, wanted) in of.errors {
        let answer = Answer::new(*status, serde_json::from_str(body).unwrap_or(Value::Null));
        let verdict = of.connector.verdict(&call(), &answer);
        assert_eq!(meaning(&verdict), Some(*wanted), "{status} {body}: {verdict:?}");
        if *wanted == Meaning::Unmapped {
            assert!(
                format!("{verdict:?}").contains("NUNCA_VISTO"),
                "the code of {body} is kept: {verdict:?}"
            );
        }
    }
    // wrong secrets
    let stand = Stand::new(of);
    let mut way = stand.way();
    way.connection.access = None;
    for setting in of.connector.manifest().settings.iter().filter(|setting| setting.secret) {
        way.connection.settings.insert(setting.code.to_owned(), connector::Secret::new("errada"));
    }
    let refused = way.connect();
    assert!(matches!(refused, Err(Stop::NoAccess(_))), "a wrong secret: {refused:?}");
}

pub fn no_answers(of: &Fixture<'_>) {
    let (stand, order) = shop_with_order(of);
    let empty = [200, 201, 204, 301, 302, 304, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504];
    for status in empty {
        for body in [Value::Null, json!("<html>"), json!([]), json!({}), json!({ "message": "x" })] {
            if status == 200 && body.is_object() {
                continue;
            }
            let mut answer = Answer::new(status, body.clone());
            let verdict = of.connector.verdict(&call(), &answer);
            let success = (200..300).contains(&status);
            assert!(success && body.is_object() || verdict.is_err(), "{status} {body} is a success");
            assert!(
                status == 401 || !matches!(verdict, Err(Stop::NoAccess(_))) || status == 403,
                "{status} {body}: {verdict:?}"
            );
            if status >= 500 {
                assert!(matches!(verdict, Err(Stop::Unavailable(_))), "{status} {body}: {verdict:?}");
            }
            if status == 429 {
                assert_eq!(verdict, Err(Stop::Limited(None)), "{status} {body}");
                answer.headers.push(("retry-after".to_owned(), "7".to_owned()));
                assert_eq!(of.connector.verdict(&call(), &answer), Err(Stop::Limited(Some(7))), "{body}");
            }
        }
    }
    const FAULTS: [&[Fault]; 6] = [
        &[Fault::Moved],
        &[Fault::Html],
        &[Fault::HalfJson],
        &[Fault::Empty],
        &[Fault::Status(502)],
        &[Fault::Limited(None)],
    ];
    for fault in FAULTS {
        let mut way = stand.way();
        way.plan = Some(Plan::new(1, 1000, fault));
        for (name, result) in READS.iter().zip(reads(of, &mut way, &order)) {
            let ill = matches!(result, Err(Stop::Unavailable(_) | Stop::Unreadable(_) | Stop::Limited(_)));
            assert!(ill, "{name} with {fault:?}: {result:?}");
        }
    }
}

pub fn secrets(of: &Fixture<'_>) {
    let mut said = Vec::new();
    let mut hidden: Vec<String> =
        ["52998224725", "ana.teste@example.com", "Ana Teste", "Rua A", "11999999999"]
            .map(str::to_owned)
            .to_vec();
    let settings = of.connector.manifest().settings.iter().filter(|setting| setting.secret);
    hidden.extend(
        settings.filter_map(|secret| of.settings.iter().find(|s| s.0 == secret.code)).map(|s| s.1.to_owned()),
    );
    for seed in 0..6 {
        for operation in operations::all(of) {
            let (stand, order) = shop_with_order(of);
            let ids = (operation.before)(&stand);
            let mut way = stand.way();
            way.plan = Some(Plan::new(seed, 400, Fault::ALL));
            if seed % 3 == 0 {
                // the shop repeats the buyer's name and the access in every number
                let access =
                    stand.connection.access.as_ref().map_or("", connector::Secret::expose).to_owned();
                way.tamper = Some(Box::new(move |body| {
                    each(body, &|value| {
                        if value.is_number() {
                            *value = json!(format!("Ana Teste, Rua A {access}"));
                        }
                    });
                }));
            }
            for _ in 0..3 {
                if let Err(stop) = (operation.does)(of.connector, &mut way, &ids) {
                    said.push(format!("{stop} {stop:?}"));
                }
                for result in reads(of, &mut way, &order) {
                    said.extend(result.err().map(|stop| format!("{stop} {stop:?}")));
                }
            }
            said.append(&mut way.said);
            let signed =
                way.calls.iter().flat_map(|call| &call.headers).filter(|(name, _)| *name == "authorization");
            hidden.extend(signed.filter_map(|(_, value)| value.split(' ').next_back()).map(str::to_owned));
        }
    }
    assert!(!said.is_empty(), "nothing failed");
    hidden.sort_unstable();
    hidden.dedup();
    hidden.retain(|secret| !secret.is_empty());
    for text in &said {
        let leak = hidden.iter().find(|secret| text.contains(secret.as_str()));
        assert!(leak.is_none(), "an error says what it must not: {text}");
    }
}

pub fn access_ends(of: &Fixture<'_>) {
    let (stand, order) = shop_with_order(of);
    for (i, name) in READS.iter().enumerate() {
        let mut way = stand.way();
        way.faults.insert(0, Fault::AccessEnds);
        // access that does not come from a login cannot be renewed
        let result = &reads(of, &mut way, &order)[i];
        assert!(matches!(result, Ok(_) | Err(Stop::NoAccess(_))), "{name}: {result:?}");
    }
    stand.shop.end_access();
    let mut way = stand.way();
    way.only_read = true;
    let refused = of.connector.set_stock(&mut way, &[Stock { listing: "x", units: 1 }]);
    assert!(
        refused.as_ref().map_or(true, |items| items[0].is_err()),
        "nothing is set without access: {refused:?}"
    );
}

pub fn only_reading(of: &Fixture<'_>) {
    for operation in operations::all(of) {
        let stand = Stand::with(of, 2);
        let ids = (operation.before)(&stand);
        let before = stand.shop.state();
        let mut way = stand.way();
        (way.only_read, way.watched) = (true, true);
        let result = (operation.does)(of.connector, &mut way, &ids);
        assert!(
            matches!(result, Err(Stop::NotAllowed)),
            "{}, where only reading is allowed: {result:?}",
            operation.name
        );
        compare(operation.name, &stand.shop.state(), &before);
        // and calls that are declared to read do not write
        let mut way = stand.way();
        way.watched = true;
        fine(operation.name, (operation.does)(of.connector, &mut way, &ids));
    }
    let stand = Stand::with(of, 1);
    let ids = [stand.listing(&code(0)).id];
    let mut way = stand.way();
    way.only_read = true;
    if of.connector.manifest().does.withdraw {
        let result = of.connector.set_active(&mut way, &[&ids[0]], false);
        assert!(
            matches!(result, Err(Stop::NotAllowed)),
            "withdrawing, where only reading is allowed: {result:?}"
        );
    }
}
