//! Whether a standby shows all that was acknowledged before somebody asked.
//!
//! A thread asks the primary how far it has acknowledged anything, then the standby how far it has come, for
//! all that wait at the same time. Nothing is assumed of who wrote, by which server: so whoever gets a
//! [`Proof`] reads what it would read at the primary.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use r2d2::ManageConnection;
use tokio::sync::oneshot;

use super::pool::{Manager, Pooled};
use super::position::{self, Birth, Proof};
use super::standing::Standing;
use crate::config::{Config, Durability};
use crate::error::DbError;

/// Between two looks that nobody asked for.
const EVERY: Duration = Duration::from_millis(100);
/// Between two rounds of questions: whoever comes meanwhile is answered by the next one.
const PACE: Duration = Duration::from_millis(1);
/// Between two tries to reach both servers.
const AGAIN: Duration = Duration::from_millis(500);
/// Positions that are waited for to tell how far behind a standby is: some minutes.
const MARKS_MAX: usize = 2_000;

/// Watches a standby until its [`Standing`] is closed.
pub struct Watch {
    standing: Arc<Standing>,
    primary: Manager,
    standby: Manager,
    /// Commits are acknowledged once they are flushed.
    waits: bool,
}

impl Watch {
    /// Starts the thread.
    pub fn start(config: &Config, standing: Arc<Standing>, standby: Manager) -> Result<(), DbError> {
        let primary = Manager::of_primary(config)?;
        let waits = config.durability == Durability::Full;
        let watch = Self { standing, primary, standby, waits };
        let thread = thread::Builder::new().name("replica".to_owned()).spawn(move || watch.run());
        let failed = |e| DbError::Internal(format!("cannot start a thread that watches a replica: {e}"));
        thread.map(drop).map_err(failed)
    }

    fn run(self) {
        loop {
            match self.look_on() {
                Ok(()) => return,
                Err(error) => self.standing.leave(&error.to_string()),
            }
            if self.standing.pause(AGAIN) {
                return;
            }
        }
    }

    /// Answers whoever asks, until something fails or nobody can ask any more.
    fn look_on(&self) -> Result<(), DbError> {
        let mut eyes = Eyes::open(self)?;
        let mut rounds =
            Rounds { shown: 0, seen: Instant::now(), waiting: Vec::new(), marks: VecDeque::new() };
        let (mut next_look, mut not_before) = (Instant::now(), Instant::now());
        loop {
            let until = if rounds.waiting.is_empty() { next_look } else { not_before };
            let Some(asking) = self.standing.next(not_before, until) else { return Ok(()) };
            let now = Instant::now();
            let looks = now >= next_look;
            if looks {
                next_look = now + EVERY;
            }
            not_before = now + PACE;
            rounds.make(&mut eyes, &self.standing, asking, looks)?;
        }
    }
}

/// Somebody who waits for the standby to come as far as the primary was.
struct Waiting {
    position: i64,
    since: Instant,
    /// Of a reader; the thread itself waits for nothing but to know.
    answer: Option<oneshot::Sender<Proof>>,
}

struct Rounds {
    shown: i64,
    /// No later than when that was seen.
    seen: Instant,
    waiting: Vec<Waiting>,
    /// Positions of the primary, and when they were acknowledged at the latest.
    marks: VecDeque<(i64, Instant)>,
}

impl Rounds {
    /// Asks both servers what has to be asked, and answers whom it concerns.
    fn make(
        &mut self,
        eyes: &mut Eyes,
        standing: &Standing,
        asking: Vec<oneshot::Sender<Proof>>,
        looks: bool,
    ) -> Result<(), DbError> {
        if looks || !asking.is_empty() {
            let since = Instant::now();
            let position = eyes.acknowledged(looks)?;
            let readers = asking.into_iter().map(Some);
            let all = readers.chain(looks.then_some(None));
            self.waiting.extend(all.map(|answer| Waiting { position, since, answer }));
            if looks && self.marks.len() < MARKS_MAX {
                self.marks.push_back((position, since));
            }
        }
        // also where it has come far enough: a dead or promoted one is to be noticed
        if looks || self.waiting.iter().any(|waiting| waiting.position > self.shown) {
            self.seen = Instant::now();
            self.shown = eyes.shown()?;
            standing.heard();
        }
        while let Some((position, at)) = self.marks.front().copied()
            && position <= self.shown
        {
            standing.reached(at);
            self.marks.pop_front();
        }
        self.answer(eyes.birth, standing);
        Ok(())
    }

    fn answer(&mut self, birth: Birth, standing: &Standing) {
        let (shown, seen) = (self.shown, self.seen);
        self.waiting.retain_mut(|waiting| {
            let reached = waiting.position <= shown;
            let late = waiting.since.elapsed() > standing.lag_max;
            match waiting.answer.take() {
                Some(answer) if reached => drop(answer.send(birth.proof(waiting.position, seen))),
                None if reached && !late => standing.join(),
                None if late => standing.leave("it lags behind by more than replica_lag"),
                // who is late has gone to the primary already
                answer => waiting.answer = answer,
            }
            !reached && !late
        });
    }
}

/// A session with each of the two.
struct Eyes {
    primary: Pooled,
    waits: bool,
    standby: Pooled,
    birth: Birth,
    /// The one that the standby follows.
    timeline: i32,
}

impl Eyes {
    fn open(watch: &Watch) -> Result<Self, DbError> {
        let mut primary = watch.primary.connect()?;
        let mut standby = watch.standby.connect()?;
        let birth = standby.birth.ok_or_else(|| DbError::Internal("a session without a birth".to_owned()))?;
        if position::origin(&mut primary.pg)? != position::origin(&mut standby.pg)? {
            return Err(DbError::Unavailable("it is no copy of this database".to_owned()));
        }
        let timeline = position::timeline(&mut standby.pg)?;
        Ok(Self { primary, waits: watch.waits, standby, birth, timeline })
    }

    /// Up to where the primary has acknowledged anything. Positions mean the same on one timeline alone; the
    /// standby's may change while the primary's stays, where it follows another standby that is promoted.
    fn acknowledged(&mut self, looks: bool) -> Result<i64, DbError> {
        let (position, timeline) = position::acknowledged(&mut self.primary.pg, self.waits)?;
        if looks || timeline != self.timeline {
            self.timeline = position::timeline(&mut self.standby.pg)?;
        }
        if timeline == self.timeline {
            return Ok(position);
        }
        Err(strayed(self.timeline, timeline))
    }

    fn shown(&mut self) -> Result<i64, DbError> {
        match position::shown(&mut self.standby.pg)? {
            (_, Some(timeline)) if timeline != self.timeline => Err(strayed(timeline, self.timeline)),
            (shown, _) => Ok(shown),
        }
    }
}

fn strayed(timeline: i32, primary: i32) -> DbError {
    DbError::Unavailable(format!(
        "it is not known to follow the primary since the last failover (timeline {timeline}, not {primary})"
    ))
}
