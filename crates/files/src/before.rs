//! What a store holds of the things that a file is about to change: importing it undoes the import.

use std::collections::HashSet;
use std::io::{Read, Seek, Write};
use std::ops::ControlFlow;

use domain::estoque::CENTRO_PADRAO;
use domain::sku::Sku;
use domain::sku_canal::SkuCanal;
use domain::values::ids::{CanalId, LojaId, SkuId};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use store::{Conn, Store, canais, inventory, sku_canais, skus};

use crate::export::{ExportError, value};
use crate::input;
use crate::kind::{CENTRO, Kind};
use crate::options::Options;
use crate::output::{Form, Look, Writer};
use crate::writing::{Prepared, Target, prepare};

/// Things that are read at once.
const AT_ONCE: usize = 250;
/// Things whose state is written down.
const THINGS_MAX: usize = 500_000;

/// Writes, as JSON lines, what the store holds of each thing that a file will change, as far as the file says something of
/// it; tells of some at once, and is told whether to go on. False where that is not written: orders and categories are not
/// taken back, and a file of too many things is too large.
pub fn before<F: Read + Seek + Send, W: Write>(
    store: &Store,
    Target { loja, kind }: Target,
    file: F,
    options: &Options,
    out: W,
    mut progress: impl FnMut() -> ControlFlow<()>,
) -> Result<bool, ExportError> {
    match kind {
        Kind::Skus | Kind::Estoque | Kind::Precos => {}
        Kind::Pedidos | Kind::Categorias => return Ok(false),
    }
    let mut input = input::open(file, kind, options)?;
    let look = Look { form: Form::Jsonl, zone: options.timezone, without: None };
    let mut writer = Writer::begin(out, kind, look)?;
    let (mut seen, mut more) = (HashSet::new(), true);
    while more {
        let mut batch = Vec::new();
        while batch.len() < AT_ONCE {
            let Some(entry) = input.entry()? else {
                more = false;
                break;
            };
            // what cannot be read changes nothing
            let Ok((thing, _)) = prepare(&entry, kind) else { continue };
            let key =
                thing.key().map(|(sku, canal, centro)| (sku.to_owned(), canal.map(str::to_owned), centro));
            if seen.insert(key) {
                batch.push(thing);
            }
        }
        if seen.len() > THINGS_MAX {
            return Ok(false);
        }
        for thing in store.read_blocking(|conn| stored(conn, loja, &batch))? {
            writer.write(&thing)?;
        }
        if progress().is_break() {
            return Err(ExportError::Stopped);
        }
    }
    writer.finish()?;
    Ok(true)
}

fn stored(conn: &mut Conn<'_>, loja: LojaId, batch: &[Prepared]) -> Result<Vec<Value>, ExportError> {
    let mut all = Vec::with_capacity(batch.len());
    for thing in batch {
        all.extend(match thing {
            Prepared::Sku(sku, _, said) => match skus::find(conn, loja, sku)? {
                Some(now) => Some(said_of(&now, said)?),
                None => None,
            },
            Prepared::Estoque(sku, centro, _) => {
                let saldo = inventory::saldo(conn, loja, sku)?;
                let there =
                    saldo.and_then(|all| all.centros.into_iter().find(|one| one.centro_id == *centro));
                let there = there.map(|one| one.estoque);
                match (there, *centro) {
                    (Some(estoque), CENTRO_PADRAO) => Some(json!({ "sku": sku, "estoque": estoque })),
                    (Some(estoque), centro) => {
                        Some(json!({ "sku": sku, CENTRO: centro, "estoque": estoque }))
                    }
                    (None, _) => None,
                }
            }
            Prepared::Preco(sku, _) => skus::find(conn, loja, sku)?
                .map(|now| json!({ "sku": sku, "precoDe": now.preco_de, "precoPor": now.preco_por })),
            Prepared::EstoqueCanal(sku, canal, _) => in_channel(conn, loja, (sku, canal))?
                .map(|own| json!({ "sku": sku, "canalId": canal, "estoque": own.estoque })),
            Prepared::PrecoCanal(sku, canal, _) => in_channel(conn, loja, (sku, canal))?.map(|own| {
                let (de, por) = (own.preco.map(|one| one.preco_de), own.preco.map(|one| one.preco_por));
                json!({ "sku": sku, "canalId": canal, "precoDe": de, "precoPor": por })
            }),
            Prepared::Pedido(_) | Prepared::Categoria(..) => None,
        });
    }
    Ok(all)
}

/// The members of a SKU of which a file says something.
fn said_of(now: &Sku, said: &RawValue) -> Result<Value, ExportError> {
    let said: Map<String, Value> = serde_json::from_str(said.get())?;
    let mut now = value(now)?;
    if let Some(members) = now.as_object_mut() {
        members.retain(|name, _| said.contains_key(name));
    }
    Ok(now)
}

/// The settings of a SKU in a channel; those of one that has none follow the SKU.
fn in_channel(
    conn: &mut Conn<'_>,
    loja: LojaId,
    (sku, canal): (&SkuId, &CanalId),
) -> Result<Option<SkuCanal>, ExportError> {
    let Some(row) = canais::find(conn, loja, canal)? else { return Ok(None) };
    let Some(num) = skus::number(conn, loja, sku)? else { return Ok(None) };
    let own = sku_canais::find(conn, loja, (row.num, canal), num)?;
    Ok(Some(own.unwrap_or_else(|| SkuCanal::new(canal.clone()))))
}
