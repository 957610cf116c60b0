//! Calls by path, and the members of answers that this program writes in its own way: texts that people typed, money
//! and units as decimals.

use std::fmt::Write as _;

use connector::reading::{self, part};
use connector::{Call, Effect, Method, Shop, Stop, Value};
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

/// The part of a query string that asks for any of these values: the parameter once for each, with an `&` after each.
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

/// A text that must be there, without white space around it.
pub fn text<'v>(value: &'v Value, name: &str) -> Result<&'v str, Stop> {
    let found = Some(or_empty(value, name)).filter(|text| !text.is_empty());
    found.ok_or_else(|| Stop::lacks(name))
}

/// A text, without white space around it; empty when it is absent.
pub fn or_empty<'v>(value: &'v Value, name: &str) -> &'v str {
    reading::or_empty(value, name).trim()
}

/// An amount, to the ten-thousandth.
pub fn amount(value: &Value, name: &str) -> Option<Dinheiro> {
    const MOST: f64 = 1e11;
    let number = part(value, name).as_f64().filter(|number| number.abs() < MOST)?;
    Some(Dinheiro::from_ten_thousandths((number * 10_000.0).round() as i64))
}

/// Units; a fraction is not known as units.
pub fn units(value: &Value, name: &str) -> Option<i64> {
    let number = part(value, name).as_f64().filter(|number| number.fract() == 0.0)?;
    Some(number as i64)
}
