//! In a divided database each statement of the interfaces looks into the parts of the stores that it names.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::coverage::{walk_a, walk_b};
use crate::support::own_postgres::OwnPostgres;
use crate::support::program::Program;
use crate::support::{TestApp, TestDatabase, postgres};
use crate::tenants::plans;

/// Every plan goes to the log, with what it came to look at.
const EXPLAINED: &[(&str, &str)] = &[
    ("session_preload_libraries", "auto_explain"),
    ("auto_explain.log_min_duration", "0"),
    ("auto_explain.log_format", "json"),
    ("auto_explain.log_analyze", "on"),
    ("auto_explain.log_timing", "off"),
];

/// Joined store by store, but for an application that the planner takes for one without orders: it reads
/// the few that it expects, wherever they are.
const JOINED: &str = "\"eventos\" INNER JOIN \"estoque_reservas\"";

/// They number what belongs to a store.
const SEQUENCES: &[&str] = &[
    "seq_canais",
    "seq_skus",
    "seq_pedidos",
    "seq_categorias_loja",
    "seq_atacados",
    "seq_fabricantes",
    "seq_atributos",
    "seq_compradores",
];

const PARTS: u32 = 4;

/// The divided table that a part is of.
fn whole(part: &str) -> Option<&str> {
    let (rest, number) = part.rsplit_once('_')?;
    number.parse::<u32>().ok()?;
    rest.strip_suffix(&format!("_{PARTS}"))
}

/// The parts of each table that a plan has looked into.
fn reached(node: &Value, found: &mut BTreeMap<String, BTreeSet<String>>) {
    let looked = node["Actual Loops"].as_f64().is_some_and(|loops| loops > 0.0);
    if let Some(part) = node["Relation Name"].as_str().filter(|_| looked)
        && node["Node Type"] != "ModifyTable"
        && let Some(table) = whole(part)
    {
        found.entry(table.to_owned()).or_default().insert(part.to_owned());
    }
    for below in node["Plans"].as_array().into_iter().flatten() {
        reached(below, found);
    }
}

#[test]
fn every_statement_looks_into_one_part() {
    let Some(own) = OwnPostgres::with(EXPLAINED) else { return };
    let other = format!("{}/other", own.url().strip_suffix("/postgres").unwrap());
    postgres::server().unwrap().execute(&own.url(), "CREATE DATABASE other");
    // tables that are worth looking into: of small ones the planner would read all parts
    let divided = |url: String| {
        let p = Program::new().env("DATABASE_URL", &url).env("ENTREPOSTO_LOG", "error");
        p.ok(&["seed", "--orders", "4000", "--skus", "1000", "--users", "6"]);
        p.ok(&["partition", "--parts", &PARTS.to_string()]);
        // the walks count on being the first
        for sequence in SEQUENCES {
            postgres::server().unwrap().execute(&url, &format!("ALTER SEQUENCE {sequence} RESTART"));
        }
        TestDatabase::of(url)
    };
    let (a, b) = (divided(own.url()), divided(other));
    let before = own.log().len();
    actix_web::rt::System::new().block_on(async {
        walk_a(&TestApp::start(a)).await;
        walk_b(&TestApp::start(b)).await;
    });
    let (mut looks, mut wide) = (0, Vec::new());
    for plan in plans(&own.log()[before..]) {
        let mut found = BTreeMap::new();
        reached(&plan["Plan"], &mut found);
        looks += found.len();
        let text = plan["Query Text"].as_str().unwrap();
        if found.values().any(|parts| parts.len() > 1) && !text.contains(JOINED) {
            wide.push((text.to_owned(), found));
        }
    }
    assert!(looks > 300, "{looks} looks into divided tables");
    assert!(wide.is_empty(), "{wide:#?}");
}
