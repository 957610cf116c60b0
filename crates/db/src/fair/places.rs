//! Places at the database: as many calls at once as there are connections.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::queue::Queue;
use super::share::{Activity, Allowed, Held, Share};

/// Places that nobody who is alone can have.
pub const BESIDES: usize = 2;

/// The places of a database. Who finds none waits, asynchronously, and not inside a thread.
#[derive(Debug)]
pub struct Places {
    state: Mutex<State>,
    bounds: Bounds,
}

/// How many places somebody may have.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    /// Who is alone: all but two, which are kept for whoever comes to a database that somebody alone keeps
    /// busy: another part of that owner, and another owner.
    common: usize,
    /// While others are about: no more than half, and than this.
    at_once: usize,
}

#[derive(Debug)]
struct State {
    free: usize,
    held: Held,
    activity: Activity,
    waiting: Queue<oneshot::Sender<Place>>,
}

/// A place: given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    share: Share,
}

impl Places {
    /// So many places, and [`BESIDES`] them. While others are about nobody has more than half, and no more
    /// than `at_once`.
    pub fn new(common: usize, at_once: usize) -> Self {
        let state = State {
            free: common + BESIDES,
            held: Held::default(),
            activity: Activity::default(),
            waiting: Queue::default(),
        };
        Self { state: Mutex::new(state), bounds: Bounds { common, at_once: at_once.max(1) } }
    }

    /// A place, unless there is none within `wait`.
    pub async fn take(self: &Arc<Self>, share: Share, wait: Duration) -> Option<Place> {
        let coming = {
            let mut state = self.lock();
            let now = Instant::now();
            state.activity.saw(share, now);
            if state.may_have_one(share, self.bounds, now) {
                return Some(self.hand_out(&mut state, share));
            }
            let (hand_over, coming) = oneshot::channel();
            state.waiting.push(share, hand_over);
            coming
        };
        tokio::time::timeout(wait, coming).await.ok()?.ok()
    }

    /// Somebody is about who needs no place now: others have to leave some processors, too.
    pub fn saw(&self, share: Share) {
        self.lock().activity.saw(share, Instant::now());
    }

    /// Places that are free now.
    pub fn free(&self) -> usize {
        self.lock().free.min(self.bounds.common)
    }

    fn hand_out(self: &Arc<Self>, state: &mut State, share: Share) -> Place {
        state.free -= 1;
        state.held.add(share);
        Place { places: Arc::clone(self), share }
    }

    /// Who waits and may now have the place that comes along.
    fn next(self: &Arc<Self>) -> Option<(oneshot::Sender<Place>, Place)> {
        let mut state = self.lock();
        loop {
            let (share, hand_over) = state.next(self.bounds)?;
            // who has given up waiting is passed over
            if !hand_over.is_closed() {
                let place = self.hand_out(&mut state, share);
                return Some((hand_over, place));
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bounds {
    fn allowed(self, activity: &Activity, share: Share, now: Instant) -> Allowed {
        let half = self.common.div_ceil(2);
        // what the program does for itself is of many kinds, which must not wait for each other
        let shared = if share.owner == 0 { half } else { half.min(self.at_once) };
        activity.allowed(share, self.common, shared, now)
    }
}

impl State {
    fn may_have_one(&self, share: Share, bounds: Bounds, now: Instant) -> bool {
        let allowed = bounds.allowed(&self.activity, share, now);
        self.free > 0 && self.held.may_have_more(share, allowed)
    }

    fn next(&mut self, bounds: Bounds) -> Option<(Share, oneshot::Sender<Place>)> {
        let Self { free, held, activity, waiting } = self;
        let now = Instant::now();
        if *free == 0 {
            return None;
        }
        waiting.pop(|share| held.may_have_more(share, bounds.allowed(activity, share, now)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        {
            let mut state = self.places.lock();
            state.free += 1;
            state.held.remove(self.share);
        }
        while let Some((hand_over, place)) = self.places.next() {
            // one that is not taken any more comes back here
            let _ = hand_over.send(place);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_secs(20);

    async fn several(places: &Arc<Places>, share: Share, count: usize) -> Vec<Place> {
        let mut taken = Vec::new();
        for _ in 0..count {
            taken.push(places.take(share, SHORT).await.unwrap());
        }
        taken
    }

    #[tokio::test]
    async fn who_is_alone_has_all_and_a_newcomer_starts_at_once() {
        let (hog, newcomer) = (Share::new(1, 0), Share::new(2, 0));
        let places = Arc::new(Places::new(4, 4));
        let mut held = several(&places, hog, 4).await;
        assert!(places.take(hog, SHORT).await.is_none());
        let _part = places.take(Share::new(1, 7), SHORT).await.unwrap();
        let _first = places.take(newcomer, SHORT).await.unwrap();
        assert!(places.take(newcomer, SHORT).await.is_none(), "all are taken");
        // what the hog gives back goes to the newcomer until each has half
        held.pop();
        assert!(places.take(hog, SHORT).await.is_none());
        let _second = places.take(newcomer, SHORT).await.unwrap();
    }

    #[tokio::test]
    async fn while_others_are_about_nobody_keeps_more_than_a_share_of_the_processors_busy() {
        let (hog, newcomer) = (Share::new(1, 0), Share::new(2, 0));
        let places = Arc::new(Places::new(8, 1));
        let mut held = several(&places, hog, 8).await;
        let first = places.take(newcomer, SHORT).await.unwrap();
        assert!(places.take(newcomer, SHORT).await.is_none());
        drop(first);
        while held.len() > 1 {
            held.pop();
            assert!(places.take(hog, SHORT).await.is_none());
        }
        held.pop();
        let _one = places.take(hog, SHORT).await.unwrap();
        let _other = places.take(newcomer, SHORT).await.unwrap();
    }

    #[tokio::test]
    async fn who_needs_no_place_is_reckoned_with_all_the_same() {
        let (hog, other) = (Share::new(1, 0), Share::new(2, 0));
        let places = Arc::new(Places::new(8, 1));
        let mut held = several(&places, hog, 2).await;
        places.saw(other);
        assert!(places.take(hog, SHORT).await.is_none());
        held.clear();
        let _one = places.take(hog, SHORT).await.unwrap();
        assert!(places.take(hog, SHORT).await.is_none());
    }

    #[tokio::test]
    async fn who_waits_gets_the_place_that_comes_free_and_owners_take_turns() {
        let (one, other) = (Share::new(1, 0), Share::new(2, 0));
        let places = Arc::new(Places::new(1, 1));
        let parts = [one, Share::new(1, 1), other];
        let mut held = Vec::new();
        for share in parts {
            held.extend(several(&places, share, 1).await);
        }
        let order = Arc::new(Mutex::new(Vec::new()));
        let waiting: Vec<_> = [one, one, one, other]
            .into_iter()
            .map(|share| {
                let (places, order) = (Arc::clone(&places), Arc::clone(&order));
                tokio::spawn(async move {
                    let place = places.take(share, LONG).await.unwrap();
                    order.lock().unwrap().push(share.owner);
                    tokio::task::yield_now().await;
                    drop(place);
                })
            })
            .collect();
        tokio::task::yield_now().await;
        drop(held);
        for task in waiting {
            task.await.unwrap();
        }
        let order = order.lock().unwrap().clone();
        assert!(order.iter().position(|owner| *owner == 2).unwrap() <= 1, "{order:?}");
        assert_eq!(places.lock().free, 3);
    }

    #[tokio::test]
    async fn who_gave_up_waiting_keeps_nobody_from_a_place() {
        let share = Share::new(1, 0);
        let places = Arc::new(Places::new(1, 1));
        let held = several(&places, share, 1).await;
        for _ in 0..100 {
            assert!(places.take(share, Duration::ZERO).await.is_none());
        }
        drop(held);
        assert!(places.take(share, SHORT).await.is_some());
    }
}
