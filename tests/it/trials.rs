//! The short rounds of `bench trials` against the program under test: what it acknowledges is there once,
//! whatever happens to it, and nothing that it refuses is there.
//!
//! Goals of time are for a machine that does nothing else, and are judged when the rounds are made by hand.

use std::process::Command;

use serde_json::Value;

use crate::support::{Database, postgres};

/// The rows of the report.
fn rows(database: &str, kinds: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.json");
    let output = Command::new(env!("CARGO_BIN_EXE_entreposto-trials"))
        .args(["trials", "--quick", "--databases", database, "--only", kinds])
        .args(["--server", env!("CARGO_BIN_EXE_entreposto-under-test"), "--json"])
        .arg(&report)
        .output()
        .unwrap();
    let told =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&report).unwrap_or_else(|error| panic!("{error}: {told}"));
    let report: Value = serde_json::from_str(&text).unwrap();
    report["rows"].as_array().unwrap().clone()
}

/// Every change is as it was answered, and there were some.
#[track_caller]
fn truthful(row: &Value) {
    let tally = &row["tally"];
    let wrong = ["lost", "doubled", "sneaked"].map(|name| tally[name].as_u64().unwrap());
    assert_eq!(wrong, [0; 3], "{row}");
    assert!(tally["acknowledged"].as_u64().unwrap() > 20, "{row}");
    assert_eq!(row["problems"].as_array().unwrap().len(), 0, "{row}");
}

/// An honest client gets its answers, in little memory.
#[track_caller]
fn unmoved(row: &Value) {
    assert!(row["p99Millis"].as_u64().unwrap() < 5_000, "{row}");
    assert!(row["memoryPeak"].as_u64().unwrap() < 300_000_000, "{row}");
    assert!(!row["problems"].to_string().contains("refused"), "{row}");
}

fn hold(database: Database, kinds: &[&str]) {
    let name = if database == Database::Sqlite { "sqlite" } else { "postgres" };
    let rows = rows(name, &kinds.join(","));
    assert_eq!(rows.len(), kinds.len(), "{rows:?}");
    for (row, kind) in rows.iter().zip(kinds) {
        assert_eq!(row["round"], *kind);
        assert!(row["rounds"].as_u64().unwrap() > 0, "{row}");
        if *kind == "hostile" { unmoved(row) } else { truthful(row) }
    }
}

#[test]
fn an_sqlite_server_bears_kills_hostile_sockets_stops_and_wrong_clocks() {
    hold(Database::Sqlite, &["kills", "hostile", "stops", "wrong-clocks"]);
}

#[test]
fn a_postgres_server_bears_kills_cuts_hostile_sockets_stops_and_wrong_clocks() {
    if postgres::server().is_some() {
        hold(Database::Postgres, &["kills", "cuts", "hostile", "stops", "wrong-clocks"]);
    }
}

#[test]
fn a_standby_takes_over_and_servers_are_replaced_one_by_one() {
    if postgres::server().is_some() {
        hold(Database::Postgres, &["failovers"]);
    }
}
