//! What one order holds of one SKU, and what becomes of it.

use super::allocation::UnitsOfLine;
use super::controle::ControleEstoque;
use super::line::{Fase, Line};
use crate::values::dates::Instante;

/// What an order holds of a SKU in one centre, of one of its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lot {
    /// The line's place among the order's lines of the SKU, from 0.
    pub line: usize,
    /// Units that the stock still counts.
    pub held: i64,
    /// Units that the stock does not count any more: taken out by the hub, or contained in a number of the
    /// owner's.
    pub taken: i64,
    /// The owner's stock fell by it before that was sure to contain it.
    pub told: bool,
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

/// What the owner tells of a stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// The stock before.
    pub before: i64,
    /// The stock that it tells.
    pub now: i64,
    /// As of when it was counted. A whole second is that second, from its beginning to its end: it is how programs
    /// write an instant whose fraction they do not keep. Nothing: it is a variation, which contains nothing.
    pub as_of: Option<Instante>,
}

impl Number {
    /// What becomes of what orders hold of the stock, the oldest order first, each with the instant at which it came
    /// in where that is known. Returns the units that it fell by and that no order explains.
    ///
    /// What the owner took over before is in a number; of what it took over within the second that the number is of,
    /// what the number fell by. A number that falls by more than that has other orders in it, or other sales: the
    /// oldest that it can have fallen by are marked, and what they hold ends when they are sent. An owner that takes
    /// its stock off on reading, and has no change to tell after that, would never end it. What one unit of the fall
    /// has marked or explained, no other order is marked by, so that of what an owner takes off later no more is given
    /// up than its numbers have fallen.
    pub fn told<'a>(self, all: impl IntoIterator<Item = (Option<Instante>, &'a mut Reserva)>) -> i64 {
        let mut fallen = self.before - self.now;
        let (mut in_second, mut known, mut waiting) = (Vec::new(), Vec::new(), Vec::new());
        for (came, one) in all {
            match (self.as_of, one.taken_over) {
                (Some(as_of), Some(taken_over)) if taken_over < as_of => {
                    // the number before has fallen by a marked one
                    fallen -= one.untold();
                    one.lots.iter_mut().for_each(Lot::contained);
                }
                (Some(as_of), Some(taken_over)) if taken_over < as_of.second_end() => in_second.push(one),
                (Some(as_of), None) if came.is_some_and(|came| came < as_of.second_end()) => {
                    waiting.push(one)
                }
                (None, Some(_)) => known.push(one),
                (None, None) => waiting.push(one),
                (Some(_), _) => {}
            }
        }
        for one in in_second {
            let units = one.untold();
            if units <= fallen {
                fallen -= units;
                one.lots.iter_mut().for_each(Lot::contained);
            }
        }
        mark(known.into_iter().chain(waiting), fallen)
    }
}

/// Marks what a stock has fallen by, the oldest first: orders that it covers whole, else the lines that it covers.
/// Returns what is left.
pub fn mark<'a>(all: impl IntoIterator<Item = &'a mut Reserva>, mut fallen: i64) -> i64 {
    for one in all {
        let whole = one.untold() <= fallen;
        for lot in one.lots.iter_mut().filter(|lot| !lot.told && lot.held > 0) {
            if whole || lot.held <= fallen {
                fallen -= lot.held;
                lot.told = true;
            }
        }
    }
    fallen
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

    /// Its units are contained in a number of the owner's.
    fn contained(&mut self) {
        *self = Self { held: 0, taken: self.taken + self.held, ..*self };
    }

    /// Its line has moved.
    fn moved(&mut self, line: &Line, step: &Step, stock: &mut i64) {
        match (step.control, line.from, line.to) {
            (ControleEstoque::Nenhum, ..) | (_, Fase::Cancelled, _) => {}
            // an item that was delivered is cancelled with its order
            (ControleEstoque::Erp, _, Fase::Cancelled) => self.held = 0,
            // nobody sends what is not off the owner's shelf
            (ControleEstoque::Erp, _, Fase::Sent | Fase::Delivered) if self.told => self.contained(),
            (ControleEstoque::Erp, _, Fase::Open | Fase::Gone | Fase::Sent | Fase::Delivered) => {}
            (ControleEstoque::Hub, Fase::Open, Fase::Cancelled) => {
                self.held = 0;
                // contained in a number of the owner's, while that kept the stock
                self.put_back(stock);
            }
            (ControleEstoque::Hub, Fase::Gone | Fase::Sent | Fase::Delivered, Fase::Cancelled)
                if step.give_back =>
            {
                self.put_back(stock);
            }
            (ControleEstoque::Hub, Fase::Open, Fase::Gone | Fase::Sent | Fase::Delivered) => {
                self.leave(stock);
            }
            (ControleEstoque::Hub, Fase::Open, Fase::Open)
            | (ControleEstoque::Hub, Fase::Gone | Fase::Sent | Fase::Delivered, _) => {}
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
        let lots = || {
            lines.iter().map(|(line, units)| Lot { line: *line, held: *units, ..Lot::default() }).collect()
        };
        let held = |taken_over| Self { lots: lots(), taken_over, ..Self::default() };
        match (control, fase) {
            (ControleEstoque::Nenhum, _) | (_, Fase::Delivered | Fase::Cancelled) => (Self::default(), stock),
            (ControleEstoque::Erp | ControleEstoque::Hub, Fase::Open) => (held(None), stock),
            // somebody has invoiced it, and so knows it
            (ControleEstoque::Erp, Fase::Gone | Fase::Sent) => (held(Some(now)), stock),
            (ControleEstoque::Hub, Fase::Gone | Fase::Sent) => {
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

    /// Units that are held and not marked.
    pub fn untold(&self) -> i64 {
        self.lots.iter().filter(|lot| !lot.told).map(|lot| lot.held).sum()
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

    /// After its SKU's stock has come into other hands, and what is left of it; `lines` are the order's, as
    /// they stand; none: all of them have ended. All but the units that are still open is off the shelf by
    /// now, and leaves the stock.
    pub fn handed_over(mut self, to: ControleEstoque, lines: &[Line], mut stock: i64) -> (Self, i64) {
        match to {
            ControleEstoque::Nenhum => (Self::default(), stock),
            ControleEstoque::Erp => (self, stock),
            ControleEstoque::Hub => {
                for lot in &mut self.lots {
                    lot.told = false;
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

    /// An owner's own system, whose stock nobody sees but by what it tells.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Owner {
        /// Takes stock off when it reads an order, and tells each change at once.
        Reading,
        /// The same, line by line.
        ByLine,
        /// The same, as variations.
        Varying,
        /// When it invoices, and tells each change just before it says that it has invoiced.
        Invoicing,
        /// When it invoices, and tells its stock now and then, changed or not.
        Nightly,
    }

    #[derive(Debug, Clone)]
    struct Order {
        came: Instante,
        holds: Reserva,
        stands: Fase,
        /// Of each of two lines.
        units: [i64; 2],
        /// The owner has taken it off its stock.
        off: bool,
    }

    struct Scene {
        owner: Owner,
        clock: i64,
        /// The owner's stock: as the hub knows it, and as it is.
        told: i64,
        shelf: i64,
        orders: Vec<Order>,
    }

    impl Scene {
        fn now(&mut self) -> Instante {
            self.clock += 1_000_001;
            Instante::from_micros(self.clock)
        }

        fn tell(&mut self) {
            let as_of = Some(self.now()).filter(|_| self.owner != Owner::Varying);
            let number = Number { before: self.told, now: self.shelf, as_of };
            number.told(self.orders.iter_mut().map(|order| (Some(order.came), &mut order.holds)));
            self.told = self.shelf;
        }

        fn reading(&self) -> bool {
            matches!(self.owner, Owner::Reading | Owner::ByLine | Owner::Varying)
        }

        fn sells(&mut self, units: [i64; 2]) {
            let came = self.now();
            let lines = [(0, units[0]), (1, units[1])];
            let holds = Reserva::of_new(ERP, &lines, Fase::Open, came, self.told).0;
            self.orders.push(Order { came, holds, stands: Fase::Open, units, off: false });
        }

        fn changes(&mut self, by: i64) {
            self.shelf += by;
            if self.owner != Owner::Nightly {
                self.tell();
            }
        }

        fn takes_off(&mut self, at: usize) {
            let Some(order) = self.orders.get_mut(at).filter(|order| !order.off) else { return };
            let units = order.units;
            order.off = true;
            match self.owner {
                Owner::ByLine => units.into_iter().for_each(|units| self.changes(-units)),
                _ => self.changes(-units.iter().sum::<i64>()),
            }
        }

        /// The owner reads the oldest order that it has not read.
        fn reads(&mut self) {
            let next = self.orders.iter().position(|order| !order.off);
            next.into_iter().for_each(|at| self.takes_off(at));
        }

        /// An order goes one step on, if the owner knows it.
        fn goes_on(&mut self, at: usize) {
            if !self.reading() {
                self.takes_off(at);
            }
            let step = Step { now: self.now(), by_owner: true, ..step(ERP) };
            let Some(order) = self.orders.get_mut(at).filter(|order| order.off) else { return };
            let to = match order.stands {
                Fase::Open => Fase::Gone,
                Fase::Gone => Fase::Sent,
                Fase::Sent | Fase::Delivered | Fase::Cancelled => Fase::Delivered,
            };
            let from = std::mem::replace(&mut order.stands, to);
            let lines = order.units.map(|units| moves(units, from, to));
            order.holds = std::mem::take(&mut order.holds).after(&lines, to.ended(), &step, 0).0;
        }

        fn offered(&self) -> i64 {
            self.told - self.orders.iter().map(|order| order.holds.held()).sum::<i64>()
        }

        /// What is on the shelf and not sold.
        fn free(&self) -> i64 {
            let waiting = self.orders.iter().filter(|order| !order.off);
            self.shelf - waiting.flat_map(|order| order.units).sum::<i64>()
        }
    }

    /// What an order of so many units, taken over so many tenths of a second after the hour, holds of a stock of 5
    /// after a number as of that tenth.
    #[test]
    fn a_number_of_a_whole_second_contains_what_it_fell_by_in_that_second() {
        for (taken_over, counted, number, held) in [
            (2, 5, 4, 0),
            (2, 5, 5, 0),
            (2, 0, 4, 0),
            (2, 0, 5, 1),
            (2, 1, 4, 1),
            (12, 0, 4, 1),
            (9, 10, 5, 0),
        ] {
            let at = |tenths: i64| Instante::from_micros(tenths * 100_000);
            let mut order = Reserva::of_new(ERP, &[(0, 1)], Fase::Open, at(0), 5).0;
            order.taken_over = Some(at(taken_over));
            let number = Number { before: 5, now: number, as_of: Some(at(counted)) };
            number.told([(None, &mut order)]);
            assert_eq!(order.held(), held, "{taken_over} {number:?}");
        }
    }

    fn fases() -> impl Strategy<Value = Fase> {
        prop::sample::select(vec![Fase::Open, Fase::Gone, Fase::Sent, Fase::Delivered, Fase::Cancelled])
    }

    proptest! {
        /// Whenever the owner takes its stock off, no more is offered than there is; and what was sent is counted
        /// once, where the owner takes it off on reading and has nothing more to tell.
        #[test]
        fn an_owner_that_confirms_nothing_is_understood(
            owner in prop::sample::select(vec![
                Owner::Reading, Owner::ByLine, Owner::Varying, Owner::Invoicing, Owner::Nightly,
            ]),
            steps in prop::collection::vec((0..9_u8, 0..6_usize, 1..4_i64, 0..3_i64), 0..60),
        ) {
            let mut scene = Scene { owner, clock: 0, told: 100, shelf: 100, orders: Vec::new() };
            let reading = scene.reading();
            for (what, at, units, more) in steps {
                match what {
                    0..=2 => scene.sells([units, more]),
                    3 => scene.changes(units),
                    // other sales; not where the fall could be one by an order that is taken off later
                    4 if reading => scene.changes(-units),
                    5 if reading => scene.reads(),
                    5 => scene.tell(),
                    _ => scene.goes_on(at),
                }
                prop_assert!(scene.offered() <= scene.free(), "{} of {}", scene.offered(), scene.free());
            }
            for at in 0..scene.orders.len() {
                scene.reads();
                (0..3).for_each(|_| scene.goes_on(at));
            }
            if reading {
                prop_assert_eq!(scene.offered(), scene.shelf);
            }
        }

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
