//! Events from one end to the other: a change made through an interface, the signed call that a listener
//! gets, and what is told of it afterwards.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

use crate::support::contract::Contract;
use crate::support::wait::eventually;
use crate::support::{TestApp, models};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A call as it arrived.
struct Call {
    row: String,
    headers: HashMap<String, String>,
    corpo: Vec<u8>,
}

impl Call {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.corpo).unwrap()
    }

    /// True when the secret signed it, by an implementation of Standard Webhooks that is not ours.
    fn signed(&self, segredo: &str) -> bool {
        let headers: HeaderMap = self
            .headers
            .iter()
            .map(|(name, value)| {
                (HeaderName::from_bytes(name.as_bytes()).unwrap(), HeaderValue::from_str(value).unwrap())
            })
            .collect();
        standardwebhooks::Webhook::new(segredo).unwrap().verify(&self.corpo, &headers).is_ok()
    }
}

/// A listener of this computer that answers every call the same; its address, and what it gets.
fn listener(status: u16, answer: &'static str) -> (String, Receiver<Call>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (call, received) = channel();
    thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let call = call.clone();
            thread::spawn(move || serve(connection, status, answer, &call));
        }
    });
    (format!("http://{address}/eventos?a=1"), received)
}

fn serve(connection: TcpStream, status: u16, answer: &str, call: &Sender<Call>) -> Option<()> {
    let mut reader = BufReader::new(connection.try_clone().ok()?);
    let mut row = String::new();
    reader.read_line(&mut row).ok()?;
    let mut headers = HashMap::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let mut corpo = vec![0; headers.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut corpo).ok()?;
    call.send(Call { row, headers, corpo }).ok()?;
    let size = answer.len();
    let text = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: text/plain\r\ncontent-length: {size}\r\nconnection: close\r\n\r\n{answer}"
    );
    (&connection).write_all(text.as_bytes()).ok()
}

/// A server that delivers, to this computer too, with another database of the same kind.
fn that_delivers(app: &TestApp) -> TestApp {
    app.another(|config| server::config::Config {
        notify: true,
        notify_allow: "127.0.0.1".parse().unwrap(),
        notify_retries: vec![Duration::ZERO],
        ..config
    })
}

/// The deliveries of a notification, once `ready` says so of the newest.
async fn entregas(app: &TestApp, address: &str, ready: impl Fn(&Value) -> bool) -> Vec<Value> {
    eventually("the delivery", async || {
        let deliveries = app.a.get(&format!("{address}/Entregas")).await.json_of(200)["resultado"].clone();
        ready(&deliveries[0]).then(|| deliveries.as_array().unwrap().clone())
    })
    .await
}

on_both_databases! {
    async fn a_change_arrives_signed_and_the_list_explains_it(app: TestApp) {
        let app = that_delivers(&app);
        app.loja_with_skus("u", &["S"]).await;
        let (url, received) = listener(200, "obrigado");
        let corpo = json!({ "url": url, "tipos": ["sku.estoque"], "usuarioId": "u" });
        let created = app.a.post("/Notificacao", &corpo).await.with_status(201);
        let segredo = created.json()["segredo"].as_str().unwrap().to_owned();
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.with_status(200);

        let call = received.recv_timeout(PATIENCE).expect("a call");
        assert_eq!(call.row.trim_end(), "POST /eventos?a=1 HTTP/1.1");
        assert_eq!(call.headers["content-type"], "application/json");
        assert!(call.signed(&segredo) && !call.signed("whsec_AAAA"));
        // the body is the event, as the log has it
        let evento = call.json();
        assert_eq!((&evento["tipo"], &evento["sku"], &evento["dados"]["estoque"]), (&json!("sku.estoque"), &json!("S"), &json!(3)));
        assert_eq!(call.headers["webhook-id"], evento["eventoId"].as_str().unwrap());
        let registro = app.a.get("/Evento?tipo=sku.estoque").await.json_of(200);
        assert_eq!(registro["eventos"][0], evento);

        let address = created.header("location");
        let read_values = entregas(&app, address, |entrega| entrega["estado"] == "Entregue").await;
        assert_eq!(read_values.len(), 1);
        let attempt = &read_values[0]["tentativas"][0];
        assert_eq!(
            (&read_values[0]["eventoId"], &read_values[0]["posicao"], &attempt["status"], &attempt["resposta"]),
            (&evento["eventoId"], &evento["posicao"], &json!(200), &json!("obrigado"))
        );
        assert!(attempt["duracaoMs"].is_u64() && attempt.get("erro").is_none(), "{attempt}");
        let situacao = app.a.get(address).await.json_of(200)["situacao"].clone();
        assert_eq!((&situacao["pendentes"], situacao["ultimoSucesso"].is_string()), (&json!(0), true));

        // for a day after a rotation both secrets are good; the same event again has the same id
        let path = format!("{address}/Segredo");
        let new = app.a.send(reqwest::Method::POST, &path, &[], None::<Vec<u8>>).await.json_of(200);
        let range = json!({ "dePosicao": evento["posicao"], "atePosicao": evento["posicao"] });
        app.a.post(&format!("{address}/Reenviar"), &range).await.with_status(200);
        let repeated = received.recv_timeout(PATIENCE).expect("the event again");
        assert_eq!((repeated.json(), &repeated.headers["webhook-id"]), (evento, &call.headers["webhook-id"]));
        assert!(repeated.signed(&segredo) && repeated.signed(new["segredo"].as_str().unwrap()));
    }

    async fn a_listener_that_fails_is_shown_as_it_answered(app: TestApp) {
        let app = that_delivers(&app);
        app.loja_with_skus("u", &["S"]).await;
        let (url, received) = listener(500, "estou quebrado");
        let created = app.a.post("/Notificacao", &json!({ "url": url, "tipos": ["sku.preco"] })).await.with_status(201);
        app.a.put("/sku/S/Preco?usuarioId=u", &json!({ "precoPor": 1 })).await.with_status(200);
        let first = received.recv_timeout(PATIENCE).expect("a call");
        let second = received.recv_timeout(PATIENCE).expect("another attempt");
        assert_eq!((first.corpo, &first.headers["webhook-id"]), (second.corpo, &second.headers["webhook-id"]));
        let two = |entrega: &Value| entrega["tentativas"].as_array().is_some_and(|t| t.len() >= 2);
        let parsed = entregas(&app, created.header("location"), two).await[0].clone();
        let attempt = &parsed["tentativas"][1];
        assert_eq!(
            (&parsed["estado"], &attempt["numero"], &attempt["status"], &attempt["resposta"]),
            (&json!("Pendente"), &json!(2), &json!(500), &json!("estou quebrado"))
        );
        assert_eq!(attempt["erro"], "o endereço respondeu com um status que não é 2xx");
        let situacao = app.a.get(created.header("location")).await.json_of(200)["situacao"].clone();
        // nothing is given up while the address takes nothing at all: sending pauses
        assert_eq!((&situacao["pendentes"], situacao["pausadaAte"].is_string()), (&json!(1), true), "{situacao}");
    }

    async fn a_store_s_own_system_is_called(app: TestApp) {
        let app = that_delivers(&app);
        app.loja_with_skus("u", &["S"]).await;
        let b = app.b_as(app.loja("u")).with_contract(Contract::b());
        let (url, received) = listener(204, "");
        let inscricao = models::with(models::inscricao(), "/appUrl", json!(url));
        let inscricao = models::with(inscricao, "/topicos", json!(["pedido.novo", "pedido.situacao.alterado"]));
        let created = b.post("/webhook/inscricao", &inscricao).await.with_status(200);
        let pedido = app.create_pedido("u", &models::pedido("canal", "P", "S")).await["pedidoId"].clone();
        b.put(&format!("/pedidos/{pedido}/status"), &json!({ "id": 11 })).await.with_status(200);

        for (topico, situacao) in [("pedido.novo", 1), ("pedido.situacao.alterado", 11)] {
            let call = received.recv_timeout(PATIENCE).expect("a call");
            assert!(call.signed(created.header("x-webhook-segredo")));
            assert_eq!(call.headers["x-loja"], "7");
            let corpo = call.json();
            assert_eq!((&corpo["topico"], &corpo["tentativa"]), (&json!(topico), &json!(1)));
            let evento = &corpo["evento"];
            assert_eq!(
                (&evento["loja"], &evento["pedido"], &evento["situacao_pedido"]),
                (&json!("u"), &pedido, &json!(situacao))
            );
        }
    }
}
