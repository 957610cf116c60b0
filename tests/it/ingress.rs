//! The public listener for returns of consents and notices, from the console and interface A to the shop and back.

use std::sync::Arc;

use channels::Connectors;
use connector_kit::oauth::{OAuthShop, SECRET};
use reqwest::Method;
use serde_json::{Value, json};
use server::app::Application;
use server::config::Config;
use server::{connectors, database, listeners};

use crate::canais::access::{ToShop, connectors as with_oauth};
use crate::canais::hmac_hex;
use crate::console::visitor::Visitor;
use crate::support::database::{Database, TestDatabase};
use crate::support::wait::until;
use crate::support::{Answer, TestApp, TestClient};

/// A hub whose connectors are those of the tests, worked by its own engine.
fn start(database: Database, shop: Arc<OAuthShop>, connectors: Connectors) -> Option<TestApp> {
    let database = TestDatabase::new(database)?;
    let config = Config {
        channels: true,
        tell_offers: true,
        listen_ingress: Some("127.0.0.1:0".parse().unwrap()),
        ingress_url: "https://hub.example".parse().unwrap(),
        failed_keys_per_minute: 60,
        ..crate::support::app::config(&database.url)
    };
    Some(TestApp::built(database, &config, move |config| {
        let taken = listeners::take(config)?;
        Application::with_connectors(
            config,
            database::open_migrated(config)?,
            taken,
            (connectors, ToShop(shop)),
        )
    }))
}

/// Code and path of the address that a browser is sent back to.
fn path_of(back: &str) -> String {
    back.strip_prefix("https://hub.example").expect("the address that channels know").to_owned()
}

async fn notice(ingress: &TestClient, path: &str, signature: &str, body: &[u8]) -> Answer {
    let headers = [("x-loja-assinatura", signature)];
    ingress.send(Method::POST, path, &headers, Some(body.to_vec())).await
}

async fn walk(app: TestApp, shop: Arc<OAuthShop>) {
    app.loja_with_skus("u", &["S"]).await;
    let ingress = TestClient::new(app.ingress.unwrap(), None);
    let canal = json!({ "canalId": "loja", "nome": "Loja", "tipoCanal": "LojaOAuth" });
    app.a.post("/Canal?usuarioId=u", &canal).await.with_status(201);
    let path = "/Canal/loja/Conexao?usuarioId=u";
    app.a.put(path, &json!({ "modo": "total" })).await.with_status(201);
    until("it is told that a consent is needed", async || {
        app.a.get(path).await.json_of(200)["estado"] == "semAcesso"
    })
    .await;

    // by interface A
    let asked = app.a.post("/Canal/loja/Conexao/Verificar?usuarioId=u", &Value::Null).await.json_of(202);
    let address = asked["autorizacao"]["endereco"].as_str().unwrap();
    assert!(!address.contains(SECRET), "{address}");
    let back = shop.consent(address, "77").unwrap();
    let page = ingress.get(&path_of(&back)).await.with_status(200);
    assert!(page.text().contains("Loja 77") && !page.text().contains("secreto"), "{page:?}");
    for (header, value) in [
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ] {
        assert_eq!(page.header(header), value);
    }
    until("it is connected", async || app.a.get(path).await.json_of(200)["estado"] == "conectada").await;
    until("stock is there", async || shop.stock("S") == Some(10)).await;
    let again = ingress.get(&path_of(&back)).await.with_status(404);
    let foreign = ingress.get("/conexao/retorno?state=de-outro&code=x").await.with_status(404);
    assert_eq!(again.text(), foreign.text());
    ingress.get("/conexao/retorno").await.with_status(404);

    // by the console
    let ana = Visitor::operator(&app).await;
    let page = ana.page("/console/1-1/canais/conexao?canal=loja").await;
    assert!(page.contains("Autorizar de novo") && page.contains("https://hub.example/aviso/"), "{page}");
    let asked =
        ana.act("/console/1-1/canais/conexao/autorizar", &[("canal", "loja")]).await.with_status(200).text();
    let link = asked.split_once("href=\"http://loja.example/").unwrap().1.split_once('"').unwrap().0;
    let link = format!("http://loja.example/{}", link.replace("&amp;", "&"));
    let other = ingress.get(&path_of(&shop.consent(&link, "88").unwrap())).await.with_status(409);
    assert!(other.text().contains("Loja 88"), "{other:?}");
    let asked =
        ana.act("/console/1-1/canais/conexao/autorizar", &[("canal", "loja")]).await.with_status(200).text();
    let link = asked.split_once("href=\"http://loja.example/").unwrap().1.split_once('"').unwrap().0;
    let link = format!("http://loja.example/{}", link.replace("&amp;", "&"));
    ingress.get(&path_of(&shop.consent(&link, "77").unwrap())).await.with_status(200);

    // notices
    let aviso = app.a.get(path).await.json_of(200)["aviso"].as_str().unwrap().to_owned();
    let aviso = path_of(&aviso);
    let signature = format!("sha256={}", hmac_hex(SECRET.as_bytes(), b"{}"));
    notice(&ingress, &aviso, &signature, b"{}").await.with_status(200);
    notice(&ingress, &aviso, &signature, b"{ }").await.with_status(401);
    notice(&ingress, &aviso, &signature, &vec![b' '; 300 << 10]).await.with_status(413);
    ingress.get(&aviso).await.with_status(404);
    let unknown = format!("/aviso/{}", "x".repeat(43));
    for path in [unknown.as_str(), "/aviso/x", "/aviso/x/y", "/"] {
        let answer = notice(&ingress, path, &signature, b"{}").await.with_status(404);
        assert_eq!(answer.text(), "", "{path}");
    }
    // whoever guesses must wait; a bell that is known rings on
    let mut last = 0;
    for _ in 0..70 {
        last = notice(&ingress, &unknown, "", b"").await.status;
    }
    assert_eq!(last, 429);
    notice(&ingress, &aviso, &signature, b"{}").await.with_status(200);
}

fn walked(database: Database) {
    let shop = Arc::new(OAuthShop::default());
    shop.add("S");
    let Some(app) = start(database, shop.clone(), with_oauth()) else { return };
    actix_web::rt::System::new().block_on(async move { walk(app, shop).await });
}

#[test]
fn a_channel_is_connected_by_a_consent_sqlite() {
    walked(Database::Sqlite);
}

#[test]
fn a_channel_is_connected_by_a_consent_postgres() {
    walked(Database::Postgres);
}

#[test]
fn without_an_application_of_the_operator_it_is_said_who_has_to_act() {
    let none = Connectors::default().with(connector_kit::oauth::CONNECTOR);
    let Some(app) = start(Database::Sqlite, Arc::default(), none) else { return };
    actix_web::rt::System::new().block_on(async move {
        app.loja_with_skus("u", &["S"]).await;
        let canal = json!({ "canalId": "loja", "nome": "Loja", "tipoCanal": "LojaOAuth" });
        app.a.post("/Canal?usuarioId=u", &canal).await.with_status(201);
        app.a.put("/Canal/loja/Conexao?usuarioId=u", &json!({})).await.with_status(201);
        let asked = app.a.post("/Canal/loja/Conexao/Verificar?usuarioId=u", &Value::Null).await.json_of(202);
        assert_eq!(asked["autorizacao"], Value::Null);
        until("the operator's part is named", async || {
            let erros = app.a.get("/Canal/loja/Erro?usuarioId=u").await.json_of(200);
            erros["resultado"][0]["texto"].as_str().is_some_and(|text| text.contains("quem opera o hub"))
        })
        .await;
        let page = Visitor::operator(&app).await.page("/console/1-1/canais/conexao?canal=loja").await;
        assert!(page.contains("quem opera o hub") && !page.contains("conexao/autorizar"), "{page}");
        assert_eq!(connectors::all().manifests().filter(|one| one.access.is_some()).count(), 0);
    });
}
