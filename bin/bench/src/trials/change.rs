//! A change that was asked for, what was answered, and by what it is known again afterwards.

use std::collections::HashMap;

use serde::Serialize;

/// Each digit of a stock, to this base, counts how often one variation was done.
const BASE: i64 = 4;
/// Variations that one stock can tell apart: it is a number of 31 bits.
pub const DIGITS: usize = 15;

/// A change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Raises the stock of a SKU by one in this digit.
    Vary { sku: String, digit: usize },
    /// Sets the stock of a SKU to a value that no other change sets. Changes of one SKU come one after the
    /// other.
    Set { sku: String, value: i64 },
    /// A new order.
    Order { source: String },
}

impl Change {
    /// What a variation raises the stock by.
    pub fn step(digit: usize) -> i64 {
        BASE.pow(u32::try_from(digit).unwrap_or(0))
    }
}

/// What its author knows of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// 2xx.
    Acknowledged,
    /// 504: the server says that it does not know.
    Unknown,
    /// Any other status.
    Refused(u16),
    /// No answer.
    Torn,
}

/// A change and what became of it.
#[derive(Debug, Clone)]
pub struct Entry {
    pub change: Change,
    pub outcome: Outcome,
}

/// What is in the database afterwards.
#[derive(Debug, Default)]
pub struct Found {
    /// Stocks by SKU.
    pub stocks: HashMap<String, i64>,
    /// How many orders there are by `sourceId`.
    pub orders: HashMap<String, u32>,
}

/// How many changes came to what.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    pub acknowledged: u64,
    /// Acknowledged and not there.
    pub lost: u64,
    /// There more than once.
    pub doubled: u64,
    /// Refused and there all the same.
    pub sneaked: u64,
    /// Answered 504.
    pub unknown: u64,
    /// Of these, there.
    pub unknown_there: u64,
    /// Refused by a status.
    pub refused: u64,
    /// Examples of what is wrong.
    #[serde(skip)]
    pub examples: Vec<String>,
}

impl Tally {
    /// Both together.
    pub fn add(&mut self, other: Self) {
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.sneaked += other.sneaked;
        self.unknown += other.unknown;
        self.unknown_there += other.unknown_there;
        self.refused += other.refused;
        self.examples.extend(other.examples);
        self.examples.truncate(5);
    }

    /// How many were not acknowledged, and how.
    pub fn others(&self) -> String {
        format!(
            "{} changes were refused, {} answered 504, of which at least {} are there",
            self.refused, self.unknown, self.unknown_there
        )
    }

    /// Whether the server kept its word.
    pub fn is_true(&self) -> bool {
        self.lost + self.doubled + self.sneaked == 0
    }

    fn wrong(&mut self, entry: &Entry, what: &str) {
        if self.examples.len() < 5 {
            self.examples.push(format!("{what}: {:?}, answered {:?}", entry.change, entry.outcome));
        }
    }
}

/// Whether a change whose answer never came may be there: yes when the server was killed, no when it was
/// asked to stop or met no fault at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Torn {
    MayStand,
    MustNotStand,
}

/// Compares what was answered with what is there.
pub fn judge(entries: &[Entry], found: &Found, torn: Torn) -> Tally {
    let mut tally = Tally::default();
    for entry in entries {
        match entry.outcome {
            Outcome::Acknowledged => tally.acknowledged += 1,
            Outcome::Unknown => tally.unknown += 1,
            Outcome::Refused(_) => tally.refused += 1,
            Outcome::Torn => {}
        }
        let times = match &entry.change {
            Change::Vary { sku, digit } => found.stocks.get(sku).map_or(0, |stock| digit_of(*stock, *digit)),
            Change::Order { source } => found.orders.get(source).map_or(0, |count| i64::from(*count)),
            // judged below: only the last one shows
            Change::Set { .. } => continue,
        };
        if entry.outcome == Outcome::Unknown && times > 0 {
            tally.unknown_there += 1;
        }
        let must_not = forbidden(entry.outcome, torn);
        if entry.outcome == Outcome::Acknowledged && times == 0 {
            tally.lost += 1;
            tally.wrong(entry, "lost");
        } else if must_not && times > 0 {
            tally.sneaked += 1;
            tally.wrong(entry, "refused but applied");
        } else if times > 1 {
            tally.doubled += 1;
            tally.wrong(entry, "doubled");
        }
    }
    judge_sets(entries, found, torn, &mut tally);
    tally
}

fn digit_of(stock: i64, digit: usize) -> i64 {
    stock / Change::step(digit) % BASE
}

fn forbidden(outcome: Outcome, torn: Torn) -> bool {
    match outcome {
        Outcome::Acknowledged | Outcome::Unknown => false,
        Outcome::Refused(_) => true,
        Outcome::Torn => torn == Torn::MustNotStand,
    }
}

/// Of the values that were set one after the other the last acknowledged one must be there, or one whose fate
/// is not known.
fn judge_sets(entries: &[Entry], found: &Found, torn: Torn, tally: &mut Tally) {
    let mut sets: HashMap<&str, Vec<(&Entry, i64)>> = HashMap::new();
    for entry in entries {
        if let Change::Set { sku, value } = &entry.change {
            sets.entry(sku).or_default().push((entry, *value));
        }
    }
    for (sku, entries) in sets {
        let Some(now) = found.stocks.get(sku) else { continue };
        let last = entries.iter().rev().find(|(entry, _)| entry.outcome == Outcome::Acknowledged);
        if last.map_or(0, |(_, value)| *value) == *now {
            continue;
        }
        match entries.iter().find(|(_, value)| value == now) {
            Some((entry, _)) if forbidden(entry.outcome, torn) => {
                tally.sneaked += 1;
                tally.wrong(entry, "refused but applied");
            }
            Some((entry, _)) if entry.outcome != Outcome::Acknowledged => {}
            _ => {
                tally.lost += 1;
                if let Some((entry, _)) = last {
                    tally.wrong(entry, &format!("lost, the stock is {now}"));
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    fn entry(change: Change, outcome: Outcome) -> Entry {
        Entry { change, outcome }
    }

    fn found(stock: i64, orders: u32) -> Found {
        Found {
            stocks: HashMap::from([("S".to_owned(), stock)]),
            orders: HashMap::from([("P".to_owned(), orders)]),
        }
    }

    fn counts(entries: &[Entry], found: &Found, torn: Torn) -> (u64, u64, u64) {
        let tally = judge(entries, found, torn);
        (tally.lost, tally.doubled, tally.sneaked)
    }

    #[test]
    fn each_variation_of_one_stock_is_told_apart() {
        let vary = |digit, outcome| entry(Change::Vary { sku: "S".to_owned(), digit }, outcome);
        let all = [
            vary(0, Outcome::Acknowledged),
            vary(1, Outcome::Acknowledged),
            vary(2, Outcome::Refused(503)),
            vary(3, Outcome::Unknown),
            vary(14, Outcome::Torn),
        ];
        assert_eq!(counts(&all, &found(1 + 4, 0), Torn::MustNotStand), (0, 0, 0));
        assert_eq!(counts(&all, &found(4 + 64, 0), Torn::MustNotStand), (1, 0, 0));
        assert_eq!(counts(&all, &found(1 + 2 * 4 + 16, 0), Torn::MustNotStand), (0, 1, 1));
        let torn = 5 + Change::step(14);
        assert_eq!(counts(&all, &found(torn, 0), Torn::MayStand), (0, 0, 0));
        assert_eq!(counts(&all, &found(torn, 0), Torn::MustNotStand), (0, 0, 1));
        assert!(3 * (Change::step(DIGITS) - 1) / 3 < i64::from(i32::MAX));
    }

    #[test]
    fn orders_are_counted() {
        let order = |outcome| [entry(Change::Order { source: "P".to_owned() }, outcome)];
        assert_eq!(counts(&order(Outcome::Acknowledged), &found(0, 0), Torn::MayStand), (1, 0, 0));
        assert_eq!(counts(&order(Outcome::Unknown), &found(0, 2), Torn::MayStand), (0, 1, 0));
        assert_eq!(counts(&order(Outcome::Refused(500)), &found(0, 1), Torn::MayStand), (0, 0, 1));
    }

    #[test]
    fn of_values_that_were_set_the_last_one_counts() {
        let set = |value, outcome| entry(Change::Set { sku: "S".to_owned(), value }, outcome);
        let all = [
            set(1, Outcome::Acknowledged),
            set(2, Outcome::Acknowledged),
            set(3, Outcome::Refused(503)),
            set(4, Outcome::Unknown),
        ];
        let at = |stock| counts(&all, &found(stock, 0), Torn::MustNotStand);
        assert_eq!((at(2), at(4)), ((0, 0, 0), (0, 0, 0)));
        assert_eq!((at(1), at(0), at(3)), ((1, 0, 0), (1, 0, 0), (0, 0, 1)));
    }
}
