//! `server connectors`: what channels the hub itself can work, and how.

use anyhow::Result;
use clap::Args;
use connector::{Manifest, Proof, StockKind};
use serde_json::json;

use crate::output::Table;
use crate::usage::usage;
use crate::{connectors, output};

/// What shops and marketplaces the hub itself can work
#[derive(Debug, Args, Clone)]
pub struct ConnectorsArgs {
    /// One of them, with its settings, limits and sources
    pub code: Option<String>,
    /// Print a list of objects
    #[arg(long)]
    pub json: bool,
}

/// Prints all connectors, or what one of them says of itself.
pub fn run(args: &ConnectorsArgs) -> Result<()> {
    let known = connectors::all();
    let Some(code) = &args.code else {
        let mut table = Table::new(&[("code", "TYPE"), ("title", "NAME"), ("proof", "PROOF")]);
        for manifest in known.manifests() {
            table.row(vec![json!(manifest.code), json!(manifest.title), json!(proof(manifest.proof))]);
        }
        return table.print(args.json);
    };
    let connector = known.get(code).ok_or_else(|| usage(format!("there is no connector {code}")))?;
    let manifest = connector.manifest();
    if !args.json {
        return output::line_for_anyone(&details(manifest));
    }
    let columns = &[("setting", ""), ("title", ""), ("help", ""), ("required", ""), ("secret", "")];
    let mut table = Table::new(columns);
    for one in manifest.settings {
        table.row(vec![
            json!(one.code),
            json!(one.title),
            json!(one.help),
            json!(one.required),
            json!(one.secret),
        ]);
    }
    table.print(true)
}

const fn proof(proof: Proof) -> &'static str {
    match proof {
        Proof::Program => "tried against the program itself",
        Proof::Model => "tried against the vendor's models and a simulator",
        Proof::Documents => "written from the vendor's documents, tried against a simulator",
    }
}

fn details(manifest: &Manifest) -> String {
    let mut lines = vec![format!("{} ({})", manifest.title, proof(manifest.proof)), "settings".to_owned()];
    for setting in manifest.settings {
        let marks = [(setting.required, "required"), (setting.secret, "secret")];
        let marks: Vec<&str> = marks.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
        let entry =
            format!("  {:<14} {} – {} {}", setting.code, setting.title, setting.help, marks.join(", "));
        lines.push(entry.trim_end().to_owned());
    }
    if manifest.access.is_some() {
        lines.push(
            "access         by a consent: needs an application of the operator (connector_apps)".to_owned(),
        );
    }
    let does = manifest.does;
    let able = [
        ("publish", does.publish),
        ("withdraw", does.withdraw),
        ("invoice", does.invoice),
        ("shipped", does.shipped),
        ("delivered", does.delivered),
        ("cancel", does.cancel),
    ];
    let able: Vec<&str> = able.iter().filter(|(_, can)| *can).map(|(what, _)| *what).collect();
    let stock = match manifest.stock {
        StockKind::Available => "units for sale",
        StockKind::OnHand => "units on hand, those of open orders among them",
    };
    let (batches, orders) = (manifest.batches, manifest.orders);
    lines.push(format!("does           {}", able.join(", ")));
    lines.push(format!("stock          {stock}"));
    lines.push(format!(
        "per call       {} found, {} published, {} stocks, {} prices, {} orders; {} calls a second",
        batches.find,
        batches.publish,
        batches.stock,
        batches.price,
        batches.orders,
        manifest.calls_per_second
    ));
    lines.push(format!(
        "orders         every {} s, open ones again every {} s, at first {} days back",
        orders.every,
        orders.sweep_every,
        orders.history / 86_400
    ));
    lines.extend(manifest.sources.iter().map(|source| format!("source         {source}")));
    lines.join("\n")
}
