//! Numbers of answers, which are whole: units, and money in cents.

use connector::reading::part;
use connector::{Stop, Value};
use domain::values::money::Dinheiro;

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

/// An amount in cents.
pub fn amount(of: &Value, name: &str) -> Result<Dinheiro, Stop> {
    let cents = whole(of, name)?.checked_mul(100).ok_or_else(|| Stop::lacks(name))?;
    Ok(Dinheiro::from_ten_thousandths(cents))
}
