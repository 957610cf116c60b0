//! Store of the sessions: bounded in bytes and in time. The query that was idle longest is dropped first.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use domain::values::dates::Instante;

use crate::base::paging::{Cursor, PageRequest, PageStart};
use crate::orders::page_sessions::session::{PageResult, PageState, Requested, Resume, ResumePoint, Session};

/// Default bound, in bytes. One query may take half of the bound.
const DEFAULT_BYTES: usize = 16 << 20;

/// How long a query is kept after its last page.
const LIFETIME: Duration = Duration::from_secs(15 * 60);

/// Limit of sessions per query.
const MAX_SESSIONS: usize = 6;

/// Longest time between the instant of a change and its commit, in microseconds.
const COMMIT_DELAY: i64 = 60_000_000;

/// A client and its query, whichever page it requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PageQuery {
    /// Number of the client's API key.
    pub key: i64,
    /// Hash of all parameters except the page.
    pub parameters: [u8; 16],
}

/// A page that is being read; see [`PageSessions::record`].
#[derive(Debug, Clone, Copy)]
pub struct PendingPage {
    query: PageQuery,
    asked: Requested,
    ascending: bool,
    begun: i64,
    changed_after: i64,
    from: Origin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It begins a new session.
    NewSession,
    /// It follows the last page of a session.
    Session(u64),
    /// It was shown before.
    Repeat,
}

/// The sessions of all clients. Belongs to one database.
#[derive(Debug)]
pub struct PageSessions {
    memory: Mutex<Memory>,
    bytes: usize,
}

#[derive(Debug, Default)]
struct Memory {
    queries: HashMap<PageQuery, QuerySessions>,
    /// The queries by the age of their last page, oldest first.
    by_age: BTreeMap<u64, PageQuery>,
    bytes: usize,
    steps: u64,
}

#[derive(Debug)]
struct QuerySessions {
    sessions: Vec<Session>,
    age: u64,
    last: Instant,
    bytes: usize,
}

impl Default for PageSessions {
    /// 16 MiB.
    fn default() -> Self {
        Self::with_bytes(DEFAULT_BYTES)
    }
}

impl PageSessions {
    /// Sessions of at most this many bytes; 0 turns them off.
    pub fn with_bytes(bytes: usize) -> Self {
        Self { memory: Mutex::default(), bytes }
    }

    /// The position from which a page is read, and what to pass to [`Self::record`] afterwards: `None` for an unknown
    /// cursor. Call before the transaction begins that reads the page.
    pub fn resume_point(
        &self,
        query: PageQuery,
        page: PageRequest,
        ascending: bool,
    ) -> (ResumePoint, Option<PendingPage>) {
        self.resume_point_at(query, page, ascending, Instant::now())
    }

    /// The same of a list whose sort keys never change: a page starts where the page before it ended, whatever has
    /// left the list since; nothing else of a session counts there. What is returned beside it takes the numbers of
    /// the page's rows and its cursor.
    pub fn steady(
        self: &Arc<Self>,
        query: PageQuery,
        page: PageRequest,
        ascending: bool,
    ) -> (PageRequest, impl FnOnce(Vec<i64>, Option<Cursor>) + use<>) {
        let (from, pending) = match page.follows() {
            true => (ResumePoint::COUNTED, None),
            false => self.resume_point(query, page, ascending),
        };
        let end = match from.0 {
            Resume::Counted => None,
            Resume::After(state) => Some(state.end),
            Resume::Repeat(_, _, begin) => begin,
        };
        let after = |chave| PageStart::After(Cursor { chave, pagina: page.page_of() });
        let start = end.map_or(page.start, after);
        let sessions = Arc::clone(self);
        let record = move |ids, next: Option<Cursor>| {
            // behind the last page nothing follows
            let end = if ascending { [i64::MAX; 2] } else { [i64::MIN; 2] };
            let end = next.map_or(end, |next| next.chave);
            if let Some(pending) = pending {
                sessions.record(pending, PageResult { ids, end, more: next.is_some() });
            }
        };
        (PageRequest { start, ..page }, record)
    }

    /// Records the result of a page.
    pub fn record(&self, pending: PendingPage, result: PageResult) {
        self.record_at(pending, result, Instant::now());
    }

    pub(super) fn resume_point_at(
        &self,
        query: PageQuery,
        page: PageRequest,
        ascending: bool,
        now: Instant,
    ) -> (ResumePoint, Option<PendingPage>) {
        let asked = Requested { number: page.page_of(), after: page.after() };
        let begun = Instante::now().micros();
        let pending = |from, (begun, changed_after)| {
            Some(PendingPage { query, asked, ascending, begun, changed_after, from })
        };
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.forget_old(now);
        let known = memory.queries.get_mut(&query).filter(|_| asked.number > 1);
        match known.map_or(Lookup::Unknown, |sessions| sessions.find(asked, now)) {
            Lookup::Unknown if page.follows() => (ResumePoint::COUNTED, None),
            Lookup::Unknown => {
                // the pages before are unknown: earlier changes must not count as missed by this session
                let changed_after =
                    if asked.number == 1 { begun.saturating_sub(COMMIT_DELAY) } else { begun };
                (ResumePoint(Resume::Counted), pending(Origin::NewSession, (begun, changed_after)))
            }
            Lookup::After(session, state) => {
                let times = (state.begun, state.changed_after);
                (ResumePoint(Resume::After(state)), pending(Origin::Session(session), times))
            }
            Lookup::Repeat(ids, state, begin) => {
                let times = (state.begun, state.changed_after);
                (ResumePoint(Resume::Repeat(ids, state, begin)), pending(Origin::Repeat, times))
            }
        }
    }

    pub(super) fn record_at(&self, pending: PendingPage, result: PageResult, now: Instant) {
        if pending.from == Origin::Repeat {
            return;
        }
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.steps += 1;
        let step = memory.steps;
        let mut known = memory.take(pending.query).unwrap_or_else(|| QuerySessions {
            sessions: Vec::new(),
            age: 0,
            last: now,
            bytes: 0,
        });
        known.add(pending, result, (step, now));
        (known.age, known.last) = (step, now);
        known.bytes = known.sessions.iter().map(Session::bytes).sum();
        if known.bytes > self.bytes / 2 {
            return;
        }
        memory.insert(pending.query, known);
        while memory.bytes > self.bytes {
            memory.forget_oldest();
        }
    }

    #[cfg(test)]
    pub(super) fn size(&self) -> (usize, usize) {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(memory.queries.len(), memory.by_age.len());
        assert_eq!(memory.queries.values().map(|known| known.bytes).sum::<usize>(), memory.bytes);
        (memory.queries.len(), memory.bytes)
    }
}

impl Memory {
    fn take(&mut self, query: PageQuery) -> Option<QuerySessions> {
        let known = self.queries.remove(&query)?;
        self.by_age.remove(&known.age);
        self.bytes -= known.bytes;
        Some(known)
    }

    fn insert(&mut self, query: PageQuery, known: QuerySessions) {
        self.by_age.insert(known.age, query);
        self.bytes += known.bytes;
        self.queries.insert(query, known);
    }

    fn forget_oldest(&mut self) {
        if let Some((_, query)) = self.by_age.pop_first()
            && let Some(known) = self.queries.remove(&query)
        {
            self.bytes -= known.bytes;
        }
    }

    fn forget_old(&mut self, now: Instant) {
        let old = |known: &QuerySessions| now.saturating_duration_since(known.last) > LIFETIME;
        while let Some((_, query)) = self.by_age.first_key_value()
            && self.queries.get(query).is_none_or(old)
        {
            self.forget_oldest();
        }
    }
}

/// Result of a search for the session of a page.
enum Lookup {
    Unknown,
    After(u64, PageState),
    Repeat(Vec<i64>, PageState, Option<[i64; 2]>),
}

impl QuerySessions {
    /// A page number does not tell which session requests it. The most recent session that waits for the page is
    /// assumed, because most others were abandoned. If another one may have requested it, the orders that it would
    /// miss are shown again at the end of the list.
    fn find(&mut self, asked: Requested, now: Instant) -> Lookup {
        self.sessions.retain(|session| now.saturating_duration_since(session.last) <= LIFETIME);
        let waiting = self.sessions.iter().filter(|session| session.waits_for(asked));
        let Some(newest) = waiting.max_by_key(|session| session.used) else { return self.find_shown(asked) };
        let (id, state) = (newest.id, newest.state().clone());
        let others = self.others(id, |session| session.possible_state(asked));
        for session in self.sessions.iter_mut().filter(|session| session.id != id && session.waits_for(asked))
        {
            session.absorbed = true;
            session.replaced = asked.after.is_some();
        }
        let session = self.add_redeliveries((id, asked), &state, &others);
        session.map_or(Lookup::Unknown, |session| Lookup::After(id, session.state().clone()))
    }

    /// No session waits for the page: it was shown before, or the page before it seemed to be the last.
    fn find_shown(&mut self, asked: Requested) -> Lookup {
        let about = |session: &&Session| session.is_next(asked) || session.has(asked);
        let newest = |session: &&Session| {
            (session.may_request(asked), !session.absorbed, !session.done && session.has(asked), session.used)
        };
        let Some(newest) = self.sessions.iter().filter(about).max_by_key(newest) else {
            return Lookup::Unknown;
        };
        let (id, Some(before)) = (newest.id, newest.state_before(asked)) else {
            return match newest.repeat(asked.number) {
                Some((ids, state)) => Lookup::Repeat(ids, state, newest.begin_of(asked.number)),
                None => Lookup::After(newest.id, newest.state().clone()),
            };
        };
        let others = self.others(id, |session| {
            let running = session.shared || !(session.done || session.absorbed);
            if running && session.may_request(asked) { session.state_before(asked) } else { None }
        });
        let page = self
            .add_redeliveries((id, asked), &before, &others)
            .and_then(|session| Some((session.repeat(asked.number)?, session.begin_of(asked.number))));
        page.map_or(Lookup::Unknown, |((ids, state), begin)| Lookup::Repeat(ids, state, begin))
    }

    /// The possible states of the other sessions, and whether each had reached the end of the list.
    fn others(&self, id: u64, at: impl Fn(&Session) -> Option<PageState>) -> Vec<(PageState, bool)> {
        let others = self.sessions.iter().filter(|session| session.id != id);
        others.filter_map(|session| Some((at(session)?, session.done))).collect()
    }

    /// Notes that the clients of other sessions may continue with this one, from the requested page on, before which
    /// it had the state `before`: the orders that they have not seen will be shown again.
    fn add_redeliveries(
        &mut self,
        (id, asked): (u64, Requested),
        before: &PageState,
        others: &[(PageState, bool)],
    ) -> Option<&mut Session> {
        let session = self.sessions.iter_mut().find(|session| session.id == id)?;
        for (other, done) in others {
            session.add_redeliveries(asked, &before.missed_by(other));
            session.shared |= !done;
        }
        Some(session)
    }

    fn add(&mut self, pending: PendingPage, result: PageResult, (step, now): (u64, Instant)) {
        let PendingPage { asked, begun, changed_after, .. } = pending;
        let session = match pending.from {
            Origin::Session(id) => self.sessions.iter_mut().find(|session| session.id == id),
            Origin::NewSession | Origin::Repeat => None,
        };
        match session {
            Some(session) if session.last_number() + 1 == asked.number => {
                session.push(result, asked.after.is_some());
                (session.used, session.last) = (step, now);
            }
            Some(session) => session.intersect(asked.number, &result, pending.ascending),
            None if result.ids.is_empty() => {}
            None => {
                let state = PageState::after_first(&result, begun, changed_after);
                self.sessions.push(Session::new(step, now, asked.number, state, result));
            }
        }
        while self.sessions.len() > MAX_SESSIONS {
            let oldest = self
                .sessions
                .iter()
                .min_by_key(|session| (!(session.done || session.absorbed), session.used));
            let oldest = oldest.map(|session| session.id);
            self.sessions.retain(|session| Some(session.id) != oldest);
        }
    }
}
