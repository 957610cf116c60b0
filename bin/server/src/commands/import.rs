//! `server import`: a file into a store, by the rules and with the events of interface A.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use files::{Kind, Report, Target, Way};

use crate::config::Config;
use crate::file_kinds;
use crate::progress::Bar;
use crate::signals::StopFlag;
use crate::{advice, database, output, owners};

/// Refusals that are printed one by one.
const TOLD: usize = 100;

/// Bring SKUs, stock, prices, orders or categories in from a file, beside a running server
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// What the file holds
    #[arg(value_parser = file_kinds::kinds())]
    kind: Kind,
    /// A table with commas or semicolons (UTF-8 or Latin-1), or JSON line by line; - for standard input
    file: PathBuf,
    /// The application
    #[arg(long)]
    app: String,
    /// The store: the usuarioId that the application gave it
    #[arg(long, value_name = "USUARIO_ID")]
    user: String,
    /// Say what would come of it and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Imports a file. What is refused does not keep the rest from coming in; it is a failure all the same.
pub fn run(config: &Config, args: &ImportArgs) -> Result<()> {
    let store = database::open_existing(config)?;
    let target = Target { loja: owners::existing_store(&store, &args.app, &args.user)?, kind: args.kind };
    let name = args.file.display();
    let file: Box<dyn Read + Send> = match args.file.to_str() {
        Some("-") => Box::new(stdin()),
        _ => Box::new(opened(&args.file)?),
    };
    let way = if args.dry_run { Way::Try } else { Way::Write };
    let (mut report, mut bar) = (Report::default(), Bar::new("rows", None));
    let stop = StopFlag::listen()?;
    let done = files::import(&store, (target, way), file, &mut report, |rows| {
        bar.add(rows);
        stop.goes_on()
    });
    let reached = report.created + report.stored + report.refused > 0;
    if reached || done.is_ok() {
        bar.finish();
    }
    if reached || done.is_ok() || args.json {
        tell(&report, args)?;
    }
    done.with_context(|| match reached {
        true => {
            format!("{name} was not imported to its end; what is in stays in, and importing it again is safe")
        }
        false => format!("nothing of {name} was imported"),
    })?;
    if report.refused > 0 {
        bail!("{} of {name} refused: mend them and import the file again", report.refused);
    }
    Ok(())
}

/// A folder can be opened, but not read.
fn opened(path: &Path) -> Result<File> {
    let refused = |e: Error| anyhow!("{} cannot be read: {e}; {}", path.display(), advice::to_read(&e));
    match File::open(path).and_then(|file| Ok((file.metadata()?.is_dir(), file))) {
        Ok((true, _)) => Err(refused(ErrorKind::IsADirectory.into())),
        Ok((false, file)) => Ok(file),
        Err(e) => Err(refused(e)),
    }
}

fn tell(report: &Report, args: &ImportArgs) -> Result<()> {
    if args.json {
        return output::line(&serde_json::to_string(report)?);
    }
    if !report.ignored.is_empty() {
        output::aside(&format!("columns that mean nothing here: {}", report.ignored.join(", ")));
    }
    if report.rounded > 0 {
        output::aside(&format!(
            "SKUs with measures rounded up to whole grams or centimetres: {}",
            report.rounded
        ));
    }
    report.wrong.iter().take(TOLD).for_each(|wrong| output::aside(&wrong.to_string()));
    if let Some(more) = report.wrong_things.checked_sub(TOLD as u64).filter(|more| *more > 0) {
        output::aside(&format!("and {more} more; --json prints the first 100,000"));
    }
    let tried = if args.dry_run { "would be " } else { "" };
    output::line(&format!(
        "{tried}created: {}, {tried}as the file says: {}, refused: {}",
        report.created, report.stored, report.refused
    ))?;
    match report.written_to_line {
        Some(line) => output::line(&format!("written up to line {line}")),
        None => Ok(()),
    }
}
