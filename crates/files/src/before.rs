//! What a store holds of the things that a file is about to change: importing it undoes the import.

use std::collections::HashSet;
use std::io::{Read, Seek, Write};
use std::ops::ControlFlow;

use serde_json::Value;
use store::{Store, orders};

use crate::error::FileError;
use crate::export::{ExportError, Exported, Skus, Which, export};
use crate::input;
use crate::kind::Kind;
use crate::options::Options;
use crate::output::Form;
use crate::writing::Target;

/// SKUs whose state is written down.
const SKUS_MAX: usize = 500_000;

/// Writes, as JSON lines, what the store holds of the SKUs that a file names: the members that the file has. `None` when
/// there is nothing to write: orders and categories are not taken back, and a file of too many SKUs is too large.
pub fn before<F: Read + Seek + Send, W: Write>(
    store: &Store,
    target: Target,
    file: F,
    options: &Options,
    out: W,
    progress: impl FnMut() -> ControlFlow<()>,
) -> Result<Option<Exported>, ExportError> {
    match target.kind {
        Kind::Skus | Kind::Estoque | Kind::Precos => {}
        Kind::Pedidos | Kind::Categorias => return Ok(None),
    }
    let Some((codes, members)) = named(file, target.kind, options)? else { return Ok(None) };
    let which = Which { skus: Skus::Named(codes), members: Some(members), orders: orders::Filter::default() };
    let look = (Form::Jsonl, options.timezone);
    export(store, target, look, &which, out, progress).map(Some)
}

/// The codes and the members that a file has.
fn named<F: Read + Seek + Send>(
    file: F,
    kind: Kind,
    options: &Options,
) -> Result<Option<(HashSet<String>, HashSet<String>)>, FileError> {
    let mut input = input::open(file, kind, options)?;
    let (mut codes, mut members) = (HashSet::new(), HashSet::new());
    while let Some(entry) = input.entry()? {
        let json = entry.json.as_ref().and_then(|json| serde_json::from_str::<Value>(json.get()).ok());
        let Some(Value::Object(json)) = json else { continue };
        codes.extend(json.get("sku").and_then(Value::as_str).map(str::to_owned));
        if codes.len() > SKUS_MAX {
            return Ok(None);
        }
        for name in json.keys().filter(|name| !members.contains(*name)).cloned().collect::<Vec<_>>() {
            members.insert(name);
        }
    }
    Ok(Some((codes, members)))
}
