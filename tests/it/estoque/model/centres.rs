//! Which centres there are, what an order takes from which of them, and what a channel shows of them: the
//! rules of `docs/estoque.md` once more.

use std::collections::BTreeMap;

use super::goods::{Keeper, MAIN, Place, Share};
use super::rules::Model;

impl Model {
    /// The centres of a channel, in the order in which its orders take from them.
    fn centres_of(&self, channel: &str) -> Vec<i32> {
        let own = &self.sells_from[channel];
        let all = self.centres.iter().filter(|(centre, _)| own.is_empty() || own.contains(centre));
        let mut all: Vec<(i64, i32)> = all.map(|(centre, order)| (*order, *centre)).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, centre)| centre).collect()
    }

    /// Which centres give how many units of a SKU to an order of a channel.
    pub fn shares(&self, sku: &str, units: i64, channel: &str) -> Vec<Share> {
        let lies = |centre: &i32| self.skus[sku].shelves.get(centre).is_some_and(|shelf| shelf.here);
        let mut centres: Vec<i32> = self.centres_of(channel).into_iter().filter(lies).collect();
        if centres.is_empty() {
            centres.push(MAIN);
        }
        let (mut wanted, mut shares) = (units, Vec::new());
        for centre in centres {
            let (stock, reserved) = self.numbers(sku, centre);
            let units = wanted.min((stock - reserved).max(0));
            wanted -= units;
            shares.push(Share { centre, units, short: 0 });
        }
        // what nobody has is missing in the first one
        shares[0].units += wanted;
        shares[0].short = wanted;
        shares.retain(|share| share.units > 0);
        shares
    }

    /// A SKU comes into a centre, unless it lies there.
    pub fn put_in(&mut self, sku: &str, centre: i32) {
        let sku = self.skus.get_mut(sku).unwrap();
        let shelf = sku.shelves.entry(centre).or_default();
        if !shelf.here {
            shelf.here = true;
            if sku.keeper != Keeper::Nobody {
                shelf.catch_up();
            }
        }
    }

    /// Removes a centre; false when something lies there, an order has something there or a channel names it.
    pub fn remove_centre(&mut self, centre: i32) -> bool {
        let lies = self.skus.values().filter_map(|sku| sku.shelves.get(&centre)).any(|one| one.stock > 0);
        let ended = |place: Place| matches!(place, Place::Delivered | Place::Cancelled);
        let has = self.orders.values().any(|order| {
            let over = order.lines.iter().all(|line| ended(line.place));
            let there = order.holds.iter().filter(|((_, at), _)| *at == centre);
            there.into_iter().any(|((sku, _), hold)| {
                let mut own = order.lines.iter().filter(|line| line.sku == *sku);
                hold.held() > 0 || hold.out() > 0 && !over && own.any(|line| line.place != Place::Cancelled)
            })
        });
        if lies || has || self.sells_from.values().any(|own| own.contains(&centre)) {
            return false;
        }
        self.centres.remove(&centre);
        for shelf in self.skus.values_mut().filter_map(|sku| sku.shelves.get_mut(&centre)) {
            shelf.here = false;
        }
        true
    }

    /// Stock and reservations in the centres that a channel sells from.
    pub fn for_sale(&self, sku: &str, channel: &str) -> (i64, i64) {
        let own = &self.sells_from[channel];
        let sold = self.skus[sku].here().filter(|centre| own.is_empty() || own.contains(centre));
        let numbers: Vec<(i64, i64)> = sold.map(|centre| self.numbers(sku, centre)).collect();
        (numbers.iter().map(|one| one.0).sum(), numbers.iter().map(|one| one.1).sum())
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
    /// What it shows of a SKU of which this is for sale.
    pub fn shows(&self, name: &str, keeper: Keeper, (stock, reserved): (i64, i64)) -> i64 {
        let own = self.own_limits.get(name).copied().unwrap_or_default();
        let buffer = own.buffer.or(self.limits.buffer).unwrap_or(0);
        let available = (stock - reserved - buffer).max(0);
        let shown = match self.own.get(name) {
            Some(own) if keeper == Keeper::Nobody => *own,
            Some(own) => available.min(*own),
            None => available * self.percent / 100,
        };
        let shown = own.ceiling.or(self.limits.ceiling).map_or(shown, |ceiling| shown.min(ceiling));
        shown.min(i32::MAX.into())
    }
}
