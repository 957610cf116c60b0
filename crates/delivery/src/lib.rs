//! Delivers events as signed HTTP calls: the engine behind interface A's notifications and interface B's
//! subscriptions (`docs/decisions/0025-delivery.md`).
//!
//! An [`Engine`] makes the event log into deliveries, takes what is due, sends it and notes what came of it. Several
//! servers may each run one on one database. What it knows stands in the database; in memory is only what is being
//! sent.
#![deny(missing_docs)]

mod alvo;
mod assinatura;
mod config;
mod engine;
mod envio;
mod http;
mod montagem;

pub use alvo::{PermissaoInvalida, Permitidos};
pub use assinatura::assinar;
pub use config::{Clock, Config, SystemClock};
pub use engine::{Contadores, Engine};
pub use envio::{Envio, Saida, Sender};
pub use http::{HttpError, HttpSender};
