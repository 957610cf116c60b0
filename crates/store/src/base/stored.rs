//! Conversions between domain values and what columns hold.

use domain::estoque::{CentrosCanal, ControleEstoque};
use domain::pedido::{Lines, Standing};
use domain::values::dates::Instante;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::StoreError;

/// How far the clocks of two servers may be apart.
const SKEW_SECONDS: i64 = 300;

/// The last moment, in microseconds, that may lawfully be written now as the end of something that lasts
/// `seconds` at most. What is later was written by a clock that was ahead, and counts as over.
pub(crate) fn latest(now: Instante, seconds: i64) -> i64 {
    now.plus_seconds(seconds.saturating_add(SKEW_SECONDS)).micros()
}

/// Serializes a value for a column.
pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|e| StoreError::Internal(e.to_string()))
}

/// Parses a column; `what` names it in the error.
pub(crate) fn from_json<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|e| StoreError::corrupt(what, e))
}

/// A LIKE pattern for "holds this text", written as the searched column is; its escape is `\\`.
pub(crate) fn contains(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// State of an order.
pub(crate) fn standing(stored: i16) -> Result<Standing, StoreError> {
    Standing::from_stored(stored).ok_or_else(|| StoreError::corrupt("pedidos.status", stored))
}

/// State of its items.
pub(crate) fn lines(stored: Option<&str>) -> Result<Lines, StoreError> {
    match stored {
        None => Ok(Lines::default()),
        Some(text) => Lines::read(text).ok_or_else(|| StoreError::corrupt("pedidos.itens", text)),
    }
}

/// Distribution centres that a channel sells from.
pub(crate) fn centros(stored: Option<&str>) -> Result<CentrosCanal, StoreError> {
    let centros = stored.map(|text| from_json("canais.centros", text)).transpose()?;
    Ok(CentrosCanal { centros: centros.unwrap_or_default() })
}

/// Control of a stock, from a row of `table`.
pub(crate) fn control(table: &str, stored: i16) -> Result<ControleEstoque, StoreError> {
    ControleEstoque::from_code(stored)
        .ok_or_else(|| StoreError::corrupt(&format!("controle of {table}"), stored))
}
