//! `server export`: a store's data as a file that `server import` reads.

use std::fs::File;
use std::io::{BufWriter, Error, ErrorKind, Write, stdout};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use domain::estoque::CENTRO_PADRAO;
use domain::values::ids::{CanalId, LojaId};
use files::{CENTRO, Form, Kind, Writer};
use serde::Serialize;
use serde_json::{Value, json};
use store::categorias::{self, Tree};
use store::paging::{Page, PageRequest, PageStart};
use store::{Conn, Store, StoreError, canais, centros, inventory, orders, sku_canais, skus};

use crate::config::Config;
use crate::file_kinds;
use crate::output::{self, Out};
use crate::progress::Bar;
use crate::usage::usage;
use crate::{database, owners};

/// Rows that are read at once.
const AT_ONCE: u32 = 250;

/// Write a store's SKUs, stock, prices, orders or categories into a file
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// What to write
    #[arg(value_parser = file_kinds::kinds())]
    kind: Kind,
    /// A file that is not there yet; without it, or with -, to standard output
    file: Option<PathBuf>,
    /// The application
    #[arg(long)]
    app: String,
    /// The store: the usuarioId that the application gave it
    #[arg(long, value_name = "USUARIO_ID")]
    user: String,
    /// How; without it as the file's name ends: .csv or .jsonl
    #[arg(long, value_parser = file_kinds::forms())]
    format: Option<Form>,
}

/// Exports.
pub fn run(config: &Config, args: &ExportArgs) -> Result<()> {
    let path = args.file.as_ref().filter(|path| path.as_os_str() != "-");
    let form = args.format.map_or_else(|| form_of(path), Ok)?;
    write(config, args, path, form).map_err(|error| {
        let full = |e: &Error| matches!(e.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
        match error.chain().filter_map(|cause| cause.downcast_ref()).any(full) {
            true => error.context("the disk is full: make room, delete what was begun, and export again"),
            false => error,
        }
    })
}

fn write(config: &Config, args: &ExportArgs, path: Option<&PathBuf>, form: Form) -> Result<()> {
    let store = database::open_existing(config)?;
    let loja = owners::existing_store(&store, &args.app, &args.user)?;
    let out: Box<dyn Write> = match path {
        None => Box::new(Out(stdout())),
        Some(path) => {
            // orders are personal data: for nobody else's eyes, and over no other file
            let file = File::options().write(true).create_new(true).mode(0o600).open(path);
            let unusable = || {
                format!(
                    "the file {} cannot be created: name one that is not there, where this user may write",
                    path.display()
                )
            };
            Box::new(file.with_context(unusable)?)
        }
    };
    // who has one centre need not know that there could be more
    let centros: Vec<i32> =
        store.read_blocking(|conn| centros::list(conn, loja))?.iter().map(|one| one.centro_id).collect();
    let without = (centros.len() == 1).then_some(CENTRO);
    let writer = Writer::begin(BufWriter::new(out), args.kind, form, without)?;
    let mut export = Export { store: &store, loja, writer, bar: Bar::new("rows", None), rows: 0, cut: 0 };
    match args.kind {
        Kind::Skus => export.skus()?,
        Kind::Estoque => export.stock(&centros)?,
        Kind::Precos => export.prices()?,
        Kind::Pedidos => export.orders()?,
        Kind::Categorias => export.categories()?,
    }
    let Export { writer, bar, rows, cut, .. } = export;
    writer.finish()?;
    bar.finish();
    if cut > 0 {
        output::aside(&format!(
            "{cut} order(s) have more addresses or freights than a table holds: --format jsonl has all"
        ));
    }
    match path {
        Some(path) => output::line(&format!("{rows} written to {}", path.display())),
        None => Ok(()),
    }
}

/// As a file's name ends; an ending that means something else would deceive whoever opens it.
fn form_of(path: Option<&PathBuf>) -> Result<Form> {
    let Some(ending) = path.and_then(|path| path.extension()) else { return Ok(Form::Csv) };
    match ending.to_string_lossy().to_lowercase().as_str() {
        "csv" | "txt" => Ok(Form::Csv),
        "jsonl" | "ndjson" => Ok(Form::Jsonl),
        _ => Err(usage(format!(
            "{} ends in none of .csv and .jsonl, which are what can be written: name such a file, or say \
             with --format what shall be in it",
            path.map(|path| path.display().to_string()).unwrap_or_default()
        ))),
    }
}

struct Export<'a, W: Write> {
    store: &'a Store,
    loja: LojaId,
    writer: Writer<W>,
    bar: Bar,
    rows: u64,
    /// Things that did not fit into the file's form.
    cut: u64,
}

impl<W: Write> Export<'_, W> {
    fn put(&mut self, thing: &Value) -> Result<()> {
        self.rows += 1;
        self.bar.add(1);
        if !self.writer.write(thing)? {
            self.cut += 1;
        }
        Ok(())
    }

    /// Every row of a list, page by page: what changes meanwhile is neither lost nor repeated.
    fn each<T>(
        &mut self,
        list: impl Fn(&mut Conn<'_>, LojaId, PageRequest) -> Result<Page<T>, StoreError>,
        mut write: impl FnMut(&mut Self, T) -> Result<()>,
    ) -> Result<()> {
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
        write: impl Fn(&mut Self, T) -> Result<()>,
    ) -> Result<()> {
        let mut after = i64::MIN;
        loop {
            let loja = self.loja;
            let found = self.store.read_blocking(|conn| next(conn, loja, after, AT_ONCE))?;
            let Some((last, _)) = found.last() else { return Ok(()) };
            after = *last;
            found.into_iter().try_for_each(|(_, sku)| write(self, sku))?;
        }
    }

    fn skus(&mut self) -> Result<()> {
        self.each_sku(skus::next, |export, sku| export.put(&value(&sku)?))
    }

    fn stock(&mut self, centros: &[i32]) -> Result<()> {
        let several = centros.len() > 1;
        let row = |sku: &str, centro: i32, estoque: i32| match several {
            true => json!({ "sku": sku, CENTRO: centro, "estoque": estoque }),
            false => json!({ "sku": sku, "estoque": estoque }),
        };
        self.each_sku(skus::next_balances, |export, own| {
            export.put(&row(own.sku.as_str(), CENTRO_PADRAO, own.estoque))
        })?;
        for centro in centros.iter().copied().filter(|centro| *centro != CENTRO_PADRAO) {
            self.each(
                |conn, loja, page| inventory::in_centro(conn, loja, centro, page),
                |export, (sku, estoque)| export.put(&row(&sku, centro, estoque)),
            )?;
        }
        self.in_channels(|sku, settings| {
            let estoque = settings.estoque?;
            Some(json!({ "sku": sku, "canalId": settings.canal_id, "estoque": estoque }))
        })
    }

    fn prices(&mut self) -> Result<()> {
        self.each_sku(skus::next_balances, |export, own| {
            let (de, por) = (own.preco.preco_de, own.preco.preco_por);
            export.put(&json!({ "sku": own.sku, "precoDe": de, "precoPor": por }))
        })?;
        self.in_channels(|sku, settings| {
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
        row: impl Fn(&str, &domain::sku_canal::SkuCanal) -> Option<Value>,
    ) -> Result<()> {
        for (canal, num) in self.channels()? {
            self.each(
                |conn, loja, page| {
                    let filter = sku_canais::Filter::default();
                    sku_canais::list_by_canal(conn, loja, (num, &canal), &filter, page)
                },
                |export, (sku, settings)| match row(sku.as_str(), &settings) {
                    Some(row) => export.put(&row),
                    None => Ok(()),
                },
            )?;
        }
        Ok(())
    }

    fn orders(&mut self) -> Result<()> {
        self.each(
            |conn, loja, page| orders::list(conn, loja, &orders::Filter::default(), page),
            |export, order| export.put(&serde_json::from_str(&order.documento)?),
        )
    }

    /// Parents stand before what is below them, as they have to be imported.
    fn categories(&mut self) -> Result<()> {
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
    fn channels(&self) -> Result<Vec<(CanalId, i32)>> {
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

fn value(thing: &impl Serialize) -> Result<Value> {
    Ok(serde_json::from_str(&serde_json::to_string(thing)?)?)
}
