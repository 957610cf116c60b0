//! The program: command line, configuration, listeners. Composition only: what the service does is in the
//! crates below.

pub mod admin;
mod advice;
pub mod app;
pub mod archive_file;
pub mod cli;
pub mod commands;
pub mod config;
pub mod database;
pub mod descriptors;
pub mod figures;
pub mod file_kinds;
pub mod interfaces;
pub mod listeners;
pub mod log;
mod log_filter;
pub mod made_up;
pub mod metrics;
pub mod output;
pub mod owners;
pub mod profile;
pub mod progress;
pub mod quantity;
pub mod serve;
pub mod setting;
mod signals;
pub mod tipos_canal;
pub mod tls;
pub mod usage;
