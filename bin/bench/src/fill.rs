//! Filling: orders and SKUs by `server seed`, then a large tree of categories by interface B.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::categories;
use crate::home::Home;
use crate::http::Http;
use crate::keys::Keys;
use crate::server::Launch;

/// Days over which the orders spread.
const DAYS: u32 = 300;

/// How much is put into a database.
#[derive(Debug, Clone, Copy)]
pub struct Amounts {
    /// Stores of one application, over which all is spread.
    pub stores: u32,
    /// Orders.
    pub orders: u32,
    /// SKUs.
    pub skus: u32,
    /// Categories of the store, beside the few that come with the SKUs.
    pub categories: u32,
}

impl Amounts {
    /// A name that tells contents apart.
    pub fn name(self) -> String {
        let stores = if self.stores == 1 { String::new() } else { format!("{}u_", self.stores) };
        format!("{stores}{}o_{}s_{}c", self.orders, self.skus, self.categories)
    }
}

/// A filled database.
pub struct Filled {
    /// Its keys.
    pub keys: Keys,
    /// How long filling took; `None` when it was there.
    pub took: Option<Duration>,
}

/// Fills a database unless a kept one is there.
pub fn fill(home: &Home, amounts: Amounts, program: &Path, http: &Http) -> Result<Filled> {
    let place = home.place(&amounts.name());
    if let Ok(text) = fs::read_to_string(place.keys()) {
        let keys = serde_json::from_str(&text).context("the kept keys cannot be read")?;
        return Ok(Filled { keys, took: None });
    }
    let since = Instant::now();
    let launch = Launch {
        program: program.to_owned(),
        database_url: place.create()?,
        arguments: Vec::new(),
        folder: home.scratch.path().to_owned(),
        around: home.around(),
    };
    let keys = seed(launch.command("seed"), amounts)?;
    if amounts.categories > 0 {
        let (server, _) = launch.start()?;
        categories::plant(http, &server, &keys, amounts.categories)?;
        server.stop()?;
    }
    fs::write(place.keys(), serde_json::to_string(&keys)?).context("cannot write the keys")?;
    Ok(Filled { keys, took: Some(since.elapsed()) })
}

fn seed(mut command: Command, amounts: Amounts) -> Result<Keys> {
    let output = command
        .args(["--orders", &amounts.orders.to_string(), "--skus", &amounts.skus.to_string()])
        .args(["--users", &amounts.stores.to_string(), "--days", &DAYS.to_string(), "--json"])
        // its progress is this program's
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start the server's program")?;
    ensure!(output.status.success(), "`server seed` ended with {}", output.status);
    serde_json::from_slice(&output.stdout).context("`server seed --json` printed something else")
}
