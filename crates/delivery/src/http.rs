//! HTTP sender: a notification as a call of `outbound`, and what its answer means.

use domain::entrega::Failure;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use outbound::{Answer, CallError, Client, HttpError, Method};

use crate::call::{Call, CallResult, Sender};
use crate::config::Config;

/// Maximum bytes of an answer.
const ANSWER_MAX: usize = 64 * 1024;
/// Characters of an answer that are stored.
const EXCERPT: usize = 500;

/// Makes calls over HTTP.
#[derive(Clone)]
pub struct HttpSender(Client);

impl HttpSender {
    /// With the timeouts and the address rules of the configuration.
    pub fn new(config: &Config) -> Result<Self, HttpError> {
        let Config { time, connect, ref allowed, ref own, .. } = *config;
        let (allowed, own) = (allowed.clone(), own.clone());
        let config = outbound::Config { time, connect, answer_max: ANSWER_MAX, allowed, own };
        Client::new(&config).map(Self)
    }
}

impl Sender for HttpSender {
    fn send(&self, call: Call) -> BoxFuture<'static, CallResult> {
        let client = self.0.clone();
        async move { result(client.call(request(call)).await) }.boxed()
    }
}

fn request(call: Call) -> outbound::Call {
    let Call { url, id, timestamp, signature, mut headers, body } = call;
    // last, so that they replace headers of the same names
    headers.extend(
        [
            ("content-type", "application/json".to_owned()),
            ("webhook-id", id),
            ("webhook-timestamp", timestamp.to_string()),
            ("webhook-signature", signature),
        ]
        .map(|(name, value)| (name.to_owned(), value)),
    );
    outbound::Call { method: Method::POST, url, headers, body: body.into_bytes() }
}

fn result(outcome: Result<Answer, CallError>) -> CallResult {
    match outcome {
        Ok(answer) => CallResult::with_status(answer.status, excerpt(&answer.body)),
        Err(CallError { failure, status }) => {
            CallResult { status, failure: Some(failure_of(failure)), response: String::new() }
        }
    }
}

fn failure_of(failure: outbound::Failure) -> Failure {
    match failure {
        outbound::Failure::Hostname => Failure::Hostname,
        outbound::Failure::Refused => Failure::Refused,
        outbound::Failure::Tls => Failure::Tls,
        outbound::Failure::Connection => Failure::Connection,
        outbound::Failure::Time => Failure::Time,
        outbound::Failure::Interrupted => Failure::Interrupted,
        outbound::Failure::Unusable => Failure::UnusableAddress,
        outbound::Failure::TooLarge => Failure::AnswerTooLarge,
    }
}

/// The beginning of an answer; empty if it is not text.
fn excerpt(body: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(body) else { return String::new() };
    let clean = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { ' ' } else { c };
    let clean: String = text.chars().take(EXCERPT).map(clean).collect();
    clean.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_answers_mean() {
        let of =
            |status, body: &[u8]| result(Ok(Answer { status, headers: Vec::new(), body: body.to_vec() }));
        let taken = CallResult { status: Some(202), failure: None, response: "recebido".to_owned() };
        assert_eq!(of(202, b"  recebido\r\n"), taken);
        assert_eq!(of(500, b"").failure, Some(Failure::Status));
        assert_eq!(of(410, b"").failure, Some(Failure::Closed));
        assert_eq!(of(302, b"").failure, Some(Failure::Redirect));
        let large = CallError { failure: outbound::Failure::TooLarge, status: Some(200) };
        let (status, failure) = (Some(200), Some(Failure::AnswerTooLarge));
        assert_eq!(result(Err(large)), CallResult { status, failure, response: String::new() });
    }

    #[test]
    fn the_headers_of_the_call_come_last() {
        let headers = vec![("Webhook-Id".to_owned(), "abc".to_owned())];
        let (id, signature) = ("evt_1".to_owned(), "v1,x".to_owned());
        let call = Call { url: String::new(), id, timestamp: 1, signature, headers, body: "{}".to_owned() };
        let names: Vec<String> = request(call).headers.into_iter().map(|(name, _)| name).collect();
        let own = ["content-type", "webhook-id", "webhook-timestamp", "webhook-signature"];
        assert_eq!(names, [&["Webhook-Id"], &own[..]].concat());
    }

    #[test]
    fn only_text_is_kept_of_an_answer() {
        assert_eq!(excerpt(b"\xff\xfe\x00"), "");
        assert_eq!(excerpt("olá\u{0}\r\n".as_bytes()), "olá");
        assert_eq!(excerpt("é".repeat(600).as_bytes()).chars().count(), EXCERPT);
    }
}
