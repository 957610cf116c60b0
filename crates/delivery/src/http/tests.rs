//! Tests of calls over HTTP, against listeners that answer as they are told.
#![allow(clippy::unwrap_used)]

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

/// Answers every connection with these bytes; `None` = never. Answers its address.
async fn ouvinte(resposta: Option<Vec<u8>>) -> SocketAddr {
    let ouvinte = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endereco = ouvinte.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut conexao, _)) = ouvinte.accept().await {
            let resposta = resposta.clone();
            tokio::spawn(async move {
                let mut lido = vec![0; 4096];
                let _ = conexao.read(&mut lido).await;
                match resposta {
                    Some(bytes) => {
                        let _ = conexao.write_all(&bytes).await;
                    }
                    None => tokio::time::sleep(Duration::from_secs(60)).await,
                }
            });
        }
    });
    endereco
}

fn resposta(status: &str, corpo: &[u8]) -> Option<Vec<u8>> {
    let cabeca = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", corpo.len());
    Some([cabeca.as_bytes(), corpo].concat())
}

fn envio(url: String) -> Envio {
    Envio {
        url,
        id: "evt_1".to_owned(),
        timestamp: 1,
        assinatura: "v1,x".to_owned(),
        cabecalhos: vec![("X-Chave".to_owned(), "abc".to_owned())],
        corpo: "{}".to_owned(),
    }
}

async fn chamar(permitidos: &str, url: String) -> Saida {
    let sender = HttpSender::new(permitidos.parse().unwrap(), Duration::from_millis(500)).unwrap();
    sender.enviar(envio(url)).await
}

async fn falha(resposta: Option<Vec<u8>>) -> Option<Falha> {
    let endereco = ouvinte(resposta).await;
    chamar("127.0.0.0/8", format!("http://{endereco}/x")).await.falha
}

#[tokio::test]
async fn what_answers_mean() {
    let endereco = ouvinte(resposta("202 Accepted", b"  recebido\r\n")).await;
    let saida = chamar("127.0.0.1", format!("http://{endereco}/")).await;
    assert_eq!(saida, Saida { status: Some(202), falha: None, resposta: "recebido".to_owned() });

    assert_eq!(falha(resposta("500 Oops", b"")).await, Some(Falha::Status));
    assert_eq!(falha(resposta("410 Gone", b"")).await, Some(Falha::Encerrado));
    assert_eq!(falha(resposta("302 Found", b"")).await, Some(Falha::Redirecionamento));
    assert_eq!(falha(resposta("200 OK", &vec![b'a'; RESPOSTA_MAX])).await, None);
    assert_eq!(falha(resposta("200 OK", &vec![b'a'; RESPOSTA_MAX + 1])).await, Some(Falha::RespostaGrande));
    assert_eq!(falha(Some(b"nonsense\r\n\r\n".to_vec())).await, Some(Falha::Interrompida));
    assert_eq!(falha(None).await, Some(Falha::Tempo));
}

#[tokio::test]
async fn only_allowed_addresses_are_called() {
    let endereco = ouvinte(resposta("200 OK", b"")).await;
    let porta = endereco.port();
    // names are looked up first; the odd forms are all 127.0.0.1 to the standard of addresses
    for host in [
        "127.0.0.1",
        "localhost",
        "LOCALHOST",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "0.0.0.0",
        "169.254.169.254",
        "10.0.0.1",
    ] {
        let saida = chamar("", format!("http://{host}:{porta}/")).await;
        assert_eq!(saida.falha, Some(Falha::Recusado), "{host}");
    }
    for (permitido, host) in
        [("127.0.0.1", "127.1"), ("localhost", "localhost"), ("127.0.0.0/8", "localhost")]
    {
        let saida = chamar(permitido, format!("http://{host}:{porta}/")).await;
        assert_eq!(saida.falha, None, "{host}");
    }
    // the host is allowed by its name; another name of the same address is not
    assert_eq!(chamar("localhost", format!("http://127.0.0.1:{porta}/")).await.falha, Some(Falha::Recusado));
}

#[tokio::test]
async fn what_cannot_be_reached() {
    let livre = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    assert_eq!(chamar("127.0.0.1", format!("http://{livre}/")).await.falha, Some(Falha::Conexao));
    assert_eq!(chamar("", "http://nao-existe.invalid/".to_owned()).await.falha, Some(Falha::Nome));
    let http = ouvinte(resposta("200 OK", b"")).await;
    assert_eq!(chamar("127.0.0.1", format!("https://{http}/")).await.falha, Some(Falha::Tls));
}

#[test]
fn only_text_is_kept_of_an_answer() {
    assert_eq!(trecho(b"\xff\xfe\x00"), "");
    assert_eq!(trecho("olá\u{0}\r\n".as_bytes()), "olá");
    assert_eq!(trecho("é".repeat(600).as_bytes()).chars().count(), TRECHO);
}
