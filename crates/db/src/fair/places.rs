//! Places at the database: as many calls at once as there are connections.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::queue::Queue;
use super::share::{Activity, Allowed, Held, Share};
use crate::threads::Threads;

/// Places that nobody who is alone can have.
pub const BESIDES: usize = 2;

/// Work that blocks.
pub trait Job: Send {
    /// Whether somebody still waits for what comes of it.
    fn wanted(&self) -> bool;
    /// Does it; the place is passed on with what comes of it.
    fn run(self: Box<Self>, place: Place);
}

/// The places of a database, and the threads of those who have them. Work that finds no place waits in a
/// line; the thread that is done with one goes on with the next, and nobody is woken in between.
pub struct Places {
    state: Mutex<State>,
    bounds: Bounds,
    threads: Threads,
}

/// What somebody may have at once while others are about: one of each at least.
#[derive(Debug, Clone, Copy)]
pub struct AtOnce {
    /// Threads that work.
    pub threads: usize,
    /// Places, in which there may also be results that wait for whoever asked; at most half of all.
    pub places: usize,
}

/// How much somebody may have.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    /// Places of who is alone: all but two, which are kept for whoever comes to a database that somebody
    /// alone keeps busy: another part of that owner, and another owner.
    common: usize,
    at_once: AtOnce,
}

struct State {
    free: usize,
    usage: Usage,
    waiting: Queue<Box<dyn Job>>,
}

/// Who has how much of what.
#[derive(Default)]
struct Usage {
    /// Who has a place: work goes on there, or its result waits for whoever asked.
    held: Held,
    /// For whom a thread works.
    busy: Held,
    activity: Activity,
}

/// A place: given back when it is dropped.
pub struct Place {
    places: Arc<Places>,
    share: Share,
}

/// Work that has its place and a thread.
struct Begun {
    job: Box<dyn Job>,
    place: Place,
}

impl Places {
    /// So many places, and [`BESIDES`] them.
    pub fn new(common: usize, at_once: AtOnce, threads: Threads) -> Self {
        let state = State { free: common + BESIDES, usage: Usage::default(), waiting: Queue::default() };
        Self { state: Mutex::new(state), bounds: Bounds { common, at_once }, threads }
    }

    /// Has work done on a thread that may block: now, or as soon as there is a place for it.
    pub fn bring(self: &Arc<Self>, share: Share, job: Box<dyn Job>) {
        let begun = {
            let mut state = self.lock();
            let now = Instant::now();
            state.usage.activity.saw(share, now);
            if state.free > 0 && state.usage.may_begin(share, self.bounds, now) {
                Some(self.hand_out(&mut state, share, job))
            } else {
                state.waiting.push(share, job);
                None
            }
        };
        if let Some(begun) = begun {
            self.start(begun);
        }
    }

    /// Somebody is about who needs no place now: others have to leave some processors, too.
    pub fn saw(&self, share: Share) {
        self.lock().usage.activity.saw(share, Instant::now());
    }

    /// Places that are free now.
    pub fn free(&self) -> usize {
        self.lock().free.min(self.bounds.common)
    }

    fn hand_out(self: &Arc<Self>, state: &mut State, share: Share, job: Box<dyn Job>) -> Begun {
        state.free -= 1;
        state.usage.held.add(share);
        state.usage.busy.add(share);
        Begun { job, place: Place { places: Arc::clone(self), share } }
    }

    /// The first that waits and may now begin.
    fn next(self: &Arc<Self>, mut state: MutexGuard<'_, State>) -> Option<Begun> {
        let (share, job) = state.next(self.bounds)?;
        Some(self.hand_out(&mut state, share, job))
    }

    /// Begins all that waits and may.
    fn start_waiting(self: &Arc<Self>) {
        while let Some(begun) = self.next(self.lock()) {
            self.start(begun);
        }
    }

    fn start(self: &Arc<Self>, begun: Begun) {
        let places = Arc::clone(self);
        self.threads.run(move || {
            let mut next = Some(begun);
            while let Some(begun) = next {
                next = places.work(begun);
            }
        });
    }

    /// Does the work, and says what the thread goes on with.
    fn work(self: &Arc<Self>, Begun { job, place }: Begun) -> Option<Begun> {
        let share = place.share;
        // a panic is told by its hook, and to whoever asked by the answer that does not come
        let _ = catch_unwind(AssertUnwindSafe(|| job.run(place)));
        let next = {
            let mut state = self.lock();
            state.usage.busy.remove(share);
            self.next(state)
        };
        // where others have gone away meanwhile several may begin
        self.start_waiting();
        next
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        {
            let mut state = self.places.lock();
            state.free += 1;
            state.usage.held.remove(self.share);
        }
        self.places.start_waiting();
    }
}

impl Bounds {
    /// Places that somebody may have.
    fn places(self, activity: &Activity, share: Share, now: Instant) -> Allowed {
        activity.allowed(share, self.common, self.shared(share, self.at_once.places), now)
    }

    /// Threads that may work for somebody.
    fn threads(self, activity: &Activity, share: Share, now: Instant) -> Allowed {
        activity.allowed(share, self.common, self.shared(share, self.at_once.threads), now)
    }

    fn shared(self, share: Share, at_once: usize) -> usize {
        let half = self.common.div_ceil(2);
        // what the program does for itself is of many kinds, which must not wait for each other
        if share.owner == 0 { half } else { half.min(at_once.max(1)) }
    }
}

impl State {
    fn next(&mut self, bounds: Bounds) -> Option<(Share, Box<dyn Job>)> {
        let Self { free, usage, waiting } = self;
        if *free == 0 {
            return None;
        }
        let now = Instant::now();
        waiting.pop(|share| usage.may_begin(share, bounds, now), |_, job| job.wanted())
    }
}

impl Usage {
    fn may_begin(&self, share: Share, bounds: Bounds, now: Instant) -> bool {
        self.held.may_have_more(share, bounds.places(&self.activity, share, now))
            && self.busy.may_have_more(share, bounds.threads(&self.activity, share, now))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
    use std::time::Duration;

    use super::*;

    const SHORT: Duration = Duration::from_millis(50);
    const LONG: Duration = Duration::from_secs(20);

    /// Work that somebody waits for.
    struct Wanted<F>(F);

    impl<F: FnOnce(Place) + Send> Job for Wanted<F> {
        fn wanted(&self) -> bool {
            true
        }

        fn run(self: Box<Self>, place: Place) {
            self.0(place);
        }
    }

    /// Work that was given up.
    struct GivenUp;

    impl Job for GivenUp {
        fn wanted(&self) -> bool {
            false
        }

        fn run(self: Box<Self>, _: Place) {}
    }

    fn places(common: usize, threads: usize) -> Arc<Places> {
        let at_once = AtOnce { threads, places: usize::MAX };
        Arc::new(Places::new(common, at_once, Threads::new(common + BESIDES).unwrap()))
    }

    /// Work that has been brought: it says that it has begun, and ends when it is let go.
    struct Brought {
        begun: Receiver<()>,
        go: Sender<()>,
        done: Receiver<Place>,
    }

    impl Brought {
        fn new(places: &Arc<Places>, share: Share) -> Self {
            let ((say, begun), (go, may), (end, done)) = (channel(), channel(), channel());
            let job = Wanted(move |place| {
                say.send(()).unwrap();
                may.recv().unwrap();
                let _ = end.send(place);
            });
            places.bring(share, Box::new(job));
            Self { begun, go, done }
        }

        fn begun(self) -> Self {
            self.begun.recv_timeout(LONG).unwrap();
            self
        }

        fn waits(self) -> Self {
            assert_eq!(self.begun.recv_timeout(SHORT), Err(RecvTimeoutError::Timeout));
            self
        }

        /// What it made keeps its place.
        fn result(self) -> Place {
            self.go.send(()).unwrap();
            self.done.recv_timeout(LONG).unwrap()
        }
    }

    fn several(places: &Arc<Places>, share: Share, count: usize) -> Vec<Brought> {
        (0..count).map(|_| Brought::new(places, share).begun()).collect()
    }

    #[test]
    fn who_is_alone_has_all_and_a_newcomer_starts_at_once() {
        let (hog, newcomer) = (Share::new(1, 0), Share::new(2, 0));
        let places = places(4, 4);
        let mut held = several(&places, hog, 4);
        let more = Brought::new(&places, hog).waits();
        let _part = several(&places, Share::new(1, 7), 1);
        let _first = several(&places, newcomer, 1);
        let second = Brought::new(&places, newcomer).waits();
        // what the hog gives back goes to the newcomer until each has half
        drop(held.pop().unwrap().result());
        let (more, _second) = (more.waits(), second.begun());
        for brought in held {
            drop(brought.result());
        }
        drop(more.begun().result());
    }

    #[test]
    fn while_others_are_about_nobody_keeps_more_than_a_share_of_the_processors_busy() {
        let (hog, newcomer) = (Share::new(1, 0), Share::new(2, 0));
        let places = places(8, 1);
        let mut held = several(&places, hog, 8);
        let first = several(&places, newcomer, 1).remove(0);
        let second = Brought::new(&places, newcomer).waits();
        drop(first.result());
        let _second = second.begun();
        let mut more = Brought::new(&places, hog);
        while held.len() > 1 {
            drop(held.pop().unwrap().result());
            more = more.waits();
        }
        drop(held.pop().unwrap().result());
        let _more = more.begun();
    }

    #[test]
    fn results_that_wait_keep_no_processor_from_working_until_there_are_half_as_many_as_places() {
        let (hog, other) = (Share::new(1, 0), Share::new(2, 0));
        let places = places(8, 1);
        places.saw(other);
        let mut results: Vec<_> = (0..4).map(|_| Brought::new(&places, hog).begun().result()).collect();
        let fifth = Brought::new(&places, hog).waits();
        results.pop();
        drop(fifth.begun().result());
    }

    #[test]
    fn who_needs_no_place_is_reckoned_with_all_the_same() {
        let (hog, other) = (Share::new(1, 0), Share::new(2, 0));
        let places = places(8, 1);
        let held = several(&places, hog, 2);
        places.saw(other);
        let mut more = Brought::new(&places, hog);
        for brought in held {
            more = more.waits();
            drop(brought.result());
        }
        let _more = more.begun();
        let _yet_more = Brought::new(&places, hog).waits();
    }

    #[test]
    fn who_waits_gets_the_place_that_comes_free_and_owners_take_turns() {
        let places = places(1, 1);
        let mut held: Vec<_> =
            [3, 4, 5].into_iter().map(|owner| several(&places, Share::new(owner, 0), 1).remove(0)).collect();
        let (say, order) = channel();
        for owner in [1, 1, 1, 2] {
            let say = say.clone();
            places.bring(Share::new(owner, 0), Box::new(Wanted(move |_place| say.send(owner).unwrap())));
        }
        drop(held.pop().unwrap().result());
        let order: Vec<_> = (0..4).map(|_| order.recv_timeout(LONG).unwrap()).collect();
        assert_eq!(order, [1, 2, 1, 1]);
        drop(held.into_iter().map(Brought::result).collect::<Vec<_>>());
        while places.lock().free < 3 {
            std::thread::yield_now();
        }
    }

    #[test]
    fn work_that_was_given_up_takes_no_turn() {
        let places = places(1, 1);
        let mut held: Vec<_> =
            [3, 4, 5].into_iter().map(|owner| several(&places, Share::new(owner, 0), 1).remove(0)).collect();
        let (say, order) = channel();
        for owner in [1, 2, 1, 2] {
            // what owner 1 brought before each
            for _ in 0..100 * (2 - owner) {
                places.bring(Share::new(owner, 0), Box::new(GivenUp));
            }
            let say = say.clone();
            let job = Wanted(move |_place| say.send(owner).unwrap());
            places.bring(Share::new(owner, 0), Box::new(job));
        }
        drop(held.pop().unwrap().result());
        let order: Vec<_> = (0..4).map(|_| order.recv_timeout(LONG).unwrap()).collect();
        assert_eq!(order, [1, 2, 1, 2]);
        drop(held.into_iter().map(Brought::result).collect::<Vec<_>>());
    }

    #[test]
    fn work_that_panics_gives_its_place_and_its_turn_back() {
        let share = Share::new(1, 0);
        let places = places(1, 1);
        for _ in 0..10 {
            places.bring(share, Box::new(Wanted(|_place| std::panic::resume_unwind(Box::new(())))));
        }
        let _after = several(&places, share, 1);
    }
}
