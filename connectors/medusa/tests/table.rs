//! Each function against prepared answers: its calls and its result.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::VecDeque;

use connector::{
    Answer, Call, Cause, Connection, Connector, Effect, Listing, Method, News, OrderStep, Price, Secret,
    Shop, Stock, Stop, Told, Trouble, Value, json,
};
use domain::pedido::{NotaFiscal, Rastreio};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;
use entreposto_connector_medusa::CONNECTOR;

mod support;
use support::{products, sku};

/// A shop that gives prepared answers, one after the other.
struct Script {
    at: Connection,
    answers: VecDeque<(u16, Value)>,
    calls: Vec<Call>,
}

impl Shop for Script {
    fn connection(&self) -> &Connection {
        &self.at
    }

    fn call(&mut self, mut call: Call) -> Result<Answer, Stop> {
        CONNECTOR.sign(&mut call, &self.at);
        let read_before = self.calls.first().is_some_and(|first| first.effect == Effect::Read);
        assert!(call.effect != Effect::Once || read_before, "{} is made blindly", call.name);
        let next = self.answers.pop_front();
        let (status, body) =
            next.unwrap_or_else(|| panic!("no answer to {} {}", call.method.name(), call.url));
        let answer = Answer::new(status, body);
        self.calls.push(call.clone());
        CONNECTOR.verdict(&call, &answer)?;
        Ok(answer)
    }
}

impl Script {
    fn new(answers: impl IntoIterator<Item = (u16, Value)>) -> Self {
        let settings = [("endereco", "https://loja.example/"), ("chave", "sk_1")];
        let facts = [("canal", "sc_1"), ("localEstoque", "sloc_1"), ("perfilEntrega", "sp_1")];
        let at = Connection {
            settings: settings.map(|(name, value)| (name.to_owned(), Secret::new(value))).into(),
            access: None,
            facts: facts.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        };
        Self { at, answers: answers.into_iter().collect(), calls: Vec::new() }
    }

    fn with(mut self, setting: &str, value: &str) -> Self {
        self.at.settings.insert(setting.to_owned(), Secret::new(value));
        self
    }

    /// Path without its question, and body, of the calls that change something.
    fn changes(&self) -> Vec<(String, Value)> {
        assert!(self.answers.is_empty(), "{} answers are left", self.answers.len());
        let changes = self.calls.iter().filter(|call| call.effect != Effect::Read);
        let path = |call: &Call| {
            let path = call.url.strip_prefix("https://loja.example/admin/").unwrap();
            path.split('?').next().unwrap().to_owned()
        };
        changes.map(|call| (path(call), call.body.clone().unwrap_or_default())).collect()
    }
}

fn refusal(kind: &str, message: &str) -> (u16, Value) {
    (if kind == "not_found" { 404 } else { 400 }, json!({ "type": kind, "message": message }))
}

fn causes<T>(result: &Result<T, Vec<Trouble>>) -> Vec<(Cause, &str)> {
    result.as_ref().err().unwrap().iter().map(|trouble| (trouble.cause, trouble.member.as_str())).collect()
}

fn refused<T>(result: Result<T, Stop>) -> Vec<Trouble> {
    match result {
        Err(Stop::Refused(troubles)) => troubles,
        Err(stop) => panic!("{stop}"),
        Ok(_) => panic!("nothing was refused"),
    }
}

fn cents(n: i64) -> Dinheiro {
    Dinheiro::from_cents(n)
}

#[test]
fn every_answer_has_a_meaning() {
    let call = |name| Call::new(name, Effect::Read, Method::Get, String::new());
    let of = |name, status, body: Value| CONNECTOR.verdict(&call(name), &Answer::new(status, body));
    let error = |kind: &str, message: &str| json!({ "type": kind, "message": message });
    assert_eq!(of("x", 200, json!({})), Ok(()));
    for body in [Value::Null, json!("text"), json!([])] {
        assert!(matches!(of("x", 200, body.clone()), Err(Stop::Unreadable(_))));
        assert!(matches!(of("x", 400, body.clone()), Err(Stop::Unreadable(_))));
        // of a server in front of the shop: no listing is lost by that
        assert!(matches!(of("x", 404, body), Err(Stop::Unreadable(_))));
    }
    for status in [301, 302, 307, 408, 409, 500, 502, 503, 504] {
        assert!(
            matches!(of("x", status, error("unknown_error", "x")), Err(Stop::Unavailable(_))),
            "{status}"
        );
    }
    assert!(matches!(of("x", 401, json!({ "message": "Unauthorized" })), Err(Stop::NoAccess(_))));
    assert_eq!(of("x", 429, Value::Null), Err(Stop::Limited(None)));
    let mut limited = Answer::new(429, Value::Null);
    limited.headers.push(("retry-after".to_owned(), "7".to_owned()));
    assert_eq!(CONNECTOR.verdict(&call("x"), &limited), Err(Stop::Limited(Some(7))));
    for (name, status, kind, message, cause) in [
        ("x", 400, "invalid_data", "Invalid request: Field 'sku' is required", Cause::DataRefused),
        ("x", 400, "invalid_data", "Product variant with ean: 1, already exists.", Cause::GtinRefused),
        ("x", 400, "invalid_data", "Option value Rosa does not exist for option Cor", Cause::GroupRefused),
        ("x", 422, "duplicate_error", "exists", Cause::DataRefused),
        ("x", 404, "not_found", "Product not found", Cause::ListingLost),
        ("order_ship", 404, "not_found", "Order not found", Cause::OrderState),
        ("order_ship", 400, "not_allowed", "no", Cause::OrderState),
        ("order_ship", 400, "invalid_data", "Quantity to fulfill exceeds the reserved", Cause::OrderState),
        ("order_ship", 400, "invalid_data", "Invalid request: x", Cause::DataRefused),
        ("x", 403, "forbidden", "no", Cause::NoPermission),
        ("x", 400, "brand_new", "what", Cause::Unmapped),
    ] {
        let troubles = refused(of(name, status, error(kind, message)));
        assert_eq!((troubles[0].cause, troubles[0].text.as_str()), (cause, message));
    }
    let own = json!({ "code": "insufficient_inventory", "type": "not_allowed", "message": "x" });
    assert_eq!(refused(of("x", 400, own))[0].code, "insufficient_inventory");
}

#[test]
fn calls_are_signed_with_the_key() {
    let script = Script::new([]);
    let mut call = Call::new("x", Effect::Read, Method::Get, String::new());
    CONNECTOR.sign(&mut call, &script.at);
    assert_eq!(call.headers, [("authorization", "Basic c2tfMTo=".to_owned())]);
    assert_eq!(CONNECTOR.log_in(&mut Script::new([])), Ok(None));
}

fn shop(currency: &str, channels: Value, locations: Value) -> [(u16, Value); 4] {
    let store = json!({
        "id": "store_1", "name": "Loja", "default_sales_channel_id": "sc_1", "default_location_id": null,
        "supported_currencies": [{ "currency_code": "usd" }, { "currency_code": currency }],
    });
    let profiles = json!([{ "id": "sp_0", "type": "custom" }, { "id": "sp_1", "type": "default" }]);
    [
        (200, json!({ "stores": [store] })),
        (200, json!({ "sales_channels": channels })),
        (200, json!({ "stock_locations": locations })),
        (200, json!({ "shipping_profiles": profiles })),
    ]
}

#[test]
fn the_account_is_checked() {
    let good = json!([{ "id": "sc_1", "is_disabled": false }]);
    let one = json!([{ "id": "sloc_1" }]);
    let two = json!([{ "id": "sloc_1" }, { "id": "sloc_2" }]);
    let mut script = Script::new(shop("brl", good.clone(), one.clone()));
    let account = CONNECTOR.check(&mut script).unwrap();
    assert_eq!((account.id.as_str(), account.name.as_str()), ("store_1", "Loja"));
    assert_eq!(account.facts, script.at.facts);
    assert!(script.changes().is_empty());

    let mut script = Script::new(shop("brl", good.clone(), two.clone())).with("localEstoque", "sloc_2");
    assert_eq!(CONNECTOR.check(&mut script).unwrap().facts["localEstoque"], "sloc_2");
    for (currency, channels, locations, setting, members) in [
        ("eur", good.clone(), one.clone(), "", vec!["moeda"]),
        ("brl", json!([]), json!([]), "", vec!["canal", "localEstoque"]),
        ("brl", json!([{ "id": "sc_1", "is_disabled": true }]), one.clone(), "", vec!["canal"]),
        ("brl", good.clone(), two, "", vec!["localEstoque"]),
        ("brl", good, one, "sloc_9", vec!["localEstoque"]),
    ] {
        let mut script = Script::new(shop(currency, channels, locations)).with("localEstoque", setting);
        let troubles = refused(CONNECTOR.check(&mut script));
        assert_eq!(troubles.iter().map(|trouble| trouble.member.as_str()).collect::<Vec<_>>(), members);
        assert!(troubles.iter().all(|trouble| !trouble.text.is_empty()));
    }
}

fn variant(sku: Value, id: &str, prices: Value) -> Value {
    json!({
        "id": format!("variant_{id}"), "sku": sku, "manage_inventory": true, "product_id": "prod_1",
        "product": { "id": "prod_1", "status": "published" },
        "inventory_items": [{
            "required_quantity": 1, "inventory_item_id": format!("iitem_{id}"),
            "inventory": { "location_levels": [
                { "location_id": "sloc_2", "stocked_quantity": 99 },
                { "location_id": "sloc_1", "stocked_quantity": 7 },
            ] },
        }],
        "prices": prices,
    })
}

fn price(id: &str, currency: &str, amount: f64) -> Value {
    json!({
        "id": id, "currency_code": currency, "amount": amount, "min_quantity": null, "max_quantity": null,
        "variant_id": "variant_1", "rules": {},
    })
}

fn found(variants: &[Value]) -> (u16, Value) {
    (200, json!({ "variants": variants, "count": variants.len(), "offset": 0, "limit": 100 }))
}

#[test]
fn listings_are_found_by_code() {
    let mut of_region = price("p0", "brl", 39.9);
    of_region["rules"] = json!({ "region_id": "reg_1" });
    let mut of_many = price("p1", "brl", 29.9);
    of_many["min_quantity"] = json!(10);
    let all = variant(
        json!("A"),
        "1",
        json!([of_region, of_many, price("p2", "usd", 9.0), price("p3", "brl", 49.9)]),
    );
    let mut bare = variant(json!("B"), "2", json!([]));
    bare["manage_inventory"] = json!(false);
    bare["product"]["status"] = json!("draft");
    let mut no_level = variant(json!("B"), "3", json!(null));
    no_level["inventory_items"][0]["inventory"]["location_levels"] = json!([]);
    no_level["product"] = Value::Null;
    let nameless = variant(Value::Null, "4", json!([]));
    let mut script = Script::new([found(&[all, bare, no_level, nameless])]);
    let listing = |code: &str, id: &str, active, stock, price| Listing {
        code: code.to_owned(),
        id: id.to_owned(),
        active,
        stock,
        price,
        url: None,
    };
    assert_eq!(
        CONNECTOR.find(&mut script, &["A", "B", "C d/ç&"]).unwrap(),
        [
            listing("A", "prod_1/variant_1/iitem_1", Some(true), Some(7), Some(cents(4990))),
            listing("B", "prod_1/variant_2/", Some(false), None, None),
            listing("B", "prod_1/variant_3/iitem_3", None, None, None),
        ]
    );
    assert!(script.calls[0].url.contains("?sku%5B%5D=A&sku%5B%5D=B&sku%5B%5D=C%20d%2F%C3%A7%26&limit="));

    let codes: Vec<String> = (0..21).map(|n| n.to_string()).collect();
    let mut script = Script::new([found(&[]), found(&[])]);
    assert!(
        CONNECTOR
            .find(&mut script, &codes.iter().map(String::as_str).collect::<Vec<_>>())
            .unwrap()
            .is_empty()
    );
    // an older version looks for words, page by page
    let old = refusal("invalid_data", "Invalid request: Unrecognized fields: 'sku'");
    let other = variant(json!("AB"), "9", json!([]));
    let first = (200, json!({ "variants": [other], "count": 201 }));
    let second = (200, json!({ "variants": [variant(json!("A"), "1", json!([]))], "count": 201 }));
    let mut script = Script::new([old, first, second, found(&[other])]);
    let listings = CONNECTOR.find(&mut script, &["A", "B c"]).unwrap();
    assert_eq!(listings.iter().map(|listing| listing.code.as_str()).collect::<Vec<_>>(), ["A"]);
    assert!(script.calls[2].url.contains("?q=A&") && script.calls[2].url.ends_with("&offset=200"));
    assert!(script.calls[3].url.contains("?q=B%20c&") && script.answers.is_empty());
    for answer in [json!({}), json!({ "variants": [{ "sku": "A" }] })] {
        assert!(matches!(
            CONNECTOR.find(&mut Script::new([(200, answer)]), &["A"]),
            Err(Stop::Unreadable(_))
        ));
    }
}

#[test]
fn listings_come_page_by_page() {
    let row = variant(json!("A"), "1", json!([]));
    let mut script = Script::new([(200, json!({ "variants": [row, row], "count": 3 }))]);
    let page = CONNECTOR.list(&mut script, None).unwrap();
    assert_eq!((page.rows.len(), page.next.as_deref()), (2, Some("2")));
    let mut script = Script::new([(200, json!({ "variants": [row], "count": 3 }))]);
    let page = CONNECTOR.list(&mut script, Some("2")).unwrap();
    assert_eq!((page.rows.len(), page.next), (1, None));
    assert!(script.calls[0].url.contains("order=id&limit=200&offset=2&"));
    assert!(CONNECTOR.list(&mut Script::new([]), Some("x")).is_err());
}

#[test]
fn stock_is_set_at_one_location() {
    let levels = json!({ "inventory_items": [
        { "id": "i1", "location_levels": [{ "location_id": "sloc_1" }] },
        { "id": "i2", "location_levels": [{ "location_id": "sloc_2" }] },
    ] });
    let stocks = [("p/v/i1", 5), ("p/v/i2", 0), ("p/v/", 3), ("p/v/i9", 3)];
    let stocks = stocks.map(|(listing, units)| Stock { listing, units });
    let mut script = Script::new([(200, levels.clone()), (200, json!({}))]);
    let results = CONNECTOR.set_stock(&mut script, &stocks).unwrap();
    assert_eq!(results[..2], [Ok(()), Ok(())]);
    assert_eq!(causes(&results[2]), [(Cause::DataRefused, "estoque")]);
    assert_eq!(causes(&results[3]), [(Cause::ListingLost, "")]);
    let level = |item: &str, units: i64| json!({ "inventory_item_id": item, "location_id": "sloc_1", "stocked_quantity": units });
    let body = json!({ "create": [level("i2", 0)], "update": [level("i1", 5)] });
    assert_eq!(script.changes(), [("inventory-items/location-levels/batch".to_owned(), body)]);

    // another has made or deleted a level in between: the whole call is refused
    let mut script = Script::new([(200, levels), refusal("invalid_data", "already exists.")]);
    assert_eq!(refused(CONNECTOR.set_stock(&mut script, &stocks))[0].cause, Cause::DataRefused);
    let results = CONNECTOR.set_stock(&mut Script::new([]), &stocks[2..3]).unwrap();
    assert_eq!(causes(&results[0]), [(Cause::DataRefused, "estoque")]);

    let mut script = Script::new([]);
    script.at.facts.clear();
    assert_eq!(refused(CONNECTOR.set_stock(&mut script, &stocks))[0].member, "localEstoque");
}

#[test]
fn prices_are_set_without_losing_others() {
    let mut of_region = price("p0", "brl", 39.9);
    of_region["rules"] = json!({ "region_id": "reg_1" });
    let one = variant(json!("A"), "1", json!([of_region, price("p2", "usd", 9.0), price("p3", "brl", 49.9)]));
    let mut other = variant(json!("B"), "2", json!([]));
    other["product_id"] = json!("prod_2");
    let prices = [
        ("prod_1/variant_1/", 449_050),
        ("prod_2/variant_2/", 10_000),
        ("p/variant_9/", 1),
        ("p/variant_1/", 49),
    ];
    let prices = prices.map(|(listing, por)| Price {
        listing,
        de: cents(9999),
        por: Dinheiro::from_ten_thousandths(por),
    });
    let no = refusal("invalid_data", "Cannot update non-existing variants with ids: variant_2");
    let mut script = Script::new([found(&[one, other]), (200, json!({})), no]);
    let results = CONNECTOR.set_price(&mut script, &prices).unwrap();
    assert_eq!(results[0], Ok(()));
    assert_eq!(causes(&results[1]), [(Cause::DataRefused, "")]);
    assert_eq!(causes(&results[2]), [(Cause::ListingLost, "")]);
    assert_eq!(causes(&results[3]), [(Cause::PriceRefused, "precoPor")]);
    of_region.as_object_mut().unwrap().remove("variant_id");
    let mut dollars = price("p2", "usd", 9.0);
    dollars.as_object_mut().unwrap().remove("variant_id");
    let reais = |amount: f64| json!({ "currency_code": "brl", "amount": amount });
    let first = json!({ "id": "variant_1", "prices": [of_region, dollars, reais(44.91)] });
    let second = json!({ "id": "variant_2", "prices": [{ "currency_code": "brl", "amount": 1 }] });
    assert_eq!(
        script.changes(),
        [
            ("products/prod_1/variants/batch".to_owned(), json!({ "update": [first] })),
            ("products/prod_2/variants/batch".to_owned(), json!({ "update": [second] })),
        ]
    );
}

#[test]
fn products_are_withdrawn_as_a_whole() {
    let product = |id: &str, status: &str, variants: &[&str]| {
        let variants: Vec<Value> = variants.iter().map(|id| json!({ "id": id })).collect();
        json!({ "id": id, "status": status, "variants": variants })
    };
    let products = json!({ "products": [
        product("p1", "published", &["v1", "v2"]), product("p2", "published", &["v3", "v4"]), product("p3", "draft", &["v5"]),
    ] });
    let listings = ["p1/v1/", "p1/v2/", "p2/v3/", "p3/v5/", "p9/v9/"];
    let mut script = Script::new([(200, products.clone()), (200, json!({}))]);
    let results = CONNECTOR.set_active(&mut script, &listings, false).unwrap();
    assert_eq!([&results[0], &results[1], &results[3]], [&Ok(()), &Ok(()), &Ok(())]);
    assert_eq!(causes(&results[2]), [(Cause::GroupRefused, "ativo")]);
    assert_eq!(causes(&results[4]), [(Cause::ListingLost, "")]);
    assert_eq!(script.changes(), [("products/p1".to_owned(), json!({ "status": "draft" }))]);

    let mut script = Script::new([(200, products), refusal("not_found", "Product with id p3 not found")]);
    let results = CONNECTOR.set_active(&mut script, &["p3/v5/", "p2/v3/"], true).unwrap();
    assert_eq!(causes(&results[0]), [(Cause::ListingLost, "")]);
    assert_eq!(results[1], Ok(()));
    assert_eq!(script.changes(), [("products/p3".to_owned(), json!({ "status": "published" }))]);
}

fn made(codes: &[&str]) -> (u16, Value) {
    let variants = codes.iter().map(|code| {
        let mut made = variant(json!(code), code, json!([price("p", "brl", 49.9)]));
        made["inventory_items"][0]["inventory"]["location_levels"] = json!([]);
        made
    });
    found(&variants.collect::<Vec<_>>())
}

fn levels(codes: &[&str]) -> [(u16, Value); 2] {
    let items = codes.iter().map(|code| json!({ "id": format!("iitem_{code}"), "location_levels": [] }));
    [(200, json!({ "inventory_items": items.collect::<Vec<_>>() })), (200, json!({}))]
}

#[test]
fn a_group_is_published_as_one_product() {
    let marca = ("Marca", "X");
    let group = [sku("A", &[marca, ("Cor", "Azul"), ("Peso", "1")]), sku("B", &[marca, ("Cor", " Verde ")])];
    let group = products(&group);
    let mut script =
        Script::new([found(&[]), (200, json!({})), made(&["A", "B"])].into_iter().chain(levels(&["A", "B"])));
    let listings = CONNECTOR.publish(&mut script, &group).unwrap();
    assert_eq!(listings[1].as_ref().unwrap().stock, Some(4));
    let variant = |sku: &str, cor: &str| {
        json!({
            "title": cor, "sku": sku, "ean": "7891000315507", "manage_inventory": true, "weight": 200, "width": null,
            "height": null, "length": null, "options": { "Cor": cor },
            "prices": [{ "currency_code": "brl", "amount": 49.9 }],
        })
    };
    let product = json!({
        "title": "Camiseta básica", "handle": "camiseta-basica-g-1", "description": "Leve & boa\nDe algodão",
        "external_id": "G 1", "status": "published", "options": [{ "title": "Cor", "values": ["Azul", "Verde"] }],
        "variants": [variant("A", "Azul"), variant("B", "Verde")],
        "images": [{ "url": "https://img.example/1.jpg" }], "thumbnail": "https://img.example/1.jpg",
        "sales_channels": [{ "id": "sc_1" }], "shipping_profile_id": "sp_1",
    });
    let changes = script.changes();
    assert_eq!(changes[0], ("products".to_owned(), product));
    assert_eq!(changes[1].1["create"].as_array().unwrap().len(), 2);
    assert_eq!((script.calls[1].effect, changes.len()), (Effect::Once, 2));

    // found: nothing is made again
    let mut script = Script::new([made(&["A", "B"])]);
    assert!(CONNECTOR.publish(&mut script, &group).unwrap().iter().all(Result::is_ok));
    assert!(script.changes().is_empty());

    // one more variation of a product that is there, with a value that its option lacks; by both ways of the shop
    let options = |values: Value| {
        let option = json!({ "id": "opt_1", "title": "Cor", "values": values });
        (200, json!({ "products": [{ "id": "prod_1", "options": [option] }] }))
    };
    let azul = json!([{ "value": "Azul" }]);
    let create = ("products/prod_1/variants/batch".to_owned(), json!({ "create": [variant("B", "Verde")] }));
    let rest = || [(200, json!({})), made(&["A", "B"])].into_iter().chain(levels(&["B"]));
    let old = ("products/prod_1/options/opt_1".to_owned(), json!({ "values": ["Azul", "Verde"] }));
    let mut script =
        Script::new([made(&["A"]), options(azul.clone()), (200, json!({}))].into_iter().chain(rest()));
    assert!(CONNECTOR.publish(&mut script, &group).unwrap().iter().all(Result::is_ok));
    assert_eq!(script.changes()[..2], [old.clone(), create.clone()]);
    let answers = [made(&["A"]), options(azul.clone()), (404, Value::Null), (200, json!({}))];
    let mut script = Script::new(answers.into_iter().chain(rest()));
    assert!(CONNECTOR.publish(&mut script, &group).unwrap().iter().all(Result::is_ok));
    let update = json!({ "update": [{ "product_option_id": "opt_1", "add": [{ "value": "Verde" }] }] });
    let new = ("products/prod_1/options/batch".to_owned(), update);
    assert_eq!(script.changes()[..3], [old, new, create.clone()]);
    let both = json!([{ "value": "Azul" }, { "value": "Verde" }]);
    let mut script = Script::new([made(&["A"]), options(both)].into_iter().chain(rest()));
    assert!(CONNECTOR.publish(&mut script, &group).unwrap().iter().all(Result::is_ok));
    assert_eq!(script.changes()[0], create);
    let no = refusal("invalid_data", "Option value Verde does not exist for option Cor");
    let mut script = Script::new([made(&["A"]), options(azul), (200, json!({})), no]);
    let listings = CONNECTOR.publish(&mut script, &group).unwrap();
    assert!(listings[0].is_ok());
    assert_eq!(causes(&listings[1]), [(Cause::GroupRefused, "")]);
}

#[test]
fn what_cannot_be_published_says_why() {
    let lone = [sku("A", &[("Cor", "Azul")])];
    let mut script =
        Script::new([found(&[]), (200, json!({})), made(&["A"])].into_iter().chain(levels(&["A"])));
    assert!(CONNECTOR.publish(&mut script, &products(&lone)).unwrap()[0].is_ok());
    let (_, body) = script.changes().remove(0);
    assert_eq!(body["options"], json!([{ "title": "Opção", "values": ["Única"] }]));
    assert_eq!(body["variants"][0]["title"], "Camiseta básica A");

    let same = [sku("A", &[("Cor", "Azul")]), sku("B", &[("Cor", "Azul")])];
    let partly = [sku("A", &[("Cor", "Azul")]), sku("B", &[])];
    let many: Vec<_> = (0..101).map(|n| sku(&n.to_string(), &[("Cor", &n.to_string())])).collect();
    for group in [&same[..], &partly[..], &many[..]] {
        let calls = group.len().div_ceil(20);
        let mut script = Script::new(vec![found(&[]); calls]);
        let listings = CONNECTOR.publish(&mut script, &products(group)).unwrap();
        assert!(listings.iter().all(|listing| causes(listing) == [(Cause::GroupRefused, "atributos")]));
        assert!(script.changes().is_empty());
    }
    let mut apart = variant(json!("C"), "C", json!([]));
    apart["product_id"] = json!("prod_2");
    let three = [sku("A", &[("Cor", "1")]), sku("C", &[("Cor", "2")]), sku("D", &[("Cor", "3")])];
    let mut script = Script::new([found(&[variant(json!("A"), "A", json!([])), apart])]);
    let listings = CONNECTOR.publish(&mut script, &products(&three)).unwrap();
    assert!(listings[0].is_ok() && listings[1].is_ok());
    assert_eq!(causes(&listings[2]), [(Cause::GroupRefused, "atributos")]);
    let twice = [variant(json!("A"), "1", json!([])), variant(json!("A"), "2", json!([]))];
    let listings = CONNECTOR.publish(&mut Script::new([found(&twice)]), &products(&lone)).unwrap();
    assert_eq!(causes(&listings[0]), [(Cause::ListingAmbiguous, "")]);
    // accepted, and not there
    let mut script = Script::new([found(&[]), (200, json!({})), found(&[])]);
    assert_eq!(
        causes(&CONNECTOR.publish(&mut script, &products(&lone)).unwrap()[0]),
        [(Cause::NoEffect, "")]
    );
    let mut script = Script::new([found(&[]), (502, Value::Null)]);
    assert!(matches!(CONNECTOR.publish(&mut script, &products(&lone)), Err(Stop::Unavailable(_))));
}

fn item(id: &str, quantity: i64, unit: f64, total: f64, sent: [i64; 3]) -> Value {
    json!({
        "id": id, "variant_sku": format!("SKU-{id}"), "quantity": quantity, "unit_price": unit, "total": total,
        "requires_shipping": true,
        "detail": {
            "quantity": quantity, "fulfilled_quantity": sent[0], "shipped_quantity": sent[1], "delivered_quantity": sent[2],
        },
    })
}

fn order(status: &str, authorised: f64, items: &[Value], total: f64) -> Value {
    let address = json!({
        "first_name": "Ana", "last_name": "Teste", "address_1": "Rua A, 10", "address_2": "ap 1", "city": "São Paulo",
        "province": "br-sp", "postal_code": "01001-000", "country_code": "br", "phone": "11999999999",
        "metadata": { "CPF": "529.982.247-25", "bairro": "Sé" },
    });
    json!({
        "id": "order_1", "display_id": 12, "status": status, "payment_status": "authorized",
        "fulfillment_status": "not_fulfilled", "created_at": "2026-11-27T08:00:07.543Z",
        "updated_at": "2026-11-27T08:00:09.307Z", "currency_code": "brl", "email": "ana@example.com", "total": total,
        "metadata": { "presente": true }, "items": items, "shipping_address": address, "billing_address": null,
        "customer": { "first_name": null, "last_name": null, "phone": null, "metadata": null },
        "shipping_methods": [{ "name": "PAC", "amount": 20, "total": 15 }],
        "payment_collections": [{
            "status": "authorized", "authorized_amount": authorised, "captured_amount": 0,
            "payments": [{ "provider_id": "pp_pix_x" }],
        }],
    })
}

#[test]
fn orders_are_listed_in_a_stable_order() {
    let mut foreign = order("pending", 1.0, &[], 1.0);
    foreign["currency_code"] = json!("usd");
    let rows = json!({ "orders": [order("pending", 1.0, &[], 1.0), foreign], "count": 5 });
    let mut script = Script::new([(200, rows)]).with("canal", "sc_1");
    let since: Instante = "2026-11-27T08:00:00.9Z".parse().unwrap();
    let page = CONNECTOR.list_orders(&mut script, since, Some("2")).unwrap();
    assert_eq!(page.next.as_deref(), Some("4"));
    let mark = &page.rows[0];
    assert_eq!(
        (page.rows.len(), mark.id.as_str(), mark.state.as_str()),
        (1, "order_1", "pending, authorized, not_fulfilled")
    );
    assert_eq!(mark.changed, "2026-11-27T08:00:09.307Z".parse().unwrap());
    let url = &script.calls[0].url;
    assert!(
        url.contains(
            "orders?sales_channel_id%5B%5D=sc_1&updated_at%5B%24gte%5D=2026-11-27T08%3A00%3A00Z&order=id&"
        ),
        "{url}"
    );
    let mut script = Script::new([(
        200,
        json!({ "orders": [{ "id": "o", "status": "pending", "currency_code": "brl" }] }),
    )]);
    assert!(matches!(CONNECTOR.list_orders(&mut script, since, None), Err(Stop::Unreadable(_))));
}

fn read(order: &Value) -> connector::OrderIn {
    let mut script = Script::new([(200, json!({ "orders": [order] }))]);
    CONNECTOR.read_orders(&mut script, &["order_1"]).unwrap().remove(0)
}

#[test]
fn an_order_stands_where_its_payment_and_parcels_are() {
    use OrderStep::{Cancelled, Delivered, Paid, Shipped, Waiting};
    let two =
        |first: [i64; 3], second: [i64; 3]| [item("1", 2, 10.0, 20.0, first), item("2", 1, 5.0, 5.0, second)];
    let none = [0, 0, 0];
    for (status, paid, items, step, holds) in [
        ("pending", 0.0, two(none, none), Waiting, true),
        ("pending", 39.99, two(none, none), Waiting, true),
        ("pending", 40.0, two(none, none), Paid, true),
        ("pending", 40.0, two([2, 0, 0], none), Paid, false),
        ("pending", 40.0, two([2, 2, 0], [1, 0, 0]), Paid, false),
        ("pending", 40.0, two([2, 2, 2], none), Paid, false),
        ("pending", 40.0, two([2, 2, 0], [1, 1, 0]), Shipped, false),
        ("pending", 0.0, two([2, 2, 2], [1, 1, 0]), Shipped, false),
        ("pending", 40.0, two([2, 0, 2], [1, 1, 1]), Delivered, false),
        ("completed", 40.0, two([2, 2, 2], [1, 1, 1]), Delivered, false),
        ("archived", 40.0, two(none, none), Paid, true),
        ("canceled", 40.0, two(none, none), Cancelled, false),
        ("canceled", 40.0, two([2, 2, 2], [1, 1, 1]), Cancelled, false),
        ("brand_new", 40.0, two(none, none), Paid, true),
    ] {
        let order = read(&order(status, paid, &items, 40.0));
        assert_eq!((order.step, order.holds_stock), (step, holds), "{status} {paid}");
    }
    // the shop has credited what was cancelled: it is the same order all the same
    let whole = read(&order("canceled", 40.0, &two(none, none), 40.0)).pedido;
    assert!(whole == read(&order("canceled", 40.0, &two(none, none), 0.0)).pedido);
    // free of charge; taken back by the provider; sent by mail
    assert_eq!(read(&order("pending", 0.0, &two(none, none), 0.0)).step, Paid);
    let mut failed = order("pending", 40.0, &two(none, none), 40.0);
    failed["payment_collections"][0]["status"] = json!("canceled");
    assert_eq!(read(&failed).step, Waiting);
    let mut voucher = item("1", 1, 40.0, 40.0, [1, 0, 0]);
    voucher["requires_shipping"] = json!(false);
    assert_eq!(read(&order("pending", 40.0, &[voucher], 40.0)).step, Shipped);
}

#[test]
fn an_order_is_what_the_hub_takes_in() {
    let items = [
        item("1", 3, 10.0, 30.0, [0; 3]),
        // discounts of the line
        item("2", 2, 49.9, 90.0, [0; 3]),
        // taxes on top, which three units cannot share
        item("3", 3, 33.0, 100.0, [0; 3]),
        // as the shop takes it
        item("4", 1, 44.905, 44.905, [0; 3]),
        // taken out of the order later
        item("5", 0, 1.0, 0.0, [0; 3]),
    ];
    // a gift card of 20
    let order = read(&order("pending", 0.0, &items, 259.905));
    let pedido = connector_kit::pedido(&order);
    assert_eq!((pedido.source_id.as_str(), pedido.source_site_id.as_str()), ("order_1", "12"));
    assert_eq!(pedido.data.to_string(), "2026-11-27T08:00:07Z");
    assert_eq!((pedido.desconto, pedido.frete[0].valor_cobrado), (cents(2000), cents(1500)));
    let lines = pedido.produtos.iter().map(|line| {
        line.preco.times(line.quantidade).unwrap().minus(line.desconto).unwrap().plus(line.frete).unwrap()
    });
    let sum = lines.fold(Dinheiro::ZERO, |sum, line| sum.plus(line).unwrap());
    assert_eq!(sum.minus(pedido.desconto), Some(pedido.total));
    assert_eq!(
        pedido.produtos.iter().map(|line| line.desconto).collect::<Vec<_>>()[..2],
        [Dinheiro::ZERO, cents(980)]
    );
    let buyer = &pedido.usuario;
    assert_eq!(
        (buyer.nome.as_str(), buyer.cpf.as_str(), buyer.email.as_str()),
        ("Ana Teste", "52998224725", "ana@example.com")
    );
    let at = &pedido.endereco[0];
    assert_eq!((at.rua.as_str(), at.numero.as_str(), at.bairro.as_str()), ("Rua A", "10", "Sé"));
    assert_eq!((at.estado.as_str(), at.cep.as_str(), pedido.endereco.len()), ("SP", "01001000", 1));
    let further: Vec<_> =
        pedido.informacao_adicional.iter().map(|one| (one.chave.as_str(), one.valor.as_str())).collect();
    assert_eq!(
        further,
        [("telefone", "11999999999"), ("formaPagamento", "pp_pix_x"), ("formaPagamentoId", "20")]
    );
}

#[test]
fn what_an_order_lacks_is_not_made_up() {
    let good = || order("pending", 0.0, &[item("1", 1, 10.0, 10.0, [0; 3])], 25.0);
    for path in [
        "/total",
        "/items",
        "/updated_at",
        "/created_at",
        "/id",
        "/status",
        "/items/0/quantity",
        "/items/0/total",
    ] {
        let mut order = good();
        *order.pointer_mut(path).unwrap() = Value::Null;
        let mut script = Script::new([(200, json!({ "orders": [order] }))]);
        assert!(
            matches!(CONNECTOR.read_orders(&mut script, &["order_1"]), Err(Stop::Unreadable(_))),
            "{path}"
        );
    }
    let mut bare = good();
    for name in
        ["shipping_address", "customer", "metadata", "payment_collections", "shipping_methods", "email"]
    {
        bare[name] = Value::Null;
    }
    bare["items"][0]["variant_sku"] = Value::Null;
    bare["items"][0]["variant_id"] = json!("variant_1");
    let order = read(&bare);
    assert_eq!((order.step, &order.pedido["produtos"][0]["sku"]), (OrderStep::Waiting, &json!("variant_1")));
    assert_eq!(order.pedido["usuario"], json!({ "nome": "", "email": "" }));
    bare["currency_code"] = json!("usd");
    assert!(
        CONNECTOR
            .read_orders(&mut Script::new([(200, json!({ "orders": [bare] }))]), &["order_1"])
            .unwrap()
            .is_empty()
    );
}

fn told(status: &str, sent: [i64; 3], fulfilments: &[Value]) -> (u16, Value) {
    let mut digital = item("2", 1, 5.0, 5.0, [0; 3]);
    digital["requires_shipping"] = json!(false);
    digital["detail"]["fulfilled_quantity"] = json!(i64::from(sent[0] > 0));
    let order = json!({
        "id": "order_1", "status": status, "metadata": { "presente": true },
        "items": [item("1", 2, 10.0, 20.0, sent), digital], "fulfillments": fulfilments,
    });
    (200, json!({ "order": order }))
}

fn fulfilment(id: &str, item: &str, quantity: i64, points: &[&str]) -> Value {
    let mut one = json!({
        "id": id, "requires_shipping": item == "1", "shipped_at": null, "delivered_at": null, "canceled_at": null,
        "items": [{ "line_item_id": item, "quantity": quantity }],
    });
    for point in points {
        one[*point] = json!("2026-11-27T08:00:07.543Z");
    }
    one
}

#[test]
fn news_of_a_parcel_are_told_once() {
    let parcel =
        Rastreio { codigo: "BR1".to_owned(), url: "https://r.example/BR1".to_owned(), ..Rastreio::default() };
    let ok = || (200, json!({}));
    let bodies = |script: &Script| {
        let prefix = "orders/order_1/";
        script
            .changes()
            .into_iter()
            .map(|(path, body)| (path.strip_prefix(prefix).unwrap().to_owned(), body))
            .collect::<Vec<_>>()
    };
    let of = |item: &str, quantity: i64| json!([{ "id": item, "quantity": quantity }]);
    let open = || [fulfilment("f1", "1", 2, &[]), fulfilment("f2", "2", 1, &[])];
    let answers = [told("pending", [0; 3], &[]), ok(), ok(), told("pending", [2, 0, 0], &open()), ok()];
    let mut script = Script::new(answers);
    assert_eq!(CONNECTOR.tell(&mut script, "order_1", News::Shipped(Some(&parcel))), Ok(Told::Done));
    let sent = bodies(&script);
    assert_eq!(
        sent.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(),
        ["fulfillments", "fulfillments", "fulfillments/f1/shipments"]
    );
    assert_eq!((&sent[0].1["items"], &sent[1].1["items"]), (&of("1", 2), &of("2", 1)));
    assert_eq!(sent[0].1["location_id"], "sloc_1");
    let label = json!({ "tracking_number": "BR1", "tracking_url": "https://r.example/BR1", "label_url": "" });
    assert_eq!(sent[2].1, json!({ "items": of("1", 2), "labels": [label] }));

    // the answer to the fulfilment was lost; the one to the shipment was
    let mut script = Script::new([told("pending", [2, 0, 0], &open()), ok()]);
    assert_eq!(CONNECTOR.tell(&mut script, "order_1", News::Shipped(None)), Ok(Told::Done));
    assert_eq!(
        bodies(&script),
        [("fulfillments/f1/shipments".to_owned(), json!({ "items": of("1", 2), "labels": [] }))]
    );
    let shipped = [
        fulfilment("f0", "1", 2, &["canceled_at"]),
        fulfilment("f1", "1", 2, &["shipped_at"]),
        open()[1].clone(),
    ];
    let mut script = Script::new([told("pending", [2, 2, 0], &shipped)]);
    assert_eq!(CONNECTOR.tell(&mut script, "order_1", News::Shipped(Some(&parcel))), Ok(Told::Already));
    // somebody was quicker
    let mut script = Script::new([
        told("pending", [2, 0, 0], &open()),
        refusal("not_allowed", "Shipment has already been created"),
    ]);
    assert_eq!(CONNECTOR.tell(&mut script, "order_1", News::Shipped(None)), Ok(Told::Already));
    let mut script = Script::new([
        told("pending", [0; 3], &[]),
        refusal("invalid_data", "Quantity to fulfill exceeds the reserved"),
    ]);
    assert_eq!(
        refused(CONNECTOR.tell(&mut script, "order_1", News::Shipped(None)))[0].cause,
        Cause::OrderState
    );
    let mut script = Script::new([told("canceled", [0; 3], &[])]);
    assert_eq!(
        refused(CONNECTOR.tell(&mut script, "order_1", News::Shipped(None)))[0].cause,
        Cause::OrderState
    );

    let mut script = Script::new([told("pending", [2, 2, 0], &shipped), ok(), ok()]);
    assert_eq!(CONNECTOR.tell(&mut script, "order_1", News::Delivered), Ok(Told::Done));
    let paths = bodies(&script).into_iter().map(|(path, _)| path).collect::<Vec<_>>();
    assert_eq!(paths, ["fulfillments/f1/mark-as-delivered", "fulfillments/f2/mark-as-delivered"]);
    let arrived = [
        fulfilment("f1", "1", 2, &["shipped_at", "delivered_at"]),
        fulfilment("f2", "2", 1, &["delivered_at"]),
    ];
    let mut script = Script::new([told("completed", [2, 2, 2], &arrived)]);
    assert_eq!(CONNECTOR.tell(&mut script, "order_1", News::Delivered), Ok(Told::Already));
}

#[test]
fn invoices_and_cancellations_are_told_once() {
    let invoice = NotaFiscal { chave: "35".to_owned(), numero: "7".to_owned(), ..NotaFiscal::default() };
    let ok = || (200, json!({}));
    let mut script = Script::new([told("pending", [0; 3], &[]), ok()]);
    assert_eq!(CONNECTOR.tell(&mut script, "order_1", News::Invoiced(&invoice)), Ok(Told::Done));
    let notes = script.changes().remove(0).1["metadata"].clone();
    assert_eq!((&notes["presente"], &notes["notaFiscal"]["numero"]), (&json!(true), &json!("7")));
    let mut again = told("pending", [0; 3], &[]);
    again.1["order"]["metadata"] = notes;
    assert_eq!(
        CONNECTOR.tell(&mut Script::new([again]), "order_1", News::Invoiced(&invoice)),
        Ok(Told::Already)
    );

    let cancel = News::Cancelled("sem estoque");
    let mut script =
        Script::new([told("pending", [0; 3], &[fulfilment("f0", "1", 2, &["canceled_at"])]), ok()]);
    assert_eq!(CONNECTOR.tell(&mut script, "order_1", cancel), Ok(Told::Done));
    assert_eq!(script.changes()[0].0, "orders/order_1/cancel");
    assert_eq!(
        CONNECTOR.tell(&mut Script::new([told("canceled", [0; 3], &[])]), "order_1", cancel),
        Ok(Told::Already)
    );
    let gone = refusal("invalid_data", "Order with id order_1 has been canceled.");
    assert_eq!(
        CONNECTOR.tell(&mut Script::new([told("pending", [0; 3], &[]), gone]), "order_1", cancel),
        Ok(Told::Already)
    );
    let mut script = Script::new([told("pending", [2, 0, 0], &[fulfilment("f1", "1", 2, &[])])]);
    let troubles = refused(CONNECTOR.tell(&mut script, "order_1", cancel));
    assert_eq!((troubles[0].cause, troubles[0].text.contains("cancele o envio")), (Cause::OrderState, true));
    for news in [News::Invoiced(&invoice), News::Shipped(None), News::Delivered, cancel] {
        let troubles = refused(CONNECTOR.tell(
            &mut Script::new([refusal("not_found", "Order id not found")]),
            "x",
            news,
        ));
        assert_eq!(troubles[0].cause, Cause::OrderState);
        assert!(matches!(
            CONNECTOR.tell(&mut Script::new([(503, Value::Null)]), "x", news),
            Err(Stop::Unavailable(_))
        ));
    }
}

#[test]
fn the_manifest_says_what_is_there() {
    let manifest = CONNECTOR.manifest();
    let required: Vec<_> =
        manifest.settings.iter().filter(|setting| setting.required).map(|one| one.code).collect();
    assert_eq!(required, ["endereco", "chave"]);
    assert!(manifest.setting("chave").unwrap().secret);
    assert_eq!((manifest.code, manifest.currency), ("Medusa", "BRL"));
}
