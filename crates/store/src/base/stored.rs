//! What columns hold as numbers and texts, and what it means.

use domain::estoque::{CentrosCanal, ControleEstoque};
use domain::pedido::{Lines, Standing};

use super::{StoreError, from_json};

/// Where an order stands, out of its row.
pub(crate) fn standing(stored: i16) -> Result<Standing, StoreError> {
    Standing::from_stored(stored).ok_or_else(|| StoreError::corrupt("pedidos.status", stored))
}

/// Where its items stand, out of its row.
pub(crate) fn lines(stored: Option<&str>) -> Result<Lines, StoreError> {
    match stored {
        None => Ok(Lines::default()),
        Some(text) => Lines::read(text).ok_or_else(|| StoreError::corrupt("pedidos.itens", text)),
    }
}

/// Which distribution centres a channel sells from, out of its row.
pub(crate) fn centros(stored: Option<&str>) -> Result<CentrosCanal, StoreError> {
    let centros = stored.map(|text| from_json("canais.centros", text)).transpose()?;
    Ok(CentrosCanal { centros: centros.unwrap_or_default() })
}

/// Who keeps a stock, out of a row of `table`.
pub(crate) fn control(table: &str, stored: i16) -> Result<ControleEstoque, StoreError> {
    ControleEstoque::from_code(stored)
        .ok_or_else(|| StoreError::corrupt(&format!("controle of {table}"), stored))
}
