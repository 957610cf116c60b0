//! Where work that blocks is done: in a place, which is shared fairly, on a thread of its own.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::config::Config;
use crate::error::DbError;
use crate::fair::{AtOnce, BESIDES, Job, Place, Places, Share};
use crate::in_time::until;
use crate::threads::Threads;

/// The places at one server.
pub struct Work {
    /// As many as connections: work waits here, and not inside a thread.
    pub places: Arc<Places>,
    wait: Duration,
    deadline: Duration,
}

impl Work {
    /// While others are about nobody has more than `at_once`.
    pub fn new(config: &Config, at_once: AtOnce) -> Result<Self, DbError> {
        let common = config.connections.max(1) as usize;
        let threads = Threads::new(common + BESIDES)
            .map_err(|e| DbError::Internal(format!("no threads for the database: {e}")))?;
        let places = Arc::new(Places::new(common, at_once, threads));
        // nobody waits longer for a place than for all of the answer
        Ok(Self { places, wait: config.wait.min(config.deadline), deadline: config.deadline })
    }

    /// Runs `f` on a thread that may block, once there is a place for it; `late` is what the caller hears
    /// when it takes too long.
    pub async fn in_place<T, E>(
        &self,
        share: Share,
        late: fn(String) -> DbError,
        f: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let deadline = self.deadline;
        let (answer, coming) = oneshot::channel();
        let stage = Arc::new(Mutex::new(Stage::Waiting(f)));
        self.places.bring(share, Box::new(Brought { stage: Arc::clone(&stage), answer, deadline }));
        // the place is given back where the result is taken: as many results as there are places wait for
        // that, and not as many as threads can make while the one that sends them is busy
        let lost = |_| Err(DbError::Internal("work that blocks has panicked".to_owned()).into());
        let mut result = pin!(async { coming.await.map_or_else(lost, |(result, _place)| result) });
        // dropped before what waits for the answer: what is not wanted any more holds nothing
        let asked = Asked(stage);
        if let Ok(result) = timeout(self.wait, &mut result).await {
            return result;
        }
        let Some(begun) = asked.give_up() else { return Err(DbError::Overload.into()) };
        let left = deadline.saturating_sub(begun.elapsed());
        timeout(left, result).await.unwrap_or_else(|_| Err(late(too_late(deadline)).into()))
    }

    /// Work that was begun, as long as the caller may wait for it. It goes on by itself: to its end, or to
    /// the next statement that asks whether it is [`InTime`](crate::InTime).
    pub async fn in_time<T, E: From<DbError>>(
        &self,
        work: impl Future<Output = Result<T, E>>,
        late: fn(String) -> DbError,
    ) -> Result<T, E> {
        let deadline = self.deadline;
        let result = timeout(deadline, work).await;
        result.unwrap_or_else(|_| Err(late(too_late(deadline)).into()))
    }
}

fn too_late(deadline: Duration) -> String {
    format!("no answer within {deadline:?}")
}

/// Work between whoever asked for it and the thread that will do it.
enum Stage<F> {
    Waiting(F),
    Begun(Instant),
    GivenUp,
}

/// Work as somebody waits for it: it is not begun once nobody does, and what it holds is let go at once.
struct Asked<F>(Arc<Mutex<Stage<F>>>);

impl<F> Asked<F> {
    /// When the work was begun; nobody will begin it when it was not.
    fn give_up(&self) -> Option<Instant> {
        let mut stage = lock(&self.0);
        if let Stage::Begun(at) = *stage {
            return Some(at);
        }
        let before = std::mem::replace(&mut *stage, Stage::GivenUp);
        // what it holds is nothing to let go under a lock
        drop(stage);
        drop(before);
        None
    }
}

impl<F> Drop for Asked<F> {
    fn drop(&mut self) {
        self.give_up();
    }
}

/// Work as it waits for its place.
struct Brought<F, R> {
    stage: Arc<Mutex<Stage<F>>>,
    answer: oneshot::Sender<(R, Place)>,
    deadline: Duration,
}

impl<R: Send, F: FnOnce() -> R + Send> Job for Brought<F, R> {
    fn wanted(&self) -> bool {
        !self.answer.is_closed()
    }

    fn run(self: Box<Self>, place: Place) {
        let begun = Instant::now();
        let stage = std::mem::replace(&mut *lock(&self.stage), Stage::Begun(begun));
        if let Stage::Waiting(f) = stage {
            let _ = self.answer.send((until(begun + self.deadline, f), place));
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    /// One place, which nobody waits for longer than that.
    fn work(wait: Duration) -> Work {
        let config = Config { connections: 1, wait, ..Config::new("sqlite://unused") };
        Work::new(&config, AtOnce { threads: 1, places: 1 }).unwrap()
    }

    async fn done<T: Send + 'static>(
        work: &Work,
        f: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, DbError> {
        work.in_place(Share::new(1, 1), DbError::TooSlow, || Ok(f())).await
    }

    #[tokio::test]
    async fn what_finds_no_place_in_time_is_refused_and_never_begun() {
        let work = work(Duration::from_millis(20));
        let ((go, may), (say, begun)) = (channel::<()>(), channel());
        let first = done(&work, move || may.recv().unwrap());
        let second = async {
            let refused = done(&work, move || say.send(())).await;
            go.send(()).unwrap();
            refused
        };
        let (first, refused) = tokio::join!(first, second);
        first.unwrap();
        assert!(matches!(refused, Err(DbError::Overload)), "{refused:?}");
        // what is behind it in the line has its turn
        assert_eq!(done(&work, || 3).await.unwrap(), 3);
        assert!(begun.recv().is_err(), "it was let go without being begun");
    }

    #[tokio::test]
    async fn work_that_panics_is_told_and_its_place_is_free_again() {
        let work = work(Duration::from_secs(20));
        let lost = done(&work, || std::panic::resume_unwind(Box::new(()))).await;
        assert!(matches!(lost, Err::<(), _>(DbError::Internal(_))), "{lost:?}");
        assert_eq!(done(&work, || 3).await.unwrap(), 3);
    }
}
