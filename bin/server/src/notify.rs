//! The delivery engine, set up from the configuration.

use std::sync::Arc;

use anyhow::Result;
use delivery::{Engine, HttpSender, SystemClock};
use domain::entrega::Agenda;
use store::Store;

use crate::config::Config;

/// The engine, unless it is switched off.
pub fn engine(config: &Config, store: &Store) -> Result<Option<Engine>> {
    if !config.notify {
        return Ok(None);
    }
    let settings = delivery::Config {
        agenda: Agenda::new(config.notify_retries.clone()),
        fuso: config.timezone,
        ..delivery::Config::default()
    };
    let sender = HttpSender::new(config.notify_allow.clone(), settings.tempo)?;
    Ok(Some(Engine::new(store.clone(), Arc::new(SystemClock), Arc::new(sender), settings)))
}
