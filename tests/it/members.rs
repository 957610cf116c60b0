//! Every member of a SKU, a channel and a user, as the document names them: changed alone it is stored, read
//! back and announced.

use domain::values::dates::Instante;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::contract::Contract;
use crate::support::{TestApp, models, schema};

/// An entity: its schema, its list, one of it, the kind of its events, and members that cannot change.
struct Entity(&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const SKU: Entity = Entity("Sku", "/sku?usuarioId=u&", "/sku/S?usuarioId=u", "sku.alterado", &["sku"]);
const CHANNEL: Entity = Entity(
    "Canal",
    "/Canal?usuarioId=u&",
    "/Canal/c?usuarioId=u",
    "canal.alterado",
    &["canalId", "tipoCanal"],
);
const USER: Entity = Entity("Usuario", "/Usuario?", "/Usuario/u", "usuario.alterado", &["usuarioId"]);

/// Another value than the one that is there, of the kind that the document says.
fn another(member: &str, said: &Value, now: &Value) -> Value {
    match (member, now) {
        ("gtin", now) if *now == "SEM GTIN" => json!("7891000315507"),
        ("gtin", _) => json!("SEM GTIN"),
        ("configuracoesAdicionais", _) => json!([
            { "codigo": "endereco", "valor": "https://outra.example" }, { "codigo": "usuario", "valor": "hub" },
            { "codigo": "senha", "valor": "********" },
        ]),
        (_, Value::Bool(is)) => json!(!is),
        (_, Value::Number(number)) if said["type"] == "integer" => {
            let (number, most) = (number.as_i64().unwrap(), said["maximum"].as_i64());
            json!(if most.is_some_and(|most| number >= most) { number - 1 } else { number + 1 })
        }
        (_, Value::Number(number)) => json!(number.as_f64().unwrap() + 0.5),
        (_, Value::String(text)) => json!(format!("{text}x")),
        (_, Value::Array(items)) if !items.is_empty() => json!(items[1..]),
        _ => panic!("{member}: no other value is known for {now}"),
    }
}

/// The log's last position, and kind and `dados` of each event behind one.
async fn log_after(app: &TestApp, position: i64) -> (i64, Vec<(String, Value)>) {
    app.store.place_events().await.unwrap();
    let log = app.a.get(&format!("/Evento?posicao={}", position + 1)).await.json_of(200);
    let events = log["eventos"].as_array().unwrap().iter();
    let events = events.map(|event| (event["tipo"].as_str().unwrap().to_owned(), event["dados"].clone()));
    (log["ultimaPosicao"].as_i64().unwrap(), events.collect())
}

/// The event of a member that changed alone.
fn expected(kind: &str, member: &str, before: &Value, after: &Value) -> (String, Value) {
    let (kind, data) = match member {
        "estoque" => {
            ("sku.estoque", json!({ "estoqueAnterior": before["estoque"], "estoque": after["estoque"] }))
        }
        "precoDe" | "precoPor" => (
            "sku.preco",
            json!({
                "precoDeAnterior": before["precoDe"], "precoPorAnterior": before["precoPor"],
                "precoDe": after["precoDe"], "precoPor": after["precoPor"],
            }),
        ),
        _ => (kind, json!({ "campos": [member] })),
    };
    (kind.to_owned(), data)
}

/// How a change is sent: by itself, in a batch of SKUs, or there with another stock beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Single,
    Batch,
    BatchWithStock,
}

/// Changes each member alone, and checks what is answered, stored, listed and announced.
async fn every_member(app: &TestApp, entity: &Entity, way: Way) {
    let &Entity(name, list, one, kind, fixed) = entity;
    let document = &Contract::a().documento;
    let members = document["components"]["schemas"][name]["properties"].as_object().unwrap();
    assert!(members.len() > fixed.len() + 3, "{name}");
    for (member, said) in members.iter().filter(|(member, _)| !fixed.contains(&member.as_str())) {
        let (case, said) = (format!("{name} {member} {way:?}"), schema::resolve(document, said));
        let before = app.a.get(one).await.json_of(200);
        let mut after = before.clone();
        after[member] = another(member, said, &before[member]);
        let mut events = vec![expected(kind, member, &before, &after)];
        if way == Way::BatchWithStock && member != "estoque" {
            after["estoque"] = json!(before["estoque"].as_i64().unwrap() + 1);
            let position = usize::from(events[0].0 == "sku.alterado");
            events.insert(position, expected(kind, "estoque", &before, &after));
        }
        let since = Instante::now().utc().format("%Y-%m-%dT%H:%M:%S%.6fZ");
        let (position, _) = log_after(app, 0).await;
        if way == Way::Single {
            let answer = app.a.json(Method::PUT, one, &after).await.json_of(200);
            assert_eq!(answer, app.a.get(one).await.json_of(200), "{case}");
        } else {
            let batch = json!([models::sku("A"), after, models::sku("Z")]);
            let answer = app.a.post("/sku/Lote?usuarioId=u", &batch).await.json_of(200);
            assert!(answer.as_array().unwrap().iter().all(|item| item["status"] == 200), "{case}: {answer}");
        }
        let read = app.a.get(one).await.json_of(200);
        assert_eq!(without_secrets(read.clone()), without_secrets(after), "{case}");
        assert_ne!(read, before, "{case}");
        let changed = app.a.get(&format!("{list}dataAlteracaoInicial={since}")).await.json_of(200);
        assert_eq!(changed["metadados"]["total"], 1, "{case}");
        assert_eq!(log_after(app, position).await.1, events, "{case}");
    }
}

/// A channel's settings without those that are never shown.
fn without_secrets(mut body: Value) -> Value {
    if let Some(settings) = body["configuracoesAdicionais"].as_array_mut() {
        settings.retain(|setting| setting["codigo"] != "senha");
    }
    body
}

on_both_databases! {
    async fn every_member_of_a_sku_is_stored_and_announced(app: TestApp) {
        app.loja_with_skus("u", &["A", "S", "Z"]).await;
        for way in [Way::Single, Way::Batch, Way::BatchWithStock] {
            every_member(&app, &SKU, way).await;
            // lists are shortened: what is gone comes back
            app.a.put(SKU.2, &models::sku("S")).await.with_status(200);
        }
    }

    async fn every_member_of_a_channel_and_of_a_user_is_stored_and_announced(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        app.a.put(CHANNEL.2, &models::vendure("c")).await.with_status(201);
        every_member(&app, &CHANNEL, Way::Single).await;
        every_member(&app, &USER, Way::Single).await;
    }
}
