//! What an operator meets: starts that are refused, signals, health, figures, the log.

mod alerts;
mod files;
mod health;
mod help;
mod limits;
mod log;
mod mistakes;
mod packaging;
mod pipes;
mod postgres;
mod schema;
mod signals;
