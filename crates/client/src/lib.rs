//! HTTP client of the hub, with the types of [`domain`]: streams of lists, retries of requests that are safe to
//! repeat, a reader of the order queue, verification of webhook signatures, typed errors.
//!
//! [`Hub`] is interface A, with an application's key; [`StoreSystem`] is interface B, with a store's. Both
//! have methods for the most frequent operations; all others are requested by their path:
//! [`Connection::request`].
#![deny(missing_docs)]

mod answer;
mod connection;
mod error;
mod hub;
mod policy;
mod queue;
mod records;
mod request;
mod store_system;
mod tls;
mod webhook;

pub use answer::Answer;
pub use connection::Connection;
pub use domain;
pub use error::{Error, Refusal};
pub use hub::{Hub, Saldo};
pub use queue::{EventoDaFila, Queue, Since};
pub use request::Request;
pub use reqwest::Method;
pub use store_system::StoreSystem;
pub use webhook::{InvalidSignature, verify};
