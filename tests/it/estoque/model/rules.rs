//! The rules of `docs/estoque.md` once more, one plain step after another: nothing of `domain::estoque` is
//! used here, and nothing is stored but what the page names. Which centre gives what: `centres`.

use std::collections::BTreeMap;

use super::goods::{Hold, Keeper, Line, Lot, MAIN, Place, Shelf, Sku, spread};

#[derive(Debug, Clone, Default)]
pub struct Order {
    /// By `complete`, and not moved as a whole by others since.
    pub integrated: bool,
    pub channel: String,
    /// The step at which it came in.
    pub came: u64,
    pub lines: Vec<Line>,
    /// By SKU and centre.
    pub holds: BTreeMap<(String, i32), Hold>,
}

impl Order {
    fn units(&self, sku: &str, place: Place) -> i64 {
        let of_sku = self.lines.iter().filter(|line| line.sku == sku && line.place == place);
        of_sku.map(|line| line.units).sum()
    }
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
    /// Centres, with their numbers of order.
    pub centres: BTreeMap<i32, i64>,
    /// The centres that a channel sells from; none: all of them.
    pub sells_from: BTreeMap<String, Vec<i32>>,
    pub step: u64,
}

impl Model {
    pub fn new() -> Self {
        let (changing, skus, registered, orders, sells_from) = Default::default();
        let centres = [(MAIN, 1)].into();
        Self { keeper: Keeper::Owner, changing, skus, registered, orders, centres, sells_from, step: 0 }
    }

    pub fn reserved(&self, sku: &str, centre: i32) -> i64 {
        let account = (sku.to_owned(), centre);
        self.orders.values().filter_map(|order| order.holds.get(&account)).map(Hold::held).sum()
    }

    fn shelf(&mut self, (sku, centre): &(String, i32)) -> &mut Shelf {
        self.skus.get_mut(sku).unwrap().shelves.get_mut(centre).unwrap()
    }

    fn held(&mut self, id: i64, account: &(String, i32)) -> &mut Hold {
        self.orders.get_mut(&id).unwrap().holds.get_mut(account).unwrap()
    }

    /// Writes the ledger of a SKU in a centre whose numbers were these.
    fn note(&mut self, (sku, centre): &(String, i32), before: (i64, i64), cause: &'static str) {
        let now = self.numbers(sku, *centre);
        let sku = self.skus.get_mut(sku).unwrap();
        if sku.keeper != Keeper::Nobody && now != before {
            sku.shelves.get_mut(centre).unwrap().ledger.push((cause, now.0, now.1));
        }
    }

    pub fn numbers(&self, sku: &str, centre: i32) -> (i64, i64) {
        (self.skus[sku].shelves[&centre].stock, self.reserved(sku, centre))
    }

    /// Units leave the stock, which ends at zero; answers how many did.
    fn take(&mut self, account: &(String, i32), units: i64) -> i64 {
        let shelf = self.shelf(account);
        let taken = units.min(shelf.stock);
        shelf.stock -= taken;
        taken
    }

    /// An order comes in.
    pub fn arrive(&mut self, id: i64, channel: &str, lines: Vec<Line>) {
        let place = lines[0].place;
        let mut units: BTreeMap<String, i64> = BTreeMap::new();
        for line in &lines {
            *units.entry(line.sku.clone()).or_default() += line.units;
        }
        let (channel, came) = (channel.to_owned(), self.step);
        self.orders.insert(id, Order { channel, came, lines, ..Order::default() });
        for (sku, units) in units {
            let Some(keeper) = self.skus.get(&sku).map(|sku| sku.keeper) else { continue };
            match (keeper, place) {
                (Keeper::Nobody, _) | (_, Place::Delivered | Place::Cancelled) => {}
                // somebody has invoiced it, and so knows it
                (Keeper::Owner, Place::Gone | Place::Sent) => {
                    self.sell(id, (&sku, units), Some(self.step), "pedido");
                }
                (Keeper::Owner, Place::Open) | (Keeper::Hub, Place::Open | Place::Gone | Place::Sent) => {
                    self.sell(id, (&sku, units), None, "pedido");
                }
            }
        }
    }

    /// An order has sold units of a SKU, which lie in some centres. Of what comes in when it has gone the hub
    /// takes them out.
    fn sell(&mut self, id: i64, (sku, units): (&str, i64), known: Option<u64>, cause: &'static str) {
        let gone = self.skus[sku].keeper == Keeper::Hub && self.orders[&id].units(sku, Place::Open) == 0;
        let shares = self.shares(sku, units, &self.orders[&id].channel);
        let order = &self.orders[&id];
        // what is open is sold from the shelf; an order of which nothing is comes in as it stands
        let open = order.units(sku, Place::Open) > 0;
        let sold = if open { Place::Open } else { order.lines[0].place };
        let mut lines = spread(&order.lines, (sku, sold), &shares);
        for share in shares {
            let account = (sku.to_owned(), share.centre);
            let before = self.numbers(sku, share.centre);
            let mut lots = BTreeMap::new();
            for (line, units) in lines.remove(&share.centre).unwrap() {
                let lot = match gone {
                    true => Lot { out: self.take(&account, units), ..Lot::default() },
                    false => Lot { held: units, ..Lot::default() },
                };
                lots.insert(line, lot);
            }
            let hold = Hold { lots, short: share.short, known };
            self.orders.get_mut(&id).unwrap().holds.insert(account.clone(), hold);
            self.note(&account, before, cause);
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
            .any(|(line, now)| line.place == Place::Open && !matches!(now, Place::Open | Place::Cancelled));
        let held: Vec<(String, i32)> = order.holds.keys().cloned().collect();
        for account in held {
            let numbers = self.numbers(&account.0, account.1);
            let lines: Vec<usize> = self.orders[&id].holds[&account].lots.keys().copied().collect();
            for line in lines {
                self.line_moved(id, (&account, line), (before[line].place, places[line]), give_back);
            }
            if by_store || fulfils {
                let step = self.step;
                let hold = self.held(id, &account);
                hold.known = hold.known.or(Some(step));
            }
            self.note(&account, numbers, "status");
        }
    }

    /// Units of a line that lie in a centre have moved.
    fn line_moved(
        &mut self,
        id: i64,
        (account, line): (&(String, i32), usize),
        (from, to): (Place, Place),
        give_back: bool,
    ) {
        let keeper = self.skus[&account.0].keeper;
        let order = self.orders.get_mut(&id).unwrap();
        let hold = order.holds.get_mut(account).unwrap();
        let lot = hold.lots.get_mut(&line).unwrap();
        let shelf = self.skus.get_mut(&account.0).unwrap().shelves.get_mut(&account.1).unwrap();
        match (keeper, from, to) {
            (Keeper::Nobody, ..) => {}
            (Keeper::Owner, Place::Cancelled, _) => {}
            (Keeper::Owner, _, Place::Cancelled) => lot.held = 0,
            // a number fell by it before: nobody sends what is still on the owner's shelf
            (Keeper::Owner, from, Place::Sent | Place::Delivered) if lot.told && from != to => {
                lot.out += std::mem::take(&mut lot.held);
            }
            (Keeper::Hub, Place::Open, Place::Cancelled) => {
                lot.held = 0;
                // what a number of the owner's contained
                shelf.stock += std::mem::take(&mut lot.out);
            }
            (Keeper::Hub, Place::Gone | Place::Sent | Place::Delivered, Place::Cancelled) if give_back => {
                shelf.stock += std::mem::take(&mut lot.out);
            }
            (Keeper::Hub, Place::Open, Place::Gone | Place::Sent | Place::Delivered) => shelf.send(lot),
            _ => {}
        }
    }

    /// The owner has taken an order over.
    pub fn known(&mut self, id: i64) {
        for hold in self.orders.get_mut(&id).unwrap().holds.values_mut() {
            hold.known = hold.known.or(Some(self.step));
        }
    }

    /// The stock in a centre is told as a number that was counted before a step.
    pub fn told(&mut self, (sku, centre): (&str, i32), stock: i64, before_step: u64, cause: &'static str) {
        self.put_in(sku, centre);
        let (account, before) = ((sku.to_owned(), centre), self.numbers(sku, centre));
        if self.skus[sku].keeper == Keeper::Owner {
            // what the number fell by, and what explains it
            let mut fall = before.0 - stock;
            for hold in self.orders.values_mut().filter_map(|order| order.holds.get_mut(&account)) {
                if hold.known.is_some_and(|known| known < before_step) {
                    fall -= hold.untold();
                    for lot in hold.lots.values_mut() {
                        lot.out += std::mem::take(&mut lot.held);
                    }
                }
            }
            // the rest, by the oldest orders that it can have fallen by
            let elsewhere: Vec<i32> = self.skus[sku].here().filter(|one| *one != centre).collect();
            for centre in std::iter::once(centre).chain(elsewhere) {
                let account = (sku.to_owned(), centre);
                for order in self.orders.values_mut().filter(|order| order.came < before_step) {
                    if let Some(hold) = order.holds.get_mut(&account).filter(|hold| hold.known.is_none()) {
                        fall = hold.fell(fall);
                    }
                }
            }
        }
        self.shelf(&account).stock = stock;
        self.note(&account, before, cause);
    }

    /// A SKU is replaced as a whole.
    pub fn replaced(&mut self, sku: &str, stock: i64) {
        if self.skus[sku].shelves[&MAIN].stock != stock {
            self.told((sku, MAIN), stock, self.step, "cadastro");
        }
    }

    /// The stock in a centre is varied; false when it does not allow that.
    pub fn varied(&mut self, sku: &str, centre: i32, by: i64) -> bool {
        let there = self.skus[sku].shelves.get(&centre).map_or(0, |shelf| shelf.stock);
        if !(0..=i64::from(i32::MAX)).contains(&(there + by)) {
            return false;
        }
        self.put_in(sku, centre);
        let (account, before) = ((sku.to_owned(), centre), self.numbers(sku, centre));
        if self.skus[sku].keeper == Keeper::Owner && by < 0 {
            // those that the owner has taken over before all others
            let mut fall = -by;
            for known in [true, false] {
                let all = self.orders.values_mut().filter_map(|order| order.holds.get_mut(&account));
                for hold in all.filter(|hold| hold.known.is_some() == known) {
                    fall = hold.fell(fall);
                }
            }
        }
        self.shelf(&account).stock += by;
        self.note(&account, before, "variacao");
        true
    }

    /// A SKU is registered, with what lies of it in other centres: open orders hold it from now on.
    pub fn register(&mut self, sku: &str, stock: i64, elsewhere: &[(i32, i64)]) {
        let keeper = self.keeper;
        let main = Shelf { here: true, stock, ledger: Vec::new() };
        self.skus.insert(sku.to_owned(), Sku { keeper, shelves: [(MAIN, main)].into() });
        self.registered.push(sku.to_owned());
        for (centre, stock) in elsewhere {
            self.told((sku, *centre), *stock, self.step, "saldo");
        }
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
                self.sell(id, (sku, open), known, cause);
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

    fn hand_one_over(&mut self, sku: &str, from: Keeper) {
        let centres: Vec<i32> = self.skus[sku].here().collect();
        let before: Vec<(i64, i64)> = centres.iter().map(|centre| self.numbers(sku, *centre)).collect();
        for (centre, before) in centres.iter().zip(before) {
            let account = (sku.to_owned(), *centre);
            self.change_hands(&account, from);
            self.note(&account, before, "controle");
        }
        self.skus.get_mut(sku).unwrap().keeper = self.keeper;
        if from == Keeper::Nobody {
            centres.into_iter().for_each(|centre| self.shelf(&(sku.to_owned(), centre)).catch_up());
            self.hold_open(sku, "controle");
        }
    }

    fn change_hands(&mut self, account: &(String, i32), from: Keeper) {
        match (from, self.keeper) {
            (_, Keeper::Nobody) => {
                for order in self.orders.values_mut() {
                    order.holds.remove(account);
                }
            }
            (Keeper::Owner, Keeper::Hub) => {
                let shelf = self.skus.get_mut(&account.0).unwrap().shelves.get_mut(&account.1).unwrap();
                for order in self.orders.values_mut().filter(|order| order.holds.contains_key(account)) {
                    let hold = order.holds.get_mut(account).unwrap();
                    let lots = hold.lots.iter_mut();
                    // what has been invoiced and is still held leaves
                    let gone = lots.filter(|(line, _)| order.lines[**line].place != Place::Open);
                    gone.for_each(|(_, lot)| shelf.send(lot));
                    hold.lots.values_mut().for_each(|lot| lot.told = false);
                }
            }
            _ => {}
        }
    }
}
