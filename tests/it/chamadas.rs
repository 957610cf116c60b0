//! Events from one end to the other: a change made through an interface, the signed call that a listener gets, and what
//! is told of it afterwards.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

use crate::isolamento::banco_de;
use crate::suporte::app::config;
use crate::suporte::contrato::Contrato;
use crate::suporte::{BancoDeTeste, TestApp, modelos};

/// Longer than anything here takes.
const PACIENCIA: Duration = Duration::from_secs(60);

/// A call as it arrived.
struct Chamada {
    linha: String,
    headers: HashMap<String, String>,
    corpo: Vec<u8>,
}

impl Chamada {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.corpo).unwrap()
    }

    /// True when the secret signed it, by an implementation of Standard Webhooks that is not ours.
    fn assinada(&self, segredo: &str) -> bool {
        let headers: HeaderMap = self
            .headers
            .iter()
            .map(|(nome, valor)| {
                (HeaderName::from_bytes(nome.as_bytes()).unwrap(), HeaderValue::from_str(valor).unwrap())
            })
            .collect();
        standardwebhooks::Webhook::new(segredo).unwrap().verify(&self.corpo, &headers).is_ok()
    }
}

/// A listener of this computer that answers every call the same; its address, and what it gets.
fn ouvinte(status: u16, resposta: &'static str) -> (String, Receiver<Chamada>) {
    let ouvinte = TcpListener::bind("127.0.0.1:0").unwrap();
    let endereco = ouvinte.local_addr().unwrap();
    let (envio, recebidas) = channel();
    thread::spawn(move || {
        for conexao in ouvinte.incoming().flatten() {
            let envio = envio.clone();
            thread::spawn(move || atender(conexao, status, resposta, &envio));
        }
    });
    (format!("http://{endereco}/eventos?a=1"), recebidas)
}

fn atender(conexao: TcpStream, status: u16, resposta: &str, envio: &Sender<Chamada>) -> Option<()> {
    let mut leitor = BufReader::new(conexao.try_clone().ok()?);
    let mut linha = String::new();
    leitor.read_line(&mut linha).ok()?;
    let mut headers = HashMap::new();
    loop {
        let mut cabecalho = String::new();
        leitor.read_line(&mut cabecalho).ok()?;
        let Some((nome, valor)) = cabecalho.trim_end().split_once(": ") else { break };
        headers.insert(nome.to_lowercase(), valor.to_owned());
    }
    let mut corpo = vec![0; headers.get("content-length")?.parse().ok()?];
    leitor.read_exact(&mut corpo).ok()?;
    envio.send(Chamada { linha, headers, corpo }).ok()?;
    let tamanho = resposta.len();
    let texto = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: text/plain\r\ncontent-length: {tamanho}\r\nconnection: close\r\n\r\n{resposta}"
    );
    (&conexao).write_all(texto.as_bytes()).ok()
}

/// A server that delivers, to this computer too, with another database of the same kind.
fn que_entrega(app: &TestApp) -> TestApp {
    let banco = BancoDeTeste::novo(banco_de(app)).unwrap();
    let config = server::config::Config {
        notify: true,
        notify_allow: "127.0.0.1".parse().unwrap(),
        notify_retries: vec![Duration::ZERO],
        ..config(&banco.url)
    };
    TestApp::com_config(banco, &config)
}

/// The deliveries of a notification, once `pronto` says so of the newest.
async fn entregas(app: &TestApp, endereco: &str, pronto: impl Fn(&Value) -> bool) -> Vec<Value> {
    let fim = Instant::now() + PACIENCIA;
    loop {
        let lidas = app.a.get(&format!("{endereco}/Entregas")).await.json_de(200)["resultado"].clone();
        if pronto(&lidas[0]) {
            return lidas.as_array().unwrap().clone();
        }
        assert!(Instant::now() < fim, "{lidas:#}");
        actix_web::rt::time::sleep(Duration::from_millis(50)).await;
    }
}

nos_dois_bancos! {
    async fn a_change_arrives_signed_and_the_list_explains_it(app: TestApp) {
        let app = que_entrega(&app);
        app.loja_com_skus("u", &["S"]).await;
        let (url, recebidas) = ouvinte(200, "obrigado");
        let corpo = json!({ "url": url, "tipos": ["sku.estoque"], "usuarioId": "u" });
        let criada = app.a.post("/Notificacao", &corpo).await.com_status(201);
        let segredo = criada.json()["segredo"].as_str().unwrap().to_owned();
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.com_status(200);

        let chamada = recebidas.recv_timeout(PACIENCIA).expect("a call");
        assert_eq!(chamada.linha.trim_end(), "POST /eventos?a=1 HTTP/1.1");
        assert_eq!(chamada.headers["content-type"], "application/json");
        assert!(chamada.assinada(&segredo) && !chamada.assinada("whsec_AAAA"));
        // the body is the event, as the log has it
        let evento = chamada.json();
        assert_eq!((&evento["tipo"], &evento["sku"], &evento["dados"]["estoque"]), (&json!("sku.estoque"), &json!("S"), &json!(3)));
        assert_eq!(chamada.headers["webhook-id"], evento["eventoId"].as_str().unwrap());
        let registro = app.a.get("/Evento?tipo=sku.estoque").await.json_de(200);
        assert_eq!(registro["eventos"][0], evento);

        let endereco = criada.header("location");
        let lidas = entregas(&app, endereco, |entrega| entrega["estado"] == "Entregue").await;
        assert_eq!(lidas.len(), 1);
        let tentativa = &lidas[0]["tentativas"][0];
        assert_eq!(
            (&lidas[0]["eventoId"], &lidas[0]["posicao"], &tentativa["status"], &tentativa["resposta"]),
            (&evento["eventoId"], &evento["posicao"], &json!(200), &json!("obrigado"))
        );
        assert!(tentativa["duracaoMs"].is_u64() && tentativa.get("erro").is_none(), "{tentativa}");
        let situacao = app.a.get(endereco).await.json_de(200)["situacao"].clone();
        assert_eq!((&situacao["pendentes"], situacao["ultimoSucesso"].is_string()), (&json!(0), true));

        // for a day after a rotation both secrets are good; the same event again has the same id
        let caminho = format!("{endereco}/Segredo");
        let novo = app.a.enviar(reqwest::Method::POST, &caminho, &[], None::<Vec<u8>>).await.json_de(200);
        let faixa = json!({ "dePosicao": evento["posicao"], "atePosicao": evento["posicao"] });
        app.a.post(&format!("{endereco}/Reenviar"), &faixa).await.com_status(200);
        let repetida = recebidas.recv_timeout(PACIENCIA).expect("the event again");
        assert_eq!((repetida.json(), &repetida.headers["webhook-id"]), (evento, &chamada.headers["webhook-id"]));
        assert!(repetida.assinada(&segredo) && repetida.assinada(novo["segredo"].as_str().unwrap()));
    }

    async fn a_listener_that_fails_is_shown_as_it_answered(app: TestApp) {
        let app = que_entrega(&app);
        app.loja_com_skus("u", &["S"]).await;
        let (url, recebidas) = ouvinte(500, "estou quebrado");
        let criada = app.a.post("/Notificacao", &json!({ "url": url, "tipos": ["sku.preco"] })).await.com_status(201);
        app.a.put("/sku/S/Preco?usuarioId=u", &json!({ "precoPor": 1 })).await.com_status(200);
        let primeira = recebidas.recv_timeout(PACIENCIA).expect("a call");
        let segunda = recebidas.recv_timeout(PACIENCIA).expect("another attempt");
        assert_eq!((primeira.corpo, &primeira.headers["webhook-id"]), (segunda.corpo, &segunda.headers["webhook-id"]));
        let duas = |entrega: &Value| entrega["tentativas"].as_array().is_some_and(|t| t.len() >= 2);
        let lida = entregas(&app, criada.header("location"), duas).await[0].clone();
        let tentativa = &lida["tentativas"][1];
        assert_eq!(
            (&lida["estado"], &tentativa["numero"], &tentativa["status"], &tentativa["resposta"]),
            (&json!("Pendente"), &json!(2), &json!(500), &json!("estou quebrado"))
        );
        assert_eq!(tentativa["erro"], "o endereço respondeu com um status que não é 2xx");
        let situacao = app.a.get(criada.header("location")).await.json_de(200)["situacao"].clone();
        // nothing is given up while the address takes nothing at all: sending pauses
        assert_eq!((&situacao["pendentes"], situacao["pausadaAte"].is_string()), (&json!(1), true), "{situacao}");
    }

    async fn a_store_s_own_system_is_called(app: TestApp) {
        let app = que_entrega(&app);
        app.loja_com_skus("u", &["S"]).await;
        let b = app.b_como(app.loja("u")).com_contrato(Contrato::b());
        let (url, recebidas) = ouvinte(204, "");
        let inscricao = modelos::com(modelos::inscricao(), "/appUrl", json!(url));
        let inscricao = modelos::com(inscricao, "/topicos", json!(["pedido.novo", "pedido.situacao.alterado"]));
        let criada = b.post("/webhook/inscricao", &inscricao).await.json_de(201);
        let pedido = app.criar_pedido("u", &modelos::pedido("canal", "P", "S")).await["pedidoId"].clone();
        b.put(&format!("/pedidos/{pedido}/status"), &json!({ "id": 11 })).await.com_status(200);

        for (topico, situacao) in [("pedido.novo", 1), ("pedido.situacao.alterado", 11)] {
            let chamada = recebidas.recv_timeout(PACIENCIA).expect("a call");
            assert!(chamada.assinada(criada["segredo"].as_str().unwrap()));
            assert_eq!(chamada.headers["x-loja"], "7");
            let corpo = chamada.json();
            assert_eq!((&corpo["topico"], &corpo["tentativa"]), (&json!(topico), &json!(1)));
            let evento = &corpo["evento"];
            assert_eq!(
                (&evento["loja"], &evento["pedido"], &evento["situacao_pedido"]),
                (&json!("u"), &pedido, &json!(situacao))
            );
        }
    }
}
