//! Calls by their path, and members of their answers.

use std::fmt::Write as _;

use connector::{Call, Effect, Method, Shop, Stop, Value};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;

use crate::ADDRESS;

pub fn get(shop: &mut dyn Shop, name: &'static str, path: &str) -> Result<Value, Stop> {
    let call = Call::new(name, Effect::Read, Method::Get, url(shop, path));
    Ok(shop.call(call)?.body)
}

pub fn post(
    shop: &mut dyn Shop,
    name: &'static str,
    effect: Effect,
    path: &str,
    body: Value,
) -> Result<Value, Stop> {
    let call = Call::new(name, effect, Method::Post, url(shop, path)).with(body);
    Ok(shop.call(call)?.body)
}

fn url(shop: &dyn Shop, path: &str) -> String {
    let base = shop.connection().setting(ADDRESS).trim().trim_end_matches('/');
    format!("{base}/admin/{path}")
}

/// A parameter of a question, for each value once, with an `&` after each.
pub fn any_of<'v>(parameter: &str, values: impl IntoIterator<Item = &'v str>) -> String {
    values.into_iter().fold(String::new(), |mut query, value| {
        query.push_str(parameter);
        query.push_str("%5B%5D=");
        query.push_str(&encoded(value));
        query.push('&');
        query
    })
}

/// A value as it may stand in an address.
pub fn encoded(value: &str) -> String {
    value.bytes().fold(String::new(), |mut text, byte| {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' | b'.' => text.push(byte.into()),
            // writing to a text cannot fail
            _ => write!(text, "%{byte:02X}").unwrap_or_default(),
        }
        text
    })
}

/// The rows of an answer.
pub fn rows<'v>(value: &'v Value, name: &str) -> Result<&'v [Value], Stop> {
    value.get(name).and_then(Value::as_array).map(Vec::as_slice).ok_or_else(|| Stop::lacks(name))
}

/// The rows of a member that may be absent.
pub fn some<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    rows(value, name).unwrap_or_default()
}

/// A text that must be there.
pub fn text<'v>(value: &'v Value, name: &str) -> Result<&'v str, Stop> {
    let found = Some(or_empty(value, name)).filter(|text| !text.is_empty());
    found.ok_or_else(|| Stop::lacks(name))
}

/// A text; empty when it is absent.
pub fn or_empty<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default().trim()
}

pub fn time(value: &Value, name: &str) -> Result<Instante, Stop> {
    text(value, name)?.parse().map_err(|_| Stop::Unreadable(format!("{name} is no time")))
}

/// An amount, to the ten-thousandth.
pub fn amount(value: &Value, name: &str) -> Option<Dinheiro> {
    const MOST: f64 = 1e11;
    let number = value.get(name)?.as_f64().filter(|number| number.abs() < MOST)?;
    Some(Dinheiro::from_ten_thousandths((number * 10_000.0).round() as i64))
}

/// Units; fractions are none.
pub fn units(value: &Value, name: &str) -> Option<i64> {
    let number = value.get(name)?.as_f64().filter(|number| number.fract() == 0.0)?;
    Some(number as i64)
}

/// At most so many characters.
pub fn cut(text: &str, most: usize) -> String {
    text.trim().chars().take(most).collect()
}

/// Where a page begins, and the page after one of so many rows.
pub fn place(page: Option<&str>) -> Result<usize, Stop> {
    page.map_or(Ok(0), |page| page.parse().map_err(|_| Stop::lacks("page")))
}

pub fn after(place: usize, answer: &Value, rows: usize) -> Option<String> {
    let end = place + rows;
    let more = answer.get("count").and_then(Value::as_u64).is_some_and(|count| count > end as u64);
    (more && rows > 0).then(|| end.to_string())
}
