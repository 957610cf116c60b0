//! Money: a whole number of ten-thousandths, exact in and out.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::reading::json::{FromJson, InputObject, InputValue, REQUIRED};
use crate::reading::problems::Problems;

/// An amount with at most four decimal places and a magnitude below 10^11.
///
/// Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
/// through a double, and no amount has more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = f64))]
pub struct Dinheiro(i64);

/// Why a text is not an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidDinheiro {
    /// Not a decimal number.
    #[error("deve ser um número decimal")]
    Shape,
    /// More than four decimal places.
    #[error("deve ter no máximo 4 casas decimais")]
    Places,
    /// 10^11 or more.
    #[error("deve ser menor que 100000000000 em módulo")]
    Measure,
}

const PLACES: u32 = 4;
const UNIT: i64 = 10_000;
/// First magnitude that is too large, in ten-thousandths.
const LIMIT: i64 = 100_000_000_000 * UNIT;

impl Dinheiro {
    /// Nothing.
    pub const ZERO: Dinheiro = Dinheiro(0);

    /// The largest amount.
    pub const MAX: Dinheiro = Dinheiro(LIMIT - 1);

    /// From ten-thousandths, as stored.
    pub const fn from_ten_thousandths(n: i64) -> Self {
        Self(n)
    }

    /// As ten-thousandths, for storage.
    pub const fn ten_thousandths(self) -> i64 {
        self.0
    }

    /// From hundredths.
    pub const fn from_cents(n: i64) -> Self {
        Self(n * 100)
    }

    /// Rounded to hundredths, halves away from zero.
    pub const fn in_cents(self) -> Self {
        let half = if self.0 < 0 { -50 } else { 50 };
        Self((self.0 + half) / 100 * 100)
    }

    /// The amount changed by so many per cent, in hundredths, halves away from zero; `None` when it no longer fits.
    pub fn changed_by(self, percent: Self) -> Option<Self> {
        const WHOLE: i128 = 100 * UNIT as i128;
        // what is cut off here is too small to make a half of what is not one
        let changed = i128::from(self.0) * (WHOLE + i128::from(percent.0)) / WHOLE;
        let changed = Self(i64::try_from(changed).ok().filter(|n| n.abs() < LIMIT - UNIT)?);
        Some(changed.in_cents())
    }

    /// An equal share, cut off below the last decimal place; by anything below 1 it is the whole.
    pub fn divided(self, n: i32) -> Self {
        Self(self.0 / i64::from(n.max(1)))
    }

    /// True below zero.
    pub const fn negative(self) -> bool {
        self.0 < 0
    }

    /// The amount a number of times; `None` when it no longer fits.
    pub fn times(self, n: i32) -> Option<Self> {
        self.0.checked_mul(i64::from(n)).map(Self)
    }

    /// The sum; `None` when it no longer fits.
    pub fn plus(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The difference; `None` when it no longer fits.
    pub fn minus(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }
}

/// What a document says of an amount that a body holds.
#[cfg(feature = "openapi")]
pub fn amount() -> utoipa::openapi::ObjectBuilder {
    use utoipa::openapi::schema::{KnownFormat, SchemaFormat, Type};
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(Type::Number)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Double)))
        .minimum(Some(0))
        .exclusive_maximum(Some(1e11))
}

/// The same of one that may be null.
#[cfg(feature = "openapi")]
pub fn amount_or_null() -> utoipa::openapi::ObjectBuilder {
    use utoipa::openapi::schema::Type;
    amount()
        .schema_type([Type::Number, Type::Null].into_iter().collect::<utoipa::openapi::schema::SchemaType>())
}

impl FromStr for Dinheiro {
    type Err = InvalidDinheiro;

    /// Reads a JSON number's text, exponent included, digit by digit: no float is involved.
    fn from_str(text: &str) -> Result<Self, InvalidDinheiro> {
        use InvalidDinheiro::{Measure, Places, Shape};
        let (negative, without_sign) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match without_sign.split_once(['e', 'E']) {
            Some((m, e)) => (m, exponent(e)?),
            None => (without_sign, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
        if whole.is_empty() || fraction.is_empty() || !digits(whole) || !digits(fraction) {
            return Err(Shape);
        }
        let fraction = fraction.trim_end_matches('0');
        let all: String = [whole, fraction].concat();
        let significant = all.trim_start_matches('0');
        if significant.is_empty() {
            return Ok(Self::ZERO);
        }
        // value = significativos × 10^deslocamento ten-thousandths
        let fractional = i64::try_from(fraction.len()).map_err(|_| Places)?;
        let offset = exponent.saturating_sub(fractional).saturating_add(i64::from(PLACES));
        let trimmed = significant.trim_end_matches('0');
        let zeros = i64::try_from(significant.len() - trimmed.len()).map_err(|_| Measure)?;
        let offset = offset.saturating_add(zeros);
        if offset < 0 {
            let meant = without_noise(trimmed, offset.unsigned_abs()).ok_or(Places)?;
            return if meant >= LIMIT {
                Err(Measure)
            } else {
                Ok(Self(if negative { -meant } else { meant }))
            };
        }
        let power = u32::try_from(offset).ok().and_then(|d| 10i64.checked_pow(d)).ok_or(Measure)?;
        let module = trimmed.parse::<i64>().ok().and_then(|n| n.checked_mul(power)).ok_or(Measure)?;
        if module >= LIMIT {
            return Err(Measure);
        }
        Ok(Self(if negative { -module } else { module }))
    }
}

/// The ten-thousandths that a sum of binary fractions stands for, such as 0.30000000000000004: it is written with all
/// the digits that such a fraction has, and lies so close to them that nobody means the rest. `None` when somebody
/// may. The number is `digits` divided by 10 to the `places`, in ten-thousandths.
fn without_noise(digits: &str, places: u64) -> Option<i64> {
    // a computed double is hardly ever written with fewer; nobody writes as many
    const FEWEST: usize = 12;
    // more than these say nothing, and would not fit
    const KEPT: usize = 20;
    if digits.len() < FEWEST {
        return None;
    }
    let kept = digits.get(..digits.len().min(KEPT))?;
    let places = places.saturating_sub((digits.len() - kept.len()) as u64);
    let number: u128 = kept.parse().ok()?;
    // so small a number is none, and the next steps would not fit
    let Some(places) = u32::try_from(places).ok().filter(|places| *places <= 24) else { return Some(0) };
    let unit = 10u128.pow(places);
    let nearest = (number + unit / 2) / unit;
    let off = number.abs_diff(nearest * unit);
    // a hundred-millionth, or a hundred-billionth of a thousandth of the number: less than half of a fifth place
    let small = off * 10_000 <= unit || (off * 100_000_000_000_000 <= number && off * 20 < unit);
    i64::try_from(nearest).ok().filter(|_| small)
}

/// The number after the `e`; one beyond 64 bits is as good as the largest.
fn exponent(text: &str) -> Result<i64, InvalidDinheiro> {
    let (negative, module) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if module.is_empty() || !digits(module) {
        return Err(InvalidDinheiro::Shape);
    }
    let module = module.parse().unwrap_or(i64::MAX);
    Ok(if negative { -module } else { module })
}

fn digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

impl fmt::Display for Dinheiro {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = (self.0.unsigned_abs() / 10_000, self.0.unsigned_abs() % 10_000);
        if self.0 < 0 {
            f.write_str("-")?;
        }
        write!(f, "{whole}")?;
        if fraction != 0 {
            let places = format!("{fraction:04}");
            write!(f, ".{}", places.trim_end_matches('0'))?;
        }
        Ok(())
    }
}

impl Serialize for Dinheiro {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if self.0 % UNIT == 0 {
            s.serialize_i64(self.0 / UNIT)
        } else {
            s.serialize_f64(self.0 as f64 / UNIT as f64)
        }
    }
}

impl<'de> Deserialize<'de> for Dinheiro {
    /// For stored documents, which this type wrote: at most 15 digits, so the double is exact enough.
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let n = f64::deserialize(d)?;
        Ok(Self((n * UNIT as f64).round() as i64))
    }
}

impl FromJson for Dinheiro {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        match value.number(p)?.parse() {
            Ok(dinheiro) => Some(dinheiro),
            Err(e) => value.problem(p, e),
        }
    }
}

/// Reads members that hold an amount. Defined here and not with [`InputObject`], which does not depend on
/// money.
impl InputObject<'_> {
    /// An amount of zero or more, `None` when absent.
    pub fn optional_value(&self, name: &str, p: &mut Problems) -> Option<Option<Dinheiro>> {
        match self.optional::<Dinheiro>(name, p)? {
            Some(d) if d.negative() => self.problem(name, p, "deve ser maior ou igual a zero"),
            parsed => Some(parsed),
        }
    }

    /// An amount of zero or more, zero when absent.
    pub fn value(&self, name: &str, p: &mut Problems) -> Option<Dinheiro> {
        Some(self.optional_value(name, p)?.unwrap_or_default())
    }

    /// An amount of zero or more that must be there.
    pub fn required_value(&self, name: &str, p: &mut Problems) -> Option<Dinheiro> {
        match self.optional_value(name, p)? {
            Some(parsed) => Some(parsed),
            None => self.problem(name, p, REQUIRED),
        }
    }
}

#[cfg(test)]
mod tests;
