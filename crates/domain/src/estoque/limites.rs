//! What a channel shows of the stock that is there.

use serde::{Deserialize, Serialize};

use crate::reading::json::{FromJson, InputObject, InputValue};
use crate::reading::problems::Problems;

/// What a channel leaves on the shelf and the most that it shows, for all SKUs or for one (this project's
/// own).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EstoqueCanal {
    /// Units that are left on the shelf: taken off before the percentage. Null: nothing, or for one SKU what
    /// the channel says.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub estoque_seguranca: Option<i32>,
    /// The most that is shown: applied last. Null: no such limit, or for one SKU what the channel says.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub estoque_maximo: Option<i32>,
}

impl FromJson for EstoqueCanal {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let buffer = not_negative(&obj, "estoqueSeguranca", p);
        let ceiling = not_negative(&obj, "estoqueMaximo", p);
        Some(Self { estoque_seguranca: buffer?, estoque_maximo: ceiling? })
    }
}

fn not_negative(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<Option<i32>> {
    match obj.optional::<i32>(name, p) {
        Some(Some(n)) if n < 0 => obj.problem(name, p, "deve ser maior ou igual a zero"),
        parsed => parsed,
    }
}

impl EstoqueCanal {
    /// The channel's, with a SKU's own laid over it.
    pub fn overlaid(self, own: Self) -> Self {
        Self {
            estoque_seguranca: own.estoque_seguranca.or(self.estoque_seguranca),
            estoque_maximo: own.estoque_maximo.or(self.estoque_maximo),
        }
    }
}

/// Everything that says how much of a SKU a channel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limites {
    /// The stock as its owner has told it.
    pub on_hand: i64,
    /// What orders hold of it.
    pub reserved: i64,
    /// What the channel says of the SKU by itself.
    pub fixed: Option<i32>,
    /// Orders move this stock: nothing above what is available is shown, whatever the channel says.
    pub controlled: bool,
    /// The channel's share of what is available, in per cent.
    pub percent: i32,
    /// Buffer and ceiling.
    pub canal: EstoqueCanal,
}

/// What bounds the number that a channel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limite {
    /// It is the number set for the SKU in the channel.
    Fixed,
    /// The channel's share of what is available.
    Percent,
    /// What is available: the number set for the channel is higher.
    Available,
    /// The ceiling.
    Ceiling,
}

/// What a channel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The number.
    pub units: i32,
    /// What bounds it.
    pub by: Limite,
    /// What is available to the channel: what is there, without what orders hold and without the buffer.
    pub available: i64,
}

impl Limites {
    /// What the channel shows: available = on hand − reserved − buffer; of that the percentage, rounded down;
    /// of that at most the ceiling.
    pub fn shown(&self) -> Shown {
        let buffer = i64::from(self.canal.estoque_seguranca.unwrap_or(0).max(0));
        let available = self.on_hand.saturating_sub(self.reserved).saturating_sub(buffer).max(0);
        let share = available.saturating_mul(i64::from(self.percent.clamp(0, 100))) / 100;
        let (units, by) = match self.fixed.map(|fixed| i64::from(fixed.max(0))) {
            Some(fixed) if self.controlled && fixed > available => (available, Limite::Available),
            Some(fixed) => (fixed, Limite::Fixed),
            None => (share, Limite::Percent),
        };
        let (units, by) = match self.canal.estoque_maximo.map(|most| i64::from(most.max(0))) {
            Some(most) if units > most => (most, Limite::Ceiling),
            _ => (units, by),
        };
        Shown { units: i32::try_from(units).unwrap_or(i32::MAX), by, available }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn limites(on_hand: i64, reserved: i64) -> Limites {
        let canal = EstoqueCanal::default();
        Limites { on_hand, reserved, fixed: None, controlled: true, percent: 100, canal }
    }

    #[test]
    fn buffer_then_percentage_then_ceiling() {
        let canal = EstoqueCanal { estoque_seguranca: Some(3), estoque_maximo: None };
        let half = Limites { percent: 50, canal, ..limites(20, 4) };
        assert_eq!(half.shown(), Shown { units: 6, by: Limite::Percent, available: 13 });
        let canal = EstoqueCanal { estoque_maximo: Some(5), ..canal };
        assert_eq!(Limites { canal, ..half }.shown(), Shown { units: 5, by: Limite::Ceiling, available: 13 });
        // a number of the channel's own holds as far as there is stock
        let fixed = |n| Limites { fixed: Some(n), ..limites(20, 4) }.shown();
        assert_eq!((fixed(10).units, fixed(10).by), (10, Limite::Fixed));
        assert_eq!((fixed(17).units, fixed(17).by), (16, Limite::Available));
        let nobody = Limites { fixed: Some(17), controlled: false, ..limites(2, 0) }.shown();
        assert_eq!((nobody.units, nobody.by), (17, Limite::Fixed));
        assert_eq!(limites(3, 9).shown().units, 0);
    }

    proptest! {
        #[test]
        fn no_more_is_shown_than_is_available(
            (on_hand, reserved) in (0..=i64::from(i32::MAX), 0..=i64::MAX),
            fixed in prop::option::of(0..=i32::MAX),
            (percent, buffer, ceiling) in
                (0..=100, prop::option::of(0..=i32::MAX), prop::option::of(0..=i32::MAX)),
        ) {
            let canal = EstoqueCanal { estoque_seguranca: buffer, estoque_maximo: ceiling };
            let shown = Limites { fixed, percent, canal, ..limites(on_hand, reserved) }.shown();
            let free = on_hand - reserved.min(on_hand);
            prop_assert!(shown.units >= 0 && i64::from(shown.units) <= free);
            prop_assert!(shown.units <= ceiling.unwrap_or(i32::MAX));
            prop_assert!(i64::from(shown.units) <= (free - i64::from(buffer.unwrap_or(0))).max(0));
        }
    }
}
