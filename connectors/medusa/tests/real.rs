//! Trial of the connector against the program itself: `tests/real/run medusa` starts it and gives its address.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
#![allow(clippy::disallowed_methods, reason = "the runner gives the address by the environment")]

use connector::{
    Cause, Connection, Connector, Listing, News, OrderIn, OrderStep, Price, Secret, Stock, Stop, Told,
    Trouble, Value, json,
};
use connector_kit::{RealShop, send};
use domain::pedido::{NotaFiscal, Pedido, Rastreio};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;
use entreposto_connector_medusa::CONNECTOR;

mod support;
use support::{products, sku};

/// The people of the shop, at the admin API, and a shopper at the store API.
struct People {
    address: String,
    admin: Vec<(&'static str, String)>,
    store: Vec<(&'static str, String)>,
}

impl People {
    fn new(address: &str) -> Self {
        let mut people = Self { address: address.to_owned(), admin: Vec::new(), store: Vec::new() };
        let login = json!({ "email": "admin@example.com", "password": "supersecret" });
        let token = people.post("auth/user/emailpass", login)["token"].as_str().unwrap().to_owned();
        people.admin = vec![("authorization", format!("Bearer {token}"))];
        let key =
            people.post("admin/api-keys", json!({ "title": "store", "type": "publishable" }))["api_key"]
                .take();
        let path = format!("admin/api-keys/{}/sales-channels", key["id"].as_str().unwrap());
        let channel = people.get("admin/stores")["stores"][0]["default_sales_channel_id"].take();
        people.post(&path, json!({ "add": [channel] }));
        people.store = vec![("x-publishable-api-key", key["token"].as_str().unwrap().to_owned())];
        people
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let headers = if path.starts_with("store/") { &self.store } else { &self.admin };
        let answer = send(method, &format!("{}/{path}", self.address), headers, body);
        assert!(answer.is_success(), "{path}: {}", answer.body);
        answer.body
    }

    fn get(&self, path: &str) -> Value {
        self.ask("GET", path, None)
    }

    fn post(&self, path: &str, body: Value) -> Value {
        self.ask("POST", path, Some(&body))
    }

    fn key(&self) -> String {
        let made = self.post("admin/api-keys", json!({ "title": "hub", "type": "secret" }));
        made["api_key"]["token"].as_str().unwrap().to_owned()
    }

    /// Buys units of SKUs; the order's id. The payment is authorised.
    fn buys(&self, lines: &[(&str, i64)], coupons: &[&str]) -> String {
        let region = self.get("admin/regions")["regions"][0]["id"].take();
        let cart = self.post("store/carts", json!({ "region_id": region, "email": "ana@example.com" }));
        let cart = format!("store/carts/{}", cart["cart"]["id"].as_str().unwrap());
        for (sku, units) in lines {
            let id = self.get(&format!("admin/product-variants?q={sku}"))["variants"][0]["id"].take();
            self.post(&format!("{cart}/line-items"), json!({ "variant_id": id, "quantity": units }));
        }
        let address = json!({
            "first_name": "Ana", "last_name": "Teste", "address_1": "Rua A, 10", "address_2": "ap 1", "city": "São Paulo",
            "province": "SP", "postal_code": "01001000", "country_code": "br", "phone": "11999999999",
            "metadata": { "cpf": "529.982.247-25" },
        });
        self.post(&cart, json!({ "shipping_address": address }));
        let freight = self.get("admin/shipping-options")["shipping_options"][0]["id"].take();
        self.post(&format!("{cart}/shipping-methods"), json!({ "option_id": freight }));
        self.post(&cart, json!({ "promo_codes": coupons }));
        let cart_id = cart.strip_prefix("store/carts/").unwrap();
        let payment = self.post("store/payment-collections", json!({ "cart_id": cart_id }));
        let payment = payment["payment_collection"]["id"].as_str().unwrap().to_owned();
        let session = format!("store/payment-collections/{payment}/payment-sessions");
        self.post(&session, json!({ "provider_id": "pp_system_default" }));
        self.post(&format!("{cart}/complete"), json!({}))["order"]["id"].as_str().unwrap().to_owned()
    }
}

fn found(shop: &mut RealShop, code: &str) -> Listing {
    CONNECTOR.find(shop, &[code]).unwrap().pop().unwrap()
}

fn read(shop: &mut RealShop, id: &str) -> OrderIn {
    CONNECTOR.read_orders(shop, &[id]).unwrap().pop().unwrap()
}

/// Tells it, then again.
fn tell(shop: &mut RealShop, order: &str, news: News<'_>) {
    assert_eq!(CONNECTOR.tell(shop, order, news), Ok(Told::Done), "{news:?}");
    assert_eq!(CONNECTOR.tell(shop, order, news), Ok(Told::Already), "{news:?}");
}

fn pedido(order: &OrderIn) -> Pedido {
    let pedido = connector_kit::pedido(order);
    let lines = pedido.produtos.iter().map(|line| {
        line.preco.times(line.quantidade).unwrap().minus(line.desconto).unwrap().plus(line.frete).unwrap()
    });
    let sum = lines.fold(Dinheiro::ZERO, |sum, line| sum.plus(line).unwrap());
    assert_eq!(sum.minus(pedido.desconto), Some(pedido.total));
    pedido
}

fn cause<T>(result: &Result<T, Vec<Trouble>>) -> Cause {
    result.as_ref().err().unwrap()[0].cause
}

fn cents(n: i64) -> Dinheiro {
    Dinheiro::from_cents(n)
}

#[test]
#[ignore = "needs npm; tests/real/run"]
fn medusa_itself() {
    let address = std::env::var("REAL_ADDRESS").unwrap();
    let people = People::new(&address);
    let settings = [("endereco", address), ("chave", "sk_wrong".to_owned())];
    let settings = settings.map(|(name, value)| (name.to_owned(), Secret::new(value))).into();
    let mut shop = RealShop::new(&CONNECTOR, Connection { settings, ..Connection::default() });

    assert!(matches!(CONNECTOR.check(&mut shop), Err(Stop::NoAccess(_))));
    shop.at.settings.insert("chave".to_owned(), Secret::new(people.key()));
    let account = CONNECTOR.check(&mut shop).unwrap();
    assert_eq!(account.name, "Medusa Store");
    shop.at.facts = account.facts;

    listings(&mut shop, &people);
    publishing(&mut shop, &people);
    orders(&mut shop, &people);
    cancellations(&mut shop, &people);
}

fn listings(shop: &mut RealShop, people: &People) {
    let first = found(shop, "CAM-P");
    assert_eq!((first.active, first.price), (Some(true), Some(cents(4990))));
    assert!(CONNECTOR.find(shop, &["NONE", "ç/ &%"]).unwrap().is_empty());
    let page = CONNECTOR.list(shop, None).unwrap();
    assert!(page.rows.iter().any(|row| row.code == "CAM-M" && row.stock.is_none()));

    // the level is made, then changed; what cannot have stock stops no other
    let unmanaged = found(shop, "CAM-M").id;
    for units in [7, 20] {
        let listings = [first.id.as_str(), &unmanaged, "prod_x/variant_x/iitem_x"];
        let set = CONNECTOR.set_stock(shop, &listings.map(|listing| Stock { listing, units })).unwrap();
        assert_eq!(
            (&set[0], cause(&set[1]), cause(&set[2])),
            (&Ok(()), Cause::DataRefused, Cause::ListingLost)
        );
        assert_eq!(found(shop, "CAM-P").stock, Some(units));
    }
    let negative = CONNECTOR.set_stock(shop, &[Stock { listing: &first.id, units: -1 }]);
    assert!(matches!(negative, Err(Stop::Refused(troubles)) if troubles[0].cause == Cause::DataRefused));

    // with a price of a region, one in dollars and one of ten units on
    let region = people.get("admin/regions")["regions"][0]["id"].take();
    let variant = first.id.split('/').nth(1).unwrap();
    let product = first.id.split('/').next().unwrap();
    let prices = json!([
        { "currency_code": "brl", "amount": 49.9 }, { "currency_code": "usd", "amount": 9.9 },
        { "currency_code": "brl", "amount": 45, "rules": { "region_id": region } },
        { "currency_code": "brl", "amount": 40, "min_quantity": 10 },
    ]);
    let update = json!({ "update": [{ "id": variant, "prices": prices }] });
    people.post(&format!("admin/products/{product}/variants/batch"), update);
    let por = Dinheiro::from_ten_thousandths(449_050);
    let prices = [&first.id, "prod_x/variant_x/"].map(|listing| Price { listing, de: cents(9999), por });
    for _ in 0..2 {
        let set = CONNECTOR.set_price(shop, &prices).unwrap();
        assert_eq!((&set[0], cause(&set[1])), (&Ok(()), Cause::ListingLost));
        assert_eq!(found(shop, "CAM-P").price, Some(cents(4491)));
        let variant = people.get("admin/product-variants?q=CAM-P")["variants"][0].take();
        let mut kept: Vec<_> =
            variant["prices"].as_array().unwrap().iter().map(|price| price["amount"].to_string()).collect();
        kept.sort();
        assert_eq!(kept, ["40", "44.91", "45", "9.9"]);
    }

    let both = [first.id.as_str(), &unmanaged];
    assert_eq!(cause(&CONNECTOR.set_active(shop, &both[..1], false).unwrap()[0]), Cause::GroupRefused);
    for active in [false, false, true, true] {
        assert_eq!(CONNECTOR.set_active(shop, &both, active).unwrap(), [Ok(()), Ok(())]);
        assert_eq!(found(shop, "CAM-P").active, Some(active));
    }
    assert_eq!(cause(&CONNECTOR.set_active(shop, &["prod_x/v/"], true).unwrap()[0]), Cause::ListingLost);
}

fn publishing(shop: &mut RealShop, people: &People) {
    let mut group = vec![sku("CAN-A", &[("Cor", "Azul")]), sku("CAN-V", &[("Cor", "Verde")])];
    // the same GTIN twice is one that the shop refuses
    let refused = CONNECTOR.publish(shop, &products(&group)).unwrap();
    assert_eq!((cause(&refused[0]), cause(&refused[1])), (Cause::GtinRefused, Cause::GtinRefused));
    group[1].0.gtin = String::new();
    shop.lost = Some("create_product");
    assert!(matches!(CONNECTOR.publish(shop, &products(&group)), Err(Stop::Unavailable(_))));
    let before = shop.writes();
    for _ in 0..2 {
        let listings = CONNECTOR.publish(shop, &products(&group)).unwrap();
        let listings: Vec<Listing> = listings.into_iter().map(Result::unwrap).collect();
        assert_eq!((listings[0].code.as_str(), listings[1].price), ("CAN-A", Some(cents(4990))));
        assert_eq!(
            (listings[0].active, CONNECTOR.find(shop, &["CAN-A", "CAN-V"]).unwrap().len()),
            (Some(true), 2)
        );
    }
    assert_eq!(shop.writes(), before);
    let product = people.get("admin/products?q=Camiseta%20b")["products"].take();
    assert_eq!(
        (product.as_array().unwrap().len(), &product[0]["thumbnail"]),
        (1, &json!("https://img.example/1.jpg"))
    );

    // a colour that the product does not have yet
    group.push(sku("CAN-R", &[("Cor", "Rosa")]));
    group[2].0.gtin = String::new();
    shop.lost = Some("set_options");
    assert!(CONNECTOR.publish(shop, &products(&group)).is_err());
    for _ in 0..2 {
        assert!(CONNECTOR.publish(shop, &products(&group)).unwrap().iter().all(Result::is_ok));
    }
    let product =
        people.get("admin/products?q=Camiseta%20b&fields=id,variants.id,options.values.id")["products"]
            .take();
    let count = |value: &Value| value.as_array().unwrap().len();
    assert_eq!(
        (count(&product), count(&product[0]["variants"]), count(&product[0]["options"][0]["values"])),
        (1, 3, 3)
    );

    let mut lone = vec![sku("LIVRO", &[])];
    lone[0].0.gtin = String::new();
    for stock in [Some(4), Some(4)] {
        assert_eq!(CONNECTOR.publish(shop, &products(&lone)).unwrap()[0].as_ref().unwrap().stock, stock);
    }
    let listings = CONNECTOR.find(shop, &["CAN-A", "CAN-V", "LIVRO"]).unwrap();
    let stocks: Vec<_> = listings.iter().map(|listing| Stock { listing: &listing.id, units: 10 }).collect();
    assert!(CONNECTOR.set_stock(shop, &stocks).unwrap().iter().all(Result::is_ok));
}

fn orders(shop: &mut RealShop, people: &People) {
    let since = Instante::now().plus_seconds(-60);
    people.post("admin/promotions", json!({
        "code": "DEZ", "type": "standard", "status": "active", "application_method": {
            "type": "percentage", "target_type": "items", "allocation": "across", "value": 10, "currency_code": "brl",
        },
    }));
    people.post("admin/promotions", json!({
        "code": "FRETE", "type": "standard", "status": "active", "application_method": {
            "type": "fixed", "target_type": "shipping_methods", "allocation": "across", "value": 5, "currency_code": "brl",
        },
    }));
    let id = people.buys(&[("CAN-A", 3), ("LIVRO", 1), ("CAM-M", 2)], &["DEZ", "FRETE"]);
    assert_eq!(found(shop, "CAN-A").stock, Some(10));
    let order = read(shop, &id);
    assert_eq!(
        (order.step, order.holds_stock, order.state.as_str()),
        (OrderStep::Paid, true, "pending, authorized, not_fulfilled")
    );
    let body = pedido(&order);
    assert_eq!(
        (body.produtos.len(), body.desconto, body.frete[0].valor_cobrado),
        (3, Dinheiro::ZERO, cents(1000))
    );
    assert_eq!(body.produtos.iter().map(|line| line.desconto).max(), Some(cents(1497)));
    assert_eq!((body.usuario.nome.as_str(), body.usuario.cpf.as_str()), ("Ana Teste", "52998224725"));
    assert_eq!((body.endereco[0].rua.as_str(), body.endereco[0].numero.as_str()), ("Rua A", "10"));
    let other = people.buys(&[("CAN-V", 1)], &[]);
    let page = CONNECTOR.list_orders(shop, since, None).unwrap();
    let ids: Vec<&str> = page.rows.iter().map(|mark| mark.id.as_str()).collect();
    assert!(ids.contains(&id.as_str()) && ids.contains(&other.as_str()) && page.next.is_none());
    let mark = page.rows.iter().find(|mark| mark.id == id).unwrap();
    assert_eq!((&mark.state, mark.changed), (&order.state, order.changed));
    let later = CONNECTOR.list_orders(shop, Instante::now().plus_seconds(60), None).unwrap();
    assert!(later.rows.is_empty());
    assert!(CONNECTOR.read_orders(shop, &["order_x"]).unwrap().is_empty());
    assert_eq!(CONNECTOR.read_orders(shop, &[&id, &other]).unwrap().len(), 2);

    // a payment that is captured changes nothing but the state
    let payment = people.get(&format!("admin/orders/{id}"))["order"]["payment_collections"][0]["payments"][0]
        ["id"]
        .take();
    people.post(&format!("admin/payments/{}/capture", payment.as_str().unwrap()), json!({}));
    let captured = read(shop, &id);
    assert_eq!(
        (captured.state.as_str(), captured.changed),
        ("pending, captured, not_fulfilled", order.changed)
    );
    assert!(captured.pedido == order.pedido);

    let invoice = NotaFiscal {
        chave: "35".repeat(22),
        numero: "7".to_owned(),
        serie: "1".to_owned(),
        ..NotaFiscal::default()
    };
    people.post(&format!("admin/orders/{id}"), json!({ "metadata": { "presente": true } }));
    shop.lost = Some("order_invoice");
    assert!(CONNECTOR.tell(shop, &id, News::Invoiced(&invoice)).is_err());
    assert_eq!(CONNECTOR.tell(shop, &id, News::Invoiced(&invoice)), Ok(Told::Already));
    let corrected = NotaFiscal { numero: "8".to_owned(), ..invoice };
    tell(shop, &id, News::Invoiced(&corrected));
    let notes = people.get(&format!("admin/orders/{id}"))["order"]["metadata"].take();
    assert_eq!((&notes["presente"], &notes["notaFiscal"]["numero"]), (&json!(true), &json!("8")));

    // each answer is lost once: there is one fulfilment all the same
    let parcel = Rastreio {
        transportadora: "Correios".to_owned(),
        codigo: "BR123456789BR".to_owned(),
        ..Rastreio::default()
    };
    for lost in ["order_fulfil", "order_ship"] {
        shop.lost = Some(lost);
        assert!(matches!(CONNECTOR.tell(shop, &id, News::Shipped(Some(&parcel))), Err(Stop::Unavailable(_))));
    }
    assert_eq!(CONNECTOR.tell(shop, &id, News::Shipped(Some(&parcel))), Ok(Told::Already));
    let shipped = read(shop, &id);
    assert_eq!(
        (shipped.step, shipped.holds_stock, found(shop, "CAN-A").stock),
        (OrderStep::Shipped, false, Some(7))
    );
    assert!(shipped.changed > order.changed && shipped.pedido == order.pedido);
    let sent = people.get(&format!("admin/orders/{id}?fields=id,*fulfillments,*fulfillments.labels"))["order"]["fulfillments"].take();
    assert_eq!(
        (sent.as_array().unwrap().len(), &sent[0]["labels"][0]["tracking_number"]),
        (1, &json!("BR123456789BR"))
    );
    assert_eq!(sent[0]["metadata"]["transportadora"], "Correios");
    let cancel = CONNECTOR.tell(shop, &id, News::Cancelled(""));
    assert!(matches!(cancel, Err(Stop::Refused(troubles)) if troubles[0].cause == Cause::OrderState));
    tell(shop, &id, News::Delivered);
    let delivered = read(shop, &id);
    assert_eq!(delivered.step, OrderStep::Delivered);
    assert!(delivered.pedido == order.pedido);

    // one that nobody said was sent
    tell(shop, &other, News::Delivered);
    assert_eq!(read(shop, &other).step, OrderStep::Delivered);
}

fn cancellations(shop: &mut RealShop, people: &People) {
    let id = people.buys(&[("CAM-P", 2)], &[]);
    let before = read(shop, &id);
    assert_eq!(before.pedido["produtos"][0]["preco"], 45);
    shop.lost = Some("order_cancel");
    assert!(CONNECTOR.tell(shop, &id, News::Cancelled("sem estoque")).is_err());
    assert_eq!(CONNECTOR.tell(shop, &id, News::Cancelled("sem estoque")), Ok(Told::Already));
    let after = read(shop, &id);
    assert_eq!(
        (after.step, after.holds_stock, after.pedido["total"].clone()),
        (OrderStep::Cancelled, false, before.pedido["total"].clone())
    );
    assert!(matches!(CONNECTOR.tell(shop, &id, News::Shipped(None)), Err(Stop::Refused(_))));

    // a part that the shop's people have sent
    let id = people.buys(&[("CAN-A", 2), ("CAN-V", 1)], &[]);
    let item = people.get(&format!("admin/orders/{id}"))["order"]["items"][0]["id"].take();
    let part =
        json!({ "items": [{ "id": item, "quantity": 1 }], "location_id": shop.at.fact("localEstoque") });
    people.post(&format!("admin/orders/{id}/fulfillments"), part);
    let order = read(shop, &id);
    assert_eq!((order.step, order.holds_stock), (OrderStep::Paid, false));
    tell(shop, &id, News::Shipped(None));
    assert_eq!(read(shop, &id).step, OrderStep::Shipped);
    for news in [News::Delivered, News::Cancelled("")] {
        let gone = CONNECTOR.tell(shop, "order_x", news);
        assert!(matches!(gone, Err(Stop::Refused(troubles)) if troubles[0].cause == Cause::OrderState));
    }
}
