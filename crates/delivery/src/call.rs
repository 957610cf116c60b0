//! Calls, their results, and the trait that makes them.

use domain::entrega::Failure;
use futures_util::future::BoxFuture;

/// A call. It has no `Debug`, since address, headers and body must not get into logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Call {
    /// The address.
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

/// The result of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallResult {
    /// The status of the answer; `None` = no answer.
    pub status: Option<u16>,
    /// Why it failed; `None` = success.
    pub failure: Option<Failure>,
    /// The beginning of the answer, if it is text.
    pub response: String,
}

impl CallResult {
    /// For a call without an answer.
    pub fn without_answer(failure: Failure) -> Self {
        Self { status: None, failure: Some(failure), response: String::new() }
    }

    /// For an answer: any 2xx is a success.
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

/// Makes calls: [`crate::HttpSender`], or one for tests.
pub trait Sender: Send + Sync + 'static {
    /// Makes one call. Must not panic, and must end within its timeout.
    fn send(&self, call: Call) -> BoxFuture<'static, CallResult>;
}
