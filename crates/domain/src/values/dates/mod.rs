//! Instants, days and the time zone in which a day is meant.

mod instant;
mod style;

pub use chrono_tz::Tz as Fuso;
pub use instant::{DataInvalida, Instante, LimiteData};
pub use style::{Data, EstiloData};

#[cfg(test)]
mod tests;
