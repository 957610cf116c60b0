#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use proptest::prelude::{Strategy, any, prop};
use proptest::{prop_assert, prop_oneof, proptest};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use super::*;

const LONG: Duration = Duration::from_secs(60);
const QUEUE: usize = 100;

#[derive(Debug, Clone)]
enum Step {
    Acquire(i32),
    Release(prop::sample::Index),
    GiveUp(prop::sample::Index),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        3 => (1..5).prop_map(Step::Acquire),
        2 => any::<prop::sample::Index>().prop_map(Step::Release),
        1 => any::<prop::sample::Index>().prop_map(Step::GiveUp),
    ];
    prop::collection::vec(step, 1..80)
}

type Waiting = Pin<Box<dyn Future<Output = Result<Permit, DbError>>>>;

/// Callers of one limit.
struct Callers {
    limit: Arc<Limit>,
    seen: BTreeSet<i32>,
    held: Vec<Permit>,
    waiting: Vec<(i32, Waiting)>,
}

impl Callers {
    fn take(&mut self, step: Step) {
        match step {
            Step::Acquire(tenant) => {
                let limit = Arc::clone(&self.limit);
                self.seen.insert(tenant);
                let permit = async move { limit.acquire(Tenant(tenant)).await };
                self.waiting.push((tenant, Box::pin(permit)));
            }
            Step::Release(which) if !self.held.is_empty() => {
                drop(self.held.swap_remove(which.index(self.held.len())));
            }
            Step::GiveUp(which) if !self.waiting.is_empty() => {
                drop(self.waiting.swap_remove(which.index(self.waiting.len())));
            }
            _ => {}
        }
    }

    /// Takes the permits that were handed out; returns whose they are.
    fn receive(&mut self) -> Vec<i32> {
        let mut received = Vec::new();
        let mut context = Context::from_waker(Waker::noop());
        for (tenant, mut permit) in std::mem::take(&mut self.waiting) {
            match permit.as_mut().poll(&mut context) {
                Poll::Ready(permit) => {
                    self.held.push(permit.unwrap());
                    received.push(tenant);
                }
                Poll::Pending => self.waiting.push((tenant, permit)),
            }
        }
        received
    }

    fn held_by(&self, tenant: i32) -> usize {
        self.held.iter().filter(|permit| permit.tenant == Tenant(tenant)).count()
    }

    fn most(&self, tenant: i32) -> usize {
        let alone = self.seen.iter().all(|other| *other == tenant);
        if alone { self.limit.per_tenant } else { self.limit.share }
    }
}

fn is_unused(limit: &Limit) -> bool {
    let state = limit.lock();
    state.held == 0 && state.waiting == 0 && state.tenants.is_empty() && state.turns.is_empty()
}

fn timer() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap()
}

proptest! {
    #[test]
    fn permits_keep_to_their_limits_and_nobody_waits_for_one_that_is_free(
        capacity in 1..6usize, share in 1..4usize, steps in steps()
    ) {
        let runtime = timer();
        let _context = runtime.enter();
        let limit = Limit::new(capacity, share, QUEUE, LONG);
        let (seen, held, waiting) = Default::default();
        let mut callers = Callers { limit, seen, held, waiting };
        for step in steps {
            callers.take(step);
            let received = callers.receive();
            prop_assert!(callers.held.len() <= callers.limit.total);
            for tenant in received {
                prop_assert!(callers.held_by(tenant) <= callers.most(tenant));
            }
            for (tenant, _) in &callers.waiting {
                let none_is_free = callers.held.len() == callers.limit.total;
                prop_assert!(none_is_free || callers.held_by(*tenant) >= callers.most(*tenant));
            }
        }
        while !callers.held.is_empty() {
            callers.held.pop();
            callers.receive();
        }
        prop_assert!(callers.waiting.is_empty());
        prop_assert!(is_unused(&callers.limit));
    }
}

#[test]
fn tenants_that_wait_take_turns() {
    let runtime = timer();
    let _context = runtime.enter();
    let (seen, held, waiting) = Default::default();
    let mut callers = Callers { limit: Limit::new(1, 1, QUEUE, LONG), seen, held, waiting };
    // all permits, and then a long line of one tenant before the first of another
    for tenant in [7, 8, 9, 1, 1, 1, 2] {
        callers.take(Step::Acquire(tenant));
        callers.receive();
    }
    let mut order = Vec::new();
    for _ in 0..4 {
        callers.held.retain(|permit| [8, 9].contains(&permit.tenant.0));
        order.extend(callers.receive());
    }
    assert_eq!(order, [1, 2, 1, 1]);
}

#[test]
fn the_program_itself_has_half_and_counts_as_nobody() {
    let runtime = timer();
    let _context = runtime.enter();
    let (seen, held, waiting) = Default::default();
    let mut callers = Callers { limit: Limit::new(4, 1, QUEUE, LONG), seen, held, waiting };
    for tenant in [0, 0, 0, 5, 5, 5, 5, 5] {
        callers.take(Step::Acquire(tenant));
    }
    let mut received = BTreeMap::new();
    for tenant in callers.receive() {
        *received.entry(tenant).or_insert(0) += 1;
    }
    assert_eq!(received, BTreeMap::from([(0, 2), (5, 4)]));
}

#[test]
fn permits_that_are_handed_over_between_threads_all_come_back() {
    let limit = Limit::new(2, 1, 10_000, LONG);
    let calls = async |limit: Arc<Limit>, n: i32| {
        for _ in 0..20 {
            let permit = limit.acquire(Tenant(1 + n % 3));
            match n % 5 {
                // gives up at any moment
                0 => drop(timeout(Duration::from_micros(50), permit).await),
                _ => drop(permit.await.unwrap()),
            }
        }
    };
    let thread = || {
        timer().block_on(async {
            let mut tasks = JoinSet::new();
            (0..100).for_each(|n| drop(tasks.spawn(calls(Arc::clone(&limit), n))));
            tasks.join_all().await;
        });
    };
    std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(thread))));
    assert!(is_unused(&limit));
}

#[test]
fn a_caller_that_waits_too_long_is_refused() {
    let limit = Limit::new(1, 1, QUEUE, Duration::from_millis(20));
    timer().block_on(async {
        let held = limit.acquire(Tenant(1)).await.unwrap();
        assert!(matches!(limit.acquire(Tenant(1)).await, Err(DbError::Overload)));
        drop(held);
        limit.acquire(Tenant(1)).await.unwrap();
    });
}

#[test]
fn one_tenant_cannot_fill_the_queue_while_another_is_active() {
    let runtime = timer();
    let _context = runtime.enter();
    let limit = Limit::new(1, 1, 4, LONG);
    let call = |tenant| {
        let (sender, waiting) = oneshot::channel();
        limit.push(Tenant(tenant), sender).map(|()| waiting)
    };
    let mut calls: Vec<_> = [1, 1, 1, 1].map(|tenant| call(tenant).unwrap()).into();
    assert!(call(1).is_err() && call(2).is_err(), "it is full");
    // given up: the next permit passes them over
    calls.truncate(1);
    drop(limit.empty_permit(Tenant(1)));
    calls.extend([call(2).unwrap(), call(1).unwrap()]);
    assert!(call(1).is_err(), "it has half");
    call(2).unwrap();
}

#[test]
fn units_are_counted_and_a_tenant_may_always_have_one_permit() {
    let limit = Limit::of_units(192, 48);
    let take = |tenant, count| {
        let mut permit = limit.empty_permit(Tenant(tenant));
        permit.extend(count).then_some(permit)
    };
    let mut held: Vec<_> = (0..3).map(|_| take(1, 16)).collect();
    assert!(take(1, 1).is_none());
    held.extend([(2, 40), (3, 48), (4, 48), (5, 7)].map(|(tenant, count)| take(tenant, count)));
    assert!(take(5, 2).is_none(), "of all, one is left");
    let mut growing = take(6, 90);
    assert!(growing.as_mut().is_some_and(|permit| permit.extend(91)), "it is its only one");
    assert!(take(6, 1).is_none());
    held.push(growing);
    assert!(held.iter().all(Option::is_some));
    drop(held);
    assert!(is_unused(&limit));
}
