//! Several servers on one database, and servers that die.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use delivery::{Config, Engine, SystemClock};
use domain::entrega::Agenda;
use domain::pedido::Pedido;
use domain::reading::json::ler_json;
use store::pedidos::{self, Entrada};
use tokio::sync::Notify;

use super::apoio::{Carteiro, Cena};
use crate::suporte::modelos;

nos_dois_bancos! {
    async fn what_a_dead_server_had_taken_is_sent_a_minute_later(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        cena.notificar().await;
        cena.pedido("1").await;
        // it takes the delivery, sends it, and dies before it hears an answer
        let preso = Carteiro::novo(|_| None);
        let mut morto = Engine::new(app.store.clone(), cena.relogio.clone(), preso.clone(), Config::default());
        let passo = actix_web::rt::time::timeout(Duration::from_millis(500), morto.passo()).await;
        assert!(passo.is_err());
        drop(morto);
        assert_eq!(preso.novos().len(), 1);

        cena.relogio.andar(59);
        assert_eq!(cena.passo().await, 0);
        cena.relogio.andar(2);
        assert_eq!(cena.esvaziar().await.len(), 1);
        assert_eq!(cena.passo().await, 0);
    }

    async fn two_servers_deliver_everything_once_but_for_failures(app: TestApp) {
        const PEDIDOS: usize = 500;
        let cena = Cena::nova(&app).await;
        let notificacao = cena.notificar().await;
        let loja = app.loja("u");
        let lote: Vec<Entrada> = (0..PEDIDOS)
            .map(|n| modelos::pedido("canal", &format!("L{n}"), "S").to_string())
            .map(|json| ler_json::<Pedido>(json.as_bytes()).unwrap().into())
            .collect();
        app.store.write(move |tx| pedidos::create_lote(tx, loja, &lote)).await.unwrap();

        // three of ten calls fail, whichever they are
        let vez = AtomicU32::new(0);
        let carteiro = Carteiro::novo(move |_| {
            Some(if vez.fetch_add(1, Ordering::SeqCst) % 10 < 3 { 500 } else { 200 })
        });
        let config = Config::default().with_schedule(Agenda::new(vec![Duration::from_millis(20); 30]));
        let parar = Arc::new(Notify::new());
        let tarefas: Vec<_> = (0..2)
            .map(|_| {
                let engine = Engine::new(app.store.clone(), Arc::new(SystemClock), carteiro.clone(), config.clone());
                let parar = parar.clone();
                actix_web::rt::spawn(engine.run(async move { parar.notified().await }, Duration::from_secs(5)))
            })
            .collect();
        for _ in 0..1200 {
            actix_web::rt::time::sleep(Duration::from_millis(50)).await;
            if carteiro.todos().iter().filter(|(_, status)| *status == Some(200)).count() >= PEDIDOS { break; }
        }
        for _ in &tarefas {
            parar.notify_one();
        }
        for tarefa in tarefas {
            tarefa.await.unwrap();
        }
        let mut chegadas: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (recebido, status) in carteiro.todos() {
            let conta = chegadas.entry(recebido.envio.id).or_default();
            match status {
                Some(200) => conta.0 += 1,
                _ => conta.1 += 1,
            }
        }
        assert_eq!(chegadas.len(), PEDIDOS);
        assert!(chegadas.values().all(|(boas, _)| *boas == 1), "{chegadas:?}");
        assert_eq!(cena.saude(&notificacao).await.pendentes, 0);
        // what is listed is what happened
        for entrega in cena.entregas(&notificacao).await {
            let (boas, ruins) = chegadas[&entrega.evento_id];
            assert_eq!(entrega.tentativas.len(), boas + ruins);
        }
    }
}
