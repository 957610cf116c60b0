//! The catalogue of channel types: the shipped one, extended by the operator's file.

use std::path::Path;

use anyhow::Result;
use channels::Connectors;
use domain::tipo_canal::TypeCatalogue;

use crate::advice;
use crate::usage::usage;

/// The shipped types and those of the operator's file, which wins where both know a code, and those of connectors, which
/// nobody replaces: their settings are what the connectors read.
pub fn catalogue(extension: Option<&Path>, connectors: &Connectors) -> Result<TypeCatalogue> {
    let shipped = TypeCatalogue::shipped();
    let kinds = connectors.kinds();
    let Some(path) = extension else { return Ok(shipped.with_connectors(kinds)) };
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| {
        usage(format!("cannot read the channel types of {shown}: {e}; {}", advice::to_read(&e)))
    })?;
    let extended = shipped.extended(&text);
    let extended = extended.map(|types| types.with_connectors(kinds));
    extended.map_err(|e| usage(format!("the channel types of {shown} are not valid: {e}")))
}
