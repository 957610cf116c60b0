//! Tests of calls over HTTP, against listeners that answer as they are told.
#![allow(clippy::unwrap_used)]

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::addresses::Checker;

use super::*;

/// Only a hang takes longer.
const LONG: Duration = Duration::from_secs(60);
const ANSWER_MAX: usize = 64 * 1024;

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

async fn invoke(allowed: &str, url: String) -> Option<Failure> {
    invoke_with(config(allowed), url).await
}

fn config(allowed: &str) -> Config {
    let allowed = allowed.parse().unwrap();
    Config { time: LONG, connect: LONG, answer_max: ANSWER_MAX, allowed, own: Vec::new() }
}

async fn invoke_with(config: Config, url: String) -> Option<Failure> {
    let call = Call { method: Method::POST, url, headers: Vec::new(), body: b"{}".to_vec() };
    Client::new(&config).unwrap().call(call).await.err().map(|error| error.failure)
}

async fn failure(answer: Vec<u8>) -> Option<Failure> {
    let address = listener(Some(answer)).await;
    invoke("127.0.0.0/8", format!("http://{address}/x")).await
}

#[tokio::test]
async fn a_call_is_sent_as_it_is_and_answered_whole() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/a?b=c", listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        let (mut connection, _) = listener.accept().await.unwrap();
        let mut read = Vec::new();
        while !read.ends_with(b"corpo") {
            assert_ne!(connection.read_buf(&mut read).await.unwrap(), 0);
        }
        let answer =
            b"HTTP/1.1 302 Found\r\nLocation: /x\r\nX-Um: 1\r\nX-Um: \xe9\r\nContent-Length: 2\r\n\r\noi";
        connection.write_all(answer).await.unwrap();
        String::from_utf8(read).unwrap()
    });
    let headers = [("X-Chave", "velha"), ("x-chave", "nova")].map(|(n, v)| (n.to_owned(), v.to_owned()));
    let call = Call { method: Method::PUT, url, headers: headers.to_vec(), body: b"corpo".to_vec() };
    let answer = Client::new(&config("127.0.0.1")).unwrap().call(call).await.unwrap();
    let headers: Vec<(&str, &str)> = answer.headers.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    assert_eq!((answer.status, answer.body.as_slice()), (302, &b"oi"[..]));
    assert_eq!(headers, [("location", "/x"), ("x-um", "1"), ("x-um", "\u{fffd}"), ("content-length", "2")]);
    let sent = server.await.unwrap();
    assert!(sent.starts_with("PUT /a?b=c HTTP/1.1\r\n") && sent.contains("x-chave: nova\r\n"), "{sent}");
    assert!(!sent.contains("velha"), "{sent}");
}

#[tokio::test]
async fn what_is_not_a_whole_answer() {
    assert_eq!(failure(answer("200 OK", &vec![b'a'; ANSWER_MAX])).await, None);
    assert_eq!(failure(answer("200 OK", &vec![b'a'; ANSWER_MAX + 1])).await, Some(Failure::TooLarge));
    assert_eq!(failure(b"nonsense\r\n\r\n".to_vec()).await, Some(Failure::Interrupted));
    let silent = format!("http://{}/", listener(None).await);
    let impatient = Config { time: Duration::from_secs(1), ..config("127.0.0.1") };
    assert_eq!(invoke_with(impatient, silent).await, Some(Failure::Time));
    assert_eq!(invoke("", "nonsense".to_owned()).await, Some(Failure::Unusable));
    let headers = vec![("X\n".to_owned(), "1".to_owned())];
    let call = Call { method: Method::GET, url: "http://a.example/".to_owned(), headers, body: Vec::new() };
    let refused = Client::new(&config("")).unwrap().call(call).await.err();
    assert_eq!(refused, Some(Failure::Unusable.into()));
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
        assert_eq!(output, Some(Failure::Refused), "{host}");
    }
    for (allowed, host) in [("127.0.0.1", "127.1"), ("localhost", "localhost"), ("127.0.0.0/8", "localhost")]
    {
        let output = invoke(allowed, format!("http://{host}:{port}/")).await;
        assert_eq!(output, None, "{host}");
    }
    // the host is allowed by its name; another name of the same address is not
    assert_eq!(invoke("localhost", format!("http://127.0.0.1:{port}/")).await, Some(Failure::Refused));
}

#[tokio::test]
async fn what_cannot_be_reached() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    assert_eq!(invoke("127.0.0.1", format!("http://{free}/")).await, Some(Failure::Connection));
    // no name server is asked for a label that is too long for it, so that a slow one cannot fail this
    let unknown = format!("http://{}/", "a".repeat(64));
    assert_eq!(invoke("", unknown).await, Some(Failure::Hostname));
    let http = listener(Some(answer("200 OK", b""))).await;
    assert_eq!(invoke("127.0.0.1", format!("https://{http}/")).await, Some(Failure::Tls));
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
    let slow = Config {
        time: Duration::from_secs(3600),
        connect: Duration::from_millis(300),
        ..config("127.0.0.1")
    };
    let output = tokio::time::timeout(LONG, invoke_with(slow, format!("http://{address}/"))).await;
    assert_eq!(output.unwrap(), Some(Failure::Connection));
}

#[tokio::test]
async fn ports_of_other_services_are_not_called() {
    for port in [22, 25, 81, 1023] {
        for host in ["127.0.0.1", "localhost"] {
            let output = invoke("127.0.0.0/8,localhost", format!("http://{host}:{port}/")).await;
            assert_eq!(output, Some(Failure::Refused), "{host}:{port}");
        }
    }
    // nobody listens there, but it is tried
    assert_eq!(invoke("127.0.0.1:1", "http://127.0.0.1:1/".to_owned()).await, Some(Failure::Connection));
}

#[tokio::test]
async fn the_program_does_not_call_itself() {
    let address = listener(Some(answer("200 OK", b""))).await;
    let other = listener(Some(answer("200 OK", b""))).await;
    let port = address.port();
    for own in [address, SocketAddr::from(([0, 0, 0, 0], port)), format!("[::]:{port}").parse().unwrap()] {
        let with = |allowed: &str| Config { own: vec![own], ..config(allowed) };
        for host in ["127.0.0.1", "localhost"] {
            let output = invoke_with(with("127.0.0.0/8,localhost"), format!("http://{host}:{port}/")).await;
            assert_eq!(output, Some(Failure::Refused), "{own} {host}");
            // another port of the same machine, and what the operator names with its port
            let output =
                invoke_with(with("127.0.0.0/8,localhost"), format!("http://{host}:{}/", other.port())).await;
            assert_eq!(output, None, "{own} {host}");
            let output = invoke_with(with(&format!("{host}:{port}")), format!("http://{host}:{port}/")).await;
            assert_eq!(output, None, "{own} {host}");
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
            assert_eq!(output, Some(Failure::Refused), "{allowed} {host}");
        }
    }
    for ip in ["0.0.0.0", "::", "::ffff:0.0.0.0"] {
        assert!(!Checker::accepts(None, &[], "erp", ip.parse().unwrap()), "{ip}");
    }
    assert_eq!(invoke(everything, format!("http://127.0.0.1:{port}/")).await, None);
}
