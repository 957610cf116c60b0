//! One call, and what came of it.

use domain::entrega::Failure;
use futures_util::future::BoxFuture;

/// A call to be made. It has no `Debug`: address, headers and body are nobody's but the receiver's.
#[derive(Clone, PartialEq, Eq)]
pub struct Call {
    /// Where to.
    pub url: String,
    /// `webhook-id`: the same in every attempt.
    pub id: String,
    /// `webhook-timestamp`, seconds since 1970.
    pub timestamp: i64,
    /// `webhook-signature`.
    pub signature: String,
    /// Further headers.
    pub headers: Vec<(String, String)>,
    /// The body, JSON.
    pub body: String,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallResult {
    /// The status of the answer, when there was one.
    pub status: Option<u16>,
    /// Why it failed; `None` = it was taken.
    pub failure: Option<Failure>,
    /// The beginning of the answer, when it was text.
    pub response: String,
}

impl CallResult {
    /// A call that got no answer.
    pub fn without_answer(failure: Failure) -> Self {
        Self { status: None, failure: Some(failure), response: String::new() }
    }

    /// What an answer's status says: any 2xx is a success.
    pub fn with_status(status: u16, response: String) -> Self {
        let failure = match status {
            200..=299 => None,
            410 => Some(Failure::Closed),
            300..=399 => Some(Failure::Redirect),
            _ => Some(Failure::Status),
        };
        Self { status: Some(status), failure, response }
    }
}

/// Makes calls. The engine's is [`crate::HttpSender`]; tests have their own.
pub trait Sender: Send + Sync + 'static {
    /// Makes one call. Never panics, and ends in time.
    fn send(&self, call: Call) -> BoxFuture<'static, CallResult>;
}
