//! Concurrency limit with permits, fair among tenants.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::error::DbError;

/// Permits beyond those of one tenant, so that others can begin while it holds all of its own.
pub(crate) const RESERVE: usize = 2;
/// How long a tenant counts as active after a call.
const ACTIVE: Duration = Duration::from_secs(10);

/// The application of a call; 0 is the program itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tenant(pub i32);

/// A limited number of permits, handed out round robin among the waiting tenants.
pub struct Limit {
    /// Permits in all.
    total: usize,
    /// Permits of one tenant.
    per_tenant: usize,
    /// Permits of one tenant while others are active.
    share: usize,
    /// Calls that hold a permit or wait for one; one tenant has half while others are active.
    queue: usize,
    /// The longest wait for a permit.
    wait: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    held: usize,
    waiting: usize,
    tenants: HashMap<Tenant, Calls>,
    /// Tenants with waiting calls, the next one first.
    turns: VecDeque<Tenant>,
    /// The tenant of the last call, and the time of the last call of any other tenant.
    last: Option<(Tenant, Instant)>,
    other: Option<Instant>,
}

#[derive(Default)]
struct Calls {
    held: usize,
    waiting: VecDeque<oneshot::Sender<Permit>>,
}

/// One or more permits, released when this value is dropped.
pub struct Permit {
    limit: Arc<Limit>,
    tenant: Tenant,
    count: usize,
}

impl Limit {
    /// A tenant may hold `per_tenant` permits, and `share` while others are active. At most `queue` calls hold a
    /// permit or wait for one, of one tenant half of that while others are active, and for at most `wait`.
    pub fn new(per_tenant: usize, share: usize, queue: usize, wait: Duration) -> Arc<Self> {
        let (per_tenant, state) = (per_tenant.max(1), Mutex::default());
        let (total, share) = (per_tenant + RESERVE, share.clamp(1, per_tenant));
        Arc::new(Self { total, per_tenant, share, queue, wait, state })
    }

    /// A limit of a sum, such as bytes: permits are extended ([`Permit::extend`]), and nobody waits for one.
    pub fn of_units(total: usize, per_tenant: usize) -> Arc<Self> {
        let (wait, state) = Default::default();
        Arc::new(Self { total, per_tenant, share: per_tenant, queue: 0, wait, state })
    }

    /// Waits for a permit.
    ///
    /// # Errors
    /// [`DbError::Overload`] when too many wait already, or none is free in time.
    pub async fn acquire(self: &Arc<Self>, tenant: Tenant) -> Result<Permit, DbError> {
        let (sender, permit) = oneshot::channel();
        self.push(tenant, sender)?;
        self.hand_out();
        timeout(self.wait, permit).await.ok().and_then(Result::ok).ok_or(DbError::Overload)
    }

    /// An empty permit, to be extended.
    pub fn empty_permit(self: &Arc<Self>, tenant: Tenant) -> Permit {
        Permit { limit: Arc::clone(self), tenant, count: 0 }
    }

    /// Records that a tenant is active although it needs no permit.
    pub(crate) fn note_active(&self, tenant: Tenant) {
        self.lock().note_active(tenant, Instant::now());
    }

    /// Whether several tenants are active.
    pub(crate) fn is_shared(&self) -> bool {
        let state = self.lock();
        state.last.is_some_and(|(last, _)| state.has_others(last, Instant::now()))
    }

    /// Permits that are free for the only active tenant.
    pub(crate) fn free(&self) -> usize {
        self.per_tenant.saturating_sub(self.lock().held)
    }

    /// Calls that hold a permit or wait for one.
    pub(crate) fn queued(&self) -> usize {
        let state = self.lock();
        state.held + state.waiting
    }

    fn push(&self, tenant: Tenant, call: oneshot::Sender<Permit>) -> Result<(), DbError> {
        let (mut state, now) = (self.lock(), Instant::now());
        state.note_active(tenant, now);
        let most = if state.has_others(tenant, now) { self.queue.div_ceil(2) } else { self.queue };
        let own = state.tenants.get(&tenant).map_or(0, |calls| calls.held + calls.waiting.len());
        if own >= most || state.held + state.waiting >= self.queue {
            return Err(DbError::Overload);
        }
        let calls = state.tenants.entry(tenant).or_default();
        calls.waiting.push_back(call);
        if calls.waiting.len() == 1 {
            state.turns.push_back(tenant);
        }
        state.waiting += 1;
        Ok(())
    }

    fn hand_out(self: &Arc<Self>) {
        while let Some((tenant, call)) = self.pop() {
            if call.send(Permit { limit: Arc::clone(self), tenant, count: 1 }).is_err() {
                // the caller has just given up: dropping its permit has handed it out again
                return;
            }
        }
    }

    /// The next waiting call that may have a permit, which is counted as held. Removes calls that were given
    /// up.
    fn pop(&self) -> Option<(Tenant, oneshot::Sender<Permit>)> {
        let (mut state, now) = (self.lock(), Instant::now());
        let turns = if state.held < self.total { state.turns.len() } else { 0 };
        for _ in 0..turns {
            let tenant = state.turns.pop_front()?;
            let most = match tenant {
                // the program's own tasks must not use all permits
                Tenant(0) => self.per_tenant.div_ceil(2),
                _ if state.has_others(tenant, now) => self.share,
                _ => self.per_tenant,
            };
            let calls = state.tenants.get_mut(&tenant)?;
            let before = calls.waiting.len();
            while calls.waiting.front().is_some_and(oneshot::Sender::is_closed) {
                calls.waiting.pop_front();
            }
            let call = if calls.held < most { calls.waiting.pop_front() } else { None };
            let after = calls.waiting.len();
            state.waiting -= before - after;
            if after > 0 {
                state.turns.push_back(tenant);
            }
            state.hold(tenant, usize::from(call.is_some()));
            if let Some(call) = call {
                return Some((tenant, call));
            }
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn note_active(&mut self, tenant: Tenant, now: Instant) {
        match self.last {
            // the program's own calls do not reduce the permits of the only tenant
            _ if tenant == Tenant::default() => return,
            Some((last, at)) if last != tenant => self.other = Some(at),
            _ => {}
        }
        self.last = Some((tenant, now));
    }

    fn has_others(&self, tenant: Tenant, now: Instant) -> bool {
        let other = self.last.filter(|(last, _)| *last != tenant).map(|(_, at)| at).or(self.other);
        other.is_some_and(|at| now.duration_since(at) < ACTIVE)
    }

    fn hold(&mut self, tenant: Tenant, count: usize) {
        self.held += count;
        self.tenants.entry(tenant).or_default().held += count;
        // removes the tenant's entry if it holds nothing
        self.release(tenant, 0);
    }

    fn release(&mut self, tenant: Tenant, count: usize) {
        self.held -= count;
        let Some(calls) = self.tenants.get_mut(&tenant) else { return };
        calls.held -= count;
        if calls.held == 0 && calls.waiting.is_empty() {
            self.tenants.remove(&tenant);
        }
    }
}

impl Permit {
    /// Extends the permit to `count`, without waiting; false when that is more than the limit allows. The only
    /// permit of a tenant may always be extended: one request passes, however large it is.
    pub fn extend(&mut self, count: usize) -> bool {
        let mut state = self.limit.lock();
        let more = count.saturating_sub(self.count);
        let own = state.tenants.get(&self.tenant).map_or(0, |calls| calls.held);
        let fits = own + more <= self.limit.per_tenant && state.held + more <= self.limit.total;
        let allowed = fits || own == self.count;
        if allowed {
            state.hold(self.tenant, more);
            self.count += more;
        }
        allowed
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.limit.lock().release(self.tenant, self.count);
        self.limit.hand_out();
    }
}

#[cfg(test)]
mod tests;
