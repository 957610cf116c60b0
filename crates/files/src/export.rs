//! What a store holds of a kind, read page by page and written thing by thing.

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;

use domain::estoque::CENTRO_PADRAO;
use domain::sku_canal::SkuCanal;
use domain::values::dates::Zone;
use domain::values::ids::{CanalId, LojaId};
use serde::Serialize;
use serde_json::{Value, json};
use store::categorias::{self, Tree};
use store::paging::{Page, PageRequest, PageStart};
use store::{Conn, Store, StoreError, canais, centros, inventory, orders, sku_canais, skus};

use crate::error::FileError;
use crate::kind::{CENTRO, Kind};
use crate::output::{Form, Look, Writer};
use crate::writing::Target;

/// Rows that are read at once.
const AT_ONCE: u32 = 250;

/// Which things are written; the default is all.
#[derive(Debug, Clone, Default)]
pub struct Which {
    /// SKUs, and stock and prices of them.
    pub skus: Option<skus::Filter>,
    /// Orders.
    pub orders: orders::Filter,
}

/// What was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exported {
    /// Things.
    pub rows: u64,
    /// Those that the file could not hold whole.
    pub cut: u64,
}

/// Why nothing whole was written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The database.
    #[error("the database failed")]
    Store(#[from] StoreError),
    /// Whoever heard of the progress.
    #[error("it was stopped")]
    Stopped,
}

impl From<std::io::Error> for ExportError {
    fn from(error: std::io::Error) -> Self {
        Self::File(error.into())
    }
}

impl From<serde_json::Error> for ExportError {
    fn from(error: serde_json::Error) -> Self {
        Self::File(error.into())
    }
}

/// Writes what a store holds of a kind; tells of each thing, and is told whether to go on. What changes
/// meanwhile is neither lost nor repeated.
pub fn export<W: Write>(
    store: &Store,
    target: Target,
    (form, zone): (Form, Zone),
    which: &Which,
    out: W,
    progress: impl FnMut() -> ControlFlow<()>,
) -> Result<Exported, ExportError> {
    let Target { loja, kind } = target;
    // who has one centre need not know that there could be more
    let centros = store.read_blocking(|conn| centros::list(conn, loja))?;
    let centros: Vec<i32> = centros.iter().map(|one| one.centro_id).collect();
    let without = (centros.len() == 1).then_some(CENTRO);
    let writer = Writer::begin(out, kind, Look { form, zone, without })?;
    let mut export = Export { store, loja, writer, progress, done: Exported::default() };
    match kind {
        Kind::Skus => export.skus(which)?,
        Kind::Estoque => export.stock(&centros, which)?,
        Kind::Precos => export.prices(which)?,
        Kind::Pedidos => export.orders(which)?,
        Kind::Categorias => export.categories()?,
    }
    export.writer.finish()?;
    Ok(export.done)
}

struct Export<'a, W: Write, P> {
    store: &'a Store,
    loja: LojaId,
    writer: Writer<W>,
    progress: P,
    done: Exported,
}

/// The SKUs that are written; `None` = all.
type Chosen = Option<HashSet<String>>;

impl<W: Write, P: FnMut() -> ControlFlow<()>> Export<'_, W, P> {
    fn put(&mut self, thing: &Value) -> Result<(), ExportError> {
        self.done.rows += 1;
        if !self.writer.write(thing)? {
            self.done.cut += 1;
        }
        if (self.progress)().is_break() { Err(ExportError::Stopped) } else { Ok(()) }
    }

    /// Every row of a list, page by page.
    fn each<T>(
        &mut self,
        list: impl Fn(&mut Conn<'_>, LojaId, PageRequest) -> Result<Page<T>, StoreError>,
        mut write: impl FnMut(&mut Self, T) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let mut page = PageRequest::first(AT_ONCE);
        loop {
            let loja = self.loja;
            let found = self.store.read_blocking(|conn| list(conn, loja, page))?;
            found.rows.into_iter().try_for_each(|row| write(self, row))?;
            match found.next {
                Some(cursor) => page.start = PageStart::After(cursor),
                None => return Ok(()),
            }
        }
    }

    /// The same of all SKUs, which nobody counts at every page.
    fn each_sku<T>(
        &mut self,
        next: impl Fn(&mut Conn<'_>, LojaId, i64, u32) -> Result<Vec<(i64, T)>, StoreError>,
        write: impl Fn(&mut Self, T) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let mut after = i64::MIN;
        loop {
            let loja = self.loja;
            let found = self.store.read_blocking(|conn| next(conn, loja, after, AT_ONCE))?;
            let Some((last, _)) = found.last() else { return Ok(()) };
            after = *last;
            found.into_iter().try_for_each(|(_, sku)| write(self, sku))?;
        }
    }

    fn skus(&mut self, which: &Which) -> Result<(), ExportError> {
        match &which.skus {
            None => self.each_sku(skus::next, |export, sku| export.put(&value(&sku)?)),
            Some(filter) => self.each(
                |conn, loja, page| skus::list(conn, loja, filter, page),
                |export, sku| export.put(&value(&sku)?),
            ),
        }
    }

    fn chosen(&mut self, which: &Which) -> Result<Chosen, ExportError> {
        let Some(filter) = &which.skus else { return Ok(None) };
        let mut found = HashSet::new();
        self.each(
            |conn, loja, page| skus::list(conn, loja, filter, page),
            |_, sku| {
                found.insert(sku.sku.as_str().to_owned());
                Ok(())
            },
        )?;
        Ok(Some(found))
    }

    fn stock(&mut self, centros: &[i32], which: &Which) -> Result<(), ExportError> {
        let chosen = self.chosen(which)?;
        let several = centros.len() > 1;
        let row = |sku: &str, centro: i32, estoque: i32| match several {
            true => json!({ "sku": sku, CENTRO: centro, "estoque": estoque }),
            false => json!({ "sku": sku, "estoque": estoque }),
        };
        self.each_sku(skus::next_balances, |export, own| match is_chosen(&chosen, own.sku.as_str()) {
            true => export.put(&row(own.sku.as_str(), CENTRO_PADRAO, own.estoque)),
            false => Ok(()),
        })?;
        for centro in centros.iter().copied().filter(|centro| *centro != CENTRO_PADRAO) {
            self.each(
                |conn, loja, page| inventory::in_centro(conn, loja, centro, page),
                |export, (sku, estoque)| match is_chosen(&chosen, &sku) {
                    true => export.put(&row(&sku, centro, estoque)),
                    false => Ok(()),
                },
            )?;
        }
        self.in_channels(&chosen, |sku, settings| {
            let estoque = settings.estoque?;
            Some(json!({ "sku": sku, "canalId": settings.canal_id, "estoque": estoque }))
        })
    }

    fn prices(&mut self, which: &Which) -> Result<(), ExportError> {
        let chosen = self.chosen(which)?;
        self.each_sku(skus::next_balances, |export, own| {
            let (de, por) = (own.preco.preco_de, own.preco.preco_por);
            match is_chosen(&chosen, own.sku.as_str()) {
                true => export.put(&json!({ "sku": own.sku, "precoDe": de, "precoPor": por })),
                false => Ok(()),
            }
        })?;
        self.in_channels(&chosen, |sku, settings| {
            let preco = settings.preco?;
            Some(json!({
                "sku": sku,
                "canalId": settings.canal_id,
                "precoDe": preco.preco_de,
                "precoPor": preco.preco_por,
            }))
        })
    }

    fn in_channels(
        &mut self,
        chosen: &Chosen,
        row: impl Fn(&str, &SkuCanal) -> Option<Value>,
    ) -> Result<(), ExportError> {
        for (canal, num) in self.channels()? {
            self.each(
                |conn, loja, page| {
                    let filter = sku_canais::Filter::default();
                    sku_canais::list_by_canal(conn, loja, (num, &canal), &filter, page)
                },
                |export, (sku, settings)| match row(sku.as_str(), &settings) {
                    Some(row) if is_chosen(chosen, sku.as_str()) => export.put(&row),
                    _ => Ok(()),
                },
            )?;
        }
        Ok(())
    }

    fn orders(&mut self, which: &Which) -> Result<(), ExportError> {
        self.each(
            |conn, loja, page| orders::list(conn, loja, &which.orders, page),
            |export, order| export.put(&serde_json::from_str(&order.documento)?),
        )
    }

    /// Parents stand before what is below them, as they have to be imported.
    fn categories(&mut self) -> Result<(), ExportError> {
        for (canal, canal_num) in self.channels()? {
            let tree = Tree { loja: self.loja, canal_num };
            let filter = categorias::Filter::default();
            let mut left = self.store.read_blocking(|conn| categorias::list(conn, tree, &filter))?;
            let mut above = vec![None];
            while !above.is_empty() {
                let (now, later): (Vec<_>, Vec<_>) =
                    left.into_iter().partition(|categoria| above.contains(&categoria.categoria_pai_id));
                for categoria in &now {
                    let mut row = value(categoria)?;
                    if let Some(members) = row.as_object_mut() {
                        members.insert("canalId".to_owned(), json!(canal));
                    }
                    self.put(&row)?;
                }
                above = now.into_iter().map(|categoria| Some(categoria.categoria_id)).collect();
                left = later;
            }
        }
        Ok(())
    }

    /// The store's channels and their numbers.
    fn channels(&self) -> Result<Vec<(CanalId, i32)>, ExportError> {
        let loja = self.loja;
        let mut all = Vec::new();
        let mut page = PageRequest::first(AT_ONCE);
        loop {
            let filter = canais::Filter::default();
            let found = self.store.read_blocking(|conn| canais::list(conn, loja, &filter, page))?;
            let ids: Vec<CanalId> = found.rows.into_iter().map(|row| row.canal.canal_id).collect();
            all.extend(self.store.read_blocking(|conn| canais::find_numbers(conn, loja, &ids))?);
            match found.next {
                Some(cursor) => page.start = PageStart::After(cursor),
                None => return Ok(all),
            }
        }
    }
}

fn is_chosen(chosen: &Chosen, sku: &str) -> bool {
    chosen.as_ref().is_none_or(|chosen| chosen.contains(sku))
}

/// A thing as interface A shows it.
pub fn value(thing: &impl Serialize) -> Result<Value, ExportError> {
    Ok(serde_json::from_str(&serde_json::to_string(thing)?)?)
}
