//! Jobs that wait for a writer: bounded, and taken in turns by those on whose behalf they are.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::queue::Queue;
use super::share::{Activity, Held, Share};
use crate::error::DbError;

/// What may wait for a writer.
pub trait Wanted {
    /// Whether somebody still waits for what comes of it.
    fn wanted(&self) -> bool;
}

/// The way from callers to a writer. What nobody waits for any more is left out when its turn comes.
pub struct Turns<T> {
    state: Mutex<State<T>>,
    come: Condvar,
    max: usize,
}

struct State<T> {
    waiting: Queue<T>,
    held: Held,
    activity: Activity,
    /// Nobody will come any more.
    closed: bool,
    /// Nobody takes any more.
    abandoned: bool,
}

impl<T: Wanted> Turns<T> {
    /// With room for so many.
    pub fn new(max: usize) -> Self {
        let state = State {
            waiting: Queue::default(),
            held: Held::default(),
            activity: Activity::default(),
            closed: false,
            abandoned: false,
        };
        Self { state: Mutex::new(state), come: Condvar::new(), max }
    }

    /// Puts a job in, unless too many wait: in all, or of this owner while others come too.
    pub fn put(&self, share: Share, job: T) -> Result<(), DbError> {
        let mut state = self.lock();
        if state.abandoned {
            return Err(DbError::Unavailable("the writer has stopped".to_owned()));
        }
        let now = Instant::now();
        state.activity.saw(share, now);
        let allowed = state.activity.allowed(share, self.max, self.max.div_ceil(2), now);
        if state.waiting.len() >= self.max || !state.held.may_have_more(share, allowed) {
            return Err(DbError::Overload);
        }
        state.held.add(share);
        state.waiting.push(share, job);
        drop(state);
        self.come.notify_one();
        Ok(())
    }

    /// The next job, after waiting for one; `None` once none will come.
    pub fn next(&self) -> Option<T> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.take() {
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self.come.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The next job, after waiting for one until then.
    pub fn next_until(&self, end: Instant) -> Option<T> {
        let mut state = self.lock();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if let Some(job) = state.take() {
                return Some(job);
            }
            if left.is_zero() || state.closed {
                return None;
            }
            state = self.come.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Jobs that wait.
    pub fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// True while jobs of more than one owner come.
    pub fn is_shared(&self) -> bool {
        self.lock().activity.is_shared(Instant::now())
    }

    /// The next job, if one waits.
    pub fn try_next(&self) -> Option<T> {
        self.lock().take()
    }

    /// No further job will come.
    pub fn close(&self) {
        self.lock().closed = true;
        self.come.notify_one();
    }

    /// The writer is no more: nobody shall wait for it.
    pub fn abandon(&self) {
        let mut state = self.lock();
        state.abandoned = true;
        state.waiting = Queue::default();
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Wanted> State<T> {
    fn take(&mut self) -> Option<T> {
        let Self { waiting, held, .. } = self;
        let left_out = |share, job: &T| {
            let wanted = job.wanted();
            if !wanted {
                held.remove(share);
            }
            wanted
        };
        let (share, job) = waiting.pop(|_| true, left_out)?;
        held.remove(share);
        Some(job)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Odd ones were given up.
    impl Wanted for i32 {
        fn wanted(&self) -> bool {
            self % 2 == 0
        }
    }

    #[test]
    fn one_owner_cannot_fill_the_queue_while_others_come() {
        let (hog, other) = (Share::new(1, 0), Share::new(2, 0));
        let turns = Turns::new(4);
        for job in [0, 2, 4, 6] {
            turns.put(hog, job).unwrap();
        }
        assert!(matches!(turns.put(hog, 18), Err(DbError::Overload)));
        assert!(matches!(turns.put(other, 18), Err(DbError::Overload)), "it was there first");
        turns.try_next().unwrap();
        turns.try_next().unwrap();
        turns.put(other, 20).unwrap();
        turns.put(other, 22).unwrap();
        assert!(matches!(turns.put(hog, 8), Err(DbError::Overload)));
        let order: Vec<_> = std::iter::from_fn(|| turns.try_next()).collect();
        assert_eq!(order, [4, 20, 6, 22]);
    }

    #[test]
    fn what_was_given_up_is_left_out_and_its_room_is_free_again() {
        let (hog, other) = (Share::new(1, 0), Share::new(2, 0));
        let turns = Turns::new(4);
        turns.put(other, 2).unwrap();
        turns.put(hog, 1).unwrap();
        turns.put(hog, 3).unwrap();
        assert!(matches!(turns.put(hog, 4), Err(DbError::Overload)));
        assert_eq!((turns.try_next(), turns.try_next()), (Some(2), None));
        assert_eq!(turns.waiting(), 0);
        turns.put(hog, 4).unwrap();
        turns.put(hog, 6).unwrap();
        assert!(matches!(turns.put(hog, 8), Err(DbError::Overload)));
        assert_eq!(turns.next(), Some(4));
    }

    #[test]
    fn what_was_put_in_is_still_taken_after_the_end() {
        let turns = Turns::new(4);
        turns.put(Share::default(), 2).unwrap();
        turns.close();
        assert_eq!(turns.next(), Some(2));
        assert_eq!(turns.next(), None);
        turns.abandon();
        assert!(matches!(turns.put(Share::default(), 2), Err(DbError::Unavailable(_))));
    }
}
