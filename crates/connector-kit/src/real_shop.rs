//! A shop behind HTTP, for trials of a connector against the program itself.
#![allow(clippy::unwrap_used, reason = "a trial fails by a panic")]

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;

use connector::{Answer, Call, Connection, Connector, Effect, Shop, Stop, Value};

/// The way from a connector to a shop at an `http` address.
pub struct RealShop {
    connector: &'static dyn Connector,
    /// The connection.
    pub at: Connection,
    /// The name of a call whose answer does not arrive, once.
    pub lost: Option<&'static str>,
    /// Calls that were made, signed.
    pub calls: Vec<Call>,
}

impl RealShop {
    /// With settings; not logged in.
    pub fn new(connector: &'static dyn Connector, at: Connection) -> Self {
        Self { connector, at, lost: None, calls: Vec::new() }
    }

    /// How many calls that write were made.
    pub fn writes(&self) -> usize {
        self.calls.iter().filter(|call| call.effect != Effect::Read).count()
    }
}

impl Shop for RealShop {
    fn connection(&self) -> &Connection {
        &self.at
    }

    fn call(&mut self, mut call: Call) -> Result<Answer, Stop> {
        self.connector.sign(&mut call, &self.at);
        self.calls.push(call.clone());
        let answer = send(call.method.name(), &call.url, &call.headers, call.body.as_ref());
        if self.lost == Some(call.name) {
            self.lost = None;
            return Err(Stop::Unavailable("lost".to_owned()));
        }
        self.connector.verdict(&call, &answer)?;
        Ok(answer)
    }
}

/// Sends a request in HTTP/1.0, so that the answer ends with the connection and comes in one piece.
///
/// # Panics
/// When the shop cannot be reached, or its answer is not HTTP.
pub fn send(method: &str, url: &str, headers: &[(&str, String)], body: Option<&Value>) -> Answer {
    let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut request =
        format!("{method} /{path} HTTP/1.0\r\nhost: {host}\r\ncontent-type: application/json\r\n");
    for (name, value) in headers {
        write!(request, "{name}: {value}\r\n").unwrap();
    }
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "{request}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    Answer { status, headers, body: body.parse().unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Server, vendure};
    use connector::json;
    use std::sync::Arc;

    #[test]
    fn a_simulated_shop_is_called_like_a_real_one() {
        let server = Server::start(Arc::new(vendure::Simulator::default()), 0, None).unwrap();
        let query = "mutation($u:String!,$p:String!){login(username:$u,password:$p){__typename}}";
        let body = json!({ "query": query, "variables": { "u": vendure::USER, "p": vendure::PASSWORD } });
        let url = format!("http://{}/admin-api", server.address());
        let answer = send("POST", &url, &[("x-trial", "1".to_owned())], Some(&body));
        assert_eq!(
            (answer.status, answer.body),
            (200, json!({ "data": { "login": { "__typename": "CurrentUser" } } }))
        );
        assert_eq!(send("GET", &url, &[], None).status, 404);
    }
}
