//! Every member that an entity has, as the document names them: changed alone it is stored, read back and
//! told of. A member that comes later is here by itself.

use domain::values::dates::Instante;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::contract::Contract;
use crate::support::{TestApp, models, schema};

/// An entity, and members that are not changed here with the reason.
struct Entity {
    schema: &'static str,
    list: &'static str,
    one: &'static str,
    kind: &'static str,
    fixed: &'static [&'static str],
}

const SKU: Entity = Entity {
    schema: "Sku",
    list: "/sku?usuarioId=u&",
    one: "/sku/S?usuarioId=u",
    kind: "sku",
    fixed: &["sku"],
};
const CHANNEL: Entity = Entity {
    schema: "Canal",
    list: "/Canal?usuarioId=u&",
    one: "/Canal/c?usuarioId=u",
    kind: "canal",
    // the type of a channel cannot change: that is refused, which another test shows
    fixed: &["canalId", "tipoCanal"],
};
const USER: Entity = Entity {
    schema: "Usuario",
    list: "/Usuario?",
    one: "/Usuario/u",
    kind: "usuario",
    fixed: &["usuarioId"],
};

impl Entity {
    /// Its members and what the document says of each.
    fn members(&self) -> Vec<(&'static str, &'static Value)> {
        let document = &Contract::a().documento;
        let schema = &document["components"]["schemas"][self.schema];
        let members = schema["properties"].as_object().expect("an object").iter();
        let changeable: Vec<_> = members
            .map(|(name, said)| (name.as_str(), schema::resolve(document, said)))
            .filter(|(name, _)| !self.fixed.contains(name))
            .collect();
        assert!(changeable.len() >= 4, "{}: {changeable:?}", self.schema);
        changeable
    }

    async fn changed_since(&self, app: &TestApp, since: &str) -> Value {
        let page = app.a.get(&format!("{}dataAlteracaoInicial={since}", self.list)).await.json_of(200);
        page["metadados"]["total"].clone()
    }
}

/// Values of members that have more rules than the document can say, by turns.
fn ruled(entity: &Entity, member: &str) -> Option<[Value; 2]> {
    match (entity.schema, member) {
        ("Sku", "gtin") => Some([json!("SEM GTIN"), json!("7891000315507")]),
        ("Canal", "configuracoesAdicionais") => Some(["122", "124"].map(|number| {
            let kept = json!({ "codigo": "refreshToken", "valor": "********" });
            json!([{ "codigo": "sellerId", "valor": number }, kept])
        })),
        _ => None,
    }
}

/// Another value than the one that is there, of the kind that the document says.
fn another(entity: &Entity, member: &str, said: &Value, now: &Value) -> Value {
    if let Some([one, other]) = ruled(entity, member) {
        return if *now == one { other } else { one };
    }
    match now {
        Value::Bool(is) => json!(!is),
        Value::Number(number) if said["type"] == "integer" => {
            let (number, most) = (number.as_i64().unwrap(), said["maximum"].as_i64());
            json!(if most.is_some_and(|most| number >= most) { number - 1 } else { number + 1 })
        }
        Value::Number(number) => json!(number.as_f64().unwrap() + 0.5),
        Value::String(text) => json!(format!("{text}x")),
        Value::Array(items) if items.is_empty() => panic!("{member}: the sample should have one"),
        Value::Array(items) => json!(items[1..]),
        Value::Null | Value::Object(_) => panic!("{member}: no other value is known for {now}"),
    }
}

/// What has been told since a place of the log: kind and `dados` of each event.
async fn told_since(app: &TestApp, place: i64) -> Vec<(String, Value)> {
    app.store.place_events().await.unwrap();
    let log = app.a.get(&format!("/Evento?posicao={}", place + 1)).await.json_of(200);
    let events = log["eventos"].as_array().unwrap().iter();
    events.map(|event| (event["tipo"].as_str().unwrap().to_owned(), event["dados"].clone())).collect()
}

async fn last_place(app: &TestApp) -> i64 {
    app.store.place_events().await.unwrap();
    app.a.get("/Evento").await.json_of(200)["ultimaPosicao"].as_i64().unwrap()
}

/// What an event has to say of a member that changed alone.
fn expected(entity: &Entity, member: &str, before: &Value, after: &Value) -> (String, Value) {
    let of = |body: &Value, member: &str| body[member].clone();
    match (entity.schema, member) {
        ("Sku", "estoque") => (
            "sku.estoque".to_owned(),
            json!({ "estoqueAnterior": of(before, member), "estoque": of(after, member) }),
        ),
        ("Sku", "precoDe" | "precoPor") => (
            "sku.preco".to_owned(),
            json!({
                "precoDeAnterior": of(before, "precoDe"), "precoPorAnterior": of(before, "precoPor"),
                "precoDe": of(after, "precoDe"), "precoPor": of(after, "precoPor"),
            }),
        ),
        _ => (format!("{}.alterado", entity.kind), json!({ "campos": [member] })),
    }
}

fn now() -> String {
    Instante::now().utc().format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

/// How a change is sent.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// PUT of the whole.
    Single,
    /// A batch of SKUs, of which one changes.
    Batch,
    /// A batch in which the stock changes beside the member.
    BatchWithStock,
}

/// Changes each member alone, and looks at what is answered, stored, listed and told.
async fn every_member(app: &TestApp, entity: &Entity, way: Way) {
    for (member, said) in entity.members() {
        let before = app.a.get(entity.one).await.json_of(200);
        let mut after = before.clone();
        after[member] = another(entity, member, said, &before[member]);
        let mut events = vec![expected(entity, member, &before, &after)];
        if let (Way::BatchWithStock, true) = (way, member != "estoque") {
            after["estoque"] = json!(before["estoque"].as_i64().unwrap() + 1);
            let stock = expected(entity, "estoque", &before, &after);
            events.insert(usize::from(events[0].0 == "sku.alterado"), stock);
        }
        let (since, place, case) =
            (now(), last_place(app).await, format!("{} {member} {way:?}", entity.schema));
        match way {
            Way::Single => {
                let answer = app.a.json(Method::PUT, entity.one, &after).await;
                assert_eq!(answer.status, 200, "{case}: {answer:?}");
                // an upsert answers what is stored
                assert_eq!(answer.json(), app.a.get(entity.one).await.json_of(200), "{case}");
            }
            Way::Batch | Way::BatchWithStock => {
                let batch = json!([models::sku("A"), after, models::sku("Z")]);
                let answer = app.a.post("/sku/Lote?usuarioId=u", &batch).await.json_of(200);
                assert!(
                    answer.as_array().unwrap().iter().all(|item| item["status"] == 200),
                    "{case}: {answer}"
                );
            }
        }
        let read = app.a.get(entity.one).await.json_of(200);
        assert_eq!(without_secrets(read.clone()), without_secrets(after), "{case}");
        assert_ne!(read, before, "{case}");
        assert_eq!(entity.changed_since(app, &since).await, 1, "{case}");
        assert_eq!(told_since(app, place).await, events, "{case}");
    }
}

/// A channel's settings without those that are never shown.
fn without_secrets(mut body: Value) -> Value {
    if let Some(settings) = body["configuracoesAdicionais"].as_array_mut() {
        settings.retain(|setting| setting["codigo"] != "refreshToken");
    }
    body
}

on_both_databases! {
    async fn every_member_of_a_sku_is_stored_and_told(app: TestApp) {
        app.loja_with_skus("u", &["A", "S", "Z"]).await;
        for way in [Way::Single, Way::Batch, Way::BatchWithStock] {
            every_member(&app, &SKU, way).await;
            // lists are shortened: what is gone comes back
            app.a.put(SKU.one, &models::sku("S")).await.with_status(200);
        }
    }

    async fn every_member_of_a_channel_is_stored_and_told(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let settings = json!([
            { "codigo": "sellerId", "valor": "123" }, { "codigo": "refreshToken", "valor": "segredo" },
        ]);
        let channel = models::with(models::canal("c"), "/tipoCanal", json!("MercadoLivre"));
        let channel = models::with(channel, "/configuracoesAdicionais", settings);
        app.a.put(CHANNEL.one, &channel).await.with_status(201);
        every_member(&app, &CHANNEL, Way::Single).await;
    }

    async fn every_member_of_a_user_is_stored_and_told(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        every_member(&app, &USER, Way::Single).await;
    }
}
