//! A simulated shop on Vendure 3.5: its admin API, as recorded.
//!
//! With what is surprising of it: errors at HTTP 200; `updatedAt` in whole seconds, which fulfilments do not move; SKUs
//! that are not unique; one unknown id undoes a whole call; orders that are tied in a sort come in no certain order.

mod lists;
mod shown;

use std::sync::{Mutex, MutexGuard, PoisonError};

use connector::Connector;
use serde_json::{Map, Value, json};

use self::lists::page;
use self::shown::{channel, group_shown, next_states, option_shown, parcel_shown};
use crate::cases::{Fixture, Meaning};
use crate::graphql::{self, Field, Select};
use crate::shop::{Goods, Group, Parcel, Product, Response, Shop, Simulated, list, slug, text};

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
            "stockLocations" => page(vec![named("Default Stock Location")], options),
            "productVariants" => page(self.listed(|goods, _| self.variant(goods, true)), options),
            "products" => {
                let products = self.products.iter().filter(|product| !product.gone);
                page(products.map(|product| self.product_shown(product)).collect(), options)
            }
            "productOptionGroups" => Ok(self.groups.iter().map(group_shown).collect()),
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
            "createProductVariants" => {
                let changes = given.as_array().cloned().unwrap_or_else(|| vec![given.clone()]);
                changes.iter().map(|change| self.create_goods(change)).collect()
            }
            "createProduct" => self.create_product(given),
            "createProductOptionGroup" => self.create_group(given),
            "createProductOption" => {
                let of = text(given, "productOptionGroupId");
                let option = self.option(given);
                self.made += 1;
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
            name => Err(Failed(
                "GRAPHQL_VALIDATION_FAILED",
                format!("Cannot query field \"{name}\" on type \"Query\"."),
            )),
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
