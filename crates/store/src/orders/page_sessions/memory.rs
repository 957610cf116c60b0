//! All scans that are remembered: bounded in bytes and in time, the oldest question forgotten first.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use domain::values::dates::Instante;

use crate::base::paging::PageRequest;
use crate::orders::page_sessions::standing::{Seen, Standing, Start, Turn};
use crate::orders::page_sessions::track::{Asked, Track};

/// Bytes that all of them may take; one question may take half of it.
const BYTES: usize = 16 << 20;

/// How long after its last page a question is remembered.
const KEPT: Duration = Duration::from_secs(15 * 60);

/// Scans of one question that are told apart.
const TRACKS: usize = 6;

/// How long before its transaction is seen a change may have got its instant, microseconds.
const UNSEEN: i64 = 60_000_000;

/// Who asks for what, whichever page of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Question {
    /// The number of the key.
    pub key: i64,
    /// All parameters but the number of the page, as a hash.
    pub asked: [u8; 16],
}

/// What a page was answered to; see [`Scans::keep`].
#[derive(Debug, Clone, Copy)]
pub struct Ticket {
    question: Question,
    asked: Asked,
    ascending: bool,
    begun: i64,
    since: i64,
    from: From,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    /// It begins a scan, as far as anybody knows.
    Nothing,
    /// It follows the last page of one.
    Track(u64),
    /// It is one that was answered before.
    Again,
}

/// The scans that are remembered. For one database: whoever opens two keeps two.
#[derive(Debug)]
pub struct Scans {
    memory: Mutex<Memory>,
    bytes: usize,
}

#[derive(Debug, Default)]
struct Memory {
    questions: HashMap<Question, Tracks>,
    /// The questions, the one first whose last page is the oldest.
    by_age: BTreeMap<u64, Question>,
    bytes: usize,
    steps: u64,
}

#[derive(Debug)]
struct Tracks {
    tracks: Vec<Track>,
    age: u64,
    last: Instant,
    bytes: usize,
}

impl Default for Scans {
    /// 16 MiB.
    fn default() -> Self {
        Self::with_bytes(BYTES)
    }
}

impl Scans {
    /// Holds at most so many bytes; with 0 nothing is kept.
    pub fn with_bytes(bytes: usize) -> Self {
        Self { memory: Mutex::default(), bytes }
    }

    /// What a page starts from, and what to keep it under once it is answered; nothing is kept of one that a
    /// cursor leads to that is not remembered. To be called before the transaction that reads it.
    pub fn turn(&self, question: Question, page: PageRequest, ascending: bool) -> (Turn, Option<Ticket>) {
        self.turn_at(question, page, ascending, Instant::now())
    }

    /// Remembers what a page has shown.
    pub fn keep(&self, ticket: Ticket, seen: Seen) {
        self.keep_at(ticket, seen, Instant::now());
    }

    pub(super) fn turn_at(
        &self,
        question: Question,
        page: PageRequest,
        ascending: bool,
        now: Instant,
    ) -> (Turn, Option<Ticket>) {
        let asked = Asked { number: page.page_of(), after: page.after() };
        let begun = Instante::now().micros();
        let ticket = |from, (begun, since)| Some(Ticket { question, asked, ascending, begun, since, from });
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.forget_old(now);
        let known = memory.questions.get_mut(&question).filter(|_| asked.number > 1);
        match known.map_or(Found::Nothing, |tracks| tracks.find(asked, now)) {
            Found::Nothing if page.follows() => (Turn::COUNTED, None),
            Found::Nothing => {
                // what pages that nobody remembers have shown is not to be taken for what got past them
                let since = if asked.number == 1 { begun.saturating_sub(UNSEEN) } else { begun };
                (Turn(Start::Counted), ticket(From::Nothing, (begun, since)))
            }
            Found::After(track, standing) => {
                let times = (standing.begun, standing.since);
                (Turn(Start::After(standing)), ticket(From::Track(track), times))
            }
            Found::Again(ids, standing) => {
                let times = (standing.begun, standing.since);
                (Turn(Start::Again(ids, standing)), ticket(From::Again, times))
            }
        }
    }

    pub(super) fn keep_at(&self, ticket: Ticket, seen: Seen, now: Instant) {
        if ticket.from == From::Again {
            return;
        }
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.steps += 1;
        let step = memory.steps;
        let mut known = memory.take(ticket.question).unwrap_or_else(|| Tracks {
            tracks: Vec::new(),
            age: 0,
            last: now,
            bytes: 0,
        });
        known.add(ticket, seen, (step, now));
        (known.age, known.last) = (step, now);
        known.bytes = known.tracks.iter().map(Track::bytes).sum();
        if known.bytes > self.bytes / 2 {
            return;
        }
        memory.insert(ticket.question, known);
        while memory.bytes > self.bytes {
            memory.forget_oldest();
        }
    }

    #[cfg(test)]
    pub(super) fn size(&self) -> (usize, usize) {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(memory.questions.len(), memory.by_age.len());
        assert_eq!(memory.questions.values().map(|known| known.bytes).sum::<usize>(), memory.bytes);
        (memory.questions.len(), memory.bytes)
    }
}

impl Memory {
    fn take(&mut self, question: Question) -> Option<Tracks> {
        let known = self.questions.remove(&question)?;
        self.by_age.remove(&known.age);
        self.bytes -= known.bytes;
        Some(known)
    }

    fn insert(&mut self, question: Question, known: Tracks) {
        self.by_age.insert(known.age, question);
        self.bytes += known.bytes;
        self.questions.insert(question, known);
    }

    fn forget_oldest(&mut self) {
        if let Some((_, question)) = self.by_age.pop_first()
            && let Some(known) = self.questions.remove(&question)
        {
            self.bytes -= known.bytes;
        }
    }

    fn forget_old(&mut self, now: Instant) {
        let old = |known: &Tracks| now.saturating_duration_since(known.last) > KEPT;
        while let Some((_, question)) = self.by_age.first_key_value()
            && self.questions.get(question).is_none_or(old)
        {
            self.forget_oldest();
        }
    }
}

/// What is remembered of the page before one, or of that page itself.
enum Found {
    Nothing,
    After(u64, Standing),
    Again(Vec<i64>, Standing),
}

impl Tracks {
    /// A number says not which scan asks. The one whose page before was the last is taken at its word, as if
    /// it were alone: most others were left off, and who counts pages must get all in as many as there are.
    /// What it has shown and another one not that may be asking comes once more at the end, where that one
    /// would miss it.
    fn find(&mut self, asked: Asked, now: Instant) -> Found {
        self.tracks.retain(|track| now.saturating_duration_since(track.last) <= KEPT);
        let waiting = self.tracks.iter().filter(|track| track.waits_for(asked));
        let Some(newest) = waiting.max_by_key(|track| track.used) else { return self.find_answered(asked) };
        let (id, standing) = (newest.id, newest.standing().clone());
        let others = self.others(id, |track| track.may_stand(asked));
        for track in self.tracks.iter_mut().filter(|track| track.id != id && track.waits_for(asked)) {
            track.absorbed = true;
            track.replaced = asked.after.is_some();
        }
        let track = self.owe((id, asked), &standing, &others);
        track.map_or(Found::Nothing, |track| Found::After(id, track.standing().clone()))
    }

    /// Nobody waits for the page: it was answered, or the one before it seemed to be the last.
    fn find_answered(&mut self, asked: Asked) -> Found {
        let about = |track: &&Track| track.is_next(asked) || track.has(asked);
        let newest = |track: &&Track| {
            (track.goes_as(asked), !track.absorbed, !track.done && track.has(asked), track.used)
        };
        let Some(newest) = self.tracks.iter().filter(about).max_by_key(newest) else { return Found::Nothing };
        let (id, Some(before)) = (newest.id, newest.before(asked)) else {
            return match newest.again(asked.number) {
                Some((ids, standing)) => Found::Again(ids, standing),
                None => Found::After(newest.id, newest.standing().clone()),
            };
        };
        let others = self.others(id, |track| {
            let running = track.shared || !(track.done || track.absorbed);
            if running && track.goes_as(asked) { track.before(asked) } else { None }
        });
        let page = self.owe((id, asked), &before, &others).and_then(|track| track.again(asked.number));
        page.map_or(Found::Nothing, |(ids, standing)| Found::Again(ids, standing))
    }

    /// Where those may stand that are not this one, and whether they were at their end.
    fn others(&self, id: u64, at: impl Fn(&Track) -> Option<Standing>) -> Vec<(Standing, bool)> {
        let others = self.tracks.iter().filter(|track| track.id != id);
        others.filter_map(|track| Some((at(track)?, track.done))).collect()
    }

    /// A track, by which the others may go on from a page on, too; it stood there before it.
    fn owe(
        &mut self,
        (id, asked): (u64, Asked),
        before: &Standing,
        others: &[(Standing, bool)],
    ) -> Option<&mut Track> {
        let track = self.tracks.iter_mut().find(|track| track.id == id)?;
        for (other, done) in others {
            track.owe(asked, &before.missed_by(other));
            track.shared |= !done;
        }
        Some(track)
    }

    fn add(&mut self, ticket: Ticket, seen: Seen, (step, now): (u64, Instant)) {
        let Ticket { asked, begun, since, .. } = ticket;
        let track = match ticket.from {
            From::Track(id) => self.tracks.iter_mut().find(|track| track.id == id),
            From::Nothing | From::Again => None,
        };
        match track {
            Some(track) if track.frontier() + 1 == asked.number => {
                track.push(seen, asked.after.is_some());
                (track.used, track.last) = (step, now);
            }
            Some(track) => track.agree(asked.number, &seen, ticket.ascending),
            None if seen.ids.is_empty() => {}
            None => {
                let standing = Standing::after_first(&seen, begun, since);
                self.tracks.push(Track::new(step, now, asked.number, standing, seen));
            }
        }
        while self.tracks.len() > TRACKS {
            let oldest = self.tracks.iter().min_by_key(|track| (!(track.done || track.absorbed), track.used));
            let oldest = oldest.map(|track| track.id);
            self.tracks.retain(|track| Some(track.id) != oldest);
        }
    }
}
