//! Each function against prepared answers: its calls and its result.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod support;

use std::collections::VecDeque;

use connector::{
    Answer, Call, Cause, Connection, Connector, Effect, Method, News, OrderStep, Price, Secret, Shop, Stock,
    Stop, Told, Value, json,
};
use connector_kit::pedido;
use domain::pedido::{NotaFiscal, Rastreio};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;
use entreposto_connector_vendure::CONNECTOR;

use support::{Item, connection, group};

/// A shop that expects calls by name, and gives each the answer that is written for it.
struct Script {
    at: Connection,
    next: VecDeque<(&'static str, Value)>,
    calls: Vec<Call>,
}

impl Script {
    fn new(next: &[(&'static str, Value)]) -> Self {
        let mut at = connection("https://loja.example/admin-api");
        at.access = Some(Secret::new("sessao"));
        let facts = [("localEstoque", "1"), ("idioma", "pt_BR")];
        at.facts = facts.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Self { at, next: next.iter().cloned().collect(), calls: Vec::new() }
    }

    /// The variables of a call.
    fn sent(&self, call: usize) -> &Value {
        &self.calls[call].body.as_ref().unwrap()["variables"]
    }

    fn names(&self) -> Vec<&'static str> {
        self.calls.iter().map(|call| call.name).collect()
    }
}

impl Shop for Script {
    fn connection(&self) -> &Connection {
        &self.at
    }

    fn call(&mut self, call: Call) -> Result<Answer, Stop> {
        let (name, result) =
            self.next.pop_front().unwrap_or_else(|| unreachable!("no call of {}", call.name));
        assert_eq!(call.name, name);
        assert_eq!(call.url, "https://loja.example/admin-api");
        let once = name.starts_with("create") || ["addFulfillmentToOrder", "addNoteToOrder"].contains(&name);
        let read =
            call.body.as_ref().unwrap()["query"].as_str().unwrap().starts_with("query") || name == "login";
        let effect = if once {
            Effect::Once
        } else if read {
            Effect::Read
        } else {
            Effect::Absolute
        };
        assert_eq!(call.effect, effect, "{name}");
        // a prepared answer with errors is a whole body, any other the field of the call
        let body = if result.get("errors").is_some() { result } else { json!({ "data": { name: result } }) };
        let answer = Answer::new(200, body);
        let verdict = CONNECTOR.verdict(&call, &answer);
        self.calls.push(call);
        verdict.map(|()| answer)
    }
}

fn failed(code: &str) -> Value {
    json!({ "errors": [{ "message": "m", "extensions": { "code": code } }], "data": null })
}

fn refused_as<T>(result: Result<T, Stop>) -> (Cause, String) {
    match result.map(|_| ()) {
        Err(Stop::Refused(troubles)) => (troubles[0].cause, troubles[0].member.clone()),
        other => unreachable!("{other:?}"),
    }
}

fn variant(id: &str, sku: &str, stock: Value, price: Value) -> Value {
    json!({
        "id": id, "sku": sku, "enabled": true, "currencyCode": "BRL", "priceWithTax": price,
        "stockLevels": [{ "stockLocationId": "9", "stockOnHand": 99 }, { "stockLocationId": "1", "stockOnHand": stock }],
        "product": { "id": "7", "enabled": true },
    })
}

fn page(items: Value) -> Value {
    json!({ "totalItems": items.as_array().unwrap().len(), "items": items })
}

#[test]
fn the_manifest_says_what_is_asked_for() {
    let manifest = CONNECTOR.manifest();
    assert_eq!((manifest.code, manifest.currency), ("Vendure", "BRL"));
    let secret: Vec<_> = manifest.settings.iter().filter(|s| s.secret).map(|s| s.code).collect();
    let required: Vec<_> = manifest.settings.iter().filter(|s| s.required).map(|s| s.code).collect();
    assert_eq!((secret, required), (vec!["senha"], vec!["endereco", "usuario", "senha"]));
}

#[test]
fn every_answer_has_a_meaning() {
    let lacks = |status: u16| Stop::Unreadable(format!("HTTP {status} without data"));
    let ill = |status: u16| Stop::Unavailable(format!("HTTP {status}"));
    let cut = || Stop::Unavailable("the answer is cut off".to_owned());
    let html = Some(("content-type", "text/html; charset=utf-8"));
    let table: &[(u16, Option<(&str, &str)>, Value, Result<(), Stop>)] = &[
        (200, None, json!({ "data": { "me": null } }), Ok(())),
        (200, None, json!({ "data": { "me": null }, "errors": [] }), Ok(())),
        (200, None, Value::Null, Err(cut())),
        (204, None, Value::Null, Err(cut())),
        (200, html, Value::Null, Err(lacks(200))),
        (200, None, json!({ "data": null }), Err(lacks(200))),
        (200, None, json!([1]), Err(lacks(200))),
        (302, None, Value::Null, Err(lacks(302))),
        (404, html, Value::Null, Err(lacks(404))),
        (401, None, Value::Null, Err(Stop::NoAccess("HTTP 401".to_owned()))),
        (408, None, Value::Null, Err(ill(408))),
        (500, None, failed("FORBIDDEN"), Err(ill(500))),
        (503, html, Value::Null, Err(ill(503))),
        (429, Some(("retry-after", "17")), Value::Null, Err(Stop::Limited(Some(17)))),
        (429, Some(("retry-after", "Fri, 27 Nov 2026 08:00:00 GMT")), Value::Null, Err(Stop::Limited(None))),
        (429, None, Value::Null, Err(Stop::Limited(None))),
        (400, None, failed("GRAPHQL_VALIDATION_FAILED"), Err(Stop::Unreadable("m".to_owned()))),
    ];
    let call = |name| Call::new(name, Effect::Read, Method::Post, String::new());
    for (status, header, body, meaning) in table {
        let mut answer = Answer::new(*status, body.clone());
        answer.headers =
            header.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        assert_eq!(&CONNECTOR.verdict(&call("me"), &answer), meaning, "{status} {body}");
    }
    let forbidden = CONNECTOR.verdict(&call("me"), &Answer::new(403, Value::Null));
    assert_eq!(refused_as(forbidden).0, Cause::NoPermission);
}

#[test]
fn every_code_has_a_cause() {
    let error = failed;
    let result = |code: &str| json!({ "data": { "x": { "errorCode": code, "message": "m" } } });
    let table: &[(&str, Option<Cause>)] = &[
        ("FORBIDDEN", None),
        ("UNAUTHORIZED", None),
        ("CHANNEL_NOT_FOUND", None),
        ("INVALID_CREDENTIALS_ERROR", None),
        ("NATIVE_AUTH_STRATEGY_ERROR", None),
        ("ENTITY_NOT_FOUND", Some(Cause::ListingLost)),
        ("USER_INPUT_ERROR", Some(Cause::DataRefused)),
        ("BAD_USER_INPUT", Some(Cause::DataRefused)),
        ("ILLEGAL_OPERATION", Some(Cause::DataRefused)),
        ("FULFILLMENT_STATE_TRANSITION_ERROR", Some(Cause::OrderState)),
        ("ORDER_STATE_TRANSITION_ERROR", Some(Cause::OrderState)),
        ("ITEMS_ALREADY_FULFILLED_ERROR", Some(Cause::OrderState)),
        ("EMPTY_ORDER_LINE_SELECTION_ERROR", Some(Cause::OrderState)),
        ("INSUFFICIENT_STOCK_ON_HAND_ERROR", Some(Cause::OrderState)),
        ("INVALID_FULFILLMENT_HANDLER_ERROR", Some(Cause::OrderState)),
        ("CREATE_FULFILLMENT_ERROR", Some(Cause::OrderState)),
        ("QUANTITY_TOO_GREAT_ERROR", Some(Cause::OrderState)),
        ("MULTIPLE_ORDER_ERROR", Some(Cause::OrderState)),
        ("CANCEL_ACTIVE_ORDER_ERROR", Some(Cause::OrderState)),
        ("INTERNAL_SERVER_ERROR", Some(Cause::Unmapped)),
        ("UNKNOWN_ERROR", Some(Cause::Unmapped)),
        ("ALGO_NOVO", Some(Cause::Unmapped)),
        ("", Some(Cause::Unmapped)),
    ];
    let call = |name| Call::new(name, Effect::Read, Method::Post, String::new());
    for (code, cause) in table {
        for body in [error(code), result(code)] {
            match (cause, CONNECTOR.verdict(&call("x"), &Answer::new(200, body))) {
                (None, Err(Stop::NoAccess(said))) => assert_eq!(said, *code),
                (Some(cause), Err(Stop::Refused(t))) => {
                    assert_eq!((t[0].cause, t[0].code.as_str(), t[0].text.as_str()), (*cause, *code, "m"));
                }
                (_, other) => unreachable!("{code}: {other:?}"),
            }
        }
    }
    let order = CONNECTOR.verdict(&call("cancelOrder"), &Answer::new(200, error("ENTITY_NOT_FOUND")));
    assert_eq!(refused_as(order).0, Cause::OrderState);
    // what the program's database says comes without any code
    let raw = json!({ "errors": [{ "message": "FOREIGN KEY constraint failed" }], "data": null });
    assert_eq!(refused_as(CONNECTOR.verdict(&call("x"), &Answer::new(200, raw))).0, Cause::Unmapped);
}

#[test]
fn calls_are_signed_and_the_login_is_not() {
    let mut at = Script::new(&[]).at;
    at.settings.insert("canal".to_owned(), Secret::new("loja-2"));
    for (name, headers) in [
        ("me", vec![("authorization", "Bearer sessao".to_owned()), ("vendure-token", "loja-2".to_owned())]),
        ("login", vec![("vendure-token", "loja-2".to_owned())]),
    ] {
        let mut call = Call::new(name, Effect::Read, Method::Post, String::new());
        CONNECTOR.sign(&mut call, &at);
        assert_eq!(call.headers, headers);
    }
    // a shop that keeps sessions in cookies alone
    let mut shop = Script::new(&[("login", json!({ "__typename": "CurrentUser" }))]);
    assert_eq!(refused_as(CONNECTOR.log_in(&mut shop)).0, Cause::NoPermission);
    assert_eq!(shop.sent(0), &json!({ "user": "superadmin", "password": "superadmin" }));
}

#[test]
fn the_account_is_checked() {
    let channel = |currency: &str, with_tax: bool| {
        json!({
            "id": "1", "code": "padrao", "token": "abc", "defaultCurrencyCode": currency,
            "defaultLanguageCode": "pt_BR", "pricesIncludeTax": with_tax,
        })
    };
    let all = ["SuperAdmin"];
    let enough = ["ReadProduct", "CreateProduct", "UpdateProduct", "ReadOrder", "UpdateOrder"];
    let little = ["ReadProduct", "CreateProduct", "UpdateProduct", "ReadOrder"];
    let both = json!([{ "id": "1", "name": "A" }, { "id": "2", "name": "B" }]);
    let one = json!([{ "id": "1", "name": "A" }]);
    type Row<'t> = (&'t [&'t str], Value, &'t Value, (&'t str, &'t str), Result<&'t str, (Cause, &'t str)>);
    let table: &[Row<'_>] = &[
        (&all, channel("BRL", true), &one, ("", ""), Ok("1")),
        (&enough, channel("BRL", true), &one, ("", "abc"), Ok("1")),
        (&enough, channel("BRL", true), &both, ("2", ""), Ok("2")),
        (&enough, channel("BRL", true), &both, ("", ""), Err((Cause::DataRefused, "localEstoque"))),
        (&enough, channel("BRL", true), &both, ("3", ""), Err((Cause::DataRefused, "localEstoque"))),
        (&enough, channel("BRL", true), &json!([]), ("", ""), Err((Cause::DataRefused, "localEstoque"))),
        (&enough, channel("BRL", true), &one, ("", "outro"), Err((Cause::DataRefused, "canal"))),
        (&little, channel("BRL", true), &one, ("", ""), Err((Cause::NoPermission, ""))),
        (&enough, channel("USD", true), &one, ("", ""), Err((Cause::DataRefused, "moeda"))),
        (&enough, channel("BRL", false), &one, ("", ""), Err((Cause::DataRefused, "precoPor"))),
    ];
    for (permissions, channel, locations, (location, token), result) in table {
        let me = json!({ "channels": [{ "id": "1", "permissions": permissions }, { "id": "2", "permissions": all }] });
        let mut shop = Script::new(&[
            ("me", me),
            ("activeChannel", channel.clone()),
            ("stockLocations", json!({ "items": locations })),
        ]);
        shop.at.settings.insert("localEstoque".to_owned(), Secret::new(*location));
        shop.at.settings.insert("canal".to_owned(), Secret::new(*token));
        match (CONNECTOR.check(&mut shop), result) {
            (Ok(account), Ok(location)) => {
                assert_eq!((account.id.as_str(), account.name.as_str()), ("abc", "padrao"));
                assert_eq!(
                    (account.facts["localEstoque"].as_str(), &*account.facts["idioma"]),
                    (*location, "pt_BR")
                );
            }
            (checked, Err((cause, member))) => {
                assert_eq!(refused_as(checked), (*cause, (*member).to_owned()), "{channel}");
            }
            (checked, _) => unreachable!("{checked:?}"),
        }
    }
}

#[test]
fn listings_are_as_the_shop_shows_them() {
    let mut dollars = variant("3", "C", json!(1), json!(100));
    dollars["currencyCode"] = json!("USD");
    dollars["product"]["enabled"] = json!(false);
    let rows = json!([
        variant("1", "A", json!(7), json!(4990)),
        variant("2", "B", Value::Null, Value::Null),
        dollars,
        variant("4", "a", json!(7), json!(4990)),
        variant("5", "A", json!(0), json!(0)),
    ]);
    let mut shop = Script::new(&[("productVariants", page(rows))]);
    let found = CONNECTOR.find(&mut shop, &["A", "B", "C", "D"]).unwrap();
    let shown: Vec<_> =
        found.iter().map(|l| (&*l.id, l.stock, l.price.map(Dinheiro::ten_thousandths), l.active)).collect();
    assert_eq!(
        shown,
        [
            ("1", Some(7), Some(499_000), Some(true)),
            ("2", None, None, Some(true)),
            ("3", Some(1), None, Some(false)),
            ("5", Some(0), Some(0), Some(true)),
        ]
    );
    assert_eq!(shop.sent(0)["options"]["filter"], json!({ "sku": { "in": ["A", "B", "C", "D"] } }));

    for (name, value) in [("sku", Value::Null), ("id", json!(1)), ("priceWithTax", json!("1"))] {
        let mut row = variant("1", "A", json!(7), json!(4990));
        row[name] = value;
        let mut shop = Script::new(&[("productVariants", json!({ "items": [row], "totalItems": 1 }))]);
        assert_eq!(CONNECTOR.list(&mut shop, None), Err(Stop::lacks(name)));
    }
    let mut more = page(json!([variant("1", "A", json!(7), json!(4990))]));
    more["totalItems"] = json!(41);
    let mut shop = Script::new(&[("productVariants", more), ("productVariants", page(json!([])))]);
    assert_eq!(CONNECTOR.list(&mut shop, Some("20")).unwrap().next.as_deref(), Some("21"));
    assert_eq!(CONNECTOR.list(&mut shop, Some("21")).unwrap().next, None);
    assert_eq!(shop.sent(1)["options"]["skip"], json!(21));
}

#[test]
fn stock_price_and_sale_are_set_and_compared() {
    let shown = json!([variant("1", "A", json!(7), json!(4491)), null]);
    let update = |shown: &Value| Script::new(&[("updateProductVariants", shown.clone())]);
    let causes = |items: connector::Items<()>| -> Vec<Option<Cause>> {
        items.into_iter().map(|item| item.err().map(|troubles| troubles[0].cause)).collect()
    };

    let mut shop = update(&shown);
    let units =
        [("1", 7), ("2", 3), ("3", -1), ("4", 1 << 31)].map(|(listing, units)| Stock { listing, units });
    let result = causes(CONNECTOR.set_stock(&mut shop, &units).unwrap());
    let out = Some(Cause::DataRefused);
    assert_eq!(result, [None, Some(Cause::NoEffect), out, out]);
    let level = |units: i64| json!([{ "stockLocationId": "1", "stockOnHand": units }]);
    let sent = json!([{ "id": "1", "stockLevels": level(7) }, { "id": "2", "stockLevels": level(3) }]);
    assert_eq!(shop.sent(0)["input"], sent);

    let mut shop = update(&shown);
    let price = |por: &str| Price { listing: "1", de: Dinheiro::MAX, por: por.parse().unwrap() };
    let prices = ["44.905", "44.91", "44.9149", "45", "0.0049", "0", "-5", "21474836.48"].map(price);
    let result = causes(CONNECTOR.set_price(&mut shop, &prices).unwrap());
    let out = Some(Cause::PriceRefused);
    assert_eq!(result, [None, None, None, Some(Cause::NoEffect), out, out, out, out]);
    let sent: Vec<_> =
        shop.sent(0)["input"].as_array().unwrap().iter().map(|i| i["prices"].clone()).collect();
    let cents = |cents: i64| json!([{ "currencyCode": "BRL", "price": cents }]);
    assert_eq!(sent, [cents(4491), cents(4491), cents(4491), cents(4500)]);

    let mut shop = update(&shown);
    assert_eq!(causes(CONNECTOR.set_active(&mut shop, &["1"], true).unwrap()), [None]);
    let mut hidden = shown.clone();
    hidden[0]["product"]["enabled"] = json!(false);
    let mut shop = update(&hidden);
    assert_eq!(causes(CONNECTOR.set_active(&mut shop, &["1"], true).unwrap()), [Some(Cause::NoEffect)]);

    // nothing to send is no call
    let mut shop = Script::new(&[]);
    assert_eq!(CONNECTOR.set_price(&mut shop, &[price("0")]).unwrap().len(), 1);
    let mut shop = update(&failed("ENTITY_NOT_FOUND"));
    assert_eq!(refused_as(CONNECTOR.set_price(&mut shop, &[price("1")])).0, Cause::ListingLost);
}

#[test]
fn a_group_is_published_as_one_product() {
    let items = [("Azul", "P"), ("Azul", "M"), ("Verde", "P")].map(|(cor, tam)| {
        Item::new(
            &format!("{cor}-{tam}"),
            "G",
            &[("Marca", "X"), ("Cor", cor), ("Tamanho", tam), ("Lote", tam)],
        )
    });
    let own = |name: &str, n: i64| json!({ "id": n.to_string(), "name": name, "options": [] });
    let option = |id: &str, name: &str| json!({ "id": id, "name": name });
    let new = json!({ "id": "7", "variantList": { "totalItems": 0 }, "optionGroups": [own("Cor", 1)] });
    let made: Vec<Value> = items
        .iter()
        .map(|item| variant(&item.oferta.codigo, &item.oferta.codigo, json!(10), json!(1990)))
        .collect();
    let script = [
        ("productVariants", page(json!([]))),
        ("products", json!({ "items": [] })),
        ("createProduct", new),
        ("createProductOption", option("11", "Azul")),
        ("createProductOption", option("12", "Verde")),
        ("productOptionGroups", json!([])),
        ("createProductOptionGroup", json!({ "id": "2", "options": [] })),
        ("addOptionGroupToProduct", json!({ "id": "7" })),
        ("createProductOption", option("21", "P")),
        ("createProductOption", option("22", "M")),
        ("createProductVariants", json!(made)),
    ];
    let run = |shop: &mut Script| CONNECTOR.publish(shop, &group(&items.iter().collect::<Vec<_>>()));
    let (mut shop, mut again) = (Script::new(&script), Script::new(&script));
    let result = run(&mut shop).unwrap();
    assert!(result.iter().all(Result::is_ok), "{result:?}");
    run(&mut again).unwrap();
    assert!(shop.calls == again.calls, "the same arguments and answers lead to the same calls");
    let text = &shop.sent(2)["input"]["translations"][0];
    assert_eq!((&text["name"], &text["languageCode"]), (&json!("Peça bonita"), &json!("pt_BR")));
    let mark = shop.sent(1)["options"]["filter"]["slug"]["contains"].as_str().unwrap();
    assert!(text["slug"].as_str().unwrap().ends_with(mark), "{text}");
    let sent = shop.sent(10)["input"].as_array().unwrap();
    let options: Vec<_> = sent.iter().map(|input| input["optionIds"].clone()).collect();
    assert_eq!(options, [json!(["11", "21"]), json!(["11", "22"]), json!(["12", "21"])]);
    assert_eq!((&sent[0]["price"], &sent[0]["stockLevels"][0]["stockOnHand"]), (&json!(1990), &json!(10)));

    // all there: nothing is made; two of one code: none is touched
    let mut shop = Script::new(&[("productVariants", page(json!(made)))]);
    assert!(run(&mut shop).unwrap().iter().all(Result::is_ok));
    let twice = [made.clone(), vec![made[0].clone()]].concat();
    let mut shop = Script::new(&[("productVariants", page(json!(twice)))]);
    let result = run(&mut shop).unwrap();
    assert_eq!(result[0].as_ref().unwrap_err()[0].cause, Cause::ListingAmbiguous);
    assert!(result[1].is_ok());
}

#[test]
fn groups_that_cannot_be_told_apart_are_refused() {
    let item = |n: usize, atributos: &[(&str, &str)]| Item::new(&format!("S{n}"), "G", atributos);
    let many: Vec<Item> = (0..101).map(|n| item(n, &[("N", &n.to_string())])).collect();
    let bits = |n: usize| [1, 2, 4, 8].map(|bit| if n & bit > 0 { "1" } else { "0" });
    let four_axes: Vec<Item> = (0..16)
        .map(|n| item(n, &[("A", bits(n)[0]), ("B", bits(n)[1]), ("C", bits(n)[2]), ("D", bits(n)[3])]))
        .collect();
    let equal = vec![item(0, &[("Cor", "Azul")]), item(1, &[("Cor", "Azul")])];
    let lacking = vec![item(0, &[("Cor", "Azul")]), item(1, &[])];
    for items in [many, four_axes, equal, lacking] {
        let mut shop = Script::new(&[("productVariants", page(json!([])))]);
        let result = CONNECTOR.publish(&mut shop, &group(&items.iter().collect::<Vec<_>>())).unwrap();
        assert_eq!((result.len(), shop.calls.len()), (items.len(), 1));
        assert!(result.iter().all(|item| item.as_ref().is_err_and(|t| t[0].cause == Cause::GroupRefused)));
    }
    // a price of nothing is not published
    let mut free = item(0, &[]);
    free.oferta.preco.preco_por = Dinheiro::ZERO;
    let product = json!({ "items": [{ "id": "7", "variantList": { "totalItems": 0 }, "optionGroups": [] }] });
    let mut shop = Script::new(&[("productVariants", page(json!([]))), ("products", product)]);
    let result = CONNECTOR.publish(&mut shop, &group(&[&free])).unwrap();
    assert_eq!(result[0].as_ref().unwrap_err()[0].cause, Cause::PriceRefused);
}

#[test]
fn pages_of_orders_go_by_time() {
    let row = |n: usize, at: &str| json!({ "id": n.to_string(), "state": "PaymentSettled", "updatedAt": at });
    let full = |count: usize, last: &str| {
        let rows = (0..count).map(|n| row(n, if n < count - 1 { "2026-11-27T08:00:00.000Z" } else { last }));
        json!({ "items": rows.collect::<Vec<_>>() })
    };
    let since: Instante = "2026-11-27T08:00:00.5Z".parse().unwrap();
    let mut shop = Script::new(&[
        ("orders", full(100, "2026-11-27T08:00:00.000Z")),
        ("orders", full(1000, "2026-11-27T08:00:09.700Z")),
        ("orders", json!({ "items": [row(1, "2026-11-27T08:00:09.000Z")] })),
    ]);
    let first = CONNECTOR.list_orders(&mut shop, since, None).unwrap();
    let second = CONNECTOR.list_orders(&mut shop, since, first.next.as_deref()).unwrap();
    let third = CONNECTOR.list_orders(&mut shop, since, second.next.as_deref()).unwrap();
    assert_eq!((first.rows.len(), third.rows.len(), third.next), (100, 1, None));
    assert_eq!(second.rows[999].changed, "2026-11-27T08:00:09.7Z".parse().unwrap());
    let asked: Vec<_> = (0..3).map(|n| &shop.sent(n)["options"]).collect();
    assert_eq!([0, 1, 2].map(|n| asked[n]["take"].as_i64().unwrap()), [100, 1000, 100]);
    assert!(asked.iter().all(|options| options["skip"] == 0));
    assert_eq!(
        [0, 1, 2].map(|n| asked[n]["filter"]["updatedAt"]["after"].as_str().unwrap()),
        ["2026-11-27T07:59:59.999Z", "2026-11-27T07:59:59.999Z", "2026-11-27T08:00:08.999Z",]
    );
    assert_eq!(asked[0]["filter"]["active"], json!({ "eq": false }));
    let mut shop = Script::new(&[]);
    assert_eq!(CONNECTOR.list_orders(&mut shop, since, Some("x")), Err(Stop::lacks("page")));
}

/// Two units of 45.90 and one of 10.00, 1.80 off the first, 3.00 off the order, 15.00 of freight.
fn order() -> Value {
    let line = |id: &str, sku: &str, units: i64, price: i64, net: i64| {
        json!({
            "id": id, "quantity": units, "orderPlacedQuantity": units, "unitPriceWithTax": price,
            "discountedLinePriceWithTax": net, "productVariant": { "id": "31", "sku": sku },
        })
    };
    let home = json!({
        "fullName": "Ana Teste", "streetLine1": "Rua A, casa 2, 10", "streetLine2": null, "city": "São Paulo",
        "province": "SP", "postalCode": "01001-000", "countryCode": "BR", "phoneNumber": "1133334444",
    });
    json!({
        "id": "4", "code": "G5Z8", "state": "PaymentSettled", "createdAt": "2026-11-27T07:57:28.000Z",
        "updatedAt": "2026-11-27T07:57:28.000Z", "orderPlacedAt": "2026-11-27T07:57:28.671Z",
        "totalWithTax": 11200, "shippingWithTax": 1500,
        "customer": { "firstName": "Ana", "lastName": "Teste", "emailAddress": "ana@example.com",
            "phoneNumber": null, "customFields": { "document": "11.222.333/0001-81" } },
        "shippingAddress": home, "billingAddress": { "streetLine1": null },
        "lines": [line("1", "A", 2, 4590, 9000), line("2", "", 1, 1000, 1000)],
        "shippingLines": [{ "priceWithTax": 2000, "discountedPriceWithTax": 1500, "shippingMethod": { "code": "pac" } }],
        "payments": [{ "state": "Declined", "method": "boleto" }, { "state": "Settled", "method": "mercado" }],
        "fulfillments": [],
    })
}

fn read(order: &Value) -> Result<connector::OrderIn, Stop> {
    let mut shop = Script::new(&[("orders", json!({ "items": [order] }))]);
    CONNECTOR.read_orders(&mut shop, &["4"]).map(|mut read| read.remove(0))
}

#[test]
fn orders_are_read_to_the_cent() {
    let read_pedido = |order: &Value| pedido(&read(order).unwrap());
    let whole = read_pedido(&order());
    assert_eq!((whole.source_id.as_str(), whole.source_site_id.as_str()), ("G5Z8", "4"));
    assert_eq!(whole.computed_total(), Some(whole.total));
    let cents = Dinheiro::from_cents;
    assert_eq!((whole.total, whole.desconto, whole.juros), (cents(11200), cents(300), Dinheiro::ZERO));
    let lines: Vec<_> =
        whole.produtos.iter().map(|l| (&*l.sku, l.quantidade, l.preco, l.desconto, l.frete)).collect();
    assert_eq!(
        lines,
        [
            ("A", 2, cents(4590), cents(180), cents(1350)),
            ("productVariant 31", 1, cents(1000), Dinheiro::ZERO, cents(150)),
        ]
    );
    assert_eq!((whole.frete[0].valor_cobrado, whole.frete[0].valor_nominal), (cents(1500), cents(2000)));
    assert_eq!((whole.usuario.cnpj.as_str(), whole.usuario.cpf.as_str()), ("11222333000181", ""));
    assert_eq!(
        (whole.endereco.len(), &*whole.endereco[0].rua, &*whole.endereco[0].numero),
        (1, "Rua A, casa 2", "10")
    );
    let told: Vec<_> = whole.informacao_adicional.iter().map(|i| (&*i.chave, &*i.valor)).collect();
    assert_eq!(
        told,
        [("telefoneCelular", "1133334444"), ("formaPagamentoId", "99"), ("formaPagamentoCanal", "mercado"),]
    );

    // something that the shop adds to the order
    let mut dearer = order();
    dearer["totalWithTax"] = json!(11777);
    let dearer = read_pedido(&dearer);
    assert_eq!((dearer.juros, dearer.computed_total()), (cents(277), Some(dearer.total)));
    // a line that was cancelled, and all of them
    let mut part = order();
    part["lines"][1]["quantity"] = json!(0);
    part["totalWithTax"] = json!(10500);
    let read_part = read_pedido(&part);
    assert_eq!((read_part.produtos.len(), read_part.computed_total()), (1, Some(read_part.total)));
    part["state"] = json!("Cancelled");
    part["lines"][0]["quantity"] = json!(0);
    part["totalWithTax"] = json!(0);
    let cancelled = read_pedido(&part);
    assert_eq!((cancelled.produtos.len(), cancelled.computed_total()), (2, Some(cancelled.total)));
}

#[test]
fn an_answer_that_lacks_something_tells_nothing_of_the_buyer() {
    for name in ["code", "state", "updatedAt", "lines", "totalWithTax", "shippingWithTax", "fulfillments"] {
        let mut broken = order();
        broken[name] = Value::Null;
        match read(&broken).map(|_| ()) {
            Err(Stop::Unreadable(said)) => assert_eq!(said, format!("{name} is missing")),
            other => unreachable!("{name}: {other:?}"),
        }
    }
    for name in ["quantity", "unitPriceWithTax", "discountedLinePriceWithTax"] {
        let mut broken = order();
        broken["lines"][0][name] = json!("1");
        assert_eq!(read(&broken).map(|_| ()), Err(Stop::lacks(name)));
    }
    let mut shop = Script::new(&[]);
    shop.at.settings.insert("campoDocumento".to_owned(), Secret::new("cpf}password{x"));
    assert_eq!(
        refused_as(CONNECTOR.read_orders(&mut shop, &["4"])),
        (Cause::DataRefused, "campoDocumento".to_owned())
    );
}

#[test]
fn orders_stand_where_their_units_do() {
    let parcel = |state: &str, lines: &[(&str, i64)]| {
        let lines: Vec<_> = lines.iter().map(|(id, n)| json!({ "orderLineId": id, "quantity": n })).collect();
        json!({ "id": "5", "state": state, "nextStates": [], "lines": lines })
    };
    let all = [("1", 2), ("2", 1)];
    let (some, rest) = ([("1", 2)], [("2", 1)]);
    let placed = Some("2026-11-27T07:57:28.671Z");
    let table: &[(&str, Option<&str>, Vec<Value>, OrderStep, bool)] = &[
        ("ArrangingPayment", None, vec![], OrderStep::Waiting, false),
        ("PaymentAuthorized", placed, vec![], OrderStep::Paid, true),
        ("PaymentSettled", placed, vec![], OrderStep::Paid, true),
        ("Modifying", placed, vec![], OrderStep::Waiting, true),
        ("ArrangingAdditionalPayment", placed, vec![], OrderStep::Waiting, true),
        ("AindaNaoPago", None, vec![], OrderStep::Waiting, false),
        ("Separando", placed, vec![], OrderStep::Paid, true),
        ("PaymentSettled", placed, vec![parcel("Pending", &all)], OrderStep::Paid, false),
        ("PartiallyShipped", placed, vec![parcel("Shipped", &some)], OrderStep::Paid, false),
        (
            "Shipped",
            placed,
            vec![parcel("Shipped", &some), parcel("Shipped", &rest)],
            OrderStep::Shipped,
            false,
        ),
        ("PartiallyDelivered", placed, vec![parcel("Delivered", &some)], OrderStep::Paid, false),
        (
            "PartiallyDelivered",
            placed,
            vec![parcel("Delivered", &some), parcel("Shipped", &rest)],
            OrderStep::Shipped,
            false,
        ),
        ("Delivered", placed, vec![parcel("Delivered", &all)], OrderStep::Delivered, false),
        ("Shipped", placed, vec![parcel("Cancelled", &all)], OrderStep::Paid, true),
    ];
    for (state, at, parcels, step, holds) in table {
        let mut order = order();
        (order["state"], order["orderPlacedAt"]) = (json!(state), json!(at));
        order["fulfillments"] = json!(parcels);
        let read = read(&order).unwrap();
        assert_eq!(
            (&read.state[..], read.step, read.holds_stock),
            (*state, *step, *holds),
            "{state} {parcels:?}"
        );
    }
    let mut gone = order();
    gone["state"] = json!("Cancelled");
    for line in 0..2 {
        gone["lines"][line]["quantity"] = json!(0);
    }
    let read = read(&gone).unwrap();
    assert_eq!((read.step, read.holds_stock), (OrderStep::Cancelled, false));
}

#[test]
fn the_shop_is_told_once() {
    let invoice = NotaFiscal {
        chave: "35".to_owned(),
        numero: "15".to_owned(),
        serie: "1".to_owned(),
        ..NotaFiscal::default()
    };
    let parcel = Rastreio { codigo: "BR1".to_owned(), ..Rastreio::default() };
    let note = "NF-e 15 série 1 chave 35";
    let notes = |note: &str| json!({ "history": { "items": [{ "data": { "note": note } }] } });
    let lines = json!([{ "id": "1", "quantity": 2 }, { "id": "2", "quantity": 0 }]);
    let with =
        |state: &str, parcels: Value| json!({ "state": state, "lines": lines, "fulfillments": parcels });
    let made = |state: &str, units: i64, next: &[&str]| json!({ "id": "5", "state": state, "nextStates": next, "lines": [{ "orderLineId": "1", "quantity": units }] });
    let open = with("PaymentSettled", json!([]));
    let pending = with("PaymentSettled", json!([made("Pending", 2, &["Shipped", "Delivered", "Cancelled"])]));
    let sent = with("Shipped", json!([made("Shipped", 2, &["Delivered", "Cancelled"])]));
    let there = with("Delivered", json!([made("Delivered", 2, &["Cancelled"])]));
    let void = with("Cancelled", json!([]));
    let moved = || ("transitionFulfillmentToState", json!({ "__typename": "Fulfillment" }));
    let fulfilled = || ("addFulfillmentToOrder", json!({ "__typename": "Fulfillment", "id": "6" }));
    let error = |code: &str| json!({ "errorCode": code, "message": "m" });
    let (invoiced, shipped) = (News::Invoiced(&invoice), News::Shipped(Some(&parcel)));
    let cancelled = News::Cancelled("sem estoque");
    let state = Err(Cause::OrderState);
    type Row<'t> = (News<'t>, Vec<(&'static str, Value)>, Result<Told, Cause>);
    let table: Vec<Row<'_>> = vec![
        (invoiced, vec![("order", notes("outra")), ("addNoteToOrder", json!({ "id": "4" }))], Ok(Told::Done)),
        (invoiced, vec![("order", notes(note))], Ok(Told::Already)),
        (shipped, vec![("order", open.clone()), fulfilled(), moved()], Ok(Told::Done)),
        (shipped, vec![("order", pending.clone()), moved()], Ok(Told::Done)),
        (shipped, vec![("order", sent.clone())], Ok(Told::Already)),
        (shipped, vec![("order", there.clone())], Ok(Told::Already)),
        (shipped, vec![("order", void.clone())], state),
        (
            shipped,
            vec![("order", open.clone()), ("addFulfillmentToOrder", error("ITEMS_ALREADY_FULFILLED_ERROR"))],
            state,
        ),
        (
            shipped,
            vec![("order", open.clone()), ("addFulfillmentToOrder", error("ALGO_NOVO"))],
            Err(Cause::Unmapped),
        ),
        (News::Delivered, vec![("order", sent.clone()), moved()], Ok(Told::Done)),
        (News::Delivered, vec![("order", there.clone())], Ok(Told::Already)),
        (News::Delivered, vec![("order", open.clone())], state),
        (
            News::Delivered,
            vec![
                ("order", sent),
                ("transitionFulfillmentToState", error("FULFILLMENT_STATE_TRANSITION_ERROR")),
            ],
            state,
        ),
        (cancelled, vec![("order", open), ("cancelOrder", json!({ "__typename": "Order" }))], Ok(Told::Done)),
        (cancelled, vec![("order", void)], Ok(Told::Already)),
        (cancelled, vec![("order", there), ("cancelOrder", error("ORDER_STATE_TRANSITION_ERROR"))], state),
        (cancelled, vec![("order", Value::Null)], state),
        (invoiced, vec![("order", Value::Null)], state),
    ];
    for (news, script, result) in &table {
        let mut shop = Script::new(script);
        let told = CONNECTOR.tell(&mut shop, "4", *news);
        match result {
            Ok(result) => assert_eq!(told, Ok(*result), "{news:?}"),
            Err(cause) => assert_eq!(refused_as(told).0, *cause, "{news:?}"),
        }
        assert!(shop.next.is_empty(), "{news:?}: {:?}", shop.names());
    }
    let mut shop = Script::new(&table[0].1);
    CONNECTOR.tell(&mut shop, "4", invoiced).unwrap();
    assert_eq!(shop.sent(1)["input"], json!({ "id": "4", "note": note, "isPublic": false }));
    let mut shop = Script::new(&table[2].1);
    CONNECTOR.tell(&mut shop, "4", shipped).unwrap();
    let argument = |name: &str, value: &str| json!({ "name": name, "value": value });
    assert_eq!(
        shop.sent(1)["input"],
        json!({
            "lines": [{ "orderLineId": "1", "quantity": 2 }],
            "handler": { "code": "manual-fulfillment",
                "arguments": [argument("method", "Envio"), argument("trackingCode", "BR1")] },
        })
    );
    assert_eq!(shop.sent(2), &json!({ "id": "6", "state": "Shipped" }));
}
