//! Tests of calls over HTTP, against listeners that answer as they are told.
#![allow(clippy::unwrap_used)]

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

/// Only a hang takes longer.
const LONG: Duration = Duration::from_secs(60);

/// Answers every connection with these bytes; `None` = never. Answers its address.
async fn listener(answer: Option<Vec<u8>>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            let answer = answer.clone();
            tokio::spawn(async move {
                let mut parsed = vec![0; 4096];
                let _ = connection.read(&mut parsed).await;
                match answer {
                    Some(bytes) => {
                        let _ = connection.write_all(&bytes).await;
                    }
                    None => std::future::pending().await,
                }
            });
        }
    });
    address
}

fn answer(status: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn call(url: String) -> Call {
    Call {
        url,
        id: "evt_1".to_owned(),
        timestamp: 1,
        signature: "v1,x".to_owned(),
        headers: vec![("X-Chave".to_owned(), "abc".to_owned())],
        body: "{}".to_owned(),
    }
}

async fn invoke(allowed: &str, url: String) -> CallResult {
    invoke_with(config(allowed), url).await
}

fn config(allowed: &str) -> Config {
    Config::default().with_allowed(allowed.parse().unwrap()).with_times(LONG, LONG)
}

async fn invoke_with(config: Config, url: String) -> CallResult {
    HttpSender::new(&config).unwrap().send(call(url)).await
}

async fn failure(answer: Vec<u8>) -> Option<Failure> {
    let address = listener(Some(answer)).await;
    invoke("127.0.0.0/8", format!("http://{address}/x")).await.failure
}

#[tokio::test]
async fn what_answers_mean() {
    let address = listener(Some(answer("202 Accepted", b"  recebido\r\n"))).await;
    let output = invoke("127.0.0.1", format!("http://{address}/")).await;
    assert_eq!(output, CallResult { status: Some(202), failure: None, response: "recebido".to_owned() });

    assert_eq!(failure(answer("500 Oops", b"")).await, Some(Failure::Status));
    assert_eq!(failure(answer("410 Gone", b"")).await, Some(Failure::Closed));
    assert_eq!(failure(answer("302 Found", b"")).await, Some(Failure::Redirect));
    assert_eq!(failure(answer("200 OK", &vec![b'a'; ANSWER_MAX])).await, None);
    assert_eq!(failure(answer("200 OK", &vec![b'a'; ANSWER_MAX + 1])).await, Some(Failure::AnswerTooLarge));
    assert_eq!(failure(b"nonsense\r\n\r\n".to_vec()).await, Some(Failure::Interrupted));
    let silent = format!("http://{}/", listener(None).await);
    let impatient = config("127.0.0.1").with_times(Duration::from_secs(1), LONG);
    assert_eq!(invoke_with(impatient, silent).await.failure, Some(Failure::Time));
}

#[tokio::test]
async fn only_allowed_addresses_are_called() {
    let address = listener(Some(answer("200 OK", b""))).await;
    let port = address.port();
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
        let output = invoke("", format!("http://{host}:{port}/")).await;
        assert_eq!(output.failure, Some(Failure::Refused), "{host}");
    }
    for (allowed, host) in [("127.0.0.1", "127.1"), ("localhost", "localhost"), ("127.0.0.0/8", "localhost")]
    {
        let output = invoke(allowed, format!("http://{host}:{port}/")).await;
        assert_eq!(output.failure, None, "{host}");
    }
    // the host is allowed by its name; another name of the same address is not
    assert_eq!(
        invoke("localhost", format!("http://127.0.0.1:{port}/")).await.failure,
        Some(Failure::Refused)
    );
}

#[tokio::test]
async fn what_cannot_be_reached() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    assert_eq!(invoke("127.0.0.1", format!("http://{free}/")).await.failure, Some(Failure::Connection));
    // no name server is asked for a label that is too long for it, so that a slow one cannot fail this
    let unknown = format!("http://{}/", "a".repeat(64));
    assert_eq!(invoke("", unknown).await.failure, Some(Failure::Hostname));
    let http = listener(Some(answer("200 OK", b""))).await;
    assert_eq!(invoke("127.0.0.1", format!("https://{http}/")).await.failure, Some(Failure::Tls));
}

#[tokio::test]
async fn a_connection_has_less_time_than_an_answer() {
    // it stands in nobody's queue: further ones are dropped without a word
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let mut held = Vec::new();
    while let Ok(Ok(stream)) =
        tokio::time::timeout(Duration::from_secs(1), tokio::net::TcpStream::connect(address)).await
    {
        held.push(stream);
    }
    let slow = config("127.0.0.1").with_times(Duration::from_secs(3600), Duration::from_millis(300));
    let output = tokio::time::timeout(LONG, invoke_with(slow, format!("http://{address}/"))).await;
    assert_eq!(output.unwrap().failure, Some(Failure::Connection));
}

#[tokio::test]
async fn ports_of_other_services_are_not_called() {
    for port in [22, 25, 81, 1023] {
        for host in ["127.0.0.1", "localhost"] {
            let output = invoke("127.0.0.0/8,localhost", format!("http://{host}:{port}/")).await;
            assert_eq!(output.failure, Some(Failure::Refused), "{host}:{port}");
        }
    }
    // nobody listens there, but it is tried
    assert_eq!(
        invoke("127.0.0.1:1", "http://127.0.0.1:1/".to_owned()).await.failure,
        Some(Failure::Connection)
    );
}

#[tokio::test]
async fn the_program_does_not_call_itself() {
    let address = listener(Some(answer("200 OK", b""))).await;
    let other = listener(Some(answer("200 OK", b""))).await;
    let port = address.port();
    for own in [address, SocketAddr::from(([0, 0, 0, 0], port)), format!("[::]:{port}").parse().unwrap()] {
        let with = |allowed: &str| config(allowed).with_own_addresses([own]);
        for host in ["127.0.0.1", "localhost"] {
            let output = invoke_with(with("127.0.0.0/8,localhost"), format!("http://{host}:{port}/")).await;
            assert_eq!(output.failure, Some(Failure::Refused), "{own} {host}");
            // another port of the same machine, and what the operator names with its port
            let output =
                invoke_with(with("127.0.0.0/8,localhost"), format!("http://{host}:{}/", other.port())).await;
            assert_eq!(output.failure, None, "{own} {host}");
            let output = invoke_with(with(&format!("{host}:{port}")), format!("http://{host}:{port}/")).await;
            assert_eq!(output.failure, None, "{own} {host}");
        }
    }
}

#[tokio::test]
async fn addresses_of_nobody_are_never_called() {
    let port = listener(Some(answer("200 OK", b""))).await.port();
    let everything = "0.0.0.0/0,::/0";
    for host in ["0.0.0.0", "0", "[::]", "[::ffff:0.0.0.0]"] {
        for allowed in [everything.to_owned(), format!("{host}:{port}")] {
            let output = invoke(&allowed, format!("http://{host}:{port}/")).await;
            assert_eq!(output.failure, Some(Failure::Refused), "{allowed} {host}");
        }
    }
    for ip in ["0.0.0.0", "::", "::ffff:0.0.0.0"] {
        assert!(!Checker::accepts(None, &[], "erp", ip.parse().unwrap()), "{ip}");
    }
    assert_eq!(invoke(everything, format!("http://127.0.0.1:{port}/")).await.failure, None);
}

#[test]
fn only_text_is_kept_of_an_answer() {
    assert_eq!(excerpt(b"\xff\xfe\x00"), "");
    assert_eq!(excerpt("olá\u{0}\r\n".as_bytes()), "olá");
    assert_eq!(excerpt("é".repeat(600).as_bytes()).chars().count(), EXCERPT);
}
