//! What the tests of this folder do, and look at.

use domain::pedido::{MudancaStatus, Target, Transition};
use domain::reading::json::read_json;
use domain::values::ids::PedidoId;
use serde_json::{Value, json};
use store::orders::{self, MovePedidoOutcome};
use store::{StoreError, check};

use super::super::steps::{agrees, control_by, ledger_of};
use crate::support::app::run_blocking;
use crate::support::{Answer, TestApp};

/// A user `u` with SKUs of stock 10 in centre 1, and centres 2 and 3, from which orders take in this order.
pub async fn with_centres(app: &TestApp, control: &str, skus: &[&str]) {
    app.loja_with_skus("u", skus).await;
    control_by(app, control).await;
    centre(app, 2, "Recife", 2).await.with_status(201);
    centre(app, 3, "Manaus", 3).await.with_status(201);
}

pub async fn centre(app: &TestApp, id: i32, nome: &str, prioridade: i32) -> Answer {
    let body = json!({ "nome": nome, "prioridade": prioridade });
    app.a.put(&format!("/Centro/{id}?usuarioId=u"), &body).await
}

pub async fn adjust(app: &TestApp, sku: &str, centro: i32, body: Value) -> Answer {
    app.a.put(&format!("/sku/{sku}/Centro/{centro}?usuarioId=u"), &body).await
}

/// Tells the stock of a SKU in a centre.
pub async fn put_in(app: &TestApp, sku: &str, centro: i32, stock: i64) {
    adjust(app, sku, centro, json!({ "estoque": stock })).await.with_status(200);
}

pub async fn sell_from(app: &TestApp, canal: &str, centros: Value) -> Answer {
    app.a.put(&format!("/Canal/{canal}/Centro?usuarioId=u"), &json!({ "centros": centros })).await
}

/// What there is of a SKU, by centre: the centre, its stock, what orders hold of it. All numbers agree.
pub async fn places(app: &TestApp, sku: &str) -> Vec<(i64, i64, i64)> {
    let all = app.a.get(&format!("/sku/{sku}/Centro?usuarioId=u")).await.json_of(200);
    let place = |one: &Value| {
        let number = |name: &str| one[name].as_i64().unwrap();
        let (stock, held) = (number("estoque"), number("reservado"));
        assert_eq!(number("disponivel"), stock - held);
        (number("centroId"), stock, held)
    };
    let places: Vec<_> = all.as_array().unwrap().iter().map(place).collect();
    let sum = app.a.get(&format!("/sku/{sku}/Estoque?usuarioId=u")).await.json_of(200);
    let (stock, held): (i64, i64) =
        places.iter().fold((0, 0), |sum, (_, stock, held)| (sum.0 + stock, sum.1 + held));
    assert_eq!((&sum["estoque"], &sum["reservado"]), (&json!(stock), &json!(held)));
    assert_eq!(sum["disponivel"], stock - held);
    let of_sku = app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200);
    assert_eq!(of_sku["estoque"], places[0].1);
    agrees(app);
    places
}

/// The ledger of a SKU in a centre.
pub async fn ledger_in(app: &TestApp, sku: &str, centro: i32) -> Vec<(String, i64, i64)> {
    ledger_of(app, sku, &format!("&centroId={centro}")).await
}

/// Some lines of an order move, by the store's own system.
pub fn move_lines(app: &TestApp, pedido: i64, lines: &'static [usize], status: &'static str) {
    let (loja, id) = (app.loja("u"), PedidoId(pedido));
    run_blocking(&app.store, move |store| {
        store.write_blocking(move |tx| {
            let body = json!({ "status": status, "motivo": "teste" }).to_string();
            let change: MudancaStatus = read_json(body.as_bytes()).unwrap();
            let to = Target::Plain(change.status);
            let step = Transition { by_store: true, to, lines: Some(lines.to_vec()), ..change.into() };
            let outcome = orders::transition(tx, loja, id, step)?;
            assert!(matches!(outcome, MovePedidoOutcome::Done(_)), "{outcome:?}");
            Ok::<_, StoreError>(())
        })
    });
}

/// Nothing is wrong with the database, whatever is in it.
pub fn sound(app: &TestApp) {
    let examined = run_blocking(&app.store, |store| store.read_blocking(check::examine));
    let wrong: Vec<String> = examined.into_iter().flat_map(|part| part.wrong).collect();
    assert_eq!(wrong, Vec::<String>::new());
}
