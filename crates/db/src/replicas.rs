//! Reads at standbys of PostgreSQL (`docs/decisions/0095-reads-at-standbys.md`).

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::address::Address;
use crate::backend::Backend;
use crate::config::Config;
use crate::error::DbError;
use crate::fair::{AtOnce, Share};
use crate::postgres::{Answer, Proof, STANDBY_WAIT, Standby};
use crate::work::Work;

/// Between two looks whether anything is still heard of a standby that a read waits for.
const LOOK: Duration = Duration::from_millis(250);

/// The standbys of a database, with places and threads of their own: one that hangs holds nobody up.
pub struct Replicas {
    all: Vec<Arc<Replica>>,
    /// Whose turn it is.
    turn: AtomicUsize,
    primary: AtomicU64,
    failed: AtomicU64,
}

struct Replica {
    standby: Standby,
    work: Work,
    answered: AtomicU64,
}

/// That a standby shows all that was acknowledged before somebody asked.
#[derive(Debug, Clone, Copy)]
pub struct Fresh {
    /// Which one, from 0 on.
    pub(crate) number: usize,
    proof: Proof,
}

impl Fresh {
    /// That it shows all that either asks for; `None` where that cannot be told.
    #[must_use]
    pub fn and(self, other: Self) -> Option<Self> {
        (self.number == other.number)
            .then(|| self.proof.and(other.proof).map(|proof| Self { proof, ..self }))
            .flatten()
    }
}

/// Figures of reads that a standby may answer.
#[derive(Debug, Clone, Default)]
pub struct ReplicaStats {
    /// Those that the primary has answered.
    pub primary: u64,
    /// Of these, those that a standby failed at.
    pub failed: u64,
    /// Of each standby.
    pub replicas: Vec<ReplicaState>,
}

/// What is known of a standby.
#[derive(Debug, Clone, Copy)]
pub struct ReplicaState {
    /// Whether it is read from.
    pub serves: bool,
    /// How far it is behind at most.
    pub lag: Duration,
    /// Reads that it has answered.
    pub answered: u64,
}

impl Replicas {
    /// Those at `url`, each server of it by itself. They may be away.
    pub fn open(config: &Config, url: &str, at_once: AtOnce) -> Result<Self, DbError> {
        let malformed = |e| DbError::Url(format!("the address of the replica is malformed: {e}"));
        if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err(DbError::Url("a replica is named by postgres://USER@HOST/DATABASE".to_owned()));
        }
        let urls = Address::parse(url).and_then(|address| address.each()).map_err(malformed)?;
        // whoever gets no place soon is better off at the primary
        let hurried = Config { wait: STANDBY_WAIT, ..config.clone() };
        let open = |(number, url)| -> Result<_, DbError> {
            let (standby, work) = (Standby::open(config, number, url)?, Work::new(&hurried, at_once)?);
            Ok(Arc::new(Replica { standby, work, answered: AtomicU64::new(0) }))
        };
        let all = (1..).zip(urls).map(open).collect::<Result<_, _>>()?;
        Ok(Self { all, turn: AtomicUsize::new(0), primary: AtomicU64::new(0), failed: AtomicU64::new(0) })
    }

    /// What a standby answers that shows all that was acknowledged before this call; `None` where the primary
    /// is to be asked.
    pub async fn read<T, E>(
        &self,
        share: Share,
        one_moment: bool,
        f: impl FnOnce(Backend<'_>) -> Result<T, E> + Send + 'static,
    ) -> Option<Result<T, E>>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let Fresh { number, proof } = self.fresh().await?;
        let replica = self.all.get(number)?;
        let asked = Arc::clone(replica);
        let read = move || asked.standby.read(&proof, one_moment, f);
        let read = replica.work.in_place(share, DbError::TooSlow, read);
        let answer = match replica.unless_silent(read).await {
            Some(Ok(value)) => Some(Ok(value)),
            Some(Err(Answer::Own(error))) => Some(Err(error)),
            // the time is up
            Some(Err(Answer::Elsewhere(error @ DbError::TooSlow(_)))) => Some(Err(error.into())),
            Some(Err(Answer::Elsewhere(error))) => {
                tracing::debug!(%error, "a read goes from a replica to the primary");
                None
            }
            None => None,
        };
        self.count(number, answer.is_some());
        answer
    }

    /// A standby that shows all that was acknowledged before this call. Whoever asks it tells what came of
    /// that by [`Replicas::count`].
    pub async fn fresh(&self) -> Option<Fresh> {
        let fresh = self.next_fresh().await;
        if fresh.is_none() {
            self.primary.fetch_add(1, Ordering::Relaxed);
        }
        fresh
    }

    async fn next_fresh(&self) -> Option<Fresh> {
        let (number, replica) = self.next()?;
        Some(Fresh { number, proof: replica.standby.standing.proof().await? })
    }

    /// Counts a read, by whether the standby has answered it.
    pub fn count(&self, number: usize, answered: bool) {
        if let Some(replica) = self.all.get(number).filter(|_| answered) {
            replica.answered.fetch_add(1, Ordering::Relaxed);
        } else {
            self.failed.fetch_add(1, Ordering::Relaxed);
            self.primary.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Reads at a standby, on this thread.
    pub fn read_blocking<T, E: From<DbError>>(
        &self,
        fresh: &Fresh,
        f: impl FnOnce(Backend<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let gone = || DbError::Internal("there is no such replica".to_owned());
        let replica = self.all.get(fresh.number).ok_or_else(gone)?;
        replica.standby.read(&fresh.proof, false, f).map_err(|error| match error {
            Answer::Own(error) => error,
            Answer::Elsewhere(error) => error.into(),
        })
    }

    /// What comes of work at a standby, unless nothing is heard of it any more.
    pub async fn unless_silent<O>(&self, fresh: &Fresh, work: impl Future<Output = O>) -> Option<O> {
        self.all.get(fresh.number)?.unless_silent(work).await
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The next one that serves.
    fn next(&self) -> Option<(usize, &Arc<Replica>)> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let count = self.all.len();
        let numbers = (0..count).map(|step| turn.wrapping_add(step) % count);
        let mut all = numbers.filter_map(|number| Some((number, self.all.get(number)?)));
        all.find(|(_, replica)| replica.standby.standing.serves())
    }

    /// Figures for the operator.
    pub fn stats(&self) -> ReplicaStats {
        let state = |replica: &Arc<Replica>| ReplicaState {
            serves: replica.standby.standing.serves(),
            lag: replica.standby.standing.lag(),
            answered: replica.answered.load(Ordering::Relaxed),
        };
        ReplicaStats {
            primary: self.primary.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            replicas: self.all.iter().map(state).collect(),
        }
    }
}

impl Replica {
    /// What comes of the work, unless nothing is heard of the standby any more. The thread then waits by
    /// itself.
    async fn unless_silent<O>(&self, work: impl Future<Output = O>) -> Option<O> {
        let mut work = pin!(work);
        loop {
            match tokio::time::timeout(LOOK, &mut work).await {
                Ok(done) => return Some(done),
                Err(_) if self.standby.standing.is_silent() => return None,
                Err(_) => {}
            }
        }
    }
}
