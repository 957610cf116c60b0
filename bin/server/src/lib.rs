//! The program: command line, configuration, listeners. Composition only: what the service does is in the
//! crates below.

pub mod admin;
pub mod app;
pub mod app_cmd;
pub mod cli;
pub mod config;
pub mod database;
pub mod demo;
mod events_cmd;
pub mod interfaces;
pub mod listeners;
pub mod log;
pub mod metrics;
pub mod migrate;
pub mod output;
pub mod quantity;
pub mod seed;
pub mod serve;
pub mod setting;
pub mod store_cmd;
pub mod tipos_canal;
pub mod tls;
pub mod token;
pub mod usage;
