//! The order queue: events of orders are handed out until they are confirmed.

mod crashes;
mod entrega;
mod leasing;
mod mortos;

use domain::fila::Recibo;
use domain::values::dates::Instante;
use domain::values::ids::{ConsumidorId, LojaId};
use serde_json::{Value, json};
use store::queue::{ConfirmOutcome, Fila, Inicio, Leased, QueueReader, Wanted};
use store::{StoreError, queue};

use crate::support::wait::eventually;
use crate::support::{TestApp, TestClient, models};

/// An order of `u`; answers its number.
async fn create(app: &TestApp, usuario: &str, source_id: &str) -> i64 {
    let pedido = app.create_pedido(usuario, &models::pedido("canal", source_id, "S")).await;
    pedido["pedidoId"].as_i64().unwrap()
}

async fn move_on(app: &TestApp, usuario: &str, pedido: i64, status: &str) {
    let path = format!("/Pedido/{pedido}/Status?usuarioId={usuario}");
    app.a.put(&path, &json!({ "status": status })).await.with_status(200);
}

/// What a reader is handed by the interface.
async fn ask(client: &TestClient, query: &str) -> Vec<Value> {
    let items = client.get(&format!("/Pedido/Fila?{query}")).await.json_of(200);
    items.as_array().unwrap().clone()
}

/// The same, asked for until there is something.
async fn wait(client: &TestClient, query: &str) -> Vec<Value> {
    eventually(query, async || Some(ask(client, query).await).filter(|items| !items.is_empty())).await
}

/// Confirms; answers the status of each item.
async fn confirm(client: &TestClient, items: &[Value]) -> Vec<u64> {
    let recibos: Vec<Value> = items.iter().map(|item| json!({ "recibo": item["recibo"] })).collect();
    let answer = client.post("/Pedido/Fila/Confirmar", &json!(recibos)).await;
    states(&answer.json_of(200))
}

fn states(lote: &Value) -> Vec<u64> {
    lote.as_array().unwrap().iter().map(|item| item["status"].as_u64().unwrap()).collect()
}

/// Of each item, the order and the status that it tells of.
fn pairs(items: &[Value]) -> Vec<(i64, &str)> {
    items.iter().map(|i| (i["pedidoId"].as_i64().unwrap(), i["status"].as_str().unwrap())).collect()
}

/// A reader past the interface, with a clock of the test's own.
pub(crate) struct TestClock<'a> {
    app: &'a TestApp,
    loja: Option<LojaId>,
    nome: ConsumidorId,
    inicio: Instante,
}

impl<'a> TestClock<'a> {
    pub(crate) fn of(app: &'a TestApp, loja: Option<LojaId>, nome: &str) -> Self {
        let nome = ConsumidorId::parse(nome).unwrap();
        Self { app, loja, nome, inicio: Instante::now() }
    }

    fn fila(&self) -> Fila {
        Fila { aplicacao: self.app.aplicacao, loja: self.loja }
    }

    /// Leases for a minute, `seconds` after the test began.
    pub(crate) async fn ask(&self, seconds: i64, quantidade: i64) -> Vec<Leased> {
        self.app.store.place_events().await.unwrap();
        let (fila, nome) = (self.fila(), self.nome.clone());
        let agora = self.inicio.plus_seconds(seconds);
        let wanted = Wanted { quantidade, visibilidade: 60, inicio: Inicio::Inicio, agora };
        let entrega =
            self.app.store.write(move |tx| queue::lease(tx, QueueReader { fila, nome: &nome }, wanted)).await;
        entrega.unwrap().itens
    }

    async fn confirm(&self, recibos: &[Recibo]) -> Vec<ConfirmOutcome> {
        let (fila, recibos) = (self.fila(), recibos.to_vec());
        let outcomes: Result<_, StoreError> =
            self.app.store.write(move |tx| queue::confirm(tx, fila, &recibos)).await;
        outcomes.unwrap()
    }
}

fn recibos(items: &[Leased]) -> Vec<Recibo> {
    items.iter().map(|leased| leased.recibo).collect()
}

/// Of each item, the order, the status that it tells of, and how often it has been handed out.
fn triples(items: &[Leased]) -> Vec<(i64, &'static str, i32)> {
    let triple = |a: &Leased| {
        let evento = &a.item.evento;
        (evento.pedido_id.unwrap().0, evento.dados.status.unwrap().name(), a.item.entregas)
    };
    items.iter().map(triple).collect()
}
