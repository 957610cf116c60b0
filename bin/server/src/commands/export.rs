//! `server export`: a store's data as a file that `server import` reads.

use std::fs::File;
use std::io::{BufWriter, Error, ErrorKind, Write, stdout};
use std::ops::ControlFlow;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use files::{Exported, Form, Kind, Target, Which};
use store::lojas_config;

use crate::config::Config;
use crate::file_kinds;
use crate::output::{self, Out};
use crate::progress::Bar;
use crate::usage::usage;
use crate::{database, owners};

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
    /// How; without it as the file's name ends: .csv, .xlsx or .jsonl
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
    let zone =
        store.read_blocking(|conn| anyhow::Ok(lojas_config::find(conn, loja)?))?.zone(config.loja_defaults());
    let mut bar = Bar::new("rows", None);
    let target = Target { loja, kind: args.kind };
    let progress = || {
        bar.add(1);
        ControlFlow::Continue(())
    };
    let Exported { rows, cut } =
        files::export(&store, target, (form, zone), &Which::default(), BufWriter::new(out), progress)?;
    bar.finish();
    if cut > 0 {
        output::aside(&format!(
            "{cut} thing(s) hold more than a table does (several addresses or freights of an order, a text of more \
             than 32,767 letters): --format jsonl has all"
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
        "xlsx" => Ok(Form::Xlsx),
        "jsonl" | "ndjson" => Ok(Form::Jsonl),
        _ => Err(usage(format!(
            "{} ends in none of .csv, .xlsx and .jsonl, which are what can be written: name such a file, or say \
             with --format what shall be in it",
            path.map(|path| path.display().to_string()).unwrap_or_default()
        ))),
    }
}
