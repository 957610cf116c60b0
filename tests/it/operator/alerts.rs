//! The alert rules that are handed out name figures that there are.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::support::app::config;
use crate::support::wait::{eventually, until};
use crate::support::{Database, TestApp, TestDatabase, models};

fn shipped(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(file)).unwrap()
}

/// The names of a dashboard's figures; a histogram is told by its buckets.
fn dashboard() -> String {
    let dashboard: serde_json::Value = serde_json::from_str(&shipped("grafana.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    assert!(panels.len() >= 15);
    let queries = panels.iter().flat_map(|panel| panel["targets"].as_array().unwrap());
    queries.map(|query| format!("{}\n", query["expr"].as_str().unwrap())).collect()
}

/// The names of figures in a text.
fn figures(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with("entreposto_") || word.starts_with("process_")).collect()
}

fn start(database: Database) -> Option<TestApp> {
    let database = TestDatabase::new(database)?;
    let folder = tempfile::tempdir().unwrap().keep();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let (cert, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    fs::write(&cert, made.cert.pem()).unwrap();
    let config = server::config::Config {
        notify: true,
        tls_cert: Some(cert),
        tls_key: Some(key),
        backup_folder: Some(folder),
        ..config(&database.url)
    };
    Some(TestApp::with_config(database, &config))
}

async fn told(app: &TestApp) -> String {
    // somebody asks an interface for something, so that there is a figure of it
    let http = crate::support::client::http().danger_accept_invalid_certs(true).build().unwrap();
    let address = app.addresses.get("listen_a").unwrap();
    http.get(format!("https://{address}/openapi.json")).send().await.unwrap();
    app.admin.get("/metrics").await.with_status(200).text()
}

#[test]
fn every_figure_of_the_rules_is_told_by_a_running_server() {
    let rules = shipped("alerts.yml");
    let dashboard = dashboard();
    assert_eq!(rules.matches("- alert:").count(), rules.matches("expr:").count());
    assert!(rules.matches("- alert:").count() >= 10);
    let named: BTreeSet<&str> = figures(&rules).union(&figures(&dashboard)).copied().collect();
    actix_web::rt::System::new().block_on(async {
        let app = start(Database::Sqlite).unwrap();
        let text = told(&app).await;
        let there = figures(&text);
        let missing: Vec<_> = named.iter().filter(|name| !there.contains(*name)).collect();
        assert!(missing.is_empty(), "{missing:?} is not in\n{text}");
    });
}

/// The value of a figure without labels.
fn value(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|row| row.strip_prefix(&format!("{name} "))).map(|value| value.parse().unwrap())
}

/// A server that delivers to an address where nobody is, with a database of its own.
fn that_delivers_in_vain(app: &TestApp) -> TestApp {
    app.another(|config| server::config::Config {
        notify: true,
        notify_allow: "127.0.0.1".parse().unwrap(),
        notify_retries: vec![Duration::from_secs(3600)],
        ..config
    })
}

on_both_databases! {
    async fn figures_say_what_waits(app: TestApp) {
        let app = that_delivers_in_vain(&app);
        app.loja_with_skus("u", &["S"]).await;
        app.a.get("/Pedido/Fila?consumidor=erp").await.with_status(200);
        let nobody = json!({ "url": "http://127.0.0.1:1024/", "tipos": ["sku.estoque"] });
        let created = app.a.post("/Notificacao", &nobody).await.with_status(201);
        app.create_pedido("u", &models::pedido("canal", "P1", "S")).await;
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.with_status(200);
        let address = created.header("location");
        until("one delivery is pending", async || {
            app.a.get(address).await.json_of(200)["situacao"]["pendentes"] == json!(1)
        })
        .await;
        let text = eventually("the oldest waiting event is a second old", async || {
            let text = app.admin.get("/metrics").await.with_status(200).text();
            let old = |name| value(&text, name).is_some_and(|seconds| seconds >= 1.0);
            let both = old("entreposto_queue_oldest_seconds") && old("entreposto_delivery_oldest_seconds");
            both.then_some(text)
        })
        .await;
        let of = |name: &str| value(&text, name).unwrap_or_else(|| panic!("{name} is missing in\n{text}"));
        assert_eq!(of("entreposto_delivery_pending"), 1.0);
        for name in [
            "entreposto_queue_dead_events",
            "entreposto_delivery_paused_addresses",
            "entreposto_commits_failing",
            "entreposto_housekeeping_failures_total",
        ] {
            assert_eq!(of(name), 0.0, "{name}");
        }
        assert!(of("entreposto_database_bytes") > 100_000.0, "{text}");
        assert!(of("entreposto_database_figures_timestamp_seconds") > 1e9);
        assert!(of("process_max_fds") > 0.0);
        assert_eq!(value(&text, "entreposto_tls_certificate_seconds_left"), None, "there is none");
        let of_file = value(&text, "entreposto_database_disk_free_bytes");
        assert_eq!(of_file.is_some(), app.database.url.starts_with("sqlite"), "{text}");
    }
}
