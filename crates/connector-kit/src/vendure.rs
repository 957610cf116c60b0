//! A simulated shop on Vendure 3.5: its admin API, as recorded.
//!
//! With what is surprising of it: errors at HTTP 200; `updatedAt` in whole seconds, which fulfilments do not move; SKUs
//! that are not unique; one unknown id undoes a whole call; orders that are tied in a sort come in no certain order.

use std::cmp::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use connector::Connector;
use domain::values::dates::Instante;
use serde_json::{Map, Value, json};

use crate::cases::{Fixture, Meaning};
use crate::graphql::{self, Field, Select};
use crate::shop::{
    Goods, Group, Line, Parcel, Product, Response, Sale, Shop, Simulated, list, members, slug, text, time,
};

/// Who logs in.
pub const USER: &str = "superadmin";
/// With what.
pub const PASSWORD: &str = "superadmin-senha";

const LOCATION: &str = "1";
const FORBIDDEN: &str = "You are not currently authorized to perform this action";

/// What its errors mean.
pub const ERRORS: &[(u16, &str, Meaning)] = &[
    (200, r#"{"errors":[{"message":"m","extensions":{"code":"FORBIDDEN"}}],"data":null}"#, Meaning::NoAccess),
    (
        200,
        r#"{"errors":[{"message":"m","extensions":{"code":"USER_INPUT_ERROR"}}],"data":null}"#,
        Meaning::Refused,
    ),
    (
        200,
        r#"{"errors":[{"message":"m","extensions":{"code":"ENTITY_NOT_FOUND"}}],"data":null}"#,
        Meaning::Refused,
    ),
    (
        200,
        r#"{"errors":[{"message":"m","extensions":{"code":"NUNCA_VISTO"}}],"data":null}"#,
        Meaning::Unmapped,
    ),
    (200, r#"{"data":{"a":{"errorCode":"ITEMS_ALREADY_FULFILLED_ERROR","message":"m"}}}"#, Meaning::Refused),
    (
        200,
        r#"{"data":{"a":{"errorCode":"EMPTY_ORDER_LINE_SELECTION_ERROR","message":"m"}}}"#,
        Meaning::Refused,
    ),
    (
        200,
        r#"{"data":{"a":{"errorCode":"FULFILLMENT_STATE_TRANSITION_ERROR","message":"m"}}}"#,
        Meaning::Refused,
    ),
    (200, r#"{"data":{"a":{"errorCode":"NUNCA_VISTO","message":"m"}}}"#, Meaning::Unmapped),
    (
        500,
        r#"{"errors":[{"message":"m","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}"#,
        Meaning::Unavailable,
    ),
];

/// A connector with such a shop. `{}` in its settings stands for the address of the shop.
pub fn fixture<'a>(connector: &'a dyn Connector, settings: &'a [(&'a str, &'a str)]) -> Fixture<'a> {
    Fixture {
        connector,
        settings,
        shop: || Box::new(Simulator::default()),
        codes_twice: true,
        waits: false,
        errors: ERRORS,
    }
}

/// The shop.
#[derive(Debug, Default)]
pub struct Simulator {
    shop: Mutex<Shop>,
}

/// An error as GraphQL tells it: code, empty for none, and message.
struct Failed(&'static str, String);

type Answered = Result<Value, Failed>;

fn input(message: impl Into<String>) -> Failed {
    Failed("USER_INPUT_ERROR", message.into())
}

fn unknown(kind: &str, id: &str) -> Failed {
    Failed("ENTITY_NOT_FOUND", format!("No {kind} with the id \"{id}\" could be found"))
}

/// A result that is an error.
fn refused(kind: &str, code: &str, message: &str) -> Value {
    json!({ "__typename": kind, "errorCode": code, "message": message })
}

fn cents(amount: i64) -> i64 {
    amount / 100
}

/// A time in whole seconds.
fn second(milliseconds: i64) -> String {
    time(milliseconds.div_euclid(1000) * 1000)
}

fn translated(input: &Value, name: &str) -> Option<String> {
    let found = list(input, "translations").iter().find_map(|t| t.get(name));
    found.and_then(Value::as_str).map(str::to_owned)
}

impl Simulated for Simulator {
    fn answer(&self, method: &str, path: &str, headers: &[(String, String)], body: &[u8]) -> Response {
        let path = path.split('?').next().unwrap_or_default();
        if method != "POST" || !path.ends_with("/admin-api") {
            return Response::text(404, "text/html; charset=utf-8", format!("Cannot {method} {path}"));
        }
        let Ok(body) = serde_json::from_slice::<Value>(body) else {
            return Response::text(400, "text/html", "Bad Request".to_owned());
        };
        let variables = body.get("variables").unwrap_or(&Value::Null);
        let document = match graphql::read(&text(&body, "query"), variables) {
            Ok(document) => document,
            Err(message) => return invalid(&message),
        };
        let token = headers.iter().find(|(name, _)| name == "authorization");
        let token = token.and_then(|(_, value)| value.strip_prefix("Bearer ")).unwrap_or_default().to_owned();
        let mut shop = self.shop();
        let mut data = Map::new();
        let mut given = None;
        for part in &document.fields {
            let Select::Field(field) = part else { return invalid("only fields are answered") };
            // what fails leaves nothing behind
            let mut tried = shop.clone();
            let answered = if field.name == "login" {
                tried.log_in(&field.arguments, &mut given)
            } else if tried.tokens.contains(&token) {
                if field.name == "me" {
                    Ok(
                        json!({ "__typename": "CurrentUser", "id": "1", "identifier": USER, "channels": [channel()] }),
                    )
                } else {
                    tried.resolve(field)
                }
            } else {
                Err(Failed("FORBIDDEN", FORBIDDEN.to_owned()))
            };
            match answered {
                Ok(value) => match document.project(&value, &field.select) {
                    Ok(value) => data.insert(field.key.clone(), value),
                    Err(message) => return invalid(&message),
                },
                Err(Failed(code, message)) => {
                    let mut error = json!({ "message": message, "locations": [{ "line": 1, "column": 7 }], "path": [field.key] });
                    if let (false, Some(error)) = (code.is_empty(), error.as_object_mut()) {
                        error.insert("extensions".to_owned(), json!({ "code": code }));
                    }
                    return Response::json(200, &json!({ "errors": [error], "data": null }));
                }
            };
            *shop = tried;
        }
        let mut response = Response::json(200, &json!({ "data": data }));
        if let Some(token) = given {
            response.headers.push(("vendure-auth-token".to_owned(), token));
        }
        response
    }

    fn shop(&self) -> MutexGuard<'_, Shop> {
        self.shop.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn id(&self, shop: &mut Shop, _kind: &str) -> String {
        shop.number().to_string()
    }

    fn placed(&self, paid: Option<bool>) -> &'static str {
        match paid {
            None => "AddingItems",
            Some(false) => "PaymentAuthorized",
            Some(true) => "PaymentSettled",
        }
    }

    fn pay(&self, order: &str) -> bool {
        let mut shop = self.shop();
        let now = shop.now();
        match shop.sale(order) {
            Some(sale) if sale.state == "PaymentAuthorized" => {
                (sale.state, sale.paid, sale.changed) = ("PaymentSettled", true, now);
                true
            }
            _ => false,
        }
    }

    fn cancel(&self, order: &str) -> bool {
        let input = json!({ "orderId": order, "reason": "", "cancelShipping": true });
        matches!(self.shop().cancel_order(&input), Ok(value) if value.get("errorCode").is_none())
    }

    fn ship(&self, order: &str) -> bool {
        let mut shop = self.shop();
        let Some(sale) = shop.sale(order) else { return false };
        let open = sale.lines.iter().filter(|line| line.units > line.sent);
        let lines: Vec<Value> =
            open.map(|line| json!({ "orderLineId": line.id, "quantity": line.units - line.sent })).collect();
        let handler =
            json!({ "code": "manual-fulfillment", "arguments": [{ "name": "method", "value": "Loja" }] });
        let Ok(made) = shop.fulfil(&json!({ "lines": lines, "handler": handler })) else { return false };
        let moved = shop.transition(&text(&made, "id"), "Shipped");
        matches!(moved, Ok(value) if value.get("errorCode").is_none())
    }
}

fn invalid(message: &str) -> Response {
    let error = json!({ "message": message, "extensions": { "code": "GRAPHQL_VALIDATION_FAILED" } });
    Response::json(400, &json!({ "errors": [error] }))
}

fn channel() -> Value {
    json!({
        "__typename": "Channel", "id": "1", "code": "__default_channel__", "token": "canal-simulado",
        "currencyCode": "BRL", "defaultCurrencyCode": "BRL", "availableCurrencyCodes": ["BRL"],
        "defaultLanguageCode": "en", "availableLanguageCodes": ["en", "pt_BR"], "pricesIncludeTax": true,
        "trackInventory": true, "outOfStockThreshold": 0, "permissions": ["Authenticated", "SuperAdmin"],
        "defaultTaxZone": { "id": "1", "name": "BR" }, "defaultShippingZone": { "id": "1", "name": "BR" },
        "seller": null, "customFields": null,
    })
}

impl Shop {
    fn log_in(&mut self, arguments: &Value, given: &mut Option<String>) -> Answered {
        if text(arguments, "username") != USER || text(arguments, "password") != PASSWORD {
            let message = "The provided credentials are invalid";
            return Ok(refused("InvalidCredentialsError", "INVALID_CREDENTIALS_ERROR", message));
        }
        let token = format!("sessao-{}", self.number());
        self.tokens.push(token.clone());
        *given = Some(token);
        Ok(json!({ "__typename": "CurrentUser", "id": "1", "identifier": USER, "channels": [channel()] }))
    }

    fn resolve(&mut self, field: &Field) -> Answered {
        let arguments = &field.arguments;
        let given = arguments.get("input").unwrap_or(&Value::Null);
        let options = arguments.get("options").unwrap_or(&Value::Null);
        let id = text(arguments, "id");
        let named = |name: &str| json!({ "id": LOCATION, "name": name, "__typename": "Node" });
        match field.name.as_str() {
            "activeChannel" => Ok(channel()),
            "globalSettings" => Ok(json!({
                "__typename": "GlobalSettings", "availableLanguages": ["en", "pt_BR"], "trackInventory": true,
                "outOfStockThreshold": 0,
            })),
            "stockLocations" => page(vec![named("Default Stock Location")], options),
            "zones" => page(vec![named("BR")], options),
            "taxCategories" => page(vec![named("std")], options),
            "productVariants" => page(self.listed(|goods, _| self.variant(goods, true)), options),
            "productVariant" => Ok(self.living(&id).map_or(Value::Null, |goods| self.variant(goods, true))),
            "products" => {
                let products = self.products.iter().filter(|product| !product.gone);
                page(products.map(|product| self.product_shown(product)).collect(), options)
            }
            "product" => {
                let slug = text(arguments, "slug");
                let mut of = self.products.iter().filter(|product| !product.gone);
                let found = of.find(|product| product.id == id || product.slug == slug);
                Ok(found.map_or(Value::Null, |product| self.product_shown(product)))
            }
            "productOptionGroups" => Ok(self.groups.iter().map(group_shown).collect()),
            "productOptionGroup" => {
                Ok(self.groups.iter().find(|group| group.id == id).map_or(Value::Null, group_shown))
            }
            "orders" => {
                let orders = self.sales.iter().map(|sale| self.sale_shown(sale)).collect();
                page(orders, options)
            }
            "order" => Ok(self
                .sales
                .iter()
                .find(|sale| sale.id == id)
                .map_or(Value::Null, |sale| self.sale_shown(sale))),
            "updateProductVariants" => {
                let changes = given.as_array().cloned().unwrap_or_else(|| vec![given.clone()]);
                changes.iter().map(|change| self.change_goods(change)).collect()
            }
            "updateProductVariant" => self.change_goods(given),
            "createProductVariants" => {
                let changes = given.as_array().cloned().unwrap_or_else(|| vec![given.clone()]);
                changes.iter().map(|change| self.create_goods(change)).collect()
            }
            "createProduct" => self.create_product(given),
            "updateProduct" => self.change_product(given),
            "deleteProduct" => {
                let found = self.products.iter_mut().find(|product| product.id == id && !product.gone);
                found.ok_or_else(|| unknown("Product", &id))?.gone = true;
                for goods in self.goods.iter_mut().filter(|goods| goods.product == id) {
                    goods.gone = true;
                }
                Ok(json!({ "__typename": "DeletionResponse", "result": "DELETED", "message": null }))
            }
            "createProductOptionGroup" => self.create_group(given),
            "createProductOption" => {
                let of = text(given, "productOptionGroupId");
                let option = self.option(given);
                let group = self.groups.iter_mut().find(|group| group.id == of);
                let group = group.ok_or_else(|| unknown("ProductOptionGroup", &of))?;
                group.options.push(option.clone());
                Ok(option_shown(&option, group))
            }
            "addOptionGroupToProduct" => {
                let (product, group) = (text(arguments, "productId"), text(arguments, "optionGroupId"));
                if !self.groups.iter().any(|known| known.id == group) {
                    return Err(unknown("ProductOptionGroup", &group));
                }
                if self.products.iter().any(|of| of.groups.contains(&group)) {
                    return Err(input("The ProductOptionGroup is already assigned to a product"));
                }
                let found = self.products.iter_mut().find(|of| of.id == product && !of.gone);
                found.ok_or_else(|| unknown("Product", &product))?.groups.push(group);
                Ok(self.product(&product).map_or(Value::Null, |product| self.product_shown(product)))
            }
            "addFulfillmentToOrder" => self.fulfil(given),
            "transitionFulfillmentToState" => self.transition(&id, &text(arguments, "state")),
            "cancelOrder" => self.cancel_order(given),
            "addNoteToOrder" => {
                let id = text(given, "id");
                let note = text(given, "note");
                self.made += 1;
                self.sale(&id).ok_or_else(|| unknown("Order", &id))?.notes.push(note);
                Ok(self.shown(&id))
            }
            name => {
                let kind = if field.name.starts_with(char::is_lowercase) { "Query" } else { "?" };
                Err(Failed(
                    "GRAPHQL_VALIDATION_FAILED",
                    format!("Cannot query field \"{name}\" on type \"{kind}\"."),
                ))
            }
        }
    }

    fn living(&self, id: &str) -> Option<&Goods> {
        self.goods
            .iter()
            .find(|goods| goods.id == id && !goods.gone && self.product(&goods.product).is_some())
    }

    fn listed(&self, show: impl Fn(&Goods, &Product) -> Value) -> Vec<Value> {
        let living = self.goods.iter().filter(|goods| !goods.gone);
        living.filter_map(|goods| Some(show(goods, self.product(&goods.product)?))).collect()
    }

    fn variant(&self, goods: &Goods, whole: bool) -> Value {
        let price = goods.price.map_or(0, cents);
        let on_hand = goods.on_hand.unwrap_or(0);
        let options: Vec<Value> = self
            .groups
            .iter()
            .flat_map(|group| group.options.iter().map(move |option| (option, group)))
            .filter(|(option, _)| goods.options.contains(&option.0))
            .map(|(option, group)| option_shown(option, group))
            .collect();
        let mut shown = json!({
            "__typename": "ProductVariant", "id": goods.id, "sku": goods.code, "name": goods.name,
            "enabled": goods.enabled, "createdAt": second(goods.changed), "updatedAt": time(goods.changed),
            "currencyCode": "BRL", "price": price, "priceWithTax": price, "productId": goods.product,
            "prices": [{ "currencyCode": "BRL", "price": price }],
            "stockOnHand": on_hand, "stockAllocated": goods.held,
            "stockLevel": if on_hand > goods.held { "IN_STOCK" } else { "OUT_OF_STOCK" },
            "stockLevels": [{
                "id": goods.id, "stockLocationId": LOCATION, "stockOnHand": on_hand, "stockAllocated": goods.held,
                "stockLocation": { "id": LOCATION, "name": "Default Stock Location" },
            }],
            "trackInventory": "TRUE", "useGlobalOutOfStockThreshold": true, "outOfStockThreshold": 0,
            "options": options, "featuredAsset": null, "assets": [], "customFields": null,
        });
        if let (true, Some(shown), Some(product)) =
            (whole, shown.as_object_mut(), self.product(&goods.product))
        {
            shown.insert("product".to_owned(), product_head(product));
        }
        shown
    }

    fn product_shown(&self, product: &Product) -> Value {
        let mut shown = product_head(product);
        let of = |goods: &&Goods| goods.product == product.id && !goods.gone;
        let variants: Vec<Value> =
            self.goods.iter().filter(of).map(|goods| self.variant(goods, true)).collect();
        let groups: Vec<Value> =
            self.groups.iter().filter(|group| product.groups.contains(&group.id)).map(group_shown).collect();
        if let Some(shown) = shown.as_object_mut() {
            shown
                .insert("variantList".to_owned(), json!({ "totalItems": variants.len(), "items": variants }));
            shown.insert("variants".to_owned(), variants.into());
            shown.insert("optionGroups".to_owned(), groups.into());
        }
        shown
    }

    fn change_goods(&mut self, change: &Value) -> Answered {
        let id = text(change, "id");
        if self.living(&id).is_none() {
            return Err(unknown("ProductVariant", &id));
        }
        let now = self.now();
        let goods = self.goods_of(&id).ok_or_else(|| unknown("ProductVariant", &id))?;
        set_goods(goods, change)?;
        goods.changed = now;
        if let Some(name) = translated(change, "name") {
            goods.name = name;
        }
        Ok(self.living(&id).map_or(Value::Null, |goods| self.variant(goods, true)))
    }

    fn create_goods(&mut self, input_goods: &Value) -> Answered {
        let of = text(input_goods, "productId");
        let product = self.product(&of).cloned().ok_or_else(|| unknown("Product", &of))?;
        let options: Vec<String> =
            list(input_goods, "optionIds").iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let one_of_each = product.groups.iter().all(|id| {
            let group = self.groups.iter().find(|group| group.id == *id);
            group.is_some_and(|group| group.options.iter().filter(|o| options.contains(&o.0)).count() == 1)
        });
        if !one_of_each || options.len() != product.groups.len() {
            return Err(input("ProductVariant optionIds must include one optionId from each of the groups"));
        }
        let mut of_product = self.goods.iter().filter(|goods| goods.product == of && !goods.gone);
        if let Some(same) = of_product.find(|goods| goods.options.iter().all(|o| options.contains(o))) {
            return Err(input(format!(
                "A ProductVariant with the selected options already exists: {}",
                same.name
            )));
        }
        let now = self.now();
        let mut goods = Goods {
            id: self.number().to_string(),
            product: of,
            code: text(input_goods, "sku"),
            name: translated(input_goods, "name").ok_or_else(|| input("Field \"name\" was not provided."))?,
            on_hand: Some(0),
            held: 0,
            price: Some(0),
            enabled: true,
            gone: false,
            options,
            changed: now,
        };
        set_goods(&mut goods, input_goods)?;
        self.made += 1;
        self.goods.push(goods.clone());
        Ok(self.variant(&goods, true))
    }

    fn create_product(&mut self, given: &Value) -> Answered {
        let title = translated(given, "name").ok_or_else(|| input("Field \"name\" was not provided."))?;
        let wanted =
            translated(given, "slug").filter(|slug| !slug.is_empty()).unwrap_or_else(|| slug(&title));
        let mut free = wanted.clone();
        for n in 2.. {
            if self.products.iter().all(|product| product.slug != free) {
                break;
            }
            free = format!("{wanted}-{n}");
        }
        let product = Product {
            id: self.number().to_string(),
            title,
            slug: free,
            description: translated(given, "description").unwrap_or_default(),
            external_id: Value::Null,
            enabled: given.get("enabled").and_then(Value::as_bool).unwrap_or(true),
            gone: false,
            metadata: Value::Null,
            groups: Vec::new(),
        };
        self.made += 1;
        self.products.push(product.clone());
        Ok(self.product_shown(&product))
    }

    fn change_product(&mut self, change: &Value) -> Answered {
        let id = text(change, "id");
        let found = self.products.iter_mut().find(|product| product.id == id && !product.gone);
        let product = found.ok_or_else(|| unknown("Product", &id))?;
        if let Some(enabled) = change.get("enabled").and_then(Value::as_bool) {
            product.enabled = enabled;
        }
        if let Some(title) = translated(change, "name") {
            product.title = title;
        }
        if let Some(text) = translated(change, "description") {
            product.description = text;
        }
        Ok(self.product(&id).map_or(Value::Null, |product| self.product_shown(product)))
    }

    fn option(&mut self, given: &Value) -> (String, String, String) {
        let code = text(given, "code");
        let name = translated(given, "name").unwrap_or_else(|| code.clone());
        (self.number().to_string(), code, name)
    }

    fn create_group(&mut self, given: &Value) -> Answered {
        let code = text(given, "code");
        let mut options = Vec::new();
        for option in list(given, "options") {
            options.push(self.option(option));
        }
        let title = translated(given, "name").unwrap_or_else(|| code.clone());
        let group = Group { id: self.number().to_string(), code, title, options };
        self.made += 1;
        self.groups.push(group.clone());
        Ok(group_shown(&group))
    }

    fn shown(&self, id: &str) -> Value {
        self.sales.iter().find(|sale| sale.id == id).map_or(Value::Null, |sale| self.sale_shown(sale))
    }

    fn sale_shown(&self, sale: &Sale) -> Value {
        let goods = cents(sale.goods_total());
        let freight = cents(sale.freight);
        let discount: i64 = sale.lines.iter().map(|line| cents(line.discount)).sum();
        let discounts = if discount == 0 {
            json!([])
        } else {
            json!([{
                "adjustmentSource": "PROMOTION:1", "type": "PROMOTION", "description": "Cupom",
                "amount": -discount, "amountWithTax": -discount,
            }])
        };
        let lines: Vec<Value> = sale.lines.iter().map(|line| self.line_shown(line, sale)).collect();
        let payments = if sale.placed.is_some() {
            let state = if sale.paid { "Settled" } else { "Authorized" };
            json!([{
                "id": sale.id, "state": state, "method": "dummy", "amount": cents(sale.amount), "refunds": [], "metadata": {},
                "createdAt": second(sale.created), "updatedAt": second(sale.changed), "errorMessage": null,
                "transactionId": format!("transacao-{}", sale.id),
            }])
        } else {
            json!([])
        };
        let notes: Vec<Value> = sale
            .notes
            .iter()
            .enumerate()
            .map(|(i, note)| {
                json!({
                    "id": i.to_string(), "type": "ORDER_NOTE", "isPublic": true, "createdAt": second(sale.changed),
                    "data": { "note": note },
                })
            })
            .collect();
        let address = json!({
            "fullName": "Ana Teste", "company": null, "streetLine1": "Rua A, 10", "streetLine2": "ap 1",
            "city": "São Paulo", "province": "SP", "postalCode": "01001000", "country": "Brasil", "countryCode": "BR",
            "phoneNumber": null, "customFields": null,
        });
        json!({
            "__typename": "Order", "id": sale.id, "code": format!("SIMULADO{:08}", sale.number), "state": sale.state,
            "active": sale.placed.is_none(), "type": "Regular", "createdAt": second(sale.created),
            "updatedAt": second(sale.changed), "orderPlacedAt": sale.placed.map(time), "currencyCode": "BRL",
            "totalQuantity": sale.lines.iter().map(|line| line.units).sum::<i64>(),
            "subTotal": goods, "subTotalWithTax": goods, "shipping": freight, "shippingWithTax": freight,
            "total": goods + freight, "totalWithTax": goods + freight,
            "taxSummary": [{ "description": "zero", "taxRate": 0, "taxBase": goods, "taxTotal": 0 }],
            "discounts": discounts, "surcharges": [], "couponCodes": [], "promotions": [],
            "customer": {
                "id": "1", "title": null, "firstName": "Ana", "lastName": "Teste", "phoneNumber": "11999999999",
                "emailAddress": "ana.teste@example.com", "customFields": null,
            },
            "shippingAddress": address,
            "billingAddress": {
                "fullName": null, "company": null, "streetLine1": null, "streetLine2": null, "city": null, "province": null,
                "postalCode": null, "country": null, "countryCode": null, "phoneNumber": null, "customFields": null,
            },
            "lines": lines,
            "shippingLines": [{
                "id": "1", "price": freight, "priceWithTax": freight, "discountedPrice": freight,
                "discountedPriceWithTax": freight, "discounts": [],
                "shippingMethod": {
                    "id": "1", "code": "std", "name": "Standard", "fulfillmentHandlerCode": "manual-fulfillment",
                },
            }],
            "payments": payments,
            "fulfillments": sale.parcels.iter().map(parcel_shown).collect::<Vec<_>>(),
            "history": { "totalItems": notes.len(), "items": notes },
            "modifications": [], "nextStates": [], "channels": [channel()], "customFields": null,
        })
    }

    fn line_shown(&self, line: &Line, sale: &Sale) -> Value {
        let (unit, total) = (cents(line.price), cents(line.total()));
        let full = cents(line.price * line.units);
        let prorated = if line.placed == 0 { unit } else { cents(line.price - line.discount / line.placed) };
        let variant = self.goods.iter().find(|goods| goods.id == line.goods);
        let mut parcels = Vec::new();
        for parcel in &sale.parcels {
            for (id, units) in parcel.lines.iter().filter(|(id, _)| *id == line.id) {
                parcels.push(json!({
                    "orderLineId": id, "quantity": units, "fulfillmentId": parcel.id,
                    "fulfillment": { "id": parcel.id, "state": parcel.state },
                }));
            }
        }
        json!({
            "__typename": "OrderLine", "id": line.id, "createdAt": second(sale.created), "updatedAt": second(sale.changed),
            "quantity": line.units, "orderPlacedQuantity": line.placed, "unitPrice": unit, "unitPriceWithTax": unit,
            "discountedUnitPrice": unit, "discountedUnitPriceWithTax": unit, "proratedUnitPrice": prorated,
            "proratedUnitPriceWithTax": prorated, "linePrice": full, "linePriceWithTax": full,
            "discountedLinePrice": full, "discountedLinePriceWithTax": full, "proratedLinePrice": total,
            "proratedLinePriceWithTax": total, "taxRate": 0, "lineTax": 0, "discounts": [], "taxLines": [],
            "fulfillmentLines": parcels, "customFields": null,
            "productVariant": variant.map_or_else(
                || json!({ "id": line.goods, "sku": line.code, "name": line.name }),
                |goods| self.variant(goods, true),
            ),
        })
    }

    fn fulfil(&mut self, given: &Value) -> Answered {
        let mut wanted = Vec::new();
        for line in list(given, "lines") {
            wanted
                .push((text(line, "orderLineId"), line.get("quantity").and_then(Value::as_i64).unwrap_or(0)));
        }
        if wanted.iter().all(|(_, units)| *units == 0) {
            let message = "At least one OrderLine must be specified";
            return Ok(refused("EmptyOrderLineSelectionError", "EMPTY_ORDER_LINE_SELECTION_ERROR", message));
        }
        let handler = given.get("handler").unwrap_or(&Value::Null);
        if text(handler, "code") != "manual-fulfillment" {
            let message = "The requested fulfillment handler could not be found";
            return Ok(refused(
                "InvalidFulfillmentHandlerError",
                "INVALID_FULFILLMENT_HANDLER_ERROR",
                message,
            ));
        }
        let argument = |name: &str| {
            let found = list(handler, "arguments").iter().find(|argument| text(argument, "name") == name);
            found.map(|argument| text(argument, "value")).unwrap_or_default()
        };
        let (carrier, tracking) = (argument("method"), argument("trackingCode"));
        let first = wanted.first().map(|line| line.0.clone()).unwrap_or_default();
        let now = self.now();
        let id = self.number().to_string();
        let sale = self.sales.iter_mut().find(|sale| sale.lines.iter().any(|line| line.id == first));
        let sale = sale.ok_or_else(|| unknown("OrderLine", &first))?;
        if !["PaymentSettled", "PartiallyShipped", "PartiallyDelivered", "Shipped", "Delivered"]
            .contains(&sale.state)
        {
            let message =
                format!("Cannot transition Fulfillment from \"Created\" to \"Pending\" ({})", sale.state);
            return Ok(refused(
                "FulfillmentStateTransitionError",
                "FULFILLMENT_STATE_TRANSITION_ERROR",
                &message,
            ));
        }
        let mut taken = Vec::new();
        for (line, units) in &wanted {
            let Some(line) = sale.lines.iter_mut().find(|of| of.id == *line) else {
                return Err(unknown("OrderLine", line));
            };
            if line.sent + units > line.units {
                let message = "One or more OrderItems are already part of a Fulfillment";
                return Ok(refused("ItemsAlreadyFulfilledError", "ITEMS_ALREADY_FULFILLED_ERROR", message));
            }
            taken.push((line.goods.clone(), *units));
        }
        for (goods, units) in &taken {
            let on_hand = self.goods.iter().find(|of| of.id == *goods).and_then(|of| of.on_hand).unwrap_or(0);
            if on_hand < *units {
                let message = "Insufficient stock on hand";
                return Ok(refused(
                    "InsufficientStockOnHandError",
                    "INSUFFICIENT_STOCK_ON_HAND_ERROR",
                    message,
                ));
            }
        }
        for line in &mut sale.lines {
            line.sent += wanted.iter().filter(|(id, _)| *id == line.id).map(|line| line.1).sum::<i64>();
        }
        let parcel = Parcel {
            id,
            state: "Pending",
            carrier,
            tracking,
            url: String::new(),
            lines: wanted,
            created: now,
            shipped: None,
            delivered: None,
        };
        sale.parcels.push(parcel.clone());
        self.made += 1;
        for (goods, units) in taken {
            self.release(&goods, units, units);
        }
        Ok(parcel_shown(&parcel))
    }

    fn transition(&mut self, id: &str, to: &str) -> Answered {
        let sale = self.sales.iter_mut().find(|sale| sale.parcels.iter().any(|parcel| parcel.id == id));
        let sale = sale.ok_or_else(|| unknown("Fulfillment", id))?;
        let parcel = sale.parcels.iter_mut().find(|parcel| parcel.id == id);
        let parcel = parcel.ok_or_else(|| unknown("Fulfillment", id))?;
        let Some(to) = next_states(parcel.state).iter().find(|state| **state == to) else {
            let error = format!("Cannot transition Fulfillment from \"{}\" to \"{to}\"", parcel.state);
            let mut refusal = refused(
                "FulfillmentStateTransitionError",
                "FULFILLMENT_STATE_TRANSITION_ERROR",
                "errorResult.FULFILLMENT_STATE_TRANSITION_ERROR",
            );
            if let Some(members) = refusal.as_object_mut() {
                members.insert("transitionError".to_owned(), json!(error));
                members.insert("fromState".to_owned(), json!(parcel.state));
                members.insert("toState".to_owned(), json!(to));
            }
            return Ok(refusal);
        };
        parcel.state = to;
        let (shown, back) = (parcel_shown(parcel), parcel.lines.clone());
        let units = |of: &[&str]| -> i64 {
            let parcels = sale.parcels.iter().filter(|parcel| of.contains(&parcel.state));
            parcels.flat_map(|parcel| &parcel.lines).map(|line| line.1).sum()
        };
        let all: i64 = sale.lines.iter().map(|line| line.units).sum();
        let (delivered, moved) = (units(&["Delivered"]), units(&["Shipped", "Delivered"]));
        match *to {
            "Cancelled" => {
                let mut given_back = Vec::new();
                for (line, units) in back {
                    if let Some(line) = sale.lines.iter_mut().find(|of| of.id == line) {
                        line.sent -= units;
                        given_back.push((line.goods.clone(), units));
                    }
                }
                for (goods, units) in given_back {
                    self.release(&goods, -units, -units);
                }
            }
            _ if sale.state == "Cancelled" => {}
            _ if delivered >= all => sale.state = "Delivered",
            _ if delivered > 0 => sale.state = "PartiallyDelivered",
            _ if moved >= all => sale.state = "Shipped",
            _ => sale.state = "PartiallyShipped",
        }
        Ok(shown)
    }

    fn cancel_order(&mut self, given: &Value) -> Answered {
        let id = text(given, "orderId");
        let now = self.now();
        let shipping = given.get("cancelShipping") == Some(&json!(true));
        let sale = self.sale(&id).ok_or_else(|| unknown("Order", &id))?;
        if sale.placed.is_none() {
            let message = "Cannot cancel OrderLines from an Order in the \"AddingItems\" state";
            return Ok(refused("CancelActiveOrderError", "CANCEL_ACTIVE_ORDER_ERROR", message));
        }
        let chosen: Vec<(String, i64)> = list(given, "lines")
            .iter()
            .map(|line| {
                (text(line, "orderLineId"), line.get("quantity").and_then(Value::as_i64).unwrap_or(0))
            })
            .collect();
        let mut back = Vec::new();
        for line in &mut sale.lines {
            let wanted = if chosen.is_empty() {
                line.units
            } else {
                chosen.iter().filter(|(id, _)| *id == line.id).map(|line| line.1).sum()
            };
            if wanted > line.units {
                let message = "The specified quantity is greater than the available OrderItems";
                return Ok(refused("QuantityTooGreatError", "QUANTITY_TOO_GREAT_ERROR", message));
            }
            if wanted > 0 {
                let unsent = wanted.min(line.units - line.sent);
                back.push((line.goods.clone(), unsent, wanted - unsent));
                line.units -= wanted;
                line.sent -= wanted - unsent;
            }
        }
        if back.is_empty() {
            let message = "At least one OrderLine must be specified";
            return Ok(refused("EmptyOrderLineSelectionError", "EMPTY_ORDER_LINE_SELECTION_ERROR", message));
        }
        sale.changed = now;
        if sale.lines.iter().all(|line| line.units == 0) {
            sale.state = "Cancelled";
        }
        if shipping {
            sale.freight = 0;
        }
        for (goods, unsent, sent) in back {
            self.release(&goods, unsent, -sent);
        }
        Ok(self.shown(&id))
    }
}

fn set_goods(goods: &mut Goods, change: &Value) -> Result<(), Failed> {
    let whole = |value: &Value| value.as_i64().ok_or_else(|| input("Int cannot represent non-integer value"));
    let mut units = change.get("stockOnHand").filter(|value| !value.is_null()).cloned();
    for level in list(change, "stockLevels") {
        if text(level, "stockLocationId") != LOCATION {
            return Err(Failed("", "FOREIGN KEY constraint failed".to_owned()));
        }
        units = level.get("stockOnHand").cloned();
    }
    if let Some(units) = units {
        let units = whole(&units)?;
        if units < 0 {
            return Err(input("stockOnHand cannot be a negative value"));
        }
        goods.on_hand = Some(units);
    }
    let in_prices = list(change, "prices").iter().find(|price| text(price, "currencyCode") == "BRL");
    let price = in_prices.and_then(|price| price.get("price")).or_else(|| change.get("price"));
    if let Some(price) = price.and_then(Value::as_f64) {
        goods.price = Some(price.round() as i64 * 100);
    }
    if let Some(enabled) = change.get("enabled").and_then(Value::as_bool) {
        goods.enabled = enabled;
    }
    if let Some(code) = change.get("sku").and_then(Value::as_str) {
        goods.code = code.to_owned();
    }
    Ok(())
}

fn next_states(state: &str) -> &'static [&'static str] {
    match state {
        "Pending" => &["Shipped", "Delivered", "Cancelled"],
        "Shipped" => &["Delivered", "Cancelled"],
        "Delivered" => &["Cancelled"],
        _ => &[],
    }
}

fn parcel_shown(parcel: &Parcel) -> Value {
    let lines: Vec<Value> = parcel
        .lines
        .iter()
        .map(|(line, units)| json!({ "orderLineId": line, "quantity": units, "fulfillmentId": parcel.id, "orderLine": { "id": line } }))
        .collect();
    json!({
        "__typename": "Fulfillment", "id": parcel.id, "state": parcel.state, "method": parcel.carrier,
        "trackingCode": parcel.tracking, "createdAt": second(parcel.created), "updatedAt": second(parcel.created),
        "lines": lines, "nextStates": next_states(parcel.state), "customFields": null,
    })
}

fn product_head(product: &Product) -> Value {
    json!({
        "__typename": "Product", "id": product.id, "name": product.title, "slug": product.slug,
        "description": product.description, "enabled": product.enabled, "featuredAsset": null, "assets": [],
        "languageCode": "en", "customFields": null,
    })
}

fn group_shown(group: &Group) -> Value {
    let options: Vec<Value> = group.options.iter().map(|option| option_shown(option, group)).collect();
    json!({
        "__typename": "ProductOptionGroup", "id": group.id, "code": group.code, "name": group.title,
        "options": options, "customFields": null,
    })
}

fn option_shown((id, code, name): &(String, String, String), group: &Group) -> Value {
    json!({
        "__typename": "ProductOption", "id": id, "code": code, "name": name, "groupId": group.id, "customFields": null,
        "group": { "id": group.id, "code": group.code, "name": group.title },
    })
}

/// A page of a list, by the options `take`, `skip`, `sort`, `filter`.
fn page(items: Vec<Value>, options: &Value) -> Answered {
    let number = |name: &str| {
        options.get(name).and_then(Value::as_u64).map(|n| usize::try_from(n).unwrap_or(usize::MAX))
    };
    let take = number("take").unwrap_or(1000);
    if take > 1000 {
        return Err(input("Cannot take more than 1000 results from a list query"));
    }
    let skip = number("skip").unwrap_or(0);
    let filter = options.get("filter").cloned().unwrap_or(Value::Null);
    let or = text(options, "filterOperator") == "OR";
    let mut found = Vec::new();
    for item in items {
        if fits(&item, &filter, or)? {
            found.push(item);
        }
    }
    let total = found.len();
    // by the members as the schema lists them, however they were written: `id` before `updatedAt`
    let sort = members(options.get("sort").unwrap_or(&Value::Null));
    found.sort_by(|a, b| {
        let by = sort.iter().map(|(name, direction)| {
            let order = compare(a.get(name), b.get(name));
            if direction == "DESC" { order.reverse() } else { order }
        });
        by.fold(Ordering::Equal, Ordering::then)
    });
    // a database promises no order of what is tied: here it turns with every page
    if !sort.contains_key("id") && take < total && take > 0 && (skip / take) % 2 == 1 {
        let tied = |a: &Value, b: &Value| sort.keys().all(|name| compare(a.get(name), b.get(name)).is_eq());
        for run in found.chunk_by_mut(tied) {
            run.reverse();
        }
    }
    let items: Vec<Value> = found.into_iter().skip(skip).take(take).collect();
    Ok(json!({ "totalItems": total, "items": items }))
}

fn same(a: &Value, b: &Value) -> bool {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    plain(a) == plain(b)
}

fn compare(a: Option<&Value>, b: Option<&Value>) -> Ordering {
    let instant = |value: Option<&Value>| {
        let text = value.and_then(Value::as_str).filter(|text| text.contains('T'));
        text.and_then(|text| text.parse::<Instante>().ok())
    };
    if let (Some(a), Some(b)) = (instant(a), instant(b)) {
        return a.cmp(&b);
    }
    let number = |value: Option<&Value>| match value {
        Some(Value::String(text)) => text.parse::<f64>().ok(),
        Some(value) => value.as_f64(),
        None => None,
    };
    match (number(a), number(b)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => a.and_then(Value::as_str).cmp(&b.and_then(Value::as_str)),
    }
}

fn fits(item: &Value, filter: &Value, or: bool) -> Result<bool, Failed> {
    let conditions = members(filter);
    if conditions.is_empty() {
        return Ok(true);
    }
    let mut all = Vec::new();
    for (name, operators) in &conditions {
        if operators.is_null() {
            continue;
        }
        if name == "_and" || name == "_or" {
            let inner = operators.as_array().cloned().unwrap_or_default();
            let inner: Result<Vec<bool>, Failed> = inner.iter().map(|one| fits(item, one, false)).collect();
            let inner = inner?;
            all.push(if name == "_or" { inner.contains(&true) } else { !inner.contains(&false) });
            continue;
        }
        let value = item.get(name).ok_or_else(|| {
            Failed("GRAPHQL_VALIDATION_FAILED", format!("Field \"{name}\" is not defined by the filter."))
        })?;
        for (operator, wanted) in members(operators) {
            let order = compare(Some(value), Some(&wanted));
            let among = || wanted.as_array().is_some_and(|all| all.iter().any(|one| same(value, one)));
            all.push(match operator.as_str() {
                "eq" => same(value, &wanted),
                "notEq" => !same(value, &wanted),
                "in" => among(),
                "notIn" => !among(),
                "after" | "gt" => order.is_gt(),
                "before" | "lt" => order.is_lt(),
                "gte" => order.is_ge(),
                "lte" => order.is_le(),
                "between" => {
                    compare(Some(value), wanted.get("start")).is_ge()
                        && compare(Some(value), wanted.get("end")).is_le()
                }
                "isNull" => value.is_null() == (wanted == true),
                "contains" => text(item, name)
                    .to_lowercase()
                    .contains(&wanted.as_str().unwrap_or_default().to_lowercase()),
                other => {
                    return Err(Failed(
                        "GRAPHQL_VALIDATION_FAILED",
                        format!("Field \"{other}\" is not defined."),
                    ));
                }
            });
        }
    }
    Ok(if or { all.contains(&true) } else { !all.contains(&false) })
}
