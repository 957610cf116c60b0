//! `server import`: a file into a store, by the rules and with the events of interface A.

mod profiles;
mod telling;

use std::fs::File;
use std::io::{Error, ErrorKind, Seek, SeekFrom, copy, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use domain::values::dates::Zone;
use files::{Kind, Options, Profile, Report, Target, TemplateForm, Way};
use store::{Store, lojas_config};

use crate::config::Config;
use crate::file_kinds;
use crate::progress::Bar;
use crate::signals::StopFlag;
use crate::usage::usage;
use crate::{advice, database, output, owners};

/// Bring SKUs, stock, prices, orders or categories in from a file, beside a running server
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("only").args(["explain", "template", "profiles"])))]
pub struct ImportArgs {
    /// What the file holds
    #[arg(value_parser = file_kinds::kinds(), required_unless_present = "profiles")]
    kind: Option<Kind>,
    /// A table (XLSX, XLS, ODS, CSV of any separator and letters), NF-e or Google Merchant XML, or JSON;
    /// - for standard input
    #[arg(required_unless_present_any = ["profiles", "template"])]
    file: Option<PathBuf>,
    /// The application
    #[arg(long, required_unless_present_any = ["profiles", "template", "explain"])]
    app: Option<String>,
    /// The store: the usuarioId that the application gave it
    #[arg(long, value_name = "USUARIO_ID", required_unless_present_any = ["profiles", "template", "explain"])]
    user: Option<String>,
    /// Say what would come of it and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Whose layout it has: auto (by its headings), none, or a name of --profiles
    #[arg(long, value_name = "NAME", default_value = "auto")]
    profile: String,
    /// What a column is: 'Preço=precoPor', with a unit 'Peso=peso:kg'; may be repeated
    #[arg(long, value_name = "HEADING=MEMBER")]
    map: Vec<String>,
    /// What all rows have that say nothing else: canalId=ML; may be repeated
    #[arg(long, value_name = "MEMBER=VALUE")]
    set: Vec<String>,
    /// A column that is not to be taken; may be repeated
    #[arg(long, value_name = "HEADING")]
    ignore: Vec<String>,
    /// The time zone of dates that name no offset; the store's when not given
    #[arg(long, value_name = "ZONE")]
    timezone: Option<String>,
    /// Say what the file would be read as, and read no further than its first rows
    #[arg(long)]
    explain: bool,
    /// Keep what --map, --set and the profile say as a profile of the application
    #[arg(long, value_name = "NAME", requires = "app")]
    save_profile: Option<String>,
    /// Write the refused rows there, as they came, with why and where in front; named .csv, .xlsx or .jsonl
    #[arg(long, value_name = "FILE")]
    mend: Option<PathBuf>,
    /// Write a template to be filled in to FILE (.xlsx or .csv), or as CSV to standard output
    #[arg(long)]
    template: bool,
    /// List the profiles
    #[arg(long)]
    profiles: bool,
    /// Show how many rows were read even where standard error is no terminal
    #[arg(long)]
    progress: bool,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Imports a file, or says something about files.
pub fn run(config: &Config, args: &ImportArgs) -> Result<()> {
    if args.profiles {
        let own = match &args.app {
            Some(app) => profiles::own(&database::open_existing(config)?, app)?,
            None => Vec::new(),
        };
        return telling::profiles(&own, args.json);
    }
    let kind = args.kind.ok_or_else(|| usage("say what the file holds"))?;
    if args.template {
        return template(kind, args.file.as_deref());
    }
    let path = args.file.as_deref().ok_or_else(|| usage("name the file"))?;
    let Some(app) = &args.app else {
        let options = options(args, Vec::new(), config.timezone)?;
        return telling::explained(&files::explain(spooled(path)?, kind, &options)?, args.json);
    };
    let store = database::open_existing(config)?;
    let own = profiles::own(&store, app)?;
    let zone = match &args.user {
        Some(user) => {
            let loja = owners::existing_store(&store, app, user)?;
            store
                .read_blocking(|conn| anyhow::Ok(lojas_config::find(conn, loja)?))?
                .zone(config.loja_defaults())
        }
        None => config.timezone,
    };
    let options = options(args, own, zone)?;
    let mut file = spooled(path)?;
    if let Some(name) = &args.save_profile {
        let profile = profiles::made(&mut file, (kind, &options), name)?;
        profiles::save(&store, app, &profile)?;
        output::aside(&format!("the profile {name} is kept for all stores of {app}"));
    }
    if args.explain {
        return telling::explained(&files::explain(file, kind, &options)?, args.json);
    }
    let user = args.user.as_deref().ok_or_else(|| usage("--user names the store"))?;
    let target = Target { loja: owners::existing_store(&store, app, user)?, kind };
    bring_in(&store, target, (file, path), &options, args)
}

fn bring_in(
    store: &Store,
    target: Target,
    (mut file, path): (File, &Path),
    options: &Options,
    args: &ImportArgs,
) -> Result<()> {
    let name = path.display();
    let way = if args.dry_run { Way::Try } else { Way::Write };
    let (mut report, mut bar) = (Report::default(), Bar::new("rows", None));
    let stop = StopFlag::listen()?;
    let mut read = 0;
    let done = files::import(store, (target, way), &mut file, options, &mut report, |rows| {
        bar.add(rows);
        read += rows;
        if args.progress {
            output::aside(&format!("{read} rows"));
        }
        stop.goes_on()
    });
    let reached = report.reached();
    if reached || done.is_ok() {
        bar.finish();
    }
    if reached || done.is_ok() || args.json {
        telling::report(&report, args.dry_run, args.json)?;
    }
    if let Some(to) = args.mend.as_deref().filter(|_| report.refused > 0) {
        let written = mended(&mut file, (target.kind, options), &report, to)?;
        output::aside(&format!(
            "the refused rows are in {}: mend them there and import that file",
            written.display()
        ));
    }
    done.with_context(|| match (reached, way) {
        (true, Way::Write) => {
            format!("{name} was not imported to its end; what is in stays in, and importing it again is safe")
        }
        (true, Way::Try) => format!("{name} was not tried to its end; nothing was written"),
        (false, _) => format!("nothing of {name} was imported"),
    })?;
    if report.refused > 0 {
        bail!("{} of {name} refused: mend them and import the file again", report.refused);
    }
    Ok(())
}

fn options(args: &ImportArgs, own: Vec<Profile>, zone: Zone) -> Result<Options> {
    let pairs = |all: &[String], flag: &str, read: fn(&str) -> Option<(String, String)>| {
        let read =
            |text: &String| read(text).ok_or_else(|| usage(format!("{flag}: {text:?} has no equals sign")));
        all.iter().map(read).collect::<Result<Vec<_>>>()
    };
    let timezone = match args.timezone.as_deref() {
        None => zone,
        Some(name) => name.parse().map_err(|_| {
            usage(format!("--timezone: {name:?} is not an IANA time zone: write e.g. America/Sao_Paulo"))
        })?,
    };
    Ok(Options {
        profile: Options::choice(&args.profile),
        own,
        map: pairs(&args.map, "--map", Options::pair)?,
        set: pairs(&args.set, "--set", Options::constant)?,
        ignore: args.ignore.clone(),
        timezone,
    })
}

/// A file that can be read twice: what comes from elsewhere is put into one without a name.
fn spooled(path: &Path) -> Result<File> {
    let refused = |e: Error| anyhow!("{} cannot be read: {e}; {}", path.display(), advice::to_read(&e));
    let mut from: Box<dyn std::io::Read> = match path.to_str() {
        Some("-") => Box::new(stdin()),
        _ => {
            let file = File::open(path).map_err(refused)?;
            let metadata = file.metadata().map_err(refused)?;
            // a folder can be opened, but not read
            if metadata.is_dir() {
                return Err(refused(ErrorKind::IsADirectory.into()));
            }
            if metadata.is_file() {
                return Ok(file);
            }
            Box::new(file)
        }
    };
    let mut file = tempfile::tempfile().context("a temporary file cannot be made")?;
    copy(&mut from, &mut file).map_err(refused)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

fn template(kind: Kind, path: Option<&Path>) -> Result<()> {
    let Some(path) = path.filter(|path| path.to_str() != Some("-")) else {
        let mut out = std::io::Cursor::new(Vec::new());
        files::template(kind, TemplateForm::Csv, &mut out)?;
        return output::line(String::from_utf8_lossy(out.get_ref()).trim_end());
    };
    let form = match path.extension().and_then(|ending| ending.to_str()) {
        Some("xlsx") => TemplateForm::Xlsx,
        Some("csv") => TemplateForm::Csv,
        _ => return Err(usage("a template is written to a file that ends in .xlsx or .csv")),
    };
    let file = File::create_new(path).with_context(|| format!("{} cannot be made", path.display()))?;
    Ok(files::template(kind, form, file)?)
}

/// Writes the refused rows; answers where.
fn mended(file: &mut File, of: (Kind, &Options), report: &Report, to: &Path) -> Result<PathBuf> {
    let mut out = tempfile::tempfile().context("a temporary file cannot be made")?;
    let form = files::mend(file, of, report, &mut out)?;
    let path = to.with_extension(form.ending());
    let mut named = File::create(&path).with_context(|| format!("{} cannot be made", path.display()))?;
    out.seek(SeekFrom::Start(0))?;
    copy(&mut out, &mut named)?;
    Ok(path)
}
