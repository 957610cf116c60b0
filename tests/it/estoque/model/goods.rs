//! What the model's orders and centres have: lines, what is held of them, shelves.

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
    Sent,
    Delivered,
    Cancelled,
}

#[derive(Debug, Clone)]
pub struct Line {
    pub sku: String,
    pub units: i64,
    pub place: Place,
}

/// What an order has of a SKU in a centre, of one of its lines.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lot {
    pub held: i64,
    /// Units that left the stock, or that a number of the owner's contained.
    pub out: i64,
    /// The owner's stock fell by it before that contained it.
    pub told: bool,
}

/// What an order has of a SKU in a centre.
#[derive(Debug, Clone, Default)]
pub struct Hold {
    /// By line, of those of which something was counted.
    pub lots: BTreeMap<usize, Lot>,
    pub short: i64,
    /// The step at which the owner took the order over.
    pub known: Option<u64>,
}

impl Hold {
    pub fn held(&self) -> i64 {
        self.lots.values().map(|lot| lot.held).sum()
    }

    /// Units that nothing the owner told fell by.
    pub fn untold(&self) -> i64 {
        self.lots.values().filter(|lot| !lot.told).map(|lot| lot.held).sum()
    }

    /// The owner's stock fell by its lines, as far as the fall covers them; answers what is left of that.
    pub fn fell(&mut self, mut fall: i64) -> i64 {
        let whole = self.untold() <= fall;
        for lot in self.lots.values_mut().filter(|lot| !lot.told && lot.held > 0) {
            if whole || lot.held <= fall {
                (lot.told, fall) = (true, fall - lot.held);
            }
        }
        fall
    }

    pub fn out(&self) -> i64 {
        self.lots.values().map(|lot| lot.out).sum()
    }
}

/// A line of the ledger: cause, stock, what orders hold.
pub type Entry = (&'static str, i64, i64);

#[derive(Debug, Clone)]
pub struct Sku {
    pub keeper: Keeper,
    /// By centre.
    pub shelves: BTreeMap<i32, Shelf>,
}

/// The centre that every user has.
pub const MAIN: i32 = 1;

/// What there is of a SKU in a centre.
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    /// It lies there; if not, it did before the centre was removed.
    pub here: bool,
    pub stock: i64,
    pub ledger: Vec<Entry>,
}

impl Shelf {
    /// What is held leaves; what was not there did not.
    pub fn send(&mut self, lot: &mut Lot) {
        let taken = std::mem::take(&mut lot.held).min(self.stock);
        self.stock -= taken;
        lot.out += taken;
    }

    /// What changed while nobody wrote the ledger.
    pub fn catch_up(&mut self) {
        if self.ledger.last().is_some_and(|(_, stock, _)| *stock != self.stock) {
            self.ledger.push(("controle", self.stock, 0));
        }
    }
}

impl Sku {
    /// The centres that it lies in.
    pub fn here(&self) -> impl Iterator<Item = i32> {
        self.shelves.iter().filter(|(_, shelf)| shelf.here).map(|(centre, _)| *centre)
    }
}

/// What a centre gives to an order.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    pub centre: i32,
    pub units: i64,
    pub short: i64,
}

/// How many units of which of an order's lines of a SKU lie where, when those at a place are sold from these
/// shares, line by line.
pub fn spread(
    lines: &[Line],
    (sku, sold): (&str, Place),
    shares: &[Share],
) -> BTreeMap<i32, BTreeMap<usize, i64>> {
    let mut lying: BTreeMap<i32, BTreeMap<usize, i64>> = BTreeMap::new();
    let mut rest = shares.iter().map(|share| (share.centre, share.units)).collect::<Vec<_>>();
    rest.reverse();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.sku == sku && line.place == sold) {
        let mut units = line.units;
        while let Some((centre, left)) = rest.last_mut().filter(|_| units > 0) {
            let own = units.min(*left);
            *lying.entry(*centre).or_default().entry(index).or_default() += own;
            (units, *left) = (units - own, *left - own);
            if *left == 0 {
                rest.pop();
            }
        }
    }
    lying
}
