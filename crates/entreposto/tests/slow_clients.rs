//! Clients that are slow on purpose, over the wire: none keeps its connection for as long as it likes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::io::{ErrorKind, Read, Write};
use std::iter;
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpRequest, HttpResponse, rt, web};
use entreposto::http::{self, Bound, ClientTimeouts, Options};

// actix reads a clock that it sets twice a second
const HEAD: Duration = Duration::from_millis(1200);
const IDLE: Duration = Duration::from_secs(4);
const WRITE: Duration = Duration::from_millis(1200);
/// Only a hang takes longer.
const LONG: Duration = Duration::from_secs(60);

const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const SLOW: &[u8] = b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n";
const LARGE: &[u8] = b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n";
const LARGE_SIZE: usize = 32 * 1024 * 1024;

struct Running {
    address: SocketAddr,
    handle: ServerHandle,
    thread: Option<thread::JoinHandle<()>>,
}

impl Running {
    fn start(options: Options) -> Self {
        let (send, started) = mpsc::channel();
        let thread = thread::spawn(move || {
            rt::System::new().block_on(async move {
                let socket = http::take("127.0.0.1:0".parse().unwrap()).unwrap();
                let Bound { server, address } = http::serve_on(socket, &options, app).unwrap();
                send.send((address, server.handle())).unwrap();
                server.await.unwrap();
            });
        });
        let (address, handle) = started.recv().unwrap();
        Self { address, handle, thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let connection = TcpStream::connect(self.address).unwrap();
        connection.set_read_timeout(Some(LONG)).unwrap();
        connection
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let handle = self.handle.clone();
        rt::System::new().block_on(async move { handle.stop(false).await });
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

fn app() -> App<
    impl actix_web::dev::ServiceFactory<
        actix_web::dev::ServiceRequest,
        Config = (),
        Response = actix_web::dev::ServiceResponse,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    async fn slow() -> HttpResponse {
        rt::time::sleep(HEAD * 3).await;
        HttpResponse::Ok().body("slow")
    }
    async fn size(body: web::Bytes) -> String {
        body.len().to_string()
    }
    App::new()
        .route("/", web::get().to(|_: HttpRequest| async { "quick" }))
        .route("/slow", web::get().to(slow))
        .route("/large", web::get().to(|| async { vec![b'x'; LARGE_SIZE] }))
        .route("/size", web::post().to(size))
}

fn options() -> Options {
    let client_timeouts = ClientTimeouts::default().with_head(HEAD).with_idle(IDLE).with_write(WRITE);
    Options::default().with_workers(1).with_client_timeouts(client_timeouts)
}

/// Reads one answer that ends with `end`.
fn answer(connection: &mut TcpStream, end: &str) {
    let mut read = Vec::new();
    let mut part = [0; 4096];
    while !read.ends_with(end.as_bytes()) {
        let count = connection.read(&mut part).unwrap();
        assert!(count > 0, "closed after {:?}", String::from_utf8_lossy(&read));
        read.extend_from_slice(&part[..count]);
    }
}

/// What the server says until it closes.
fn to_the_end(connection: &mut TcpStream) -> Vec<u8> {
    let mut said = Vec::new();
    if let Err(error) = connection.read_to_end(&mut said) {
        assert_ne!(error.kind(), ErrorKind::WouldBlock, "it stays open");
    }
    said
}

/// Sends something again and again until nobody takes it any more.
fn drip(connection: &mut TcpStream, drops: impl Iterator<Item = u8>) {
    let begin = Instant::now();
    for byte in drops {
        if connection.write_all(&[byte]).is_err() {
            return;
        }
        thread::sleep(HEAD / 8);
        assert!(begin.elapsed() < LONG, "it drips on");
    }
}

#[test]
fn a_head_that_never_ends_closes_the_connection_the_second_time_too() {
    let server = Running::start(options());
    to_the_end(&mut server.connect());
    for after in [&b"G"[..], b"GET / HTTP/1.1\r\nHost: x\r\n", b"\r\n"] {
        let mut connection = server.connect();
        connection.write_all(GET).unwrap();
        answer(&mut connection, "quick");
        connection.write_all(after).unwrap();
        to_the_end(&mut connection);
    }
}

#[test]
fn a_head_that_drips_is_not_waited_for() {
    let server = Running::start(options());
    let mut connection = server.connect();
    connection.write_all(GET).unwrap();
    answer(&mut connection, "quick");
    drip(&mut connection, GET.iter().cycle().map(|byte| byte | 0x80));
}

#[test]
fn an_idle_connection_lives_for_its_time_and_no_longer() {
    let server = Running::start(options());
    let mut connection = server.connect();
    let mut last = Instant::now();
    for pause in [IDLE / 2, IDLE / 2, Duration::ZERO] {
        last = Instant::now();
        connection.write_all(GET).unwrap();
        answer(&mut connection, "quick");
        thread::sleep(pause);
    }
    to_the_end(&mut connection);
    assert!(last.elapsed() >= IDLE * 3 / 4, "{:?}", last.elapsed());
}

#[test]
fn a_slow_answer_and_a_slow_body_are_no_fault_of_the_client() {
    let server = Running::start(options());
    let mut connection = server.connect();
    connection.write_all(SLOW).unwrap();
    answer(&mut connection, "slow");
    connection.write_all(b"POST /size HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n").unwrap();
    for _ in 0..12 {
        connection.write_all(b"x").unwrap();
        thread::sleep(HEAD / 8);
    }
    answer(&mut connection, "12");
}

/// A connection that is answered, once the server takes one more.
fn accepted(server: &Running) -> TcpStream {
    let begin = Instant::now();
    loop {
        let mut connection = server.connect();
        let mut part = [0; 4096];
        if connection.write_all(GET).is_ok() && connection.read(&mut part).is_ok_and(|count| count > 0) {
            return connection;
        }
        assert!(begin.elapsed() < LONG, "no more is taken");
        thread::sleep(HEAD / 8);
    }
}

#[test]
fn whoever_reads_no_answer_is_cut_and_whoever_reads_slowly_gets_all_of_it() {
    let server = Running::start(options().with_max_connections_per_address(1));
    let mut deaf = server.connect();
    deaf.write_all(LARGE).unwrap();
    // once it is cut there is room for the next one
    let mut slow = accepted(&server);
    assert!(to_the_end(&mut deaf).len() < LARGE_SIZE, "all of it came");
    // the next request waits behind the large answer
    slow.write_all(&[LARGE, GET].concat()).unwrap();
    let (mut got, mut part) = (Vec::new(), vec![0; 256 * 1024]);
    while !got.ends_with(b"quick") {
        let count = slow.read(&mut part).unwrap();
        assert!(count > 0, "closed after {}", got.len());
        got.extend_from_slice(&part[..count]);
        thread::sleep(Duration::from_millis(20));
    }
    assert!(got.len() > LARGE_SIZE);
}

#[test]
fn a_body_that_nobody_reads_is_not_swallowed_for_ever() {
    let server = Running::start(options());
    let piece = [b"10000\r\n".as_slice(), &[b'x'; 65_536], b"\r\n"].concat();
    for head in ["Transfer-Encoding: chunked", "Content-Length: 2000000000"] {
        let mut connection = server.connect();
        connection
            .write_all(format!("POST /nowhere HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n").as_bytes())
            .unwrap();
        let mut sent = 0;
        while connection.write_all(&piece).is_ok() {
            sent += piece.len();
            assert!(sent < 200 << 20, "{head}: {sent} bytes went in");
        }
        let mut dripping = server.connect();
        dripping
            .write_all(format!("POST /nowhere HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n").as_bytes())
            .unwrap();
        drip(&mut dripping, iter::repeat(b'1'));
    }
}

#[test]
fn one_address_has_so_many_connections() {
    let patient = ClientTimeouts::default().with_idle(LONG);
    let server = Running::start(options().with_client_timeouts(patient).with_max_connections_per_address(3));
    let mut open: Vec<TcpStream> = (0..3).map(|_| server.connect()).collect();
    for connection in &mut open {
        connection.write_all(GET).unwrap();
        answer(connection, "quick");
    }
    let mut one_more = server.connect();
    let _ = one_more.write_all(GET);
    assert!(to_the_end(&mut one_more).is_empty(), "it is answered");
    drop(open.pop());
    accepted(&server);
}

/// A bare line feed after the last chunk: the head that follows counts as a trailer, and its body as requests.
#[test]
fn what_follows_a_chunked_body_is_not_executed() {
    let server = Running::start(options());
    for end in ["\r\n", "\n"] {
        let mut connection = server.connect();
        let head = "POST /size HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n";
        let next = format!("POST /none HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", GET.len());
        let sent = [head.as_bytes(), end.as_bytes(), next.as_bytes(), GET].concat();
        connection.write_all(&sent).unwrap();
        let mut told = Vec::new();
        connection.read_to_end(&mut told).unwrap();
        let told = String::from_utf8(told).unwrap();
        assert!(told.starts_with("HTTP/1.1 200") && told.contains("connection: close"), "{told}");
        assert!(!told.contains("quick") && !told.contains(" 404 "), "{told}");
    }
}
