//! Units of measures: what they are in grams and centimetres, which the hub counts in.

use crate::heading::key;
use crate::numbers::Decimal;

/// A unit of weight or of length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Grams.
    G,
    /// Kilograms.
    Kg,
    /// Pounds.
    Lb,
    /// Ounces.
    Oz,
    /// Millimetres.
    Mm,
    /// Centimetres.
    Cm,
    /// Metres.
    M,
    /// Inches.
    In,
}

impl Unit {
    const NAMES: [(&str, Self); 22] = [
        ("g", Self::G),
        ("gr", Self::G),
        ("grama", Self::G),
        ("gramas", Self::G),
        ("grams", Self::G),
        ("kg", Self::Kg),
        ("kgs", Self::Kg),
        ("quilo", Self::Kg),
        ("quilos", Self::Kg),
        ("lb", Self::Lb),
        ("lbs", Self::Lb),
        ("oz", Self::Oz),
        ("mm", Self::Mm),
        ("cm", Self::Cm),
        ("cms", Self::Cm),
        ("centimetro", Self::Cm),
        ("centimetros", Self::Cm),
        ("m", Self::M),
        ("metro", Self::M),
        ("metros", Self::M),
        ("in", Self::In),
        ("pol", Self::In),
    ];

    /// The unit that a word names, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = key(name);
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, unit)| *unit)
    }

    /// Its usual sign.
    pub const fn name(self) -> &'static str {
        match self {
            Self::G => "g",
            Self::Kg => "kg",
            Self::Lb => "lb",
            Self::Oz => "oz",
            Self::Mm => "mm",
            Self::Cm => "cm",
            Self::M => "m",
            Self::In => "in",
        }
    }

    /// True for a unit of weight.
    pub const fn is_weight(self) -> bool {
        matches!(self, Self::G | Self::Kg | Self::Lb | Self::Oz)
    }

    /// So much in grams or centimetres; `None` for a number beyond all measures.
    pub fn of(self, amount: Decimal) -> Option<Decimal> {
        amount.times(match self {
            Self::G | Self::Cm => Decimal::new(1, 0),
            Self::Kg => Decimal::new(1000, 0),
            Self::Lb => Decimal::new(45_359_237, 5),
            Self::Oz => Decimal::new(28_349_523_125, 9),
            Self::Mm => Decimal::new(1, 1),
            Self::M => Decimal::new(100, 0),
            Self::In => Decimal::new(254, 2),
        })
    }
}

/// The heading without its unit (`peso (kg)`, `peso_kg`, `peso-em-kg`, `Weight (lbs)`), and the unit.
pub fn with_unit(text: &str) -> Option<(String, Unit)> {
    let mut words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let unit = Unit::from_name(words.pop()?)?;
    if words.last().is_some_and(|word| matches!(key(word).as_str(), "em" | "in")) {
        words.pop();
    }
    let name = key(&words.concat());
    (!name.is_empty()).then_some((name, unit))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn measures_become_grams_and_centimetres() {
        for (amount, unit, expected) in [
            ("0.350", "kg", "350"),
            (".35", "kg", "350"),
            ("2", "lbs", "907.18474"),
            ("1", "oz", "28.349523125"),
            ("15", "mm", "1.5"),
            ("0.2", "m", "20"),
            ("10", "in", "25.4"),
            ("350.0", "g", "350"),
        ] {
            let unit = Unit::from_name(unit).unwrap();
            assert_eq!(unit.of(Decimal::parse(amount).unwrap()).unwrap().to_string(), expected);
        }
        assert_eq!(Unit::from_name("un"), None);
    }

    #[test]
    fn units_stand_at_the_end() {
        for (text, name, unit) in [
            ("Peso (kg)", "peso", Unit::Kg),
            ("peso_kg", "peso", Unit::Kg),
            ("peso-em-kg", "peso", Unit::Kg),
            ("Weight (lbs)", "weight", Unit::Lb),
            ("largura (cm)", "largura", Unit::Cm),
            ("Peso bruto (Kg)", "pesobruto", Unit::Kg),
        ] {
            assert_eq!(with_unit(text), Some((name.to_owned(), unit)), "{text}");
        }
        for text in ["peso", "kg", "", "em kg"] {
            assert_eq!(with_unit(text), None, "{text}");
        }
    }
}
