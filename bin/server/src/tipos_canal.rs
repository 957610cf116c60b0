//! The catalogue of channel types: the shipped one, extended by the operator's file.

use std::path::Path;

use anyhow::Result;
use domain::tipo_canal::TypeCatalogue;

use crate::advice;
use crate::usage::usage;

/// The shipped types and those of the operator's file, which wins where both know a code.
pub fn catalogue(extension: Option<&Path>) -> Result<TypeCatalogue> {
    let shipped = TypeCatalogue::shipped();
    let Some(path) = extension else { return Ok(shipped) };
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| {
        usage(format!("cannot read the channel types of {shown}: {e}; {}", advice::to_read(&e)))
    })?;
    shipped.extended(&text).map_err(|e| usage(format!("the channel types of {shown} are not valid: {e}")))
}
