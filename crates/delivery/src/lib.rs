//! Delivers events as signed HTTP calls: the engine behind interface A's notifications and interface B's
//! subscriptions (`docs/decisions/0025-webhook-delivery.md`).
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use entreposto_delivery::{Config, Engine};
//! use store::{Secrets, Store, StoreConfig};
//!
//! # async fn run(stop: impl Future<Output = ()>) -> Result<(), Box<dyn std::error::Error>> {
//! let url = "sqlite://./entreposto.db";
//! let store = Store::open(&StoreConfig::new(url), Secrets::beside(url))?;
//! store.migrate()?;
//! let engine = Engine::http(store, Config::default().with_allowed("erp.local,10.0.0.0/8".parse()?))?;
//! engine.run(stop, Duration::from_secs(30)).await;
//! # Ok(())
//! # }
//! ```
//!
//! An [`Engine`] makes deliveries of the events in the log, sends those that are due, and stores the results.
//! Several servers may each run one on the same database, which has its state; only the running calls and the
//! health of hosts are in memory.
#![deny(missing_docs)]

mod assembly;
mod call;
mod config;
mod engine;
mod hosts;
mod http;
mod limit;
mod report;
mod signature;

pub use call::{Call, CallResult, Sender};
pub use config::{Clock, Config, HostLimits, SystemClock};
pub use domain::entrega::{Allowed, InvalidPermission};
pub use engine::{Counters, Engine};
pub use http::HttpSender;
pub use outbound::HttpError;
pub use signature::sign;
