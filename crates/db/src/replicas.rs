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
use crate::fair::Share;
use crate::postgres::{Answer, Standby};
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
    pub fn open(config: &Config, url: &str, at_once: usize) -> Result<Self, DbError> {
        let malformed = |e| DbError::Url(format!("the address of the replica is malformed: {e}"));
        if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err(DbError::Url("a replica is named by postgres://USER@HOST/DATABASE".to_owned()));
        }
        let urls = Address::parse(url).and_then(|address| address.each()).map_err(malformed)?;
        let open = |(number, url)| -> Result<_, DbError> {
            let (standby, work) = (Standby::open(config, number, url)?, Work::new(config, at_once)?);
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
        let answer = self.ask(share, one_moment, f).await;
        if answer.is_none() {
            self.primary.fetch_add(1, Ordering::Relaxed);
        }
        answer
    }

    async fn ask<T, E>(
        &self,
        share: Share,
        one_moment: bool,
        f: impl FnOnce(Backend<'_>) -> Result<T, E> + Send + 'static,
    ) -> Option<Result<T, E>>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let replica = self.next()?;
        let proof = replica.standby.standing.proof().await?;
        let asked = Arc::clone(replica);
        let read = move || asked.standby.read(&proof, one_moment, f);
        let read = replica.work.in_place(share, DbError::TooSlow, read);
        let answer = match replica.unless_silent(read).await {
            Some(Ok(value)) => Ok(value),
            Some(Err(Answer::Own(error))) => Err(error),
            // the time is up
            Some(Err(Answer::Elsewhere(error @ DbError::TooSlow(_)))) => Err(error.into()),
            Some(Err(Answer::Elsewhere(error))) => {
                tracing::debug!(%error, "a read goes from a replica to the primary");
                self.failed.fetch_add(1, Ordering::Relaxed);
                return None;
            }
            None => {
                self.failed.fetch_add(1, Ordering::Relaxed);
                return None;
            }
        };
        replica.answered.fetch_add(1, Ordering::Relaxed);
        Some(answer)
    }

    /// The next one that serves.
    fn next(&self) -> Option<&Arc<Replica>> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed) % self.all.len().max(1);
        let (before, from) = self.all.split_at_checked(turn)?;
        from.iter().chain(before).find(|replica| replica.standby.standing.serves())
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
