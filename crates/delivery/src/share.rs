//! Who gets the places that are free: applications first, each after what it has under way; then the
//! addresses of one application in turns; and no host more than it can be trusted with.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};
use std::hash::Hash;

use domain::values::ids::AplicacaoId;
use store::entregas::Destino;
use tokio::time::Instant;

use crate::config::Config;
use crate::hosts::{Host, Hosts};

/// Calls under way.
#[derive(Debug, Default)]
pub(crate) struct Busy {
    all: usize,
    by_destino: HashMap<Destino, usize>,
    by_aplicacao: HashMap<AplicacaoId, usize>,
}

impl Busy {
    pub(crate) fn begin(&mut self, destino: Destino) {
        self.all += 1;
        *self.by_destino.entry(destino).or_default() += 1;
        *self.by_aplicacao.entry(destino.aplicacao).or_default() += 1;
    }

    pub(crate) fn end(&mut self, destino: Destino) {
        self.all = self.all.saturating_sub(1);
        subtract(&mut self.by_destino, destino);
        subtract(&mut self.by_aplicacao, destino.aplicacao);
    }

    pub(crate) fn all(&self) -> usize {
        self.all
    }
}

fn subtract<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K) {
    if let Some(count) = counts.get_mut(&key) {
        *count = count.saturating_sub(1);
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

/// An address that waits for places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lane {
    pub(crate) destino: Destino,
    /// `None` = nothing will be called there.
    pub(crate) host: Option<Host>,
    /// Tests, or the deliveries.
    pub(crate) of_tests: bool,
}

/// How many calls each address may begin, in one order on every server, so that two of them cannot wait for
/// each other's rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Shares {
    pub(crate) entregas: Vec<(Destino, i64)>,
    pub(crate) tests: Vec<(Destino, i64)>,
    /// Somebody who waits got nothing for want of places.
    pub(crate) short: bool,
}

impl Shares {
    pub(crate) fn calls(&self) -> i64 {
        self.entregas.iter().chain(&self.tests).map(|(_, calls)| calls).sum()
    }
}

/// Shares out the places that are free.
///  The application with the fewest calls under way comes first. None gets more than half of all places while
/// another one waits; and a part of the places is kept for those that have next to nothing under way, so that
/// who comes last need not wait until the calls of the others are over.
pub(crate) fn share_out(
    lanes: Vec<Lane>,
    busy: &Busy,
    hosts: &Hosts,
    config: &Config,
    now: Instant,
) -> Shares {
    let mut waiting: BTreeMap<AplicacaoId, VecDeque<Lane>> = BTreeMap::new();
    for lane in lanes {
        waiting.entry(lane.destino.aplicacao).or_default().push_back(lane);
    }
    let most = match waiting.len() {
        0 | 1 => config.concurrent.saturating_sub(config.reserve),
        _ => config.concurrent / 2,
    };
    let under_way = |aplicacao: &AplicacaoId| busy.by_aplicacao.get(aplicacao).copied().unwrap_or(0);
    let mut turns: BinaryHeap<Reverse<(usize, AplicacaoId)>> =
        waiting.keys().map(|aplicacao| Reverse((under_way(aplicacao), *aplicacao))).collect();
    let mut free = config.concurrent.saturating_sub(busy.all);
    let mut given = Given::new(busy, hosts, config, now);
    let mut short = false;
    while let Some(Reverse((its, aplicacao))) = turns.pop() {
        let newcomer = its < config.newcomer;
        if free == 0 || its >= most || !(newcomer || free > config.reserve) {
            // whoever comes after has no fewer under way, but may be below its part
            short = true;
            if free == 0 {
                break;
            }
            continue;
        }
        if waiting.get_mut(&aplicacao).is_some_and(|lanes| given.one(lanes)) {
            free -= 1;
            turns.push(Reverse((its + 1, aplicacao)));
        }
    }
    given.shares(short)
}

/// What has been given so far.
struct Given<'a> {
    busy: &'a Busy,
    hosts: &'a Hosts,
    per_destino: usize,
    now: Instant,
    calls: BTreeMap<(Destino, bool), i64>,
    by_destino: HashMap<Destino, usize>,
    by_host: HashMap<Host, usize>,
}

impl<'a> Given<'a> {
    fn new(busy: &'a Busy, hosts: &'a Hosts, config: &Config, now: Instant) -> Self {
        let (calls, by_destino, by_host) = Default::default();
        Self { busy, hosts, per_destino: config.per_destino, now, calls, by_destino, by_host }
    }

    /// Gives a place to the next address that may have one, and puts it behind the others; those that may not
    /// have one leave the line.
    fn one(&mut self, lanes: &mut VecDeque<Lane>) -> bool {
        while let Some(lane) = lanes.pop_front() {
            if self.may_have_one(&lane) {
                *self.calls.entry((lane.destino, lane.of_tests)).or_default() += 1;
                *self.by_destino.entry(lane.destino).or_default() += 1;
                if let Some(host) = &lane.host {
                    *self.by_host.entry(host.clone()).or_default() += 1;
                }
                lanes.push_back(lane);
                return true;
            }
        }
        false
    }

    fn may_have_one(&self, lane: &Lane) -> bool {
        let under_way = self.busy.by_destino.get(&lane.destino).copied().unwrap_or(0);
        let given = self.by_destino.get(&lane.destino).copied().unwrap_or(0);
        let at_host = lane.host.as_ref().is_none_or(|host| {
            let room = match lane.of_tests {
                true => self.hosts.room_for_tests(host, self.now),
                false => self.hosts.room(host, self.now),
            };
            self.by_host.get(host).copied().unwrap_or(0) < room
        });
        under_way + given < self.per_destino && at_host
    }

    fn shares(self, short: bool) -> Shares {
        let mut shares = Shares { short, ..Shares::default() };
        for ((destino, of_tests), calls) in self.calls {
            let list = if of_tests { &mut shares.tests } else { &mut shares.entregas };
            list.push((destino, calls));
        }
        shares
    }
}

/// At most so many, in turns one of each group.
pub(crate) fn in_turns<T, K: Ord>(items: Vec<T>, limit: usize, group: impl Fn(&T) -> K) -> Vec<T> {
    let mut groups: BTreeMap<K, VecDeque<T>> = BTreeMap::new();
    for item in items {
        groups.entry(group(&item)).or_default().push_back(item);
    }
    let mut chosen = Vec::new();
    while !groups.is_empty() && chosen.len() < limit {
        chosen.extend(groups.values_mut().filter_map(VecDeque::pop_front));
        groups.retain(|_, items| !items.is_empty());
    }
    chosen.truncate(limit);
    chosen
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn destino(aplicacao: i32, notificacao: i64) -> Destino {
        Destino { aplicacao: AplicacaoId(aplicacao), notificacao, loja: 0 }
    }

    fn lane(aplicacao: i32, notificacao: i64, of_tests: bool) -> Lane {
        let host = Host::of(AplicacaoId(aplicacao), &format!("http://h{aplicacao}-{notificacao}.example/"));
        Lane { destino: destino(aplicacao, notificacao), host, of_tests }
    }

    fn busy(counts: &[(i32, usize)]) -> Busy {
        let mut busy = Busy::default();
        for (aplicacao, calls) in counts {
            for n in 0..*calls {
                busy.begin(destino(*aplicacao, n as i64));
            }
        }
        busy
    }

    fn given(shares: &Shares, aplicacao: i32) -> i64 {
        let its = |(destino, _): &&(Destino, i64)| destino.aplicacao == AplicacaoId(aplicacao);
        shares.entregas.iter().chain(&shares.tests).filter(its).map(|(_, calls)| calls).sum()
    }

    fn share(lanes: Vec<Lane>, busy: &Busy) -> Shares {
        let config = Config::default();
        share_out(lanes, busy, &Hosts::new(config.hosts.clone()), &config, Instant::now())
    }

    #[tokio::test]
    async fn one_application_alone_leaves_a_reserve() {
        let many = || (0..1500).map(|n| lane(1, n, false)).collect::<Vec<_>>();
        let shares = share(many(), &Busy::default());
        assert_eq!((shares.calls(), shares.short), (96, true));
        assert!(shares.entregas.iter().all(|(_, calls)| *calls == 1), "each address has its turn");
        assert!(shares.entregas.is_sorted());
        assert_eq!(share(many(), &busy(&[(1, 96)])).calls(), 0);
    }

    #[tokio::test]
    async fn who_comes_last_begins_at_once() {
        let others = |who: i32| (0..100).map(move |n| lane(who, n + 1000, false));
        // one with all that it can get, and a newcomer
        let shares = share(others(1).chain(others(2)).collect(), &busy(&[(1, 96)]));
        assert_eq!((given(&shares, 1), given(&shares, 2)), (0, 4));
        // two that share all but the reserve, and a third one
        let shares = share(others(1).chain(others(2)).chain(others(3)).collect(), &busy(&[(1, 48), (2, 48)]));
        assert_eq!([1, 2, 3].map(|who| given(&shares, who)), [0, 0, 4]);
        // eight at once
        let crowd = (2..10).flat_map(others).chain(others(1)).collect();
        let shares = share(crowd, &busy(&[(1, 96)]));
        assert!((2..10).all(|who| given(&shares, who) == 4), "{shares:?}");
    }

    #[tokio::test]
    async fn half_at_most_while_another_one_waits() {
        let few = (0..2).map(|n| lane(2, n, false));
        let shares = share((0..500).map(|n| lane(1, n, false)).chain(few).collect(), &Busy::default());
        assert_eq!((given(&shares, 1), given(&shares, 2)), (64, 16));
    }

    #[tokio::test]
    async fn a_thousand_tests_are_as_much_as_a_thousand_deliveries() {
        let tests = (0..1000).map(|n| lane(1, n, true));
        let shares =
            share(tests.chain([lane(1, 2000, false), lane(2, 1, false)]).collect(), &Busy::default());
        assert_eq!((given(&shares, 1), given(&shares, 2)), (64, 8));
        assert!(shares.tests.len() <= 64);
        // tests and deliveries of one address share its places
        let both = share(vec![lane(1, 1, true), lane(1, 1, false)], &Busy::default());
        assert_eq!((given(&both, 1), both.tests.len(), both.entregas.len()), (8, 1, 1));
    }

    #[tokio::test]
    async fn many_addresses_on_one_host_are_one_host() {
        let erp = |n: i64| {
            let host = Host::of(AplicacaoId(1), &format!("https://erp.example/{n}"));
            Lane { destino: destino(1, n), host, of_tests: false }
        };
        let shares = share((0..300).map(erp).collect(), &Busy::default());
        assert_eq!(shares.calls() as usize, Config::default().hosts.unproven);
    }

    #[test]
    fn each_group_has_its_turn() {
        let items = vec![(1, 'a'), (1, 'b'), (1, 'c'), (2, 'd'), (3, 'e'), (3, 'f')];
        let letters: String = in_turns(items, 5, |(n, _)| *n).into_iter().map(|(_, letter)| letter).collect();
        assert_eq!(letters, "adebf");
    }
}
