//! The order queue: what its readers are handed, and what they confirm it with (this project's own).

use std::fmt;
use std::str::FromStr;

use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;

/// How often an event is handed out before it is given up.
pub const ENTREGAS_MAX: i32 = 10;

/// What confirms one handing out of one event. Opaque to clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recibo {
    /// The service's number of the reader.
    pub consumidor: i32,
    /// The event's place in the log.
    pub posicao: i64,
    /// Which handing out it was, from 1; revival does not start it anew.
    pub vez: i32,
}

/// A text that is no receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("não é um recibo da fila")]
pub struct InvalidRecibo;

impl fmt::Display for Recibo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rcb_{:x}_{:x}_{:x}", self.consumidor, self.posicao, self.vez)
    }
}

impl FromStr for Recibo {
    type Err = InvalidRecibo;

    fn from_str(text: &str) -> Result<Self, InvalidRecibo> {
        let numbers = text.strip_prefix("rcb_").ok_or(InvalidRecibo)?;
        let mut numbers = numbers.split('_').map(|n| i64::from_str_radix(n, 16).ok().filter(|n| *n > 0));
        let mut next = || numbers.next().flatten().ok_or(InvalidRecibo);
        let (consumidor, posicao, turn) = (next()?, next()?, next()?);
        let short = |n: i64| i32::try_from(n).map_err(|_| InvalidRecibo);
        let recibo = Self { consumidor: short(consumidor)?, posicao, vez: short(turn)? };
        // one spelling only
        if recibo.to_string() == text { Ok(recibo) } else { Err(InvalidRecibo) }
    }
}

impl FromJson for Recibo {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        match value.string(p)?.parse() {
            Ok(recibo) => Some(recibo),
            Err(e) => value.problem(p, e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_has_one_spelling() {
        let recibo = Recibo { consumidor: 7, posicao: 1 << 40, vez: 11 };
        assert_eq!(recibo.to_string(), "rcb_7_10000000000_b");
        assert_eq!(recibo.to_string().parse(), Ok(recibo));
        for crooked in [
            "",
            "rcb_",
            "rcb_7_1",
            "rcb_7_1_b_",
            "rcb_7_1_b_c",
            "rcb_0_1_1",
            "rcb_1_-1_1",
            "rcb_1_+1_1",
            "rcb_1_01_1",
            "rcb_1_A_1",
            "rcb_100000000_1_1",
            "rcb_1_1_80000000",
            "rcb_1_10000000000000000_1",
            " rcb_1_1_1",
        ] {
            assert_eq!(crooked.parse::<Recibo>(), Err(InvalidRecibo), "{crooked}");
        }
    }
}
