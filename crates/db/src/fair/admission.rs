//! Requests that take much memory: few of them at once, in turns.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::timeout;

use super::places::BESIDES;
use super::queue::Queue;
use super::share::{Activity, Held, Share};
use crate::error::DbError;

/// Lets so many in at once.
pub struct Admission {
    state: Mutex<State>,
    /// Of who is alone.
    common: usize,
    wait: Duration,
}

struct State {
    free: usize,
    usage: Usage,
    waiting: Queue<oneshot::Sender<Admitted>>,
}

#[derive(Default)]
struct Usage {
    held: Held,
    activity: Activity,
}

/// A request that was let in, until this is dropped.
pub struct Admitted {
    admission: Arc<Admission>,
    share: Share,
}

impl Admission {
    /// So many of who is alone (and [`BESIDES`] them), half of them while others are about; one at least.
    /// Nobody waits for longer than `wait`.
    pub fn new(common: usize, wait: Duration) -> Self {
        let common = common.max(1);
        let (usage, waiting) = Default::default();
        Self { state: Mutex::new(State { free: common + BESIDES, usage, waiting }), common, wait }
    }

    /// Waits until one more may be let in.
    ///
    /// # Errors
    /// [`DbError::Overload`] when that takes too long.
    pub async fn admit(self: &Arc<Self>, share: Share) -> Result<Admitted, DbError> {
        let (say, coming) = oneshot::channel();
        {
            let mut state = self.lock();
            state.usage.activity.saw(share, Instant::now());
            state.waiting.push(share, say);
        }
        // who waits already goes first
        self.next();
        timeout(self.wait, coming).await.ok().and_then(Result::ok).ok_or(DbError::Overload)
    }

    fn let_in(self: &Arc<Self>, state: &mut State, share: Share) -> Admitted {
        state.free -= 1;
        state.usage.held.add(share);
        Admitted { admission: Arc::clone(self), share }
    }

    /// Lets in whoever waits and may; who does not wait any more is left out.
    fn next(self: &Arc<Self>) {
        loop {
            let mut state = self.lock();
            let Some((share, say)) = state.next(self.common) else { return };
            let admitted = self.let_in(&mut state, share);
            drop(state);
            // who has gone away meanwhile gives it back, and what comes next is looked for there
            if say.send(admitted).is_err() {
                return;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        {
            let mut state = self.admission.lock();
            state.free += 1;
            state.usage.held.remove(self.share);
        }
        self.admission.next();
    }
}

impl Usage {
    fn may_have_more(&self, common: usize, share: Share, now: Instant) -> bool {
        let allowed = self.activity.allowed(share, common, common.div_ceil(2), now);
        self.held.may_have_more(share, allowed.leaving_one())
    }
}

impl State {
    fn next(&mut self, common: usize) -> Option<(Share, oneshot::Sender<Admitted>)> {
        if self.free == 0 {
            return None;
        }
        let now = Instant::now();
        let Self { usage, waiting, .. } = self;
        waiting.pop(|share| usage.may_have_more(common, share, now), |_, say| !say.is_closed())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tokio::task::JoinHandle;

    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    fn admission(common: usize) -> Arc<Admission> {
        Arc::new(Admission::new(common, LONG))
    }

    async fn several(admission: &Arc<Admission>, share: Share, count: usize) -> Vec<Admitted> {
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(admission.admit(share).await.unwrap());
        }
        all
    }

    /// Somebody who has to wait.
    async fn waits(admission: &Arc<Admission>, share: Share) -> JoinHandle<Admitted> {
        let admission = Arc::clone(admission);
        let asking = tokio::spawn(async move { admission.admit(share).await.unwrap() });
        still(asking).await
    }

    /// Whose turn has not come.
    async fn still(asking: JoinHandle<Admitted>) -> JoinHandle<Admitted> {
        tokio::task::yield_now().await;
        assert!(!asking.is_finished());
        asking
    }

    #[tokio::test]
    async fn who_is_alone_has_all_and_a_newcomer_is_let_in_at_once() {
        let (hog, newcomer) = (Share::new(1, 7), Share::new(2, 7));
        let admission = admission(4);
        let mut held = several(&admission, hog, 4).await;
        let hog = waits(&admission, hog).await;
        let others = several(&admission, newcomer, 1).await;
        let newcomer = waits(&admission, newcomer).await;
        // each has what one part may have of half of them, or more
        held.pop();
        let (hog, newcomer) = (still(hog).await, still(newcomer).await);
        drop(others);
        newcomer.await.unwrap();
        held.clear();
        hog.await.unwrap();
    }

    #[tokio::test]
    async fn a_part_that_has_all_keeps_none_from_another_part_of_its_owner() {
        let admission = admission(3);
        let _held = several(&admission, Share::new(1, 7), 3).await;
        let _waiting = waits(&admission, Share::new(1, 7)).await;
        several(&admission, Share::new(1, 8), 1).await;
    }

    #[tokio::test]
    async fn nor_while_another_owner_is_about() {
        let admission = admission(3);
        several(&admission, Share::new(2, 1), 1).await;
        let _held = several(&admission, Share::new(1, 7), 1).await;
        let _waiting = waits(&admission, Share::new(1, 7)).await;
        let _other = several(&admission, Share::new(1, 8), 1).await;
        several(&admission, Share::new(2, 1), 1).await;
    }

    #[tokio::test]
    async fn owners_take_turns_and_who_has_gone_away_takes_none() {
        let admission = admission(1);
        let mut held = Vec::new();
        for owner in [3, 4, 5] {
            held.extend(several(&admission, Share::new(owner, 1), 1).await);
        }
        let (say, mut order) = tokio::sync::mpsc::unbounded_channel();
        for owner in [1, 1, 2] {
            waits(&admission, Share::new(owner, 1)).await.abort();
            let (admission, say) = (Arc::clone(&admission), say.clone());
            tokio::spawn(async move {
                let admitted = admission.admit(Share::new(owner, 1)).await.unwrap();
                say.send(owner).unwrap();
                drop(admitted);
            });
            tokio::task::yield_now().await;
        }
        held.pop();
        let order = [order.recv().await, order.recv().await, order.recv().await];
        assert_eq!(order.map(Option::unwrap), [1, 2, 1]);
        drop(held);
        assert_eq!(admission.lock().free, 3);
    }

    #[tokio::test]
    async fn who_waits_too_long_is_refused_and_takes_no_turn() {
        let share = Share::new(1, 1);
        let admission = Arc::new(Admission::new(1, Duration::from_millis(20)));
        let held = admission.admit(share).await.unwrap();
        assert!(matches!(admission.admit(share).await, Err(DbError::Overload)));
        drop(held);
        admission.admit(share).await.unwrap();
        assert_eq!(admission.lock().free, 3);
    }
}
