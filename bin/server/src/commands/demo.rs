//! `server demo`: something to look at one minute after the clone.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use domain::values::dates::Instante;
use sample::Plan;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::app::Application;
use crate::commands::console;
use crate::config::Config;
use crate::demo_shop::{self, DemoShop};
use crate::made_up::{self, Summary};
use crate::quantity::{any_number, count};
use crate::serve::Session;
use crate::usage::usage;
use crate::{advice, connectors, database, listeners, output, tipos_canal};

const FOLDER: &str = "./data/demo";
const DATABASE: &str = "entreposto.db";
/// Keys of the demonstration, and the mark that its data are complete.
const NOTES: &str = "demo.json";

/// Serve a filled demonstration from ./data/demo
#[derive(Debug, Args, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemoArgs {
    /// Orders over the last 90 days
    #[arg(long, default_value_t = 5_000, value_parser = count(0..=10_000_000))]
    pub orders: u32,
    /// SKUs
    #[arg(long, default_value_t = 2_000, value_parser = count(1..=1_000_000))]
    pub skus: u32,
    /// The same seed makes the same data
    #[arg(long, default_value_t = 1, value_parser = any_number)]
    pub seed: u64,
}

/// What is kept beside the data.
#[derive(Serialize, Deserialize)]
struct Notes {
    args: DemoArgs,
    summary: Summary,
}

/// Serves the demonstration, made first when it is not there.
pub fn run(mut config: Config, args: &DemoArgs, session: Session) -> Result<()> {
    refuse_open_addresses(&config)?;
    let taken = listeners::take(&config)?;
    let folder = Path::new(FOLDER);
    create_private(folder)?;
    config.database_url = format!("sqlite://{FOLDER}/{DATABASE}");
    config.note("database_url", &config.database_url.clone());
    let known = read_notes(folder)?;
    let _claim = database::hold(&config)?;
    let (store, notes) = match known {
        Some(notes) => (database::open_migrated(&config)?, notes),
        None => create(&config, folder, args)?,
    };
    if notes.args != *args {
        output::aside(&format!(
            "the data in {FOLDER} were made with other arguments; remove the folder to make new ones"
        ));
    }
    let shop =
        notes.summary.stores.first().map(|first| DemoShop::open(&store, &first.usuario_id)).transpose()?;
    if let Some(shop) = &shop {
        config.channels_allow = shop.address().parse()?;
        config.note("channels_allow", &shop.address());
    }
    let application = Application::on(&config, store, taken)?;
    let link = match config.console {
        true => console::own_link(application.store(), application.admin_address())?,
        false => None,
    };
    output::line_for_anyone(&banner(&config, &application, &notes.summary, link.as_deref())?)?;
    session.run(application)
}

/// The keys of the demonstration are printed and kept in a file: it is not for other machines to reach.
fn refuse_open_addresses(config: &Config) -> Result<()> {
    for (setting, address) in config.listen.iter().chain([("listen_admin", config.listen_admin)]) {
        if !address.ip().is_loopback() {
            let flag = setting.replace('_', "-");
            return Err(usage(format!(
                "the demonstration serves this machine only: {address} is not a loopback address; \
                 set --{flag} to 127.0.0.1:{}",
                address.port()
            )));
        }
    }
    Ok(())
}

fn read_notes(folder: &Path) -> Result<Option<Notes>> {
    let path = folder.join(NOTES);
    match fs::read(&path) {
        Ok(text) if folder.join(DATABASE).exists() => {
            let broken = || anyhow!("{} cannot be read: remove {FOLDER} and start again", path.display());
            serde_json::from_slice(&text).map(Some).map_err(|_| broken())
        }
        Ok(_) => Ok(None),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Makes the data; what an interrupted start left behind is replaced.
fn create(config: &Config, folder: &Path, args: &DemoArgs) -> Result<(Store, Notes)> {
    for name in [NOTES.to_owned(), DATABASE.to_owned(), format!("{DATABASE}-wal"), format!("{DATABASE}-shm")]
    {
        match fs::remove_file(folder.join(&name)) {
            Err(e) if e.kind() != ErrorKind::NotFound => {
                return Err(e).with_context(|| format!("cannot remove {FOLDER}/{name}"));
            }
            _ => {}
        }
    }
    let store = database::open_migrated(config)?;
    let plan = Plan::new(Instante::now()).users(3).skus(args.skus).orders(args.orders).days(90);
    let plan = plan.seed(args.seed).zone(config.timezone).with_examples();
    let (_, summary) =
        made_up::fill(&store, &plan, "demo", tipos_canal::catalogue(None, &connectors::all())?.kinds())?;
    let notes = Notes { args: *args, summary };
    write_private(&folder.join(NOTES), &serde_json::to_vec_pretty(&notes)?)?;
    Ok((store, notes))
}

/// Only the owner reads the data and their keys.
fn create_private(folder: &Path) -> Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(|e| {
        let advice = advice::to_write(&e);
        anyhow!("the folder {FOLDER} cannot be made here: {e}; go to another folder, or {advice}")
    })
}

/// Only the owner reads keys. The file is there complete or not at all.
fn write_private(path: &Path, content: &[u8]) -> Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    let draft = path.with_extension("tmp");
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&draft)
        .with_context(|| format!("cannot write {}", draft.display()))?;
    std::io::Write::write_all(&mut file, content)?;
    file.sync_all()?;
    fs::rename(&draft, path).with_context(|| format!("cannot write {}", path.display()))
}

/// What can be tried, in lines that work as they are.
fn banner(
    config: &Config,
    application: &Application,
    summary: &Summary,
    link: Option<&str>,
) -> Result<String> {
    let scheme = if config.tls_cert.is_some() { "https" } else { "http" };
    let at = |setting: &str| {
        let address =
            application.addresses().get(setting).with_context(|| format!("{setting} is nowhere"))?;
        anyhow::Ok(format!("{scheme}://{address}"))
    };
    let (a, b) = (at("listen_a")?, at("listen_b")?);
    let first = summary.stores.first().context("the demonstration has no store")?;
    let (user, app_key, store_key) = (&first.usuario_id, &summary.app_key, &first.store_key);
    let data = fs::canonicalize(Path::new(FOLDER).join(DATABASE))?;
    let durability = format!("{:?}", config.durability).to_lowercase();
    let users: Vec<&str> = summary.stores.iter().map(|s| s.usuario_id.as_str()).collect();
    let console = link.unwrap_or("off");
    let mut text = format!(
        "\nEntreposto – demonstration ({} orders from {} to {}, users {})\n\n\
         console      {console}\n\
         interface A  {a}   docs {a}/docs\n\
         interface B  {b}   docs {b}/docs\n\
         health       http://{admin}/ready   figures http://{admin}/metrics\n\
         data         {} (durability {durability}); remove the folder to start anew\n\
         channel      {canal} of {user}: a simulated shop where somebody buys every few seconds\n\
         key of A     {app_key}\n\
         key of B     {store_key}  (store {user})\n\nTry:\n",
        summary.orders,
        summary.from,
        summary.to,
        users.join(", "),
        data.display(),
        canal = demo_shop::CANAL,
        admin = application.admin_address(),
    );
    for (key, url) in [
        (app_key, format!("{a}/Usuario")),
        (app_key, format!("{a}/Canal/Tipo_Canal")),
        (app_key, format!("{a}/Canal?usuarioId={user}")),
        (app_key, format!("{a}/sku?usuarioId={user}&quantidade_registros=3")),
        (app_key, format!("{a}/Canal/{}/Conexao?usuarioId={user}", demo_shop::CANAL)),
        (app_key, format!("{a}/Pedido?usuarioId={user}&status=Entregue&quantidade_registros=2")),
        (store_key, format!("{b}/categorias?hierarquia=true")),
        (
            store_key,
            format!(
                "{b}/pedidos?dataInicial={}&dataFinal={}&quantidadeRegistros=2",
                summary.from, summary.to
            ),
        ),
    ] {
        // writing to a String cannot fail
        let _ = writeln!(text, "  curl -s -H 'Authorization: Basic {key}' '{url}'");
    }
    text.push_str("\nCtrl-C ends it.");
    Ok(text)
}
