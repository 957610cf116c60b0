//! Access to the admin API: signatures, the meaning of answers, and the check of the account.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use connector::reading::{part, rows, rows_or_empty};
use connector::{Account, Answer, Call, Cause, Connection, Shop, Stop, Trouble, Value};

use crate::reading::{any_of, encoded, get, or_empty, text};
use crate::{CHANNEL, CURRENCY, KEY, LOCATION, PROFILE};

/// The text of [`Stop::Unreadable`] for a path that the shop, or a server in front of it, does not have.
pub const NO_PATH: &str = "HTTP 404 without an error of the shop";
/// The beginning of the names of calls that are about one order.
pub const ORDER: &str = "order";

pub fn sign(call: &mut Call, at: &Connection) {
    let key = BASE64_STANDARD.encode(format!("{}:", at.setting(KEY).trim()));
    call.headers.push(("authorization", format!("Basic {key}")));
}

pub fn verdict(call: &Call, answer: &Answer) -> Result<(), Stop> {
    let status = answer.status;
    let (kind, message) = (or_empty(&answer.body, "type"), or_empty(&answer.body, "message"));
    match status {
        200..=299 if answer.body.is_object() => Ok(()),
        200..=299 => Err(Stop::Unreadable(format!("HTTP {status} without JSON"))),
        300..=399 => Err(Stop::Unavailable(format!("HTTP {status} to another address"))),
        401 => Err(Stop::NoAccess(format!("HTTP 401 {message}"))),
        // 409: a concurrent call changes the same; this one may be repeated
        408 | 409 | 425 | 500.. => Err(Stop::Unavailable(format!("HTTP {status} {message}"))),
        429 => Err(Stop::Limited(answer.retry_after())),
        403 => Err(Stop::refused(Cause::NoPermission, "", message)),
        _ if kind.is_empty() => Err(Stop::Unreadable(format!("HTTP {status} without an error of the shop"))),
        _ => {
            let code = Some(or_empty(&answer.body, "code")).filter(|code| !code.is_empty()).unwrap_or(kind);
            Err(Stop::Refused(vec![Trouble::new(cause(call, kind, message), code, message)]))
        }
    }
}

fn cause(call: &Call, kind: &str, message: &str) -> Cause {
    let of_order = call.name.starts_with(ORDER);
    match kind {
        "not_found" if of_order => Cause::OrderState,
        "not_found" => Cause::ListingLost,
        "not_allowed" | "payment_authorization_error" => Cause::OrderState,
        "invalid_data" if message.starts_with("Invalid request") => Cause::DataRefused,
        "invalid_data" if of_order => Cause::OrderState,
        "invalid_data" if message.contains("for option") => Cause::GroupRefused,
        "invalid_data" if message.contains(" with ean: ") => Cause::GtinRefused,
        "invalid_data" | "duplicate_error" => Cause::DataRefused,
        _ => Cause::Unmapped,
    }
}

pub fn check(shop: &mut dyn Shop) -> Result<Account, Stop> {
    const STORE: &str =
        "id,name,default_sales_channel_id,default_location_id,supported_currencies.currency_code";
    let stores = get(shop, "store", &format!("stores?limit=1&fields={STORE}"))?;
    let store = rows(&stores, "stores")?.first().ok_or_else(|| Stop::lacks("stores"))?;
    let mut missing = Vec::new();
    let mut lacks = |member: &str, text: &str| {
        missing.push(Trouble::own(Cause::DataRefused, member, text));
    };
    let currencies = rows(store, "supported_currencies")?;
    if !currencies.iter().any(|currency| or_empty(currency, "currency_code") == CURRENCY) {
        lacks("moeda", "A loja não vende em reais: inclua BRL em Settings, Store, Currencies.");
    }

    let channel = own_or(shop.connection(), CHANNEL, or_empty(store, "default_sales_channel_id"));
    let question =
        format!("sales-channels?{}limit=1&fields=id,is_disabled", any_of("id", [channel.as_str()]));
    let channels = get(shop, "channel", &question)?;
    match rows(&channels, "sales_channels")?.first() {
        None => lacks(CHANNEL, "A loja não tem este canal de vendas; confira o identificador."),
        Some(found) if part(found, "is_disabled") == &Value::Bool(true) => {
            lacks(CHANNEL, "O canal de vendas está desativado na loja.");
        }
        Some(_) => {}
    }

    let question = format!("stock-locations?sales_channel_id={}&limit=100&fields=id", encoded(&channel));
    let locations = get(shop, "locations", &question)?;
    let locations: Vec<&str> =
        rows(&locations, "stock_locations")?.iter().map(|one| or_empty(one, "id")).collect();
    let wanted = own_or(shop.connection(), LOCATION, or_empty(store, "default_location_id"));
    let given = !shop.connection().setting(LOCATION).trim().is_empty();
    let location = match locations.as_slice() {
        all if all.contains(&wanted.as_str()) => wanted.as_str(),
        [one] if !given => one,
        [] | [_] => {
            lacks(LOCATION, "O local de estoque não atende o canal de vendas; ligue os dois na loja.");
            ""
        }
        _ => {
            lacks(LOCATION, "A loja tem mais de um local de estoque; informe o identificador do certo.");
            ""
        }
    };

    let profiles = get(shop, "profiles", "shipping-profiles?limit=100&fields=id,type")?;
    let profiles = rows_or_empty(&profiles, "shipping_profiles");
    let usual = profiles.iter().find(|profile| or_empty(profile, "type") == "default");
    let profile = usual.or(profiles.first()).map_or("", |profile| or_empty(profile, "id"));
    if !missing.is_empty() {
        return Err(Stop::Refused(missing));
    }
    let facts = [(CHANNEL, channel.as_str()), (LOCATION, location), (PROFILE, profile)];
    Ok(Account::new(text(store, "id")?, or_empty(store, "name"), facts))
}

/// A setting, or the usual value where it is empty.
fn own_or(at: &Connection, setting: &str, usual: &str) -> String {
    Some(at.setting(setting).trim()).filter(|own| !own.is_empty()).unwrap_or(usual).to_owned()
}

/// The stock location of the connection.
pub fn location(at: &Connection) -> Result<String, Stop> {
    let location = own_or(at, LOCATION, at.fact(LOCATION));
    if location.is_empty() {
        return Err(Stop::refused(
            Cause::DataRefused,
            LOCATION,
            "Informe o local de estoque, ou conecte de novo.",
        ));
    }
    Ok(location)
}
