//! Access to the admin API: calls, the meaning of their answers, login, and the check of the account.

use connector::reading::{or_empty, part, rows, rows_or_empty, text};
use connector::text::cut;
use connector::{
    Access, Account, Answer, Call, Cause, Connection, Effect, Method, Secret, Shop, Stop, TEXT_MAX, Trouble,
    Value, json,
};

use crate::{ADDRESS, CHANNEL, CURRENCY, LOCATION, PASSWORD, USER};

/// The fact that holds the language of products.
pub const LANGUAGE: &str = "idioma";
/// Most rows that the program gives at once.
pub const TAKE_MAX: usize = 1000;
const LOGIN: &str = "login";
/// Calls about one order: an entity that they do not find is the order, not a listing.
const OF_ORDERS: [&str; 4] =
    ["addFulfillmentToOrder", "transitionFulfillmentToState", "cancelOrder", "addNoteToOrder"];
/// Permissions that a role must have: one of each row.
const NEEDED: [&[&str]; 5] = [
    &["ReadCatalog", "ReadProduct"],
    &["CreateCatalog", "CreateProduct"],
    &["UpdateCatalog", "UpdateProduct"],
    &["ReadOrder"],
    &["UpdateOrder"],
];

/// Makes a call that asks for one field, and returns that field of the answer.
pub fn ask(
    shop: &mut dyn Shop,
    field: &'static str,
    effect: Effect,
    document: &str,
    variables: Value,
) -> Result<Value, Stop> {
    let answer = post(shop, field, effect, document, variables)?;
    answer.body.get("data").and_then(|data| data.get(field)).cloned().ok_or_else(|| Stop::lacks(field))
}

fn post(
    shop: &mut dyn Shop,
    name: &'static str,
    effect: Effect,
    document: &str,
    variables: Value,
) -> Result<Answer, Stop> {
    let url = shop.connection().setting(ADDRESS).trim().trim_end_matches('/').to_owned();
    let body = json!({ "query": document, "variables": variables });
    shop.call(Call::new(name, effect, Method::Post, url).with(body))
}

pub fn sign(call: &mut Call, at: &Connection) {
    if let Some(access) = at.access.as_ref().filter(|_| call.name != LOGIN) {
        call.headers.push(("authorization", format!("Bearer {}", access.expose())));
    }
    let channel = at.setting(CHANNEL).trim();
    if !channel.is_empty() {
        call.headers.push(("vendure-token", channel.to_owned()));
    }
}

pub fn verdict(call: &Call, answer: &Answer) -> Result<(), Stop> {
    match answer.status {
        401 => return Err(Stop::NoAccess("HTTP 401".to_owned())),
        408 | 500.. => return Err(Stop::Unavailable(format!("HTTP {}", answer.status))),
        429 => return Err(Stop::Limited(answer.retry_after())),
        _ => {}
    }
    let errors = rows_or_empty(&answer.body, "errors").iter().map(|error| {
        let code = error.pointer("/extensions/code").and_then(Value::as_str).unwrap_or_default();
        refusal(call, code, or_empty(error, "message"))
    });
    let results = part(&answer.body, "data").as_object().into_iter().flatten().filter_map(|(_, result)| {
        let said =
            ["transitionError", "fulfillmentHandlerError", "message"].map(|name| or_empty(result, name));
        let said = said.into_iter().find(|said| !said.is_empty()).unwrap_or_default();
        Some(refusal(call, text(result, "errorCode").ok()?, said))
    });
    let troubles = errors.chain(results).collect::<Result<Vec<_>, _>>()?;
    let page = answer.header("content-type").is_some_and(|kind| kind.contains("html"));
    match answer.status {
        _ if !troubles.is_empty() => Err(Stop::Refused(troubles)),
        403 => Err(Stop::Refused(vec![Trouble::new(Cause::NoPermission, "403", "")])),
        200..300 if part(&answer.body, "data").is_object() => Ok(()),
        200..300 if answer.body.is_null() && !page => {
            Err(Stop::Unavailable("the answer is cut off".to_owned()))
        }
        status => Err(Stop::Unreadable(format!("HTTP {status} without data"))),
    }
}

/// The refusal that an error code means, or the [`Stop`] of a code about access or the call's form.
fn refusal(call: &Call, code: &str, text: &str) -> Result<Trouble, Stop> {
    let cause = match code {
        "FORBIDDEN"
        | "UNAUTHORIZED"
        | "CHANNEL_NOT_FOUND"
        | "INVALID_CREDENTIALS_ERROR"
        | "NATIVE_AUTH_STRATEGY_ERROR" => return Err(Stop::NoAccess(code.to_owned())),
        "GRAPHQL_PARSE_FAILED" | "GRAPHQL_VALIDATION_FAILED" => {
            return Err(Stop::Unreadable(cut(text, TEXT_MAX)));
        }
        "ENTITY_NOT_FOUND" if !OF_ORDERS.contains(&call.name) => Cause::ListingLost,
        "USER_INPUT_ERROR" | "BAD_USER_INPUT" | "ILLEGAL_OPERATION" => Cause::DataRefused,
        "ENTITY_NOT_FOUND"
        | "ITEMS_ALREADY_FULFILLED_ERROR"
        | "EMPTY_ORDER_LINE_SELECTION_ERROR"
        | "QUANTITY_TOO_GREAT_ERROR"
        | "MULTIPLE_ORDER_ERROR"
        | "CANCEL_ACTIVE_ORDER_ERROR"
        | "INSUFFICIENT_STOCK_ON_HAND_ERROR"
        | "INVALID_FULFILLMENT_HANDLER_ERROR"
        | "CREATE_FULFILLMENT_ERROR" => Cause::OrderState,
        _ if code.ends_with("_TRANSITION_ERROR") => Cause::OrderState,
        _ => Cause::Unmapped,
    };
    Ok(Trouble::new(cause, code, text))
}

pub fn log_in(shop: &mut dyn Shop) -> Result<Access, Stop> {
    const DOCUMENT: &str = "mutation($user:String!,$password:String!){login(username:$user,password:$password)\
        {__typename ... on ErrorResult{errorCode message}}}";
    let at = shop.connection();
    let variables = json!({ "user": at.setting(USER), "password": at.setting(PASSWORD) });
    let answer = post(shop, LOGIN, Effect::Read, DOCUMENT, variables)?;
    let token = answer.header("vendure-auth-token").filter(|token| !token.is_empty());
    let said = "A loja não dá o acesso por cabeçalho: falta bearer em authOptions.tokenMethod.";
    let token = token.ok_or_else(|| Stop::refused(Cause::NoPermission, "", said))?;
    Ok(Access { token: Secret::new(token), lives: None, refresh: None })
}

pub fn check(shop: &mut dyn Shop) -> Result<Account, Stop> {
    let me = ask(shop, "me", Effect::Read, "query{me{channels{id permissions}}}", json!({}))?;
    let document =
        "query{activeChannel{id code token defaultCurrencyCode defaultLanguageCode pricesIncludeTax}}";
    let channel = ask(shop, "activeChannel", Effect::Read, document, json!({}))?;
    let mine = rows(&me, "channels")?.iter().find(|own| part(own, "id") == part(&channel, "id"));
    let allowed = mine.map_or(Ok(&[][..]), |own| rows(own, "permissions"))?;
    let may = |any: &[&str]| {
        allowed.iter().any(|has| any.iter().chain(["SuperAdmin"].iter()).any(|name| has == name))
    };
    let denied = NEEDED.iter().filter(|any| !may(any)).map(|any| {
        Trouble::own(Cause::NoPermission, "", &format!("O papel do usuário não tem {}.", any.join(" nem ")))
    });
    let mut troubles: Vec<Trouble> = denied.collect();
    let mut demand = |good: bool, member: &str, said: &str| {
        if !good {
            troubles.push(Trouble::own(Cause::DataRefused, member, said));
        }
    };
    let currency = text(&channel, "defaultCurrencyCode")?;
    let said = format!("A moeda do canal da loja é {currency}; só há conexão com canais em {CURRENCY}.");
    demand(currency == CURRENCY, "moeda", &said);
    // a shop with one channel accepts any token
    let wanted = shop.connection().setting(CHANNEL).trim();
    let same = wanted.is_empty() || wanted == text(&channel, "token")?;
    demand(same, CHANNEL, "A loja não tem um canal com este token.");
    let with_tax = part(&channel, "pricesIncludeTax") == &Value::Bool(true);
    demand(with_tax, "precoPor", "O canal da loja guarda preços sem imposto; marque que o incluem.");
    if !troubles.is_empty() {
        return Err(Stop::Refused(troubles));
    }

    let document = "query{stockLocations(options:{take:1000}){items{id name}}}";
    let all = ask(shop, "stockLocations", Effect::Read, document, json!({}))?;
    let (all, wanted) = (rows(&all, "items")?, shop.connection().setting(LOCATION).trim());
    let fits = |at: &&Value| if wanted.is_empty() { all.len() == 1 } else { or_empty(at, "id") == wanted };
    let location = all.iter().find(fits).ok_or_else(|| {
        let names = all.iter().map(|at| format!("{} ({})", or_empty(at, "id"), or_empty(at, "name")));
        let names = names.collect::<Vec<_>>().join(", ");
        Stop::refused(Cause::DataRefused, LOCATION, &format!("Diga o local de estoque; a loja tem: {names}."))
    })?;
    let facts = [(LOCATION, text(location, "id")?), (LANGUAGE, text(&channel, "defaultLanguageCode")?)];
    Ok(Account::new(text(&channel, "token")?, text(&channel, "code")?, facts))
}
