//! What one order holds of one SKU, and what becomes of it.

use super::allocation::Part;
use super::controle::ControleEstoque;
use super::line::{Fase, Line};
use crate::values::dates::Instante;

/// What an order holds of a SKU in one centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reserva {
    /// Units that the stock still counts.
    pub held: i64,
    /// Units that the stock does not count any more: taken out by the hub, or contained in a number of the
    /// owner's.
    pub taken: i64,
    /// What was missing when the order came in.
    pub short: i64,
    /// When the owner took the order over.
    pub taken_over: Option<Instante>,
    /// All of the order's items of this SKU have ended.
    pub ended: bool,
    /// Which of the order's units these are.
    pub part: Part,
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

impl Reserva {
    /// What an order holds that has just come in with so many units, and by how much the stock changes. What
    /// comes in delivered or cancelled is history, and holds nothing.
    pub fn of_new(control: ControleEstoque, units: i64, fase: Fase, now: Instante) -> (Self, i64) {
        let held = Self { held: units, ..Self::default() };
        match (control, fase) {
            (ControleEstoque::Nenhum, _) | (_, Fase::Delivered | Fase::Cancelled) => (Self::default(), 0),
            (ControleEstoque::Erp | ControleEstoque::Hub, Fase::Open) => (held, 0),
            // somebody has invoiced it, and so knows it
            (ControleEstoque::Erp, Fase::Gone) => (Self { taken_over: Some(now), ..held }, 0),
            (ControleEstoque::Hub, Fase::Gone) => (Self { taken: units, ..Self::default() }, -units),
        }
    }

    /// After some lines have moved, and by how much the stock changes (below what there is, it ends at zero).
    /// Whatever the lines say, an order gives back no more than it holds.
    pub fn after(self, lines: &[Line], all_ended: bool, step: &Step) -> (Self, i64) {
        let (mut now, mut stock) = (self, 0);
        let (lines, open) = (self.part.of(lines), self.part.open(lines));
        for line in lines.iter().filter(|line| line.from != line.to) {
            stock += now.moved(line, open, step);
        }
        if step.by_owner && now.taken_over.is_none() {
            now.taken_over = Some(step.now);
        }
        now.ended = all_ended;
        (now, stock)
    }

    /// `open` units of other lines go on being sold from the shelf.
    fn moved(&mut self, line: &Line, open: i64, step: &Step) -> i64 {
        match (step.control, line.from, line.to) {
            (ControleEstoque::Nenhum, ..) | (_, Fase::Delivered | Fase::Cancelled, _) => 0,
            (ControleEstoque::Erp, Fase::Open, Fase::Cancelled) => {
                self.release(line.units);
                0
            }
            // the hub may have taken it out, while that kept the stock: what is held are the others then
            (ControleEstoque::Erp, Fase::Gone, Fase::Cancelled) => {
                self.release(line.units.min(self.held_beyond(open)));
                0
            }
            (ControleEstoque::Erp, _, Fase::Open | Fase::Gone | Fase::Delivered) => 0,
            (ControleEstoque::Hub, Fase::Open, Fase::Cancelled) => {
                let rest = line.units - self.release(line.units);
                // contained in a number of the owner's, while that kept the stock
                self.put_back(rest)
            }
            (ControleEstoque::Hub, Fase::Gone, Fase::Cancelled) => match step.give_back {
                true => self.put_back(line.units),
                false => 0,
            },
            (ControleEstoque::Hub, Fase::Open, Fase::Gone | Fase::Delivered) => {
                let units = self.release(line.units);
                self.taken += units;
                -units
            }
            (ControleEstoque::Hub, Fase::Open, Fase::Open)
            | (ControleEstoque::Hub, Fase::Gone, Fase::Open | Fase::Gone | Fase::Delivered) => 0,
        }
    }

    /// Units of lines that are not open, as far as they are held.
    fn held_beyond(&self, open: i64) -> i64 {
        (self.held - open).max(0)
    }

    fn release(&mut self, units: i64) -> i64 {
        let released = units.min(self.held);
        self.held -= released;
        released
    }

    fn put_back(&mut self, units: i64) -> i64 {
        let units = units.min(self.taken);
        self.taken -= units;
        units
    }

    /// After the owner has told the stock as of an instant: what it took over before is in that number.
    pub fn contained(self, as_of: Instante) -> Self {
        match self.taken_over {
            Some(taken_over) if taken_over < as_of => Self { held: 0, taken: self.taken + self.held, ..self },
            _ => self,
        }
    }

    /// After the stock had less than this order took out of it.
    pub fn lacking(self, units: i64) -> Self {
        Self { taken: (self.taken - units).max(0), ..self }
    }

    /// After its SKU's stock has come into other hands; `lines` are the order's, as they stand. All but the
    /// units that are still open is off the shelf by now, and leaves the stock.
    pub fn handed_over(self, to: ControleEstoque, lines: &[Line]) -> (Self, i64) {
        match to {
            ControleEstoque::Nenhum => (Self::default(), 0),
            ControleEstoque::Erp => (self, 0),
            ControleEstoque::Hub => {
                let mut now = self;
                let units = now.release(self.held_beyond(self.part.open(lines)));
                now.taken += units;
                (now, -units)
            }
        }
    }

    /// True when nothing can come of it any more.
    pub fn is_over(&self) -> bool {
        self.held == 0 && (self.ended || self.taken == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(control: ControleEstoque) -> Step {
        Step { control, now: Instante::now(), by_owner: false, give_back: true }
    }

    fn line(units: i64, from: Fase, to: Fase) -> Line {
        Line { units, from, to }
    }

    /// Two lines of one SKU, of which the hub has taken the first one out; now its owner keeps the stock.
    fn half_gone() -> Reserva {
        let (hub, now) = (ControleEstoque::Hub, Instante::now());
        let (new, _) = Reserva::of_new(hub, 5, Fase::Open, now);
        let lines = [line(2, Fase::Open, Fase::Gone), line(3, Fase::Open, Fase::Open)];
        let (half, stock) = new.after(&lines, false, &step(hub));
        assert_eq!((half.held, half.taken, stock), (3, 2, -2));
        half.handed_over(ControleEstoque::Erp, &[line(3, Fase::Open, Fase::Open)]).0
    }

    #[test]
    fn what_the_hub_took_out_is_not_given_up_with_what_is_open() {
        let lines = [line(2, Fase::Gone, Fase::Cancelled), line(3, Fase::Open, Fase::Open)];
        let (after, stock) = half_gone().after(&lines, false, &step(ControleEstoque::Erp));
        assert_eq!((after.held, stock), (3, 0));
    }

    #[test]
    fn what_the_hub_took_out_does_not_leave_a_second_time() {
        let (after, stock) =
            half_gone().handed_over(ControleEstoque::Hub, &[line(3, Fase::Open, Fase::Open)]);
        assert_eq!((after.held, after.taken, stock), (3, 2, 0));
        let (after, stock) = half_gone().handed_over(ControleEstoque::Hub, &[]);
        assert_eq!((after.held, after.taken, stock), (0, 5, -3));
    }
}
