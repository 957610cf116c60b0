//! The commands, one file each: what it takes on the command line, and what it does.

pub mod app;
pub mod backup;
pub mod check;
pub mod completions;
pub mod config;
pub mod connectors;
pub mod console;
pub mod demo;
pub mod events;
pub mod export;
pub mod health;
pub mod import;
pub mod man;
pub mod migrate;
pub mod order;
pub mod restore;
pub mod secrets;
pub mod seed;
pub mod serve;
pub mod store;
pub mod titular;
pub mod token;
