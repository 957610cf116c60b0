//! The request that a document shows for an operation, and the data that it speaks of.

use domain::canal::Canal;
use domain::conexao::{Causa, SobreErro};
use domain::pedido::Pedido;
use domain::reading::json::read_json;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, UsuarioId};
use reqwest::Method;
use sample::Plan;
use serde_json::Value;
use server::{made_up, tipos_canal};
use store::channels::AtChannel;
use store::orders::{self, CreatePedidoOutcome};
use store::{aplicacoes, canais, usuarios};

use super::answer::Answer;
use super::app::{TestApp, run_blocking};
use super::client::TestClient;
use super::connected::Connected;
use super::contract::{Contract, Operation};
use super::models;

/// SKUs of the demonstration.
const SKUS: [&str; 2] = ["CAMISETA-AZUL-M", "CAMISETA-AZUL-G"];

/// Both interfaces over the data of the demonstration, each with its document.
pub fn demonstration(app: &TestApp) -> [(&'static Contract, TestClient); 2] {
    let plan = Plan::new(Instante::from_micros(1_780_000_000_000_000)).users(3).skus(30).orders(30);
    let (name, made) = run_blocking(&app.store, move |store| {
        let types = tipos_canal::catalogue(None, &server::connectors::all())?;
        made_up::fill(store, &plan.with_examples(), "demo", types.kinds())
    });
    let first = UsuarioId::parse(&made.stores[0].usuario_id).unwrap();
    let loja = app.store.read_blocking(|conn| {
        let aplicacao = aplicacoes::find(conn, &name)?.unwrap();
        usuarios::resolve(conn, aplicacao.id, &first)
    });
    connect(app, loja.unwrap().unwrap().id);
    let (a, b) = (app.a.with_key(Some(&made.app_key)), app.b.with_key(Some(&made.stores[0].store_key)));
    [(Contract::a(), a), (Contract::b(), b)]
}

/// The living channel of the demonstration, as an engine leaves it behind; with an order and two errors.
fn connect(app: &TestApp, loja: LojaId) {
    let canal: Canal = read_json(models::vendure("vitrine").to_string().as_bytes()).unwrap();
    let pedido: Pedido =
        read_json(models::pedido("vitrine", "1001", SKUS[0]).to_string().as_bytes()).unwrap();
    let pedido = run_blocking(&app.store, move |store| {
        let (canal, pedido) = (canal.clone(), pedido.clone());
        store.write_blocking(move |tx| {
            canais::upsert(tx, loja, &canal)?;
            orders::create(tx, loja, &pedido.clone().into())
        })
    });
    let CreatePedidoOutcome::Created { pedido, .. } = pedido else { panic!("{pedido:?}") };
    let canal = Connected::of(app, loja, "vitrine");
    canal.listed(SKUS[0], "1:11", AtChannel { estoque: Some(12), ..AtChannel::default() });
    canal.listed(SKUS[1], "2:12", AtChannel { estoque: Some(3), ..AtChannel::default() });
    canal.ordered("1001", Some(pedido.pedido_id.0));
    canal.failed((SobreErro::Sku, "CANECA-BRANCA"), &[(Causa::NotListed, "")]);
    canal.failed((SobreErro::Pedido, "1002"), &[(Causa::UnknownSku, "CANECA-VERDE")]);
}

/// The kind of a body that is a file.
pub const FILE: &str = "application/octet-stream";

/// A request as the document spells it out.
pub struct Example {
    method: Method,
    /// With the query.
    pub path: String,
    /// What it is, and it as text.
    pub body: Option<(String, String)>,
}

impl Example {
    /// The one of an operation.
    pub fn of(operation: &Operation<'_>) -> Self {
        let mut path = operation.model.to_owned();
        let mut pairs = Vec::new();
        for parameter in operation.said["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let Some(example) = parameter.get("example") else { continue };
            let text = match example {
                Value::String(text) => text.clone(),
                Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(","),
                other => other.to_string(),
            };
            match parameter["in"].as_str() {
                Some("path") => path = path.replace(&format!("{{{name}}}"), &text),
                _ => pairs.push(format!("{name}={text}")),
            }
        }
        let query = if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) };
        let kinds = operation.said["requestBody"]["content"].as_object();
        let body = kinds.and_then(|kinds| kinds.iter().next()).map(|(kind, said)| match kind.as_str() {
            // a file goes as it is
            FILE => (kind.clone(), plain(&said["example"])),
            _ => (kind.clone(), said["example"].to_string()),
        });
        let method = Method::from_bytes(operation.method.as_bytes()).unwrap();
        Self { method, path: format!("{path}{query}"), body }
    }

    /// Sends it.
    pub async fn send(&self, client: &TestClient, headers: &[(&str, &str)]) -> Answer {
        let mut headers = headers.to_vec();
        if let Some((kind, _)) = &self.body {
            headers.push(("content-type", kind));
        }
        let body = self.body.as_ref().map(|(_, text)| text.clone());
        client.send(self.method.clone(), &self.path, &headers, body).await
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
