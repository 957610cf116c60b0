//! A simulated shop on Vendure 3.5: its admin API, after recorded calls.
//!
//! Properties that a connector must cope with: errors at HTTP 200; `updatedAt` in whole seconds, not changed by fulfilments;
//! codes that are not unique; one unknown id undoes a whole call; rows that are equal in a sort come in no certain order.

mod answer;
mod buyer;
mod lists;
mod orders;
mod products;
mod shown;

use std::sync::{Mutex, MutexGuard, PoisonError};

use connector::Connector;
use domain::values::dates::Instante;
use serde_json::{Map, Value, json};

pub use self::buyer::buy;

use self::answer::{Answered, Failed, LOCATION, refused};
use self::lists::page;
use self::shown::{channel, group_shown};
use crate::cases::{Fixture, Meaning};
use crate::graphql::{self, Field, Select};
use crate::shop::{Response, Shop, Simulated, text};

/// The name of the administrator.
pub const USER: &str = "superadmin";
/// The password of the administrator.
pub const PASSWORD: &str = "superadmin-senha";

const FORBIDDEN: &str = "You are not currently authorized to perform this action";

/// Error answers of the program, with their meaning.
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
            // a field that fails has no effect
            let mut tried = shop.clone();
            let answered = if field.name == "login" {
                tried.log_in(&field.arguments, &mut given)
            } else if tried.tokens.contains(&token) {
                tried.resolve(field)
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

fn current_user() -> Value {
    json!({ "__typename": "CurrentUser", "id": "1", "identifier": USER, "channels": [channel()] })
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
        Ok(current_user())
    }

    fn resolve(&mut self, field: &Field) -> Answered {
        let arguments = &field.arguments;
        let given = arguments.get("input").unwrap_or(&Value::Null);
        let options = arguments.get("options").unwrap_or(&Value::Null);
        let id = text(arguments, "id");
        let named = |name: &str| json!({ "id": LOCATION, "name": name, "__typename": "Node" });
        match field.name.as_str() {
            "me" => Ok(current_user()),
            "activeChannel" => Ok(channel()),
            "stockLocations" => page(vec![named("Default Stock Location")], options),
            "productVariants" => page(self.listed(|goods, _| self.variant(goods, true)), options),
            "products" => {
                let products = self.products.iter().filter(|product| !product.gone);
                page(products.map(|product| self.product_shown(product)).collect(), options)
            }
            "productOptionGroups" => Ok(self.groups.iter().map(group_shown).collect()),
            "orders" => {
                // what the page leaves out for certain is not even written
                let ids = options.pointer("/filter/id/in").and_then(Value::as_array);
                let after = options.pointer("/filter/updatedAt/after").and_then(Value::as_str);
                let after =
                    after.and_then(|after| after.parse::<Instante>().ok()).map(|after| after.micros() / 1000);
                let some = self.sales.iter().filter(|sale| {
                    ids.is_none_or(|ids| ids.iter().any(|id| id.as_str() == Some(&sale.id)))
                        && after.is_none_or(|after| sale.changed > after - 1000)
                });
                page(some.map(|sale| self.sale_shown(sale)).collect(), options)
            }
            "order" => Ok(self.shown(&id)),
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
            "createProductOption" => self.create_option(given),
            "addOptionGroupToProduct" => {
                self.add_group(&text(arguments, "productId"), text(arguments, "optionGroupId"))
            }
            "addFulfillmentToOrder" => self.fulfil(given),
            "transitionFulfillmentToState" => self.transition(&id, &text(arguments, "state")),
            "cancelOrder" => self.cancel_order(given),
            "addNoteToOrder" => self.add_note(&text(given, "id"), text(given, "note")),
            name => Err(Failed(
                "GRAPHQL_VALIDATION_FAILED",
                format!("Cannot query field \"{name}\" on type \"Query\"."),
            )),
        }
    }
}
