//! The limit: the same HTTP server with the same settings, answering the same bytes from memory, or reading
//! the same bodies and writing nothing. A process of its own, as the server is.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web::{self, Bytes, Data, PayloadConfig};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::http::Answer;
use crate::process::Guarded;

/// Largest body, as the server's for bulk requests.
const BODY: usize = 8 << 20;

/// `bench limit-server`: what runs in the other process.
#[derive(Debug, Args)]
pub struct LimitArgs {
    /// The answers, one JSON object per line
    answers: PathBuf,
    /// What is done with a body
    #[arg(long, value_enum)]
    read: Option<Reading>,
}

/// How the limit server reads a body before it answers.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Reading {
    /// As the body of `PUT …/Estoque`.
    Stock,
    /// As any JSON: the least that a server can do with it.
    Json,
}

/// An answer that is kept ready.
#[derive(Serialize, Deserialize)]
struct Ready {
    /// Path and query; any path where it is empty.
    path: String,
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

#[derive(Deserialize)]
struct Stock {
    #[serde(rename = "estoque")]
    _estoque: i64,
}

/// What is sent for a path.
struct Kept {
    status: StatusCode,
    headers: Vec<(String, String)>,
    body: Bytes,
}

struct Answers {
    by_path: HashMap<String, Kept>,
    any: Option<Kept>,
    read: Option<Reading>,
}

/// Serves until it is killed; prints its port.
pub fn serve(args: &LimitArgs) -> Result<()> {
    let answers = Data::new(load(args)?);
    // as the listeners of the server are made
    let workers = available_parallelism().map_or(1, NonZeroUsize::get);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(answers.clone())
            .app_data(PayloadConfig::new(BODY))
            .default_service(web::to(answer))
    })
    .workers(workers)
    .max_connections(10_000_usize.div_ceil(workers))
    .backlog(1024)
    .client_request_timeout(Duration::from_secs(5))
    .keep_alive(Duration::from_secs(75))
    .tcp_nodelay(true)
    .h1_allow_half_closed(false)
    .shutdown_timeout(1)
    .bind("127.0.0.1:0")?;
    let port = server.addrs().first().context("a bound listener has an address")?.port();
    writeln!(std::io::stdout().lock(), "{port}")?;
    actix_web::rt::System::new().block_on(server.run()).context("the limit server ended")
}

async fn answer(request: HttpRequest, body: Bytes, answers: Data<Answers>) -> HttpResponse {
    let read = match answers.read {
        None => true,
        Some(Reading::Stock) => serde_json::from_slice::<Stock>(&body).is_ok(),
        Some(Reading::Json) => serde_json::from_slice::<IgnoredAny>(&body).is_ok(),
    };
    let path = request.uri().path_and_query().map_or("/", |p| p.as_str());
    let found = answers.any.as_ref().or_else(|| answers.by_path.get(path));
    match found {
        Some(kept) if read => {
            let mut response = HttpResponse::build(kept.status);
            for (name, value) in &kept.headers {
                response.insert_header((name.as_str(), value.as_str()));
            }
            response.body(kept.body.clone())
        }
        Some(_) => HttpResponse::BadRequest().finish(),
        None => HttpResponse::NotFound().finish(),
    }
}

fn load(args: &LimitArgs) -> Result<Answers> {
    let text = fs::read_to_string(&args.answers).context("cannot read the answers")?;
    let mut answers = Answers { by_path: HashMap::new(), any: None, read: args.read };
    for line in text.lines() {
        let ready: Ready = serde_json::from_str(line)?;
        let kept = Kept {
            status: StatusCode::from_u16(ready.status)?,
            headers: ready.headers,
            body: Bytes::from(ready.body),
        };
        if ready.path.is_empty() {
            answers.any = Some(kept);
        } else {
            answers.by_path.insert(ready.path, kept);
        }
    }
    Ok(answers)
}

/// A running limit server.
pub struct Limit {
    /// `http://HOST:PORT`.
    pub base: String,
    process: Guarded,
}

/// What a limit server shall do.
pub struct Script {
    ready: Vec<Ready>,
    read: Option<Reading>,
}

impl Script {
    /// Answers each path with what the server answered there.
    pub fn replay(paths: &[String], answers: &[Answer]) -> Self {
        let ready = paths.iter().zip(answers).map(|(path, answer)| ready(path, answer)).collect();
        Self { ready, read: None }
    }

    /// Reads every body and answers always the same.
    pub fn read(reading: Reading, answer: &Answer) -> Self {
        Self { ready: vec![ready("", answer)], read: Some(reading) }
    }
}

/// The answer without the headers that an HTTP server writes by itself.
fn ready(path: &str, answer: &Answer) -> Ready {
    let own = ["content-length", "date", "connection", "transfer-encoding"];
    let headers = answer.headers.iter().filter(|(name, _)| !own.contains(&name.as_str())).cloned().collect();
    Ready { path: path.to_owned(), status: answer.status, headers, body: answer.body.clone() }
}

impl Limit {
    /// Starts this program once more, as a limit server.
    pub fn start(folder: &Path, script: &Script) -> Result<Self> {
        let file = folder.join("answers.jsonl");
        let mut lines = String::new();
        for ready in &script.ready {
            lines.push_str(&serde_json::to_string(ready)?);
            lines.push('\n');
        }
        fs::write(&file, lines).context("cannot write the answers")?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("limit-server").arg(&file).stdin(Stdio::null()).stdout(Stdio::piped());
        if let Some(read) = script.read.and_then(|read| read.to_possible_value()) {
            command.args(["--read", read.get_name()]);
        }
        let mut process = Guarded::spawn(&mut command, "KILL")?;
        let out = process.child.stdout.take().context("the limit server has an output")?;
        let mut port = String::new();
        BufReader::new(out).read_line(&mut port)?;
        let port: u16 = port.trim().parse().context("the limit server did not start")?;
        Ok(Self { base: format!("http://127.0.0.1:{port}"), process })
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.process.child.id()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;

    fn kept(body: &'static str) -> Kept {
        let headers = vec![("x-total-count".into(), "7".into())];
        Kept { status: StatusCode::OK, headers, body: Bytes::from_static(body.as_bytes()) }
    }

    async fn ask(answers: Answers, path: &str, body: &'static str) -> (u16, String) {
        let request = TestRequest::with_uri(path).to_http_request();
        let response = answer(request, Bytes::from_static(body.as_bytes()), Data::new(answers)).await;
        let status = response.status().as_u16();
        (status, String::from_utf8(to_bytes(response.into_body()).await.unwrap().to_vec()).unwrap())
    }

    #[actix_web::test]
    async fn a_path_gets_its_own_answer() {
        let answers =
            || Answers { by_path: HashMap::from([("/a?b=1".into(), kept("um"))]), any: None, read: None };
        assert_eq!(ask(answers(), "/a?b=1", "").await, (200, "um".into()));
        assert_eq!(ask(answers(), "/a?b=2", "").await.0, 404);
    }

    #[actix_web::test]
    async fn a_body_is_really_read() {
        let answers = |read| Answers { by_path: HashMap::new(), any: Some(kept("ok")), read: Some(read) };
        assert_eq!(ask(answers(Reading::Stock), "/x", "{\"estoque\":5}").await.0, 200);
        assert_eq!(ask(answers(Reading::Stock), "/x", "{}").await.0, 400);
        assert_eq!(ask(answers(Reading::Json), "/x", "{}").await.0, 200);
        assert_eq!(ask(answers(Reading::Json), "/x", "{").await.0, 400);
    }

    #[test]
    fn what_the_http_server_writes_itself_is_not_sent_twice() {
        let headers = vec![("date".to_owned(), "x".to_owned()), ("x-total-count".to_owned(), "7".to_owned())];
        let kept = ready("/a", &Answer { status: 200, headers, body: "[]".into() });
        assert_eq!(kept.headers, [("x-total-count".to_owned(), "7".to_owned())]);
    }

    #[test]
    fn answers_are_shared_not_copied() {
        // the limit would be too low, and every ratio too good, if each answer copied its bytes
        let kept = kept("bytes");
        assert_eq!(kept.body.clone().as_ptr(), kept.body.as_ptr());
    }
}
