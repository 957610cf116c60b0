//! All scans that are remembered: bounded in bytes and in time, the oldest question forgotten first.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use domain::values::dates::Instante;

use super::standing::{Seen, Standing, Start, Turn};
use super::track::Track;

/// Bytes that all of them may take; one question may take half of it.
const BYTES: usize = 16 << 20;

/// How long after its last page a question is remembered.
const KEPT: Duration = Duration::from_secs(15 * 60);

/// Scans of one question that are told apart.
const TRACKS: usize = 6;

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
    number: u64,
    ascending: bool,
    begun: i64,
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
    questions: HashMap<Question, Asked>,
    /// The questions, the one first whose last page is the oldest.
    by_age: BTreeMap<u64, Question>,
    bytes: usize,
    steps: u64,
}

#[derive(Debug)]
struct Asked {
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

    /// What a page starts from, and what to keep it under once it is answered. To be called before the
    /// transaction that reads it.
    pub fn turn(&self, question: Question, number: u64, ascending: bool) -> (Turn, Ticket) {
        self.turn_at(question, number, ascending, Instant::now())
    }

    /// Remembers what a page has shown.
    pub fn keep(&self, ticket: Ticket, seen: Seen) {
        self.keep_at(ticket, seen, Instant::now());
    }

    pub(super) fn turn_at(
        &self,
        question: Question,
        number: u64,
        ascending: bool,
        now: Instant,
    ) -> (Turn, Ticket) {
        let begun = Instante::now().micros();
        let ticket = |from, begun| Ticket { question, number, ascending, begun, from };
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.forget_old(now);
        memory.steps += 1;
        let step = memory.steps;
        let asked = memory.questions.get_mut(&question).filter(|_| number > 1);
        match asked.map_or(Found::Nothing, |asked| asked.find(number, ascending, step)) {
            Found::Nothing => (Turn(Start::Counted), ticket(From::Nothing, begun)),
            Found::After(track, standing) => {
                let begun = standing.begun;
                (Turn(Start::After(standing)), ticket(From::Track(track), begun))
            }
            Found::Again(ids, standing) => (Turn(Start::Again(ids, standing)), ticket(From::Again, begun)),
        }
    }

    pub(super) fn keep_at(&self, ticket: Ticket, seen: Seen, now: Instant) {
        if ticket.from == From::Again {
            return;
        }
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.steps += 1;
        let step = memory.steps;
        let mut asked = memory.take(ticket.question).unwrap_or_else(|| Asked {
            tracks: Vec::new(),
            age: 0,
            last: now,
            bytes: 0,
        });
        asked.add(ticket, seen, step);
        (asked.age, asked.last) = (step, now);
        asked.bytes = asked.tracks.iter().map(Track::bytes).sum();
        if asked.bytes > self.bytes / 2 {
            return;
        }
        memory.insert(ticket.question, asked);
        while memory.bytes > self.bytes {
            memory.forget_oldest();
        }
    }

    #[cfg(test)]
    pub(super) fn size(&self) -> (usize, usize) {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(memory.questions.len(), memory.by_age.len());
        assert_eq!(memory.questions.values().map(|asked| asked.bytes).sum::<usize>(), memory.bytes);
        (memory.questions.len(), memory.bytes)
    }
}

impl Memory {
    fn take(&mut self, question: Question) -> Option<Asked> {
        let asked = self.questions.remove(&question)?;
        self.by_age.remove(&asked.age);
        self.bytes -= asked.bytes;
        Some(asked)
    }

    fn insert(&mut self, question: Question, asked: Asked) {
        self.by_age.insert(asked.age, question);
        self.bytes += asked.bytes;
        self.questions.insert(question, asked);
    }

    fn forget_oldest(&mut self) {
        if let Some((_, question)) = self.by_age.pop_first()
            && let Some(asked) = self.questions.remove(&question)
        {
            self.bytes -= asked.bytes;
        }
    }

    fn forget_old(&mut self, now: Instant) {
        let old = |asked: &Asked| now.saturating_duration_since(asked.last) > KEPT;
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

impl Asked {
    /// Nobody says which scan asks. Where it may be several, the page starts where none of them loses
    /// anything, and those that waited for it go on as one.
    fn find(&mut self, number: u64, ascending: bool, step: u64) -> Found {
        let waits = |track: &Track| track.frontier() + 1 == number && !track.done;
        let Some(newest) = self.tracks.iter().filter(|track| waits(track)).max_by_key(|track| track.used)
        else {
            return self.find_answered(number, ascending, step);
        };
        let id = newest.id;
        let mut standing = newest.standing().clone();
        let mut shared = newest.shared;
        for track in self.tracks.iter().filter(|track| track.id != id) {
            if waits(track) {
                standing = standing.common(track.standing(), ascending);
                shared = true;
            } else if let Some(before) = track.asked_again(number) {
                standing = standing.common(&before, ascending);
            }
        }
        self.tracks.retain(|track| track.id == id || !waits(track));
        if let Some(track) = self.tracks.iter_mut().find(|track| track.id == id) {
            track.go_on_from(standing.clone());
            track.shared = shared;
        }
        Found::After(id, standing)
    }

    /// Nobody waits for the page: it was answered, or the one before it seemed to be the last.
    fn find_answered(&mut self, number: u64, ascending: bool, step: u64) -> Found {
        let mut running = self.tracks.iter().filter(|track| !track.done && track.has(number));
        if let (Some(one), Some(other)) = (running.next(), running.next()) {
            let standings = [one, other].into_iter().chain(running).filter_map(|track| track.before(number));
            if let Some(standing) = standings.reduce(|a, b| a.common(&b, ascending)) {
                self.tracks.push(Track::from_standing(step, number, standing.clone()));
                return Found::After(step, standing);
            }
        }
        let about = |track: &&Track| track.frontier() + 1 == number || track.has(number);
        let newest = |track: &&Track| (!track.done && track.has(number), track.used);
        let Some(track) = self.tracks.iter().filter(about).max_by_key(newest) else { return Found::Nothing };
        match track.page(number) {
            Some((ids, standing)) => Found::Again(ids.to_vec(), standing),
            None => Found::After(track.id, track.standing().clone()),
        }
    }

    fn add(&mut self, ticket: Ticket, seen: Seen, step: u64) {
        let track = match ticket.from {
            From::Track(id) => self.tracks.iter_mut().find(|track| track.id == id),
            From::Nothing | From::Again => None,
        };
        match track {
            Some(track) if track.frontier() + 1 == ticket.number => {
                track.push(seen);
                track.used = step;
            }
            Some(track) => track.agree(ticket.number, &seen, ticket.ascending),
            None if seen.ids.is_empty() => {}
            None => self.tracks.push(Track::new(step, ticket.number, ticket.begun, seen)),
        }
        while self.tracks.len() > TRACKS {
            let oldest =
                self.tracks.iter().min_by_key(|track| (!track.done, track.used)).map(|track| track.id);
            self.tracks.retain(|track| Some(track.id) != oldest);
        }
    }
}
