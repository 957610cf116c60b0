//! Takes new orders over and confirms them: `take_over <address of interface A> <key>`, until Ctrl-C.

use std::collections::HashMap;
use std::error::Error;

use entreposto_client::domain::pedido::Pedido;
use entreposto_client::{EventoDaFila, Hub, Queue};

/// Stands for a database: what is taken over, by its number, with what it was last told of.
#[derive(Default)]
struct Erp {
    pedidos: HashMap<i64, Pedido>,
    seen: HashMap<i64, String>,
}

impl Erp {
    /// Stores the order and the event in one transaction; the same event once more changes nothing.
    async fn store(&mut self, hub: &Hub, event: EventoDaFila) -> Result<(), entreposto_client::Error> {
        let number = event.pedido_id.0;
        if self.seen.get(&number) == Some(&event.evento_id) {
            return Ok(());
        }
        let pedido = match event.pedido {
            Some(pedido) => pedido,
            None => hub.pedido(&event.usuario_id, event.pedido_id).await?.value,
        };
        self.pedidos.insert(number, pedido);
        self.seen.insert(number, event.evento_id);
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
#[allow(clippy::disallowed_methods, reason = "a program of its own")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, key] = arguments.as_slice() else { return Err("an address and a key, please".into()) };
    let (hub, mut erp) = (Hub::connect(address, key)?, Erp::default());
    let stop = async { tokio::signal::ctrl_c().await.unwrap_or_default() };
    Queue::of(&hub, "erp").consume(async |event| erp.store(&hub, event).await, stop).await?;
    eprintln!("{} orders were taken over", erp.pedidos.len());
    Ok(())
}
