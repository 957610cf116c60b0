//! Reading of answers. What is there and is not what it should be is [`Stop::Unreadable`], named by its member alone.

use connector::{Stop, Value};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;

pub fn text<'v>(of: &'v Value, name: &str) -> Result<&'v str, Stop> {
    of.get(name).and_then(Value::as_str).ok_or_else(|| Stop::lacks(name))
}

/// A text, empty where there is none.
pub fn or_empty<'v>(of: &'v Value, name: &str) -> &'v str {
    text(of, name).unwrap_or_default()
}

/// A member, null where there is none.
pub fn part<'v>(of: &'v Value, name: &str) -> &'v Value {
    of.get(name).unwrap_or(&Value::Null)
}

pub fn list<'v>(of: &'v Value, name: &str) -> Result<&'v [Value], Stop> {
    rows(part(of, name), name)
}

pub fn rows<'v>(value: &'v Value, name: &str) -> Result<&'v [Value], Stop> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| Stop::lacks(name))
}

/// A whole number; `None` where it is absent or null.
pub fn if_known(of: &Value, name: &str) -> Result<Option<i64>, Stop> {
    match part(of, name) {
        Value::Null => Ok(None),
        value => value.as_i64().map(Some).ok_or_else(|| Stop::lacks(name)),
    }
}

pub fn whole(of: &Value, name: &str) -> Result<i64, Stop> {
    if_known(of, name)?.ok_or_else(|| Stop::lacks(name))
}

/// An amount in minor units.
pub fn amount(of: &Value, name: &str) -> Result<Dinheiro, Stop> {
    let cents = whole(of, name)?.checked_mul(100).ok_or_else(|| Stop::lacks(name))?;
    Ok(Dinheiro::from_ten_thousandths(cents))
}

pub fn time(of: &Value, name: &str) -> Result<Instante, Stop> {
    text(of, name)?.parse().map_err(|_| Stop::lacks(name))
}

/// At most so many characters, none of them for control.
pub fn cut(text: &str, max: usize) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(max).collect()
}
