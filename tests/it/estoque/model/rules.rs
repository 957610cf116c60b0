//! The rules of `docs/estoque.md` once more, one plain step after another: nothing of `domain::estoque` is
//! used here, and nothing is stored but what the page names.

use std::collections::BTreeMap;

/// Who keeps the stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeper {
    Nobody,
    Owner,
    Hub,
}

/// Where an item stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Open,
    Gone,
    Delivered,
    Cancelled,
}

#[derive(Debug, Clone)]
pub struct Line {
    pub sku: String,
    pub units: i64,
    pub place: Place,
}

/// What an order has of a SKU.
#[derive(Debug, Clone, Default)]
pub struct Hold {
    pub held: i64,
    /// Units that left the stock, or that a number of the owner's contained.
    pub out: i64,
    pub short: i64,
    /// The step at which the owner took the order over.
    pub known: Option<u64>,
}

#[derive(Debug, Clone, Default)]
pub struct Order {
    /// By `complete`, and not moved as a whole by others since.
    pub integrated: bool,
    pub lines: Vec<Line>,
    pub holds: BTreeMap<String, Hold>,
}

impl Order {
    fn units(&self, sku: &str, place: Place) -> i64 {
        let of_sku = self.lines.iter().filter(|line| line.sku == sku && line.place == place);
        of_sku.map(|line| line.units).sum()
    }
}

/// A line of the ledger: cause, stock, what orders hold.
pub type Entry = (&'static str, i64, i64);

#[derive(Debug, Clone)]
pub struct Sku {
    pub keeper: Keeper,
    pub stock: i64,
    pub ledger: Vec<Entry>,
}

/// A user's stock.
#[derive(Debug, Clone)]
pub struct Model {
    pub keeper: Keeper,
    /// While the stock changes hands: SKUs that still have to, in the order of their registration.
    pub changing: Vec<String>,
    pub skus: BTreeMap<String, Sku>,
    /// In the order of their registration.
    pub registered: Vec<String>,
    pub orders: BTreeMap<i64, Order>,
    pub step: u64,
}

impl Model {
    pub fn new() -> Self {
        let (changing, skus, registered, orders) = Default::default();
        Self { keeper: Keeper::Owner, changing, skus, registered, orders, step: 0 }
    }

    pub fn reserved(&self, sku: &str) -> i64 {
        self.orders.values().filter_map(|order| order.holds.get(sku)).map(|hold| hold.held).sum()
    }

    /// Writes the ledger of a SKU whose numbers were these.
    fn note(&mut self, sku: &str, before: (i64, i64), cause: &'static str) {
        let now = (self.skus[sku].stock, self.reserved(sku));
        let sku = self.skus.get_mut(sku).unwrap();
        if sku.keeper != Keeper::Nobody && now != before {
            sku.ledger.push((cause, now.0, now.1));
        }
    }

    fn numbers(&self, sku: &str) -> (i64, i64) {
        (self.skus[sku].stock, self.reserved(sku))
    }

    /// Units leave the stock, which ends at zero; answers how many did.
    fn take(&mut self, sku: &str, units: i64) -> i64 {
        let sku = self.skus.get_mut(sku).unwrap();
        let taken = units.min(sku.stock);
        sku.stock -= taken;
        taken
    }

    /// An order holds open units from now on.
    fn hold(&mut self, id: i64, sku: &str, units: i64, known: Option<u64>, cause: &'static str) {
        let before = self.numbers(sku);
        let short = (units - (before.0 - before.1)).clamp(0, units);
        let hold = Hold { held: units, out: 0, short, known };
        self.orders.get_mut(&id).unwrap().holds.insert(sku.to_owned(), hold);
        self.note(sku, before, cause);
    }

    /// An order comes in.
    pub fn arrive(&mut self, id: i64, lines: Vec<Line>) {
        let place = lines[0].place;
        let mut units: BTreeMap<String, i64> = BTreeMap::new();
        for line in &lines {
            *units.entry(line.sku.clone()).or_default() += line.units;
        }
        self.orders.insert(id, Order { lines, ..Order::default() });
        for (sku, units) in units {
            let Some(keeper) = self.skus.get(&sku).map(|sku| sku.keeper) else { continue };
            match (keeper, place) {
                (Keeper::Nobody, _) | (_, Place::Delivered | Place::Cancelled) => {}
                (Keeper::Owner | Keeper::Hub, Place::Open) => self.hold(id, &sku, units, None, "pedido"),
                (Keeper::Owner, Place::Gone) => self.hold(id, &sku, units, Some(self.step), "pedido"),
                (Keeper::Hub, Place::Gone) => {
                    let before = self.numbers(&sku);
                    let out = self.take(&sku, units);
                    let hold = Hold { out, ..Hold::default() };
                    self.orders.get_mut(&id).unwrap().holds.insert(sku.clone(), hold);
                    self.note(&sku, before, "pedido");
                }
            }
        }
    }

    /// Items of an order have moved to these places.
    pub fn moved(&mut self, id: i64, places: &[Place], by_store: bool, give_back: bool) {
        let order = self.orders.get_mut(&id).unwrap();
        let before = std::mem::take(&mut order.lines);
        let now = |(line, place): (&Line, &Place)| Line { place: *place, ..line.clone() };
        order.lines = before.iter().zip(places).map(now).collect();
        // who invoices or sends has the goods
        let fulfils = before
            .iter()
            .zip(places)
            .any(|(line, now)| line.place == Place::Open && matches!(now, Place::Gone | Place::Delivered));
        let held: Vec<String> = order.holds.keys().cloned().collect();
        for sku in held {
            let numbers = self.numbers(&sku);
            for (line, now) in before.iter().zip(places).filter(|(line, _)| line.sku == sku) {
                self.line_moved(id, line, *now, give_back);
            }
            if by_store || fulfils {
                let hold = self.orders.get_mut(&id).unwrap().holds.get_mut(&sku).unwrap();
                hold.known = hold.known.or(Some(self.step));
            }
            self.note(&sku, numbers, "status");
        }
    }

    fn line_moved(&mut self, id: i64, line: &Line, now: Place, give_back: bool) {
        let sku = self.skus.get_mut(&line.sku).unwrap();
        let order = self.orders.get_mut(&id).unwrap();
        let open = order.units(&line.sku, Place::Open);
        let hold = order.holds.get_mut(&line.sku).unwrap();
        match (sku.keeper, line.place, now) {
            (Keeper::Nobody, ..) => {}
            (Keeper::Owner, Place::Open, Place::Cancelled) => hold.held -= line.units.min(hold.held),
            // what is open goes on being held
            (Keeper::Owner, Place::Gone, Place::Cancelled) => {
                hold.held -= line.units.min((hold.held - open).max(0));
            }
            (Keeper::Hub, Place::Open, Place::Cancelled) => {
                let released = line.units.min(hold.held);
                hold.held -= released;
                // what a number of the owner's contained
                let back = (line.units - released).min(hold.out);
                hold.out -= back;
                sku.stock += back;
            }
            (Keeper::Hub, Place::Gone, Place::Cancelled) if give_back => {
                let back = line.units.min(hold.out);
                hold.out -= back;
                sku.stock += back;
            }
            (Keeper::Hub, Place::Open, Place::Gone | Place::Delivered) => {
                let leaving = line.units.min(hold.held);
                hold.held -= leaving;
                let taken = leaving.min(sku.stock);
                sku.stock -= taken;
                hold.out += taken;
            }
            _ => {}
        }
    }

    /// The owner has taken an order over.
    pub fn known(&mut self, id: i64) {
        for hold in self.orders.get_mut(&id).unwrap().holds.values_mut() {
            hold.known = hold.known.or(Some(self.step));
        }
    }

    /// The stock is told as a number that was counted before a step.
    pub fn told(&mut self, sku: &str, stock: i64, before_step: u64, cause: &'static str) {
        let before = self.numbers(sku);
        if self.skus[sku].keeper == Keeper::Owner {
            for hold in self.orders.values_mut().filter_map(|order| order.holds.get_mut(sku)) {
                if hold.known.is_some_and(|known| known < before_step) {
                    hold.out += std::mem::take(&mut hold.held);
                }
            }
        }
        self.skus.get_mut(sku).unwrap().stock = stock;
        self.note(sku, before, cause);
    }

    /// A SKU is replaced as a whole.
    pub fn replaced(&mut self, sku: &str, stock: i64) {
        if self.skus[sku].stock != stock {
            self.told(sku, stock, self.step, "cadastro");
        }
    }

    /// The stock is varied; false when it does not allow that.
    pub fn varied(&mut self, sku: &str, by: i64) -> bool {
        let before = self.numbers(sku);
        if !(0..=i64::from(i32::MAX)).contains(&(before.0 + by)) {
            return false;
        }
        self.skus.get_mut(sku).unwrap().stock += by;
        self.note(sku, before, "variacao");
        true
    }

    /// A SKU is registered: open orders hold it from now on.
    pub fn register(&mut self, sku: &str, stock: i64) {
        let keeper = self.keeper;
        self.skus.insert(sku.to_owned(), Sku { keeper, stock, ledger: Vec::new() });
        self.registered.push(sku.to_owned());
        if keeper != Keeper::Nobody {
            self.hold_open(sku, "cadastro");
        }
    }

    fn hold_open(&mut self, sku: &str, cause: &'static str) {
        let ids: Vec<i64> = self.orders.keys().copied().collect();
        for id in ids {
            let order = &self.orders[&id];
            let (open, known) = (order.units(sku, Place::Open), order.integrated.then_some(self.step));
            if open > 0 {
                self.hold(id, sku, open, known, cause);
            }
        }
    }

    /// Somebody else is to keep the stock, SKU by SKU.
    pub fn change_keeper(&mut self, to: Keeper) {
        if self.keeper != to {
            self.keeper = to;
            self.changing = self.registered.clone();
        }
    }

    /// The next SKUs change hands.
    pub fn hand_over(&mut self, most: usize) {
        let most = most.min(self.changing.len());
        for sku in self.changing.drain(..most).collect::<Vec<_>>() {
            let from = self.skus[&sku].keeper;
            if from != self.keeper {
                self.hand_one_over(&sku, from);
            }
        }
    }

    fn hand_one_over(&mut self, name: &str, from: Keeper) {
        let before = self.numbers(name);
        match (from, self.keeper) {
            (_, Keeper::Nobody) => {
                for order in self.orders.values_mut() {
                    order.holds.remove(name);
                }
            }
            (Keeper::Owner, Keeper::Hub) => {
                let sku = self.skus.get_mut(name).unwrap();
                for order in self.orders.values_mut() {
                    let open = order.units(name, Place::Open);
                    let Some(hold) = order.holds.get_mut(name) else { continue };
                    // what has been invoiced and is still held leaves
                    let leaving = (hold.held - open).max(0);
                    let taken = leaving.min(sku.stock);
                    hold.held -= leaving;
                    hold.out += taken;
                    sku.stock -= taken;
                }
            }
            _ => {}
        }
        self.note(name, before, "controle");
        let keeper = self.keeper;
        let sku = self.skus.get_mut(name).unwrap();
        sku.keeper = keeper;
        if from == Keeper::Nobody {
            // what changed while nobody kept it
            if sku.ledger.last().is_some_and(|(_, stock, _)| *stock != sku.stock) {
                sku.ledger.push(("controle", sku.stock, 0));
            }
            self.hold_open(name, "controle");
        }
    }
}

/// What a channel says of its offers, of all or of one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    pub buffer: Option<i64>,
    pub ceiling: Option<i64>,
}

#[derive(Debug, Clone)]
pub struct Channel {
    pub percent: i64,
    pub limits: Limits,
    /// By SKU.
    pub own_limits: BTreeMap<String, Limits>,
    /// Its own numbers, by SKU.
    pub own: BTreeMap<String, i64>,
}

impl Channel {
    /// What it shows of a SKU.
    pub fn shows(&self, name: &str, sku: &Sku, reserved: i64) -> i64 {
        let own = self.own_limits.get(name).copied().unwrap_or_default();
        let buffer = own.buffer.or(self.limits.buffer).unwrap_or(0);
        let available = (sku.stock - reserved - buffer).max(0);
        let shown = match self.own.get(name) {
            Some(own) if sku.keeper == Keeper::Nobody => *own,
            Some(own) => available.min(*own),
            None => available * self.percent / 100,
        };
        own.ceiling.or(self.limits.ceiling).map_or(shown, |ceiling| shown.min(ceiling))
    }
}
