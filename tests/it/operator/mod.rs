//! What an operator meets: starts that are refused, signals, health, figures, the log.

mod alerts;
mod files;
mod health;
mod help;
mod limits;
mod log;
mod packaging;
mod postgres;
mod schema;
mod signals;
