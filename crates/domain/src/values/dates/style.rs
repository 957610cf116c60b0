//! The style in which dates are written: UTC, or the local time of a time zone.

use serde::{Serialize, Serializer};

use chrono_tz::Tz as Fuso;

use super::instant::Instante;

/// How dates are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EstiloData {
    /// `yyyy-MM-ddTHH:mm:ssZ`.
    #[default]
    Utc,
    /// `yyyy-MM-ddTHH:mm:ss` in a time zone, for old clients.
    Local(Fuso),
}

/// A date as a record shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Data {
    /// When.
    pub instante: Instante,
    /// How it is written.
    pub estilo: EstiloData,
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.estilo {
            EstiloData::Utc => self.instante.serialize(s),
            EstiloData::Local(fuso) => {
                s.collect_str(&self.instante.utc().with_timezone(&fuso).format("%Y-%m-%dT%H:%M:%S"))
            }
        }
    }
}

impl EstiloData {
    /// A date in this style.
    pub fn data(self, instante: Instante) -> Data {
        Data { instante, estilo: self }
    }

    /// The same as JSON text.
    pub(crate) fn escrever(self, instante: Instante, saida: &mut Vec<u8>) -> serde_json::Result<()> {
        match self {
            // a page holds a hundred of these
            Self::Utc => {
                saida.push(b'"');
                saida.extend_from_slice(&instante.texto());
                saida.push(b'"');
                Ok(())
            }
            Self::Local(_) => serde_json::to_writer(saida, &self.data(instante)),
        }
    }
}
