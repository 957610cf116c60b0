//! The order queue: events of orders are handed out until they are confirmed.

mod arrendamento;
mod entrega;
mod mortos;
mod quedas;

use std::time::Duration;

use actix_web::rt;
use domain::fila::Recibo;
use domain::values::dates::Instante;
use domain::values::ids::{ConsumidorId, LojaId};
use serde_json::{Value, json};
use store::fila::{Arrendado, Confirmacao, Fila, Inicio, Leitor, Pedida};
use store::{StoreError, fila};

use crate::suporte::{Cliente, TestApp, modelos};

/// An order of `u`; answers its number.
async fn criar(app: &TestApp, usuario: &str, source_id: &str) -> i64 {
    let pedido = app.criar_pedido(usuario, &modelos::pedido("canal", source_id, "S")).await;
    pedido["pedidoId"].as_i64().unwrap()
}

async fn mover(app: &TestApp, usuario: &str, pedido: i64, status: &str) {
    let caminho = format!("/Pedido/{pedido}/Status?usuarioId={usuario}");
    app.a.put(&caminho, &json!({ "status": status })).await.com_status(200);
}

/// What a reader is handed by the interface.
async fn pedir(cliente: &Cliente, consulta: &str) -> Vec<Value> {
    let itens = cliente.get(&format!("/Pedido/Fila?{consulta}")).await.json_de(200);
    itens.as_array().unwrap().clone()
}

/// The same, asked for until there is something.
async fn esperar(cliente: &Cliente, consulta: &str) -> Vec<Value> {
    for _ in 0..400 {
        let itens = pedir(cliente, consulta).await;
        if !itens.is_empty() {
            return itens;
        }
        rt::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nothing comes: {consulta}");
}

/// Confirms; answers the status of each item.
async fn confirmar(cliente: &Cliente, itens: &[Value]) -> Vec<u64> {
    let recibos: Vec<Value> = itens.iter().map(|item| json!({ "recibo": item["recibo"] })).collect();
    let resposta = cliente.post("/Pedido/Fila/Confirmar", &json!(recibos)).await;
    estados(&resposta.json_de(200))
}

fn estados(lote: &Value) -> Vec<u64> {
    lote.as_array().unwrap().iter().map(|item| item["status"].as_u64().unwrap()).collect()
}

/// Of each item, the order and the status that it tells of.
fn pares(itens: &[Value]) -> Vec<(i64, &str)> {
    itens.iter().map(|i| (i["pedidoId"].as_i64().unwrap(), i["status"].as_str().unwrap())).collect()
}

/// A reader past the interface, with a clock of the test's own.
struct Relogio<'a> {
    app: &'a TestApp,
    loja: Option<LojaId>,
    nome: ConsumidorId,
    inicio: Instante,
}

impl<'a> Relogio<'a> {
    fn de(app: &'a TestApp, loja: Option<LojaId>, nome: &str) -> Self {
        let nome = ConsumidorId::parse(nome).unwrap();
        Self { app, loja, nome, inicio: Instante::agora() }
    }

    fn fila(&self) -> Fila {
        Fila { aplicacao: self.app.aplicacao, loja: self.loja }
    }

    /// Leases for a minute, `segundos` after the test began.
    async fn pedir(&self, segundos: i64, quantidade: i64) -> Vec<Arrendado> {
        self.app.store.place_events().await.unwrap();
        let (fila, nome) = (self.fila(), self.nome.clone());
        let agora = self.inicio.mais_segundos(segundos);
        let pedida = Pedida { quantidade, visibilidade: 60, inicio: Inicio::Inicio, agora };
        let entrega =
            self.app.store.write(move |tx| fila::arrendar(tx, Leitor { fila, nome: &nome }, pedida)).await;
        entrega.unwrap().itens
    }

    async fn confirmar(&self, recibos: &[Recibo]) -> Vec<Confirmacao> {
        let (fila, recibos) = (self.fila(), recibos.to_vec());
        let feitas: Result<_, StoreError> =
            self.app.store.write(move |tx| fila::confirmar(tx, fila, &recibos)).await;
        feitas.unwrap()
    }
}

fn recibos(itens: &[Arrendado]) -> Vec<Recibo> {
    itens.iter().map(|arrendado| arrendado.recibo).collect()
}

/// Of each item, the order, the status that it tells of, and how often it has been handed out.
fn trincas(itens: &[Arrendado]) -> Vec<(i64, &'static str, i32)> {
    let trinca = |a: &Arrendado| {
        let evento = &a.item.evento;
        (evento.pedido_id.unwrap().0, evento.dados.status.unwrap().nome(), a.item.entregas)
    };
    itens.iter().map(trinca).collect()
}
