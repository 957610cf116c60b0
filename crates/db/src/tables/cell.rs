//! A value of any column, in Rust and in the JSON of backups.

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

/// A value of any column. Booleans are 0 and 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Null.
    Null,
    /// An integer of any width.
    Integer(i64),
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// The member of a JSON object that holds bytes.
const BYTES: &str = "base64";

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Integer(value) => serializer.serialize_i64(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::Bytes(value) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(BYTES, &BASE64.encode(value))?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Cell;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "null, a whole number, text or {{\"{BYTES}\": …}}")
    }

    fn visit_unit<E: Error>(self) -> Result<Cell, E> {
        Ok(Cell::Null)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Cell, E> {
        Ok(Cell::Integer(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Cell, E> {
        i64::try_from(value).map(Cell::Integer).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Cell, E> {
        Ok(Cell::Text(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Cell, E> {
        Ok(Cell::Text(value))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Cell, A::Error> {
        match map.next_entry::<String, String>()? {
            Some((name, value)) if name == BYTES => {
                if map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
                    return Err(A::Error::custom("bytes have one member"));
                }
                BASE64.decode(value).map(Cell::Bytes).map_err(A::Error::custom)
            }
            _ => Err(A::Error::custom("an object is no value of a table")),
        }
    }
}
