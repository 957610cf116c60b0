//! Where the items of an order stand, those that do not stand where their order does.
//!
//! `docs/decisions/0028-order-status-sub-statuses-partial-shipping.md` says what an order does when its
//! items move.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::standing::{Standing, Target};
use super::status::{IllegalMovement, StatusPedido};

/// The place of an item in its order, from 0.
pub type LineIndex = usize;

/// Where items stand that do not stand where their order does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lines(BTreeMap<LineIndex, Standing>);

/// An item that has moved, as the order's history and its event tell it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemMovido {
    /// Its place among the order's `produtos`, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub item: i64,
    /// Its SKU.
    pub sku: String,
    /// The number of its status in interface B.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 23))]
    pub situacao_pedido_id: i16,
}

impl Lines {
    /// Out of what is stored: `0:9,2:1601`.
    pub fn read(text: &str) -> Option<Self> {
        let one = |part: &str| {
            let (index, stored) = part.split_once(':')?;
            Some((index.parse().ok()?, Standing::from_stored(stored.parse().ok()?)?))
        };
        text.split(',').map(one).collect::<Option<_>>().map(Self)
    }

    /// As it is stored; `None` when all items stand with their order.
    pub fn text(&self) -> Option<String> {
        let mut text = String::new();
        for (index, standing) in &self.0 {
            let comma = if text.is_empty() { "" } else { "," };
            // writing to memory cannot fail
            let _ = write!(text, "{comma}{index}:{}", standing.stored());
        }
        Some(text).filter(|text| !text.is_empty())
    }

    /// True when all items stand where their order does.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where an item stands.
    pub fn standing(&self, index: LineIndex, order: Standing) -> Standing {
        self.0.get(&index).copied().unwrap_or(order)
    }

    /// Whether each item stands in the same status as in `others`, both of an order in this one.
    pub fn same_statuses(&self, others: &Self, order: StatusPedido) -> bool {
        let status = |lines: &Self, index: &LineIndex| lines.0.get(index).map_or(order, |line| line.status);
        self.0.keys().chain(others.0.keys()).all(|index| status(self, index) == status(others, index))
    }

    /// After the whole order has moved: items go with it, but for those that are further already. One that
    /// was cancelled stays so.
    pub fn after(mut self, order: Standing) -> Self {
        self.0.retain(|_, line| line.is_beyond(order.status));
        self
    }

    /// Where an item stands that does not go with its order without a reason: of a cancelled order all items
    /// are, sent and delivered ones, too.
    pub fn needing_motivo(&self, to: StatusPedido) -> Option<StatusPedido> {
        let with_order = |from: &StatusPedido| match (*from, to) {
            (StatusPedido::Entregue, StatusPedido::Cancelado) => true,
            (from, to) => from.exige_motivo(to),
        };
        self.0.values().map(|line| line.status).find(with_order)
    }

    /// Moves some of an order's `count` items; where the order stands then, as well. It goes where all of its
    /// items stand, or with the last of them into its status; those that are cancelled do not count.
    pub fn move_on(
        &self,
        (order, count): (Standing, usize),
        which: &[LineIndex],
        to: Target,
        has_motivo: bool,
    ) -> Result<(Self, Standing), IllegalMovement> {
        let mut lines = self.clone();
        for index in which {
            let (standing, _) = self.standing(*index, order).move_on(to, has_motivo)?;
            lines.0.insert(*index, standing);
        }
        let all = || (0..count).map(|index| lines.standing(index, order));
        let on_the_way: Vec<Standing> = all().filter(|s| s.status != StatusPedido::Cancelado).collect();
        let order = match common(on_the_way.iter().copied()) {
            Some(standing) => standing,
            None => match on_the_way.iter().map(|standing| standing.status).min() {
                None => common(all()).unwrap_or(StatusPedido::Cancelado.into()),
                Some(last) if last > order.status => last.into(),
                Some(_) => order,
            },
        };
        lines.0.retain(|_, line| *line != order);
        Ok((lines, order))
    }
}

/// What all of them are, if they are the same.
fn common(mut all: impl Iterator<Item = Standing>) -> Option<Standing> {
    let first = all.next()?;
    all.all(|standing| standing == first).then_some(first)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::standing::SubSituacao;
    use super::*;
    use StatusPedido::{Cancelado, Entregue, Enviado, Faturado, Pago};
    use proptest::prelude::*;

    const SENT: Target = Target::Plain(Enviado);

    fn sub(code: i16) -> Target {
        Target::Sub(SubSituacao::from_code(code).unwrap())
    }

    #[test]
    fn an_order_is_sent_when_its_last_item_is() {
        let paid = Standing::from(Pago);
        let (lines, order) = Lines::default().move_on((paid, 3), &[1], SENT, false).unwrap();
        assert_eq!((order, lines.text().as_deref()), (paid, Some("1:9")));
        let (lines, order) = lines.move_on((order, 3), &[0], Target::Plain(Faturado), false).unwrap();
        assert_eq!((order, lines.text().as_deref()), (paid, Some("0:11,1:9")));
        // the last one is cancelled: what is left decides
        let (lines, order) = lines.move_on((order, 3), &[2], Target::Plain(Cancelado), false).unwrap();
        assert_eq!((order, lines.text().as_deref()), (Faturado.into(), Some("1:9,2:8")));
        let (lines, order) = lines.move_on((order, 3), &[0], SENT, false).unwrap();
        assert_eq!((order, lines.text().as_deref()), (Enviado.into(), Some("2:8")));
        // and back goes nothing
        assert!(lines.move_on((order, 3), &[0], Target::Plain(Faturado), true).is_err());
        assert!(lines.move_on((order, 3), &[2], SENT, true).is_err());
    }

    #[test]
    fn items_share_a_sub_status_with_their_order_once_all_have_it() {
        let (lines, order) = Lines::default().move_on((Pago.into(), 2), &[0], sub(16), false).unwrap();
        assert_eq!((order.code(), lines.standing(0, order).code()), (1, 16));
        let (lines, order) = lines.move_on((order, 2), &[1], sub(16), false).unwrap();
        assert_eq!((order.code(), lines.is_empty()), (16, true));
        let (lines, order) = lines.move_on((order, 2), &[1], SENT, false).unwrap();
        assert_eq!((order.code(), lines.standing(0, order).code()), (16, 16));
        assert_eq!(lines.standing(1, order).code(), 9);
    }

    #[test]
    fn a_move_of_the_order_takes_along_who_is_behind() {
        let lines = Lines::read("0:9,1:1601,2:8,3:18").unwrap();
        assert_eq!(lines.clone().after(Faturado.into()).text().unwrap(), "0:9,2:8,3:18");
        assert_eq!(lines.clone().after(Enviado.into()).text().unwrap(), "2:8,3:18");
        assert_eq!(lines.clone().after(Entregue.into()).text().unwrap(), "2:8");
        assert_eq!(lines.after(Cancelado.into()).text(), None);
        for wrong in ["", "0", "0:3", "x:9", "0:9,"] {
            assert_eq!(Lines::read(wrong), None, "{wrong}");
        }
    }

    proptest! {
        /// Whatever is asked for: no item goes back, the order is never beyond an item that is on its way,
        /// and what is stored is read again.
        #[test]
        fn whatever_moves_items_never_fall_behind_their_order(
            steps in prop::collection::vec((0..5_usize, 1..24_i16), 1..40),
        ) {
            let (count, mut order, mut lines) = (4, Standing::from(Pago), Lines::default());
            for (line, code) in steps {
                let to = match (StatusPedido::from_code(code), SubSituacao::from_code(code)) {
                    (Some(status), _) => Target::Plain(status),
                    (_, Some(sub)) => Target::Sub(sub),
                    _ => continue,
                };
                let before: Vec<_> = (0..count).map(|i| lines.standing(i, order).status).collect();
                let moved = if line == count {
                    order.move_on(to, true).map(|(next, _)| (lines.clone().after(next), next))
                } else {
                    lines.move_on((order, count), &[line], to, true)
                };
                let Ok(moved) = moved else { continue };
                (lines, order) = moved;
                for (i, before) in before.into_iter().enumerate() {
                    let now = lines.standing(i, order).status;
                    prop_assert!(now >= before, "{before} -> {now}");
                    prop_assert!(now >= order.status);
                }
                if let Some(text) = lines.text() {
                    prop_assert_eq!(Lines::read(&text), Some(lines.clone()));
                }
            }
        }
    }
}
