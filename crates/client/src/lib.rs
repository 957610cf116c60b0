//! Client of the hub. The shapes are those of [`domain`]; this crate adds what no shape can say: every record
//! of a list by its cursor, requests that are repeated where that does no harm, the loop over the order
//! queue, signatures of calls, and errors with what the service says.
//!
//! [`Hub`] is interface A, with an application's key; [`StoreSystem`] is interface B, with a store's. Both
//! know the operations that programs need most by name, and every other one by its path:
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
pub use queue::{EventoDaFila, Queue};
pub use request::Request;
pub use reqwest::Method;
pub use store_system::StoreSystem;
pub use webhook::{InvalidSignature, verify};
