//! The style in which dates are written: UTC, or the local time of a time zone.

use serde::{Serialize, Serializer};

use chrono_tz::Tz as Zone;

use super::instant::Instante;

/// How dates are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DateStyle {
    /// `yyyy-MM-ddTHH:mm:ssZ`.
    #[default]
    Utc,
    /// `yyyy-MM-ddTHH:mm:ss` in a time zone, for old clients.
    Local(Zone),
}

/// A date as a record shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Data {
    /// When.
    pub instante: Instante,
    /// How it is written.
    pub style: DateStyle,
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.style {
            DateStyle::Utc => self.instante.serialize(s),
            DateStyle::Local(zone) => {
                s.collect_str(&self.instante.utc().with_timezone(&zone).format("%Y-%m-%dT%H:%M:%S"))
            }
        }
    }
}

impl DateStyle {
    /// A date in this style.
    pub fn date(self, instante: Instante) -> Data {
        Data { instante, style: self }
    }

    /// The same as JSON text.
    pub(crate) fn write(self, instante: Instante, output: &mut Vec<u8>) -> serde_json::Result<()> {
        match self {
            // a page holds a hundred of these
            Self::Utc => {
                output.push(b'"');
                output.extend_from_slice(&instante.text());
                output.push(b'"');
                Ok(())
            }
            Self::Local(_) => serde_json::to_writer(output, &self.date(instante)),
        }
    }
}
