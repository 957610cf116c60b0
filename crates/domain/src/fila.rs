//! The order queue: what its readers are handed, and what they confirm it with (this project's own).

use std::fmt;
use std::str::FromStr;

use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;

/// How often an event is handed out before it is given up.
pub const ENTREGAS_MAX: i32 = 10;

/// The longest lease, seconds: twelve hours. One that lasts longer from now on was written under a clock that
/// was wrong.
pub const VISIBILIDADE_MAX: i64 = 43_200;

/// What confirms one handing out of one event. Opaque to clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recibo {
    /// The service's number of the reader.
    pub consumidor: i32,
    /// The event's place in the log.
    pub posicao: i64,
    /// Which handing out it was, from 1; revival does not start it anew.
    pub vez: i32,
    /// Drawn for this lease, so that a receipt cannot be made up. `None` where a client left it out: such a
    /// receipt confirms no lease, but an event that was confirmed already is still found by it.
    pub acaso: Option<i64>,
}

/// A text that is no receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("não é um recibo da fila")]
pub struct InvalidRecibo;

impl fmt::Display for Recibo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rcb_{:x}_{:x}_{:x}", self.consumidor, self.posicao, self.vez)?;
        self.acaso.map_or(Ok(()), |acaso| write!(f, "_{acaso:016x}"))
    }
}

impl FromStr for Recibo {
    type Err = InvalidRecibo;

    fn from_str(text: &str) -> Result<Self, InvalidRecibo> {
        let parts = text.strip_prefix("rcb_").ok_or(InvalidRecibo)?;
        let mut parts = parts.split('_');
        let number = |part: &str| i64::from_str_radix(part, 16).ok().filter(|n| *n > 0);
        let mut next = || parts.next().and_then(number).ok_or(InvalidRecibo);
        let (consumidor, posicao, turn) = (next()?, next()?, next()?);
        let short = |n: i64| i32::try_from(n).map_err(|_| InvalidRecibo);
        let drawn = parts.next().map(|part| u64::from_str_radix(part, 16).map_err(|_| InvalidRecibo));
        let acaso = drawn.transpose()?.map(u64::cast_signed);
        let recibo = Self { consumidor: short(consumidor)?, posicao, vez: short(turn)?, acaso };
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
        let drawn = Recibo { consumidor: 7, posicao: 1 << 40, vez: 11, acaso: Some(255) };
        assert_eq!(drawn.to_string(), "rcb_7_10000000000_b_00000000000000ff");
        for acaso in [None, Some(255), Some(-1), Some(i64::MIN), Some(0)] {
            let recibo = Recibo { acaso, ..drawn };
            assert_eq!(recibo.to_string().parse(), Ok(recibo));
        }
        for crooked in [
            "",
            "rcb_",
            "rcb_7_1",
            "rcb_7_1_b_",
            "rcb_7_1_b_c",
            "rcb_7_1_b_00000000000000FF",
            "rcb_7_1_b_00000000000000ff_1",
            "rcb_7_1_b_-0000000000000ff",
            "rcb_0_1_1_00000000000000ff",
            "rcb_1_-1_1_00000000000000ff",
            "rcb_1_+1_1_00000000000000ff",
            "rcb_1_01_1_00000000000000ff",
            "rcb_1_A_1_00000000000000ff",
            "rcb_100000000_1_1_00000000000000ff",
            "rcb_1_1_80000000_00000000000000ff",
            "rcb_1_10000000000000000_1_00000000000000ff",
            " rcb_1_1_1_00000000000000ff",
        ] {
            assert_eq!(crooked.parse::<Recibo>(), Err(InvalidRecibo), "{crooked}");
        }
    }
}
