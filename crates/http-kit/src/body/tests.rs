//! Bodies as they come over the wire, and what is wrong with them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::error::test::TestInterface;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, HttpServer, web};
use std::io::{Read, Write};

fn limits() -> BodyLimits {
    BodyLimits { default: 16, batch: 64, file: 256, deadline: Duration::from_secs(3) }
}

fn configure(cfg: &mut web::ServiceConfig) {
    async fn read(body: Body<bool, TestInterface>) -> String {
        format!("{} {:02x}", *body, body.fingerprint()[0])
    }
    async fn read_raw(body: RawBody<TestInterface>) -> String {
        body.bytes().len().to_string()
    }
    cfg.app_data(limits())
        .route("/bruto", web::post().to(read_raw))
        .route("/bruto/Lote", web::post().to(read_raw))
        .route("/{_}", web::post().to(read));
}

async fn send(uri: &str, headers: &[(&str, &str)], body: &'static [u8]) -> (u16, String) {
    let app = init_service(App::new().configure(configure)).await;
    let mut req = TestRequest::post().uri(uri).set_payload(body);
    for header in headers {
        req = req.insert_header(*header);
    }
    let answer = call_service(&app, req.to_request()).await;
    let status = answer.status().as_u16();
    (status, String::from_utf8(read_body(answer).await.to_vec()).unwrap())
}

#[actix_web::test]
async fn json_types_are_read_and_others_refused() {
    for kind in [
        "application/json",
        "Application/JSON; charset=UTF-8",
        "application/json;charset=\"utf-8\"; v=1",
        "application/merge-patch+json",
        "text/json; charset=utf-8",
    ] {
        assert_eq!(send("/x", &[("content-type", kind)], b"true").await, (200, "true b5".into()), "{kind}");
    }
    for kind in
        ["text/plain", "application/json; charset=latin1", "application/x-www-form-urlencoded", "+json"]
    {
        assert_eq!(send("/x", &[("content-type", kind)], b"true").await.0, 415, "{kind}");
    }
    assert_eq!(send("/x", &[], b"true").await.0, 200);
    let json = ("content-type", "application/json");
    assert_eq!(send("/x", &[json, ("content-encoding", "gzip")], b"true").await.0, 415);
    assert_eq!(send("/x", &[json, ("content-encoding", "identity")], b"true").await.0, 200);
}

#[actix_web::test]
async fn bad_bodies_are_named() {
    let json = [("content-type", "application/json")];
    let required = (400, "O corpo da requisição tem dados inválidos.|o corpo é obrigatório".to_owned());
    assert_eq!(send("/x", &[], b"").await, required);
    assert_eq!(send("/x", &json, b" \n").await, required);
    assert_eq!(send("/x", &json, b"\xEF\xBB\xBFtrue").await.0, 200);
    let (status, text) = send("/x", &json, b"[1,\n\"\xFF\"]").await;
    assert_eq!((status, text.contains("(linha 2, coluna 2)")), (400, true), "{text}");
    let (status, text) = send("/x", &json, b"{").await;
    assert_eq!((status, text.contains("linha 1")), (400, true), "{text}");
    assert!(send("/x", &json, b"7").await.1.contains("deve ser true ou false"));
    assert_eq!(send("/bruto", &[], b"").await, (200, "0".into()));
}

#[actix_web::test]
async fn the_limit_depends_on_the_path() {
    let json = [("content-type", "application/json")];
    assert_eq!(send("/bruto", &json, &[b' '; 16]).await.0, 200);
    assert_eq!(
        send("/bruto", &json, &[b' '; 17]).await,
        (413, "O corpo excede o limite de 16 bytes.|".into())
    );
    assert_eq!(send("/bruto/Lote", &json, &[b' '; 64]).await.0, 200);
    assert_eq!(send("/bruto/Lote", &json, &[b' '; 65]).await.0, 413);
    let declared = [json[0], ("content-length", "17")];
    assert_eq!(send("/bruto", &declared, b"").await.0, 413);
}

/// Sends the pieces with a pause before each, then half-closes when `close`, and reads the answer.
fn exchange(address: std::net::SocketAddr, pieces: &[&[u8]], close: bool) -> String {
    let mut connection = std::net::TcpStream::connect(address).unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    for piece in pieces {
        if connection.write_all(piece).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(250));
    }
    if close {
        connection.shutdown(std::net::Shutdown::Write).unwrap();
    }
    let mut answer = Vec::new();
    let mut part = [0; 1024];
    while let Ok(n) = connection.read(&mut part) {
        answer.extend_from_slice(&part[..n]);
        let end = answer.windows(4).position(|j| j == b"\r\n\r\n");
        if n == 0 || end.is_some_and(|i| answer.len() > i + 4) {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

#[actix_web::test]
async fn over_the_wire_chunks_add_up_and_dripping_is_cut() {
    let server = HttpServer::new(|| App::new().configure(configure)).workers(1);
    let server = server.bind(("127.0.0.1", 0)).unwrap();
    let address = server.addrs()[0];
    let server = server.run();
    let control = server.handle();
    actix_web::rt::spawn(server);
    const HEAD: &str = "POST /bruto HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    let answers = web::block(move || {
        let in_parts = format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n");
        let whole = format!("{HEAD}Content-Length: 16\r\n\r\n");
        // a byte now and then, past the deadline
        let drops: Vec<&[u8]> = [whole.as_bytes()].into_iter().chain([&b"1"[..]; 14]).collect();
        [
            exchange(address, &[in_parts.as_bytes(), b"1\r\nt\r\n", b"3\r\nrue\r\n0\r\n\r\n"], false),
            exchange(
                address,
                &[in_parts.as_bytes(), b"A\r\n0123456789\r\n", b"A\r\n0123456789\r\n0\r\n\r\n"],
                false,
            ),
            exchange(address, &drops, false),
            exchange(address, &[whole.as_bytes(), b"12345"], true),
            exchange(address, &[in_parts.as_bytes(), b"zz\r\n"], false),
        ]
    })
    .await
    .unwrap();
    control.stop(false).await;
    let status: Vec<&str> = answers.iter().map(|r| r.get(9..12).unwrap_or(r)).collect();
    assert_eq!(status, ["200", "413", "408", "400", "400"], "{answers:#?}");
    assert!(answers[0].ends_with('4'));
}
