//! What one order holds of one SKU, and what becomes of it.

use super::allocation::UnitsOfLine;
use super::controle::ControleEstoque;
use super::line::{Fase, Line};
use crate::values::dates::Instante;

/// What an order holds of a SKU in one centre, of one of its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    /// The line's place among the order's lines of the SKU, from 0.
    pub line: usize,
    /// Units that the stock still counts.
    pub held: i64,
    /// Units that the stock does not count any more: taken out by the hub, or contained in a number of the
    /// owner's.
    pub taken: i64,
}

/// What an order holds of a SKU in one centre.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reserva {
    /// Line by line. Of a line that is not among them nothing was ever counted.
    pub lots: Vec<Lot>,
    /// What was missing when the order came in.
    pub short: i64,
    /// When the owner took the order over.
    pub taken_over: Option<Instante>,
    /// All of the order's items of this SKU have ended.
    pub ended: bool,
}

/// A move of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Who keeps the stock.
    pub control: ControleEstoque,
    /// When.
    pub now: Instante,
    /// It is the owner's doing, who has so taken the order over.
    pub by_owner: bool,
    /// What is cancelled goes back to the shelf though it had left it.
    pub give_back: bool,
}

impl Lot {
    /// Its units leave the stock, which ends at zero: what was not there did not leave.
    fn leave(&mut self, stock: &mut i64) {
        let taken = self.held.min(*stock);
        *stock -= taken;
        *self = Self { held: 0, taken: self.taken + taken, ..*self };
    }

    fn put_back(&mut self, stock: &mut i64) {
        *stock += std::mem::take(&mut self.taken);
    }

    /// Its line has moved.
    fn moved(&mut self, line: &Line, step: &Step, stock: &mut i64) {
        match (step.control, line.from, line.to) {
            (ControleEstoque::Nenhum, ..) | (_, Fase::Cancelled, _) => {}
            // an item that was delivered is cancelled with its order
            (ControleEstoque::Erp, _, Fase::Cancelled) => self.held = 0,
            (ControleEstoque::Erp, _, Fase::Open | Fase::Gone | Fase::Delivered) => {}
            (ControleEstoque::Hub, Fase::Open, Fase::Cancelled) => {
                self.held = 0;
                // contained in a number of the owner's, while that kept the stock
                self.put_back(stock);
            }
            (ControleEstoque::Hub, Fase::Gone | Fase::Delivered, Fase::Cancelled) if step.give_back => {
                self.put_back(stock);
            }
            (ControleEstoque::Hub, Fase::Open, Fase::Gone | Fase::Delivered) => self.leave(stock),
            (ControleEstoque::Hub, Fase::Open, Fase::Open)
            | (ControleEstoque::Hub, Fase::Gone | Fase::Delivered, _) => {}
        }
    }
}

impl Reserva {
    /// What an order holds that has just come in with units of some lines, and what is left of the stock.
    /// What comes in delivered or cancelled is history, and holds nothing.
    pub fn of_new(
        control: ControleEstoque,
        lines: &[UnitsOfLine],
        fase: Fase,
        now: Instante,
        mut stock: i64,
    ) -> (Self, i64) {
        let lots = || lines.iter().map(|(line, units)| Lot { line: *line, held: *units, taken: 0 }).collect();
        let held = |taken_over| Self { lots: lots(), taken_over, ..Self::default() };
        match (control, fase) {
            (ControleEstoque::Nenhum, _) | (_, Fase::Delivered | Fase::Cancelled) => (Self::default(), stock),
            (ControleEstoque::Erp | ControleEstoque::Hub, Fase::Open) => (held(None), stock),
            // somebody has invoiced it, and so knows it
            (ControleEstoque::Erp, Fase::Gone) => (held(Some(now)), stock),
            (ControleEstoque::Hub, Fase::Gone) => {
                let mut new = held(None);
                new.lots.iter_mut().for_each(|lot| lot.leave(&mut stock));
                (new, stock)
            }
        }
    }

    /// Units that the stock still counts.
    pub fn held(&self) -> i64 {
        self.lots.iter().map(|lot| lot.held).sum()
    }

    /// Units that the stock does not count any more.
    pub fn taken(&self) -> i64 {
        self.lots.iter().map(|lot| lot.taken).sum()
    }

    /// After some of the order's lines have moved, and what is left of the stock; `lines` are all that it has
    /// of the SKU.
    pub fn after(mut self, lines: &[Line], all_ended: bool, step: &Step, mut stock: i64) -> (Self, i64) {
        for lot in &mut self.lots {
            if let Some(line) = lines.get(lot.line).filter(|line| line.from != line.to) {
                lot.moved(line, step, &mut stock);
            }
        }
        if step.by_owner && self.taken_over.is_none() {
            self.taken_over = Some(step.now);
        }
        self.ended = all_ended;
        (self, stock)
    }

    /// After the owner has told the stock as of an instant: what it took over before is in that number.
    pub fn contained(mut self, as_of: Instante) -> Self {
        if self.taken_over.is_some_and(|taken_over| taken_over < as_of) {
            for lot in &mut self.lots {
                *lot = Lot { held: 0, taken: lot.taken + lot.held, ..*lot };
            }
        }
        self
    }

    /// After its SKU's stock has come into other hands, and what is left of it; `lines` are the order's, as
    /// they stand; none: all of them have ended. All but the units that are still open is off the shelf by
    /// now, and leaves the stock.
    pub fn handed_over(mut self, to: ControleEstoque, lines: &[Line], mut stock: i64) -> (Self, i64) {
        match to {
            ControleEstoque::Nenhum => (Self::default(), stock),
            ControleEstoque::Erp => (self, stock),
            ControleEstoque::Hub => {
                for lot in &mut self.lots {
                    if lines.get(lot.line).is_none_or(|line| line.to != Fase::Open) {
                        lot.leave(&mut stock);
                    }
                }
                (self, stock)
            }
        }
    }

    /// True when nothing can come of it any more.
    pub fn is_over(&self) -> bool {
        self.held() == 0 && (self.ended || self.taken() == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ERP: ControleEstoque = ControleEstoque::Erp;
    const HUB: ControleEstoque = ControleEstoque::Hub;

    fn step(control: ControleEstoque) -> Step {
        Step { control, now: Instante::now(), by_owner: false, give_back: true }
    }

    fn stays(units: i64, fase: Fase) -> Line {
        Line { units, from: fase, to: fase }
    }

    fn moves(units: i64, from: Fase, to: Fase) -> Line {
        Line { units, from, to }
    }

    /// Two lines of one SKU, of which the hub has taken the first one out; now its owner keeps the stock.
    fn half_gone() -> Reserva {
        let (new, stock) = Reserva::of_new(HUB, &[(0, 2), (1, 3)], Fase::Open, Instante::now(), 9);
        let lines = [moves(2, Fase::Open, Fase::Gone), stays(3, Fase::Open)];
        let (half, stock) = new.after(&lines, false, &step(HUB), stock);
        assert_eq!((half.held(), half.taken(), stock), (3, 2, 7));
        half.handed_over(ERP, &[stays(2, Fase::Gone), stays(3, Fase::Open)], stock).0
    }

    #[test]
    fn what_the_hub_took_out_is_not_given_up_with_what_is_open() {
        let lines = [moves(2, Fase::Gone, Fase::Cancelled), stays(3, Fase::Open)];
        let (after, stock) = half_gone().after(&lines, false, &step(ERP), 7);
        assert_eq!((after.held(), stock), (3, 7));
    }

    #[test]
    fn what_the_hub_took_out_is_not_given_up_for_what_left_later() {
        let lines = [stays(2, Fase::Gone), moves(3, Fase::Open, Fase::Gone)];
        let (gone, stock) = half_gone().after(&lines, false, &step(ERP), 7);
        let lines = [moves(2, Fase::Gone, Fase::Cancelled), stays(3, Fase::Gone)];
        let (after, stock) = gone.after(&lines, false, &step(ERP), stock);
        assert_eq!((after.held(), stock), (3, 7));
    }

    #[test]
    fn what_the_hub_took_out_does_not_leave_a_second_time() {
        let (after, stock) = half_gone().handed_over(HUB, &[stays(2, Fase::Gone), stays(3, Fase::Open)], 7);
        assert_eq!((after.held(), after.taken(), stock), (3, 2, 7));
        let (after, stock) = half_gone().handed_over(HUB, &[], 7);
        assert_eq!((after.held(), after.taken(), stock), (0, 5, 4));
    }

    #[test]
    fn what_was_not_there_does_not_come_back() {
        let (new, stock) = Reserva::of_new(HUB, &[(0, 2), (1, 3)], Fase::Gone, Instante::now(), 4);
        assert_eq!((new.taken(), stock), (4, 0));
        let lines = [stays(2, Fase::Gone), moves(3, Fase::Gone, Fase::Cancelled)];
        let (after, stock) = new.after(&lines, false, &step(HUB), stock);
        assert_eq!((after.taken(), stock), (2, 2));
    }

    fn fases() -> impl Strategy<Value = Fase> {
        prop::sample::select(vec![Fase::Open, Fase::Gone, Fase::Delivered, Fase::Cancelled])
    }

    proptest! {
        /// Of lines that were not counted when the order began to hold something, nothing is ever released,
        /// taken out or given back, whatever becomes of them and of the others.
        #[test]
        fn lines_that_were_not_counted_change_nothing(
            lines in prop::collection::vec((1..9_i64, any::<bool>()), 1..6),
            steps in prop::collection::vec((0..6_usize, fases(), any::<bool>(), 0..3_u8), 0..12),
        ) {
            let counted: Vec<UnitsOfLine> = lines.iter().enumerate()
                .filter(|(_, (_, counted))| *counted).map(|(line, (units, _))| (line, *units)).collect();
            let mut stands: Vec<Fase> = lines.iter()
                .map(|(_, counted)| if *counted { Fase::Open } else { Fase::Gone }).collect();
            let (mut control, mut stock) = (ERP, 50);
            let mut now = Reserva::of_new(control, &counted, Fase::Open, Instante::now(), stock).0;
            for (line, to, give_back, keeper) in steps {
                let line = line % lines.len();
                let alone = lines.get(line).is_some_and(|(_, counted)| !counted);
                let as_they_stand = |stands: &[Fase]| -> Vec<Line> {
                    lines.iter().zip(stands).map(|((units, _), fase)| stays(*units, *fase)).collect()
                };
                if keeper == 0 {
                    control = if control == ERP { HUB } else { ERP };
                    (now, stock) = now.handed_over(control, &as_they_stand(&stands), stock);
                    continue;
                }
                let from = stands.get(line).copied().unwrap_or(Fase::Cancelled);
                let returned = from == Fase::Delivered && to == Fase::Cancelled;
                if (from.ended() && !returned) || to == Fase::Open {
                    continue;
                }
                let mut moved = as_they_stand(&stands);
                for (index, one) in moved.iter_mut().enumerate().filter(|(index, _)| *index == line) {
                    *one = moves(one.units, from, to);
                    if let Some(fase) = stands.get_mut(index) {
                        *fase = to;
                    }
                }
                let before = (now.held(), now.taken(), stock);
                let step = Step { give_back, ..step(control) };
                (now, stock) = now.after(&moved, false, &step, stock);
                if alone {
                    prop_assert_eq!((now.held(), now.taken(), stock), before);
                }
                // and each line by itself: what is cancelled holds nothing, nothing more than was sold
                for lot in &now.lots {
                    let sold = lines.get(lot.line).map_or(0, |(units, _)| *units);
                    prop_assert!(lot.held >= 0 && lot.taken >= 0 && lot.held + lot.taken <= sold);
                    let stands = stands.get(lot.line).copied();
                    prop_assert!(stands != Some(Fase::Cancelled) || lot.held == 0);
                    prop_assert!(stands != Some(Fase::Open) || lot.held == sold);
                }
            }
        }
    }
}
