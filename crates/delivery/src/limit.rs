//! Limits of concurrent calls: in all, per application, per address and per host.

use std::collections::{BTreeMap, VecDeque};

use store::entregas::Destino;
use tokio::time::Instant;

use crate::config::Config;
use crate::hosts::{Host, Hosts};

/// The target of a running or due call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) destino: Destino,
    /// `None` = there is no valid address.
    pub(crate) host: Option<Host>,
    /// True for a test, false for a delivery.
    pub(crate) is_test: bool,
}

/// The number of calls that each address may begin, sorted, so that servers lock the rows in the same order and
/// cannot deadlock.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Permits {
    pub(crate) entregas: Vec<(Destino, i64)>,
    pub(crate) tests: Vec<(Destino, i64)>,
    /// An application got no permit because too few are free.
    pub(crate) short: bool,
}

impl Permits {
    pub(crate) fn calls(&self) -> i64 {
        self.entregas.iter().chain(&self.tests).map(|(_, calls)| calls).sum()
    }
}

/// Hands out permits for calls, round robin among applications and among the addresses of each.
pub(crate) fn hand_out(
    due: Vec<Target>,
    under_way: &[Target],
    hosts: &Hosts,
    config: &Config,
    now: Instant,
) -> Permits {
    let mut calls = under_way.to_vec();
    let mut permits = Permits::default();
    let mut due = round_robin(due, usize::MAX, |target| target.destino.aplicacao);
    while !due.is_empty() {
        due.retain(|target| {
            let count = |same: &dyn Fn(&Target) -> bool| calls.iter().filter(|call| same(call)).count();
            // no more than stay free for others, so that an application that comes later need not wait
            let free = config.concurrent.saturating_sub(calls.len());
            if count(&|call| call.destino.aplicacao == target.destino.aplicacao) >= free {
                permits.short = true;
                return false;
            }
            let at_host = |host| {
                hosts.max_calls(host, target.is_test, now) > count(&|call| call.host.as_ref() == Some(host))
            };
            let may = count(&|call| call.destino == target.destino) < config.per_destino
                && target.host.as_ref().is_none_or(at_host);
            if may {
                calls.push(target.clone());
            }
            may
        });
    }
    let mut counts: BTreeMap<(bool, Destino), i64> = BTreeMap::new();
    for call in calls.iter().skip(under_way.len()) {
        *counts.entry((call.is_test, call.destino)).or_default() += 1;
    }
    for ((is_test, destino), calls) in counts {
        let list = if is_test { &mut permits.tests } else { &mut permits.entregas };
        list.push((destino, calls));
    }
    permits
}

/// At most `limit` items, round robin among groups.
pub(crate) fn round_robin<T, K: Ord>(items: Vec<T>, limit: usize, group: impl Fn(&T) -> K) -> Vec<T> {
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
    use domain::values::ids::AplicacaoId;

    use super::*;

    fn due(aplicacao: i32, notificacao: i64, url: &str) -> Target {
        let aplicacao = AplicacaoId(aplicacao);
        let destino = Destino { aplicacao, notificacao, loja: 0 };
        Target { destino, host: Host::of(aplicacao, url), is_test: false }
    }

    /// Many addresses of one application, each on a host of its own.
    fn many(aplicacao: i32) -> impl Iterator<Item = Target> {
        (0..1500).map(move |n| due(aplicacao, n, &format!("http://h{n}.example/")))
    }

    fn calls(counts: &[(i32, usize)]) -> Vec<Target> {
        counts.iter().flat_map(|(aplicacao, count)| many(*aplicacao).take(*count)).collect()
    }

    fn permits(due: Vec<Target>, calls: &[Target]) -> Permits {
        let config = Config::default();
        hand_out(due, calls, &Hosts::new(config.hosts.clone()), &config, Instant::now())
    }

    fn given(permits: &Permits, aplicacao: i32) -> i64 {
        let its = |(destino, _): &&(Destino, i64)| destino.aplicacao == AplicacaoId(aplicacao);
        permits.entregas.iter().chain(&permits.tests).filter(its).map(|(_, calls)| calls).sum()
    }

    #[tokio::test]
    async fn an_application_has_at_most_half_of_what_others_leave() {
        let alone = permits(many(1).collect(), &[]);
        assert_eq!((alone.calls(), alone.short), (64, true));
        assert!(alone.entregas.iter().all(|(_, calls)| *calls == 1), "each address has its turn");
        assert!(alone.entregas.is_sorted());
        let both = permits(many(1).chain(many(2)).collect(), &calls(&[(1, 64)]));
        assert_eq!((given(&both, 1), given(&both, 2)), (0, 32));
        let third = permits(many(1).chain(many(2)).chain(many(3)).collect(), &calls(&[(1, 64), (2, 32)]));
        assert_eq!([1, 2, 3].map(|who| given(&third, who)), [0, 0, 16]);
    }

    #[tokio::test]
    async fn applications_that_begin_together_have_equal_parts() {
        let three = permits(many(1).chain(many(2)).chain(many(3)).collect(), &[]);
        assert_eq!([1, 2, 3].map(|who| given(&three, who)), [32; 3]);
        let few = permits(many(1).chain(many(2).take(2)).collect(), &[]);
        assert_eq!((given(&few, 1), given(&few, 2)), (63, 16));
    }

    #[tokio::test]
    async fn tests_and_deliveries_of_an_address_share_its_limit() {
        let delivery = due(1, 1, "http://a.example/");
        let test = Target { is_test: true, ..delivery.clone() };
        let both = permits(vec![test, delivery], &[]);
        assert_eq!((both.calls(), both.tests.len(), both.entregas.len()), (8, 1, 1));
    }

    #[tokio::test]
    async fn many_addresses_on_one_host_are_one_host() {
        let erp = (0..300).map(|n| due(1, n, &format!("https://erp.example/{n}")));
        let unproven = Config::default().hosts.unproven;
        assert_eq!(permits(erp.collect(), &[]).calls(), unproven as i64);
    }

    #[test]
    fn each_group_has_its_turn() {
        let items = vec![(1, 'a'), (1, 'b'), (1, 'c'), (2, 'd'), (3, 'e'), (3, 'f')];
        let letters: String =
            round_robin(items, 5, |(n, _)| *n).into_iter().map(|(_, letter)| letter).collect();
        assert_eq!(letters, "adebf");
    }
}
