//! Trial of the connector against the program itself: `tests/real/run vendure` starts it and gives its address.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
#![allow(clippy::disallowed_methods, reason = "the runner gives the address by the environment")]

mod support;

use connector::{
    Cause, Connector, Listing, News, OrderIn, OrderStep, Price, Secret, Stock, Stop, Told, Value, json,
};
use connector_kit::vendure::buy;
use connector_kit::{RealShop, pedido, send};
use domain::pedido::{NotaFiscal, Rastreio};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;
use entreposto_connector_vendure::CONNECTOR;

use support::{Item, connection, group};

fn buys(address: &str, lines: &[(&str, i64)], coupons: &[&str], pays: bool) -> String {
    buy(address, lines, coupons, pays).unwrap()
}

fn at_shop(address: &str) -> RealShop {
    RealShop::new(&CONNECTOR, connection(&format!("{address}/admin-api")))
}

fn logged_in(address: &str) -> RealShop {
    let mut real = at_shop(address);
    real.at.access = CONNECTOR.log_in(&mut real).unwrap().map(|access| access.token);
    let account = CONNECTOR.check(&mut real).unwrap();
    assert_eq!(account.name, "__default_channel__");
    real.at.facts = account.facts;
    real
}

fn one(real: &mut RealShop, code: &str) -> Listing {
    let mut found = CONNECTOR.find(real, &[code]).unwrap();
    assert_eq!(found.len(), 1, "{code}");
    found.remove(0)
}

fn order(real: &mut RealShop, id: &str) -> OrderIn {
    let mut found = CONNECTOR.read_orders(real, &[id, "999999"]).unwrap();
    assert_eq!(found.len(), 1);
    found.remove(0)
}

/// The first try loses an answer after it has had its effect.
fn tell_losing(real: &mut RealShop, order: &str, news: News<'_>, lost: &'static str) -> Told {
    real.lost = Some(lost);
    assert_eq!(CONNECTOR.tell(real, order, news), Err(Stop::Unavailable("lost".to_owned())), "{lost}");
    CONNECTOR.tell(real, order, news).unwrap()
}

fn cause(result: Result<Told, Stop>) -> Cause {
    match result {
        Err(Stop::Refused(troubles)) => troubles[0].cause,
        other => unreachable!("{other:?}"),
    }
}

#[test]
#[ignore = "needs npm; tests/real/run"]
fn vendure_itself() {
    let address = std::env::var("REAL_ADDRESS").expect("REAL_ADDRESS");
    access(&address);
    let mut real = logged_in(&address);
    role(&mut real, &address);
    listings(&mut real);
    publishing(&mut real);
    orders(&mut real, &address);
    progress(&mut real, &address);
    pages(&mut real, &address);
}

fn access(address: &str) {
    let mut real = at_shop(address);
    assert!(matches!(CONNECTOR.check(&mut real), Err(Stop::NoAccess(_))));
    real.at.settings.insert("senha".to_owned(), Secret::new("errada"));
    assert!(matches!(CONNECTOR.log_in(&mut real), Err(Stop::NoAccess(_))));
    real.at = connection(&format!("{address}/admin-api"));
    real.at.settings.insert("canal".to_owned(), Secret::new("nenhum"));
    assert!(matches!(CONNECTOR.log_in(&mut real), Err(Stop::NoAccess(_))));
    real.at.settings.insert("canal".to_owned(), Secret::new("em-dolar"));
    real.at.access = CONNECTOR.log_in(&mut real).unwrap().map(|access| access.token);
    assert!(matches!(CONNECTOR.check(&mut real), Err(Stop::Refused(t)) if t[0].member == "moeda"));
    real.at = connection(&format!("{address}/outro"));
    assert!(matches!(CONNECTOR.log_in(&mut real), Err(Stop::Unreadable(_))));
}

fn listings(real: &mut RealShop) {
    let found = CONNECTOR.find(real, &["CAM-P", "CAM-M", "NADA"]).unwrap();
    assert_eq!(found.len(), 2);
    let all = CONNECTOR.list(real, None).unwrap();
    assert_eq!((all.rows, all.next), (found.clone(), None));
    let (p, m) = (found[0].id.as_str(), found[1].id.as_str());

    for _ in 0..2 {
        let stock = [Stock { listing: p, units: 7 }, Stock { listing: m, units: 0 }];
        assert_eq!(CONNECTOR.set_stock(real, &stock).unwrap(), [Ok(()), Ok(())]);
        let price = Price { listing: p, de: Dinheiro::ZERO, por: "45.005".parse().unwrap() };
        assert_eq!(CONNECTOR.set_price(real, &[price]).unwrap(), [Ok(())]);
        let now = one(real, "CAM-P");
        assert_eq!((now.stock, now.price), (Some(7), Some(Dinheiro::from_cents(4501))));
        assert_eq!(one(real, "CAM-M").stock, Some(0));
        for active in [false, true] {
            assert_eq!(CONNECTOR.set_active(real, &[p], active).unwrap(), [Ok(())]);
            assert_eq!(one(real, "CAM-P").active, Some(active));
        }
    }
    // one that is gone undoes the whole
    let stock = [Stock { listing: p, units: 1 }, Stock { listing: "999", units: 1 }];
    assert!(
        matches!(CONNECTOR.set_stock(real, &stock), Err(Stop::Refused(t)) if t[0].cause == Cause::ListingLost)
    );
    assert_eq!(one(real, "CAM-P").stock, Some(7));
    let price = Price { listing: p, de: Dinheiro::ZERO, por: Dinheiro::from_cents(4990) };
    assert_eq!(CONNECTOR.set_price(real, &[price]).unwrap(), [Ok(())]);
}

fn publishing(real: &mut RealShop) {
    let single = Item::new("CANECA", "", &[]);
    let made = CONNECTOR.publish(real, &group(&[&single])).unwrap();
    assert_eq!(made[0].as_ref().unwrap(), &one(real, "CANECA"));
    assert_eq!(
        (one(real, "CANECA").stock, one(real, "CANECA").price),
        (Some(10), Some(Dinheiro::from_cents(1990)))
    );

    let items: Vec<Item> = [("Azul", "P"), ("Azul", "M"), ("Verde", "P")]
        .iter()
        .enumerate()
        .map(|(n, (cor, tam))| {
            Item::new(&format!("BONE-{n}"), "BONE", &[("Marca", "X"), ("Cor", cor), ("Tamanho", tam)])
        })
        .collect();
    let two: Vec<&Item> = items.iter().take(2).collect();
    // each answer is lost once; nothing is made twice
    for lost in [
        "createProduct",
        "createProductOptionGroup",
        "addOptionGroupToProduct",
        "createProductOption",
        "createProductVariants",
    ] {
        real.lost = Some(lost);
        let result = CONNECTOR.publish(real, &group(&two));
        assert!(matches!(result, Err(Stop::Unavailable(_))), "{lost}");
    }
    let before = CONNECTOR.list(real, None).unwrap().rows.len();
    for _ in 0..2 {
        real.calls.clear();
        let made = CONNECTOR.publish(real, &group(&two)).unwrap();
        assert!(made.iter().all(Result::is_ok), "{made:?}");
        let names: Vec<_> = real.calls.iter().map(|call| call.name).collect();
        assert_eq!(names, ["productVariants"]);
    }
    assert_eq!(CONNECTOR.list(real, None).unwrap().rows.len(), before);
    // with two axes a third joins the product, and a fourth that has no size does not
    let all: Vec<&Item> = items.iter().collect();
    let made = CONNECTOR.publish(real, &group(&all)).unwrap();
    let refused = made[2].as_ref().unwrap_err();
    assert_eq!(refused[0].cause, Cause::GroupRefused, "the product has the one axis that told two apart");

    let whole: Vec<Item> = [("Azul", "P"), ("Azul", "M"), ("Verde", "P")]
        .iter()
        .enumerate()
        .map(|(n, (cor, tam))| Item::new(&format!("MEIA-{n}"), "MEIA", &[("Cor", cor), ("Tamanho", tam)]))
        .collect();
    let made = CONNECTOR.publish(real, &group(&whole.iter().collect::<Vec<_>>())).unwrap();
    assert!(made.iter().all(Result::is_ok), "{made:?}");
    let more = Item::new("MEIA-3", "MEIA", &[("Cor", "Verde"), ("Tamanho", "M")]);
    let with: Vec<&Item> = whole.iter().chain([&more]).collect();
    let made = CONNECTOR.publish(real, &group(&with)).unwrap();
    assert!(made.iter().all(Result::is_ok), "{made:?}");

    // a product that the shop's people hide is not for sale, and one that they delete is published anew
    let product = "query{productVariants(options:{filter:{sku:{eq:\"MEIA-0\"}}}){items{product{id}}}}";
    let product = admin(real, product, json!({}))["productVariants"]["items"][0]["product"]["id"].clone();
    admin(real, "mutation($p:ID!){updateProduct(input:{id:$p,enabled:false}){id}}", json!({ "p": product }));
    let meia = one(real, "MEIA-0");
    let shown = CONNECTOR.set_active(real, &[&meia.id], true).unwrap();
    assert_eq!((meia.active, shown[0].as_ref().unwrap_err()[0].cause), (Some(false), Cause::NoEffect));
    admin(real, "mutation($p:ID!){deleteProduct(id:$p){result}}", json!({ "p": product }));
    assert_eq!(CONNECTOR.find(real, &["MEIA-0"]).unwrap(), []);
    let made = CONNECTOR.publish(real, &group(&with)).unwrap();
    assert!(made.iter().all(Result::is_ok), "{made:?}");
    assert_ne!(one(real, "MEIA-0").id, meia.id);
}

/// An administrator who may only read the catalogue.
fn role(real: &mut RealShop, address: &str) {
    let input =
        json!({ "code": "leitor", "description": "", "permissions": ["ReadCatalog"], "channelIds": ["1"] });
    let role = admin(real, "mutation($i:CreateRoleInput!){createRole(input:$i){id}}", json!({ "i": input }));
    let input = json!({
        "firstName": "L", "lastName": "L", "emailAddress": "leitor", "password": "leitor",
        "roleIds": [role["createRole"]["id"]],
    });
    admin(
        real,
        "mutation($i:CreateAdministratorInput!){createAdministrator(input:$i){id}}",
        json!({ "i": input }),
    );
    let mut reader = at_shop(address);
    reader.at.settings.insert("usuario".to_owned(), Secret::new("leitor"));
    reader.at.settings.insert("senha".to_owned(), Secret::new("leitor"));
    reader.at.access = CONNECTOR.log_in(&mut reader).unwrap().map(|access| access.token);
    match CONNECTOR.check(&mut reader) {
        Err(Stop::Refused(troubles)) => assert!(troubles.iter().all(|t| t.cause == Cause::NoPermission)),
        other => unreachable!("{other:?}"),
    }
}

fn orders(real: &mut RealShop, address: &str) {
    let (p, m) = (one(real, "CAM-P").id, one(real, "CANECA").id);
    let before = Instante::now();
    let cart = buys(address, &[(&p, 1)], &[], false);
    let id = buys(address, &[(&p, 3), (&m, 1)], &["PEDIDO", "ITEM"], true);
    let page = CONNECTOR.list_orders(real, before, None).unwrap();
    assert!(page.rows.iter().all(|mark| mark.id != cart), "a cart is no order");
    let mark = page.rows.iter().find(|mark| mark.id == id).unwrap();
    assert_eq!((mark.state.as_str(), page.next), ("PaymentSettled", None));
    // at or after the very second
    let same = CONNECTOR.list_orders(real, mark.changed, None).unwrap();
    assert!(same.rows.iter().any(|other| other.id == id));
    let later = CONNECTOR.list_orders(real, mark.changed.plus_seconds(1), None).unwrap();
    assert!(later.rows.iter().all(|other| other.id != id));

    let read = order(real, &id);
    assert_eq!((read.step, read.holds_stock, read.changed), (OrderStep::Paid, true, mark.changed));
    let pedido = pedido(&read);
    assert_eq!(pedido.computed_total(), Some(pedido.total));
    // 3 x 49.90 less 15 %, 19.90, both less 7 %, and 15.00 of freight
    assert_eq!(pedido.freight(), Some(Dinheiro::from_cents(1500)));
    assert_eq!(pedido.produtos[0].preco, Dinheiro::from_cents(4990));
    assert_eq!(pedido.produtos[0].desconto, Dinheiro::from_cents(2245));
    assert_eq!(pedido.desconto, Dinheiro::from_cents(1030));
    assert_eq!((pedido.usuario.nome.as_str(), pedido.usuario.cpf.as_str()), ("Ana Teste", "52998224725"));
    assert_eq!((pedido.endereco.len(), pedido.endereco[0].numero.as_str()), (2, "10"));
    assert_eq!(pedido.forma_pagamento_id(), 20);
}

fn progress(real: &mut RealShop, address: &str) {
    let variant = one(real, "CAM-P");
    let on_hand = 50;
    let stock = [Stock { listing: &variant.id, units: on_hand }];
    assert_eq!(CONNECTOR.set_stock(real, &stock).unwrap(), [Ok(())]);
    let id = buys(address, &[(&variant.id, 2)], &[], true);
    let invoice = NotaFiscal { numero: "15".to_owned(), serie: "1".to_owned(), ..NotaFiscal::default() };
    let parcel =
        Rastreio { transportadora: "Correios".to_owned(), codigo: "BR1".to_owned(), ..Rastreio::default() };
    let shipped = News::Shipped(Some(&parcel));
    assert_eq!(cause(CONNECTOR.tell(real, &id, News::Delivered)), Cause::OrderState);
    assert_eq!(tell_losing(real, &id, News::Invoiced(&invoice), "addNoteToOrder"), Told::Already);
    assert_eq!(one(real, "CAM-P").stock, Some(on_hand));

    assert_eq!(tell_losing(real, &id, shipped, "addFulfillmentToOrder"), Told::Done);
    assert_eq!(CONNECTOR.tell(real, &id, shipped), Ok(Told::Already));
    assert_eq!(one(real, "CAM-P").stock, Some(on_hand - 2), "one fulfilment, not two");
    let read = order(real, &id);
    assert_eq!((read.step, read.holds_stock), (OrderStep::Shipped, false));

    assert_eq!(tell_losing(real, &id, News::Delivered, "transitionFulfillmentToState"), Told::Already);
    assert_eq!(order(real, &id).step, OrderStep::Delivered);
    assert_eq!(CONNECTOR.tell(real, &id, shipped), Ok(Told::Already));

    let id = buys(address, &[(&variant.id, 1)], &[], true);
    assert_eq!(tell_losing(real, &id, News::Cancelled("sem estoque"), "cancelOrder"), Told::Already);
    let read = order(real, &id);
    assert_eq!((read.step, read.holds_stock), (OrderStep::Cancelled, false));
    let cancelled = pedido(&read);
    assert_eq!(cancelled.computed_total(), Some(cancelled.total));
    assert_eq!(cancelled.produtos[0].quantidade, 1);
    assert_eq!(cause(CONNECTOR.tell(real, &id, shipped)), Cause::OrderState);
    assert_eq!(cause(CONNECTOR.tell(real, "999999", News::Delivered)), Cause::OrderState);

    // of two units one was cancelled and one sent by the shop's people
    let id = buys(address, &[(&variant.id, 3)], &[], true);
    let line = admin(real, "query($id:ID!){order(id:$id){lines{id}}}", json!({ "id": id }));
    let line = line["order"]["lines"][0]["id"].clone();
    let one_unit = json!([{ "orderLineId": line, "quantity": 1 }]);
    admin(
        real,
        "mutation($i:CancelOrderInput!){cancelOrder(input:$i){...on ErrorResult{message}}}",
        json!({ "i": { "orderId": id, "lines": one_unit } }),
    );
    let handler =
        json!({ "code": "manual-fulfillment", "arguments": [{ "name": "method", "value": "Loja" }] });
    let made = admin(
        real,
        "mutation($i:FulfillOrderInput!){addFulfillmentToOrder(input:$i){...on Fulfillment{id}}}",
        json!({ "i": { "lines": one_unit, "handler": handler } }),
    );
    let made = made["addFulfillmentToOrder"]["id"].clone();
    admin(
        real,
        "mutation($id:ID!){transitionFulfillmentToState(id:$id,state:\"Shipped\"){__typename}}",
        json!({ "id": made }),
    );
    let read = order(real, &id);
    assert_eq!(
        (read.step, read.state.as_str(), read.holds_stock),
        (OrderStep::Paid, "PartiallyShipped", false)
    );
    let part = pedido(&read);
    assert_eq!((part.produtos[0].quantidade, part.computed_total()), (2, Some(part.total)));
    assert_eq!(CONNECTOR.tell(real, &id, shipped), Ok(Told::Done));
    assert_eq!(order(real, &id).step, OrderStep::Shipped);
    // a fulfilment that the shop's people undo is to be made again
    admin(
        real,
        "mutation($id:ID!){transitionFulfillmentToState(id:$id,state:\"Cancelled\"){__typename}}",
        json!({ "id": made }),
    );
    assert_eq!(order(real, &id).step, OrderStep::Paid);
    assert_eq!(CONNECTOR.tell(real, &id, News::Shipped(None)), Ok(Told::Done));
    assert_eq!(order(real, &id).step, OrderStep::Shipped);
}

/// What the shop's people do at the admin API.
fn admin(real: &RealShop, query: &str, variables: Value) -> Value {
    let token = real.at.access.as_ref().unwrap().expose();
    let headers = [("authorization", format!("Bearer {token}"))];
    let body = json!({ "query": query, "variables": variables });
    let answer = send("POST", real.at.setting("endereco"), &headers, Some(&body));
    assert_eq!(answer.body.get("errors"), None);
    answer.body["data"].clone()
}

/// More orders than a page holds: none is left out, and the pages end.
fn pages(real: &mut RealShop, address: &str) {
    let variant = one(real, "CAM-P").id;
    assert_eq!(CONNECTOR.set_stock(real, &[Stock { listing: &variant, units: 1000 }]).unwrap(), [Ok(())]);
    let mut made: Vec<String> = (0..100).map(|_| buys(address, &[(&variant, 1)], &[], true)).collect();
    let (mut seen, mut page) = (Vec::new(), None);
    for _ in 0..20 {
        let next = CONNECTOR.list_orders(real, Instante::default(), page.as_deref()).unwrap();
        seen.extend(next.rows.into_iter().map(|mark| mark.id));
        page = next.next;
        if page.is_none() {
            break;
        }
    }
    assert_eq!(page, None);
    made.retain(|id| !seen.contains(id));
    assert!(made.is_empty(), "{made:?}");
    assert_eq!(
        CONNECTOR
            .read_orders(real, &seen.iter().take(25).map(String::as_str).collect::<Vec<_>>())
            .unwrap()
            .len(),
        25
    );
}
