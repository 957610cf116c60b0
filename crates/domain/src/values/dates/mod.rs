//! Instants, days and the time zone in which a day is meant.

mod instant;
mod style;

pub use chrono_tz::Tz as Zone;
pub use instant::{DateLimit, Exact, Instante, InvalidDate, is_unset};
pub use style::{Data, DateStyle};

#[cfg(test)]
mod tests;
