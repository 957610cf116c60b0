//! Making of calls: over HTTP, or as a test answers them.

use connector::Value;
use tokio::runtime::Handle;

/// A call, ready to be sent. It has no `Debug`: headers hold access, bodies a buyer's data.
#[derive(Clone)]
pub struct Request {
    /// HTTP method.
    pub method: &'static str,
    /// The whole address.
    pub url: String,
    /// Headers, access among them.
    pub headers: Vec<(String, String)>,
    /// The body, JSON; empty for none.
    pub body: Vec<u8>,
}

/// No answer came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// The address must not be called.
    #[error("the address must not be called")]
    Refused,
    /// Whatever else. Whether the call had an effect is not known.
    #[error("{0}")]
    Failed(String),
}

/// Makes calls, waiting on the caller's thread.
pub trait Caller: Send + Sync {
    /// Makes one call; ends within a time of its own.
    fn call(&self, request: Request) -> Result<connector::Answer, Unreachable>;
}

/// Calls over HTTP, on the runtime that the engine runs on.
pub struct HttpCaller(outbound::Client);

impl HttpCaller {
    /// With a client.
    pub fn new(client: outbound::Client) -> Self {
        Self(client)
    }
}

impl Caller for HttpCaller {
    fn call(&self, request: Request) -> Result<connector::Answer, Unreachable> {
        let method =
            request.method.parse().map_err(|_| Unreachable::Failed("the method is none".to_owned()))?;
        let Request { url, headers, body, .. } = request;
        let call = outbound::Call { method, url, headers, body };
        let runtime = Handle::try_current().map_err(|e| Unreachable::Failed(e.to_string()))?;
        let answer = runtime.block_on(self.0.call(call)).map_err(|e| match e.failure {
            outbound::Failure::Refused | outbound::Failure::Unusable => Unreachable::Refused,
            _ => Unreachable::Failed(e.to_string()),
        })?;
        let body = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
        Ok(connector::Answer { status: answer.status, headers: answer.headers, body })
    }
}
