//! Setting what is already there changes nothing: no time of change, no list of changes, no event, whichever
//! interface it comes through.

use domain::values::dates::Instante;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::contract::Contract;
use crate::support::{TestApp, TestClient, models};

/// The lists of interface A that say what has changed, each with its rows.
const LISTS: [&str; 5] = ["/sku", "/Canal", "/Usuario", "/Canal/canal/sku", "/Canal/canal/Oferta"];

/// Where interface B sets stocks and prices.
const STOCKS: &str = "/produtos/estoques?tipoIdentificador=Sku";
const PRICES: &str = "/produtos/precos?tipoIdentificador=Sku";

/// How many rows of each of [`LISTS`] have changed since.
async fn changed_since(app: &TestApp, since: &str) -> Vec<Value> {
    let mut totals = Vec::new();
    for list in LISTS {
        let user = if list == "/Usuario" { "" } else { "usuarioId=u&" };
        let page = app.a.get(&format!("{list}?{user}dataAlteracaoInicial={since}")).await.json_of(200);
        totals.push(page["metadados"]["total"].clone());
    }
    totals
}

/// The place that the next event of the log gets.
async fn next_place(app: &TestApp) -> Value {
    app.store.place_events().await.unwrap();
    app.a.get("/Evento").await.json_of(200)["ultimaPosicao"].clone()
}

/// A request and whom it is sent to.
type Request<'a> = (&'a TestClient, Method, String, Value);

async fn send((client, method, uri, body): &Request<'_>) {
    let answer = client.json(method.clone(), uri, body).await;
    // a changed wholesale price is answered as one that is new
    let expected = if uri.contains("/atacarejo/") { 201 } else { 200 };
    assert_eq!(answer.status, expected, "{method} {uri}: {answer:?}");
    // interface B answers 200 for the whole and says of each product whether it was done
    if let Some(refused) = answer.json().get("produtosNaoAtualizados") {
        assert_eq!(refused, &json!([]), "{uri}");
    }
}

fn now() -> String {
    Instante::now().utc().format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

/// A store whose SKU `S` has everything that can be set of it; answers interface B and the SKU's wholesale
/// price.
async fn filled_store(app: &TestApp) -> (TestClient, Value) {
    app.loja_with_skus("u", &["S", "T"]).await;
    let b = app.b_as(app.loja("u")).with_contract(Contract::b());
    let in_channel = json!({ "estoque": 3, "preco": { "precoDe": 9, "precoPor": 8 }, "ativo": true });
    app.a.put("/sku/S/Canal/canal?usuarioId=u", &in_channel).await.with_status(201);
    let stock = json!([{ "identificador": "S", "prazoEntrega": 4,
        "listaEstoque": [{ "estoqueFisico": 10, "estoqueReservado": 2, "alertaEstoque": 1 }] }]);
    b.put(STOCKS, &stock).await.with_status(200);
    let prices = json!([{ "identificador": "S", "precoCusto": 5.5, "precoDe": 129.9, "precoPor": 99.9 }]);
    b.put(PRICES, &prices).await.with_status(200);
    let wholesale = json!({ "precoAtacado": 90, "quantidade": 10 });
    let number = b.post("/produtos/S/atacarejo?tipoIdentificador=Sku", &wholesale).await.json_of(200);
    (b, number[0]["produtoVarianteAtacadoId"].clone())
}

on_both_databases! {
    async fn setting_what_is_there_changes_nothing_through_either_interface(app: TestApp) {
        let (b, wholesale) = filled_store(&app).await;
        let (sku, channel) = (app.a.get("/sku/S?usuarioId=u").await.json(), models::canal("canal"));
        let in_channel = app.a.get("/sku/S/Canal/canal?usuarioId=u").await.json();
        let in_batch = models::with(in_channel.clone(), "/sku", json!("S"));
        let wholesale = format!("/produtos/S/atacarejo/{wholesale}?tipoIdentificador=Sku");
        let a = |method, uri: &str, body: Value| (&app.a, method, format!("{uri}?usuarioId=u"), body);
        let of_b = |uri: &str, body: Value| (&b, Method::PUT, uri.to_owned(), body);
        let requests = [
            a(Method::PUT, "/sku/S", sku.clone()),
            a(Method::PATCH, "/sku/S", json!({})),
            a(Method::PATCH, "/sku/S", json!({ "nome": sku["nome"] })),
            a(Method::POST, "/sku", sku.clone()),
            a(Method::POST, "/sku/Lote", json!([models::sku("T"), sku])),
            a(Method::PUT, "/sku/S/Estoque", json!({ "estoque": 10 })),
            a(Method::PUT, "/sku/S/Estoque", json!({ "variacao": 0 })),
            a(Method::POST, "/sku/Estoque/Lote", json!([
                { "sku": "S", "estoque": 10 }, { "sku": "T", "variacao": 0 },
            ])),
            a(Method::PUT, "/sku/S/Preco", json!({ "precoDe": 129.9, "precoPor": "99.90" })),
            a(Method::POST, "/sku/Preco/Lote", json!([{ "sku": "S", "precoDe": 129.9, "precoPor": 99.9 }])),
            a(Method::PUT, "/sku/S/Canal/canal", in_channel.clone()),
            a(Method::PATCH, "/sku/S/Canal/canal", json!({ "estoque": 3 })),
            a(Method::PUT, "/sku/S/Canal", json!([in_channel])),
            a(Method::PUT, "/sku/T/Canal", json!([])),
            a(Method::POST, "/Canal/canal/sku/Lote", json!([in_batch])),
            a(Method::PUT, "/Canal/canal", channel.clone()),
            a(Method::PATCH, "/Canal/canal", json!({ "prazo": channel["prazo"] })),
            a(Method::PUT, "/Usuario/u", models::usuario("u")),
            a(Method::PATCH, "/Usuario/u", json!({})),
            of_b(STOCKS, json!([{ "identificador": "S", "listaEstoque": [{ "estoqueFisico": 10 }] }])),
            of_b(STOCKS, json!([{ "identificador": "S", "prazoEntrega": 4, "listaEstoque": [] }])),
            of_b(STOCKS, json!([{ "identificador": "S", "prazoEntrega": 4,
                "listaEstoque": [{ "estoqueFisico": 10, "estoqueReservado": 2, "alertaEstoque": 1 }] }])),
            of_b(PRICES, json!([{ "identificador": "S", "precoDe": 129.9, "precoPor": 99.9 }])),
            of_b(PRICES, json!([
                { "identificador": "S", "precoCusto": "5.50", "precoDe": 129.9, "precoPor": 99.9 },
            ])),
            of_b(&wholesale, json!({ "precoAtacado": 90, "quantidade": 10 })),
            of_b(&wholesale, json!({ "precoAtacado": "90.00" })),
            of_b(&wholesale, json!({})),
            of_b("/produtos/S?tipoIdentificador=Sku", json!({
                "sku": "S", "nome": sku["nome"], "precoDe": 129.9, "precoPor": 99.9, "precoCusto": 5.5,
                "listaAtacado": [{ "precoPor": 90, "quantidade": 10 }],
                "listaAtributos": [{ "nome": "Cor", "valor": "Azul" }],
                "estoque": [{ "estoqueFisico": 10, "estoqueReservado": 2, "alertaEstoque": 1 }],
            })),
            of_b("/produtos/S/situacao?tipoIdentificador=Sku", json!({ "status": true })),
            of_b("/tabelaPrecos/0/produtos", json!([{ "sku": "S", "precoPor": 99.9 }])),
            of_b("/tabelaPrecos/1/produtos", json!([{ "sku": "S", "precoPor": 8, "precoDe": 9 }])),
        ];
        let (since, place) = (now(), next_place(&app).await);
        let shown = b.get("/produtos/alteracoes").await.json();
        for request in &requests {
            send(request).await;
            let (_, method, uri, body) = request;
            let case = format!("{method} {uri} {body}");
            assert_eq!(changed_since(&app, &since).await, vec![json!(0); LISTS.len()], "{case}");
            assert_eq!(next_place(&app).await, place, "{case}");
        }
        assert_eq!(b.get("/produtos/alteracoes").await.json(), shown);
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json(), requests[0].3);
    }

    async fn what_does_change_is_listed_and_told_once(app: TestApp) {
        let (b, wholesale) = filled_store(&app).await;
        let wholesale = format!("/produtos/S/atacarejo/{wholesale}?tipoIdentificador=Sku");
        let a = |method, uri: &str, body: Value| (&app.a, method, format!("{uri}?usuarioId=u"), body);
        let of_b = |uri: &str, body: Value| (&b, Method::PUT, uri.to_owned(), body);
        let stock = |body: Value| of_b(STOCKS, json!([body]));
        let price = |body: Value| of_b(PRICES, json!([body]));
        let fields = |fields: &[&str]| ("sku.alterado", json!({ "campos": fields }));
        for (request, (kind, told)) in [
            (
                a(Method::PUT, "/sku/S/Estoque", json!({ "variacao": -1 })),
                ("sku.estoque", json!({ "estoqueAnterior": 10, "estoque": 9 })),
            ),
            (
                stock(json!({ "identificador": "S", "listaEstoque": [{ "estoqueFisico": 7 }] })),
                ("sku.estoque", json!({ "estoqueAnterior": 9, "estoque": 7 })),
            ),
            (
                stock(json!({ "identificador": "S", "prazoEntrega": 5,
                    "listaEstoque": [{ "estoqueFisico": 7, "estoqueReservado": 3, "alertaEstoque": 2 }] })),
                fields(&["prazoDespacho", "estoqueReservado", "alertaEstoque"]),
            ),
            (
                price(json!({ "identificador": "S", "precoCusto": 6, "precoDe": 129.9, "precoPor": 99.9 })),
                fields(&["precoCusto"]),
            ),
            (
                price(json!({ "identificador": "S", "precoDe": 129.9, "precoPor": 98 })),
                ("sku.preco", json!({
                    "precoDeAnterior": 129.9, "precoPorAnterior": 99.9, "precoDe": 129.9, "precoPor": 98,
                })),
            ),
            (of_b(&wholesale, json!({ "precoAtacado": 91 })), fields(&["atacado"])),
            (of_b(&wholesale, json!({ "quantidade": 11 })), fields(&["atacado"])),
            (
                a(Method::PUT, "/sku/S/Canal", json!([])),
                ("skucanal.alterado", json!({
                    "anterior": { "estoque": 3, "preco": { "precoDe": 9, "precoPor": 8 }, "ativo": true },
                })),
            ),
        ] {
            let (since, place) = (now(), next_place(&app).await.as_i64().unwrap());
            send(&request).await;
            let (_, method, uri, body) = &request;
            assert_eq!(changed_since(&app, &since).await[0], 1, "{method} {uri} {body}");
            assert_eq!(next_place(&app).await, place + 1, "{method} {uri} {body}");
            let log = app.a.get(&format!("/Evento?posicao={}", place + 1)).await.json_of(200);
            let event = &log["eventos"][0];
            assert_eq!((&event["tipo"], &event["sku"]), (&json!(kind), &json!("S")), "{event}");
            assert_eq!(event["dados"], told, "{event}");
        }
    }
}
