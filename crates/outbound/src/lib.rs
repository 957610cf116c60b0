//! HTTP calls to addresses that somebody else has chosen: only checked addresses are called, without redirects
//! and proxies, with limits of time and size.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use entreposto_outbound::{Call, Client, Config, Method};
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::new(&Config {
//!     time: Duration::from_secs(30),
//!     connect: Duration::from_secs(4),
//!     answer_max: 8 * 1024 * 1024,
//!     allowed: "10.0.0.0/8".parse()?,
//!     own: Vec::new(),
//! })?;
//! let call = Call { method: Method::GET, url: "https://loja.example/".into(), headers: Vec::new(), body: Vec::new() };
//! let answer = client.call(call).await?;
//! assert_eq!(answer.status, 200);
//! # Ok(())
//! # }
//! ```
#![deny(missing_docs)]

mod addresses;
mod client;
mod tls;

use std::net::SocketAddr;
use std::time::Duration;

pub use client::Client;
pub use domain::entrega::Allowed;
pub use reqwest::Method;

/// Limits and address rules of a [`Client`].
#[derive(Debug, Clone)]
pub struct Config {
    /// Timeout of a call, with the name look-up and the answer.
    pub time: Duration,
    /// Timeout of connecting, with the name look-up and TLS.
    pub connect: Duration,
    /// Maximum bytes of an answer's body.
    pub answer_max: usize,
    /// What may be called besides public addresses.
    pub allowed: Allowed,
    /// Addresses where the program itself listens, which are never called unless they are allowed by host and port.
    pub own: Vec<SocketAddr>,
}

/// A call. It has no `Debug`, since address, headers and body must not get into logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Call {
    /// The method.
    pub method: Method,
    /// The address.
    pub url: String,
    /// The headers; a later one replaces an earlier one of the same name.
    pub headers: Vec<(String, String)>,
    /// The body; empty = none.
    pub body: Vec<u8>,
}

/// An answer, of whatever status. It has no `Debug`, for the same reason.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, their names in lower case. What is not UTF-8 in a value is replaced.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// A call without a whole answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{failure}")]
pub struct CallError {
    /// Why.
    pub failure: Failure,
    /// The status, when the answer had begun.
    pub status: Option<u16>,
}

impl From<Failure> for CallError {
    fn from(failure: Failure) -> Self {
        Self { failure, status: None }
    }
}

/// Why there is no whole answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The name of the host is not known.
    #[error("the name of the host is not known")]
    Hostname,
    /// Only addresses that must not be called.
    #[error("the host has no address that may be called")]
    Refused,
    /// The connection is not trusted.
    #[error("the secure connection (TLS) failed")]
    Tls,
    /// No connection, or none in time.
    #[error("no connection")]
    Connection,
    /// No answer in time. The call may have had its effect.
    #[error("no answer in time")]
    Time,
    /// The connection broke. The call may have had its effect.
    #[error("the connection broke")]
    Interrupted,
    /// The address or a header cannot be sent.
    #[error("the address or a header cannot be sent")]
    Unusable,
    /// The answer's body is longer than is read.
    #[error("the answer is too large")]
    TooLarge,
}

/// The HTTP client cannot be made.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client cannot be set up: {0}")]
pub struct HttpError(String);

#[cfg(test)]
mod tests;
