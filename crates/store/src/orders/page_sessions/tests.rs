//! Tests of page sessions: which pages resume where, how long sessions are kept, and how large they grow.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::paging::{Cursor, PageRequest, PageStart};
use crate::orders::page_sessions::memory::{PageQuery, PageSessions, PendingPage};
use crate::orders::page_sessions::session::{PageResult, PageState, Resume, ResumePoint};

fn query(n: i64) -> PageQuery {
    PageQuery { key: n, parameters: [7; 16] }
}

/// A page of a list, newest first, whose orders have their number as date.
fn result(ids: &[i64], more: bool) -> PageResult {
    let last = *ids.last().unwrap();
    PageResult { ids: ids.to_vec(), end: [last, last], more }
}

fn page(number: u64) -> PageRequest {
    PageRequest { start: PageStart::Page(number), size: 3 }
}

/// A page that is requested by a cursor.
fn behind(number: u64, last: i64) -> PageRequest {
    let cursor = Cursor { chave: [last, last], pagina: number };
    PageRequest { start: PageStart::After(cursor), size: 3 }
}

fn resume(sessions: &PageSessions, page: PageRequest) -> (ResumePoint, PendingPage) {
    let (resume, pending) = sessions.resume_point(query(1), page, false);
    (resume, pending.unwrap())
}

fn answer_to(sessions: &PageSessions, page: PageRequest, ids: &[i64]) -> ResumePoint {
    let (resume, pending) = resume(sessions, page);
    sessions.record(pending, result(ids, true));
    resume
}

fn answer(sessions: &PageSessions, number: u64, ids: &[i64]) -> ResumePoint {
    answer_to(sessions, page(number), ids)
}

fn redeliver(state: &PageState) -> Vec<i64> {
    state.redeliver.iter().copied().collect()
}

fn after(resume: ResumePoint) -> PageState {
    let Resume::After(state) = resume.0 else { panic!("{resume:?}") };
    state
}

fn shown(state: &PageState) -> Vec<i64> {
    let mut ids: Vec<i64> = state.shown.iter().copied().collect();
    ids.sort_unstable();
    ids
}

#[test]
fn a_page_starts_where_the_one_before_it_ended() {
    let sessions = PageSessions::default();
    assert!(matches!(answer(&sessions, 1, &[9, 8, 7]).0, Resume::Counted));
    let second = after(answer(&sessions, 2, &[6, 5]));
    assert_eq!((second.end, shown(&second)), ([7, 7], vec![7, 8, 9]));
    let third = after(answer(&sessions, 3, &[4]));
    assert_eq!((third.end, shown(&third)), ([5, 5], vec![5, 6, 7, 8, 9]));
    assert_eq!(third.begun, second.begun);
    // there is no session of another key, and none that is far enough
    assert!(matches!(sessions.resume_point(query(2), page(2), false).0.0, Resume::Counted));
    assert!(matches!(sessions.resume_point(query(1), page(5), false).0.0, Resume::Counted));
}

#[test]
fn a_repeated_page_is_the_same() {
    let sessions = PageSessions::default();
    answer(&sessions, 1, &[9, 8]);
    answer(&sessions, 2, &[7, 6]);
    answer(&sessions, 3, &[5, 4]);
    for _ in 0..2 {
        let (resume, pending) = resume(&sessions, page(2));
        let Resume::Repeat(ids, state, _) = resume.0 else { panic!() };
        assert_eq!((ids, state.end, shown(&state)), (vec![7, 6], [6, 6], vec![6, 7, 8, 9]));
        sessions.record(pending, result(&[7, 6], true));
    }
    assert_eq!(after(answer(&sessions, 4, &[3])).end, [4, 4]);
}

#[test]
fn page_one_begins_a_session_and_orders_that_another_would_miss_are_redelivered() {
    let sessions = PageSessions::default();
    answer(&sessions, 1, &[9, 8, 7]);
    // two orders moved to the front
    answer(&sessions, 1, &[11, 10, 9]);
    // the second page of the newer session is assumed; a client of the older one would miss two orders
    let both = after(answer(&sessions, 2, &[8, 7, 6]));
    assert_eq!((both.end, shown(&both), redeliver(&both)), ([9, 9], vec![9, 10, 11], vec![10, 11]));
    // an order that was shown again is no longer in the list
    let third = after(answer(&sessions, 3, &[5, 10]));
    assert_eq!(redeliver(&third), [10, 11]);
    assert_eq!(redeliver(&after(answer(&sessions, 4, &[4]))), [11]);
    // the page is the same when it is requested again
    assert!(matches!(resume(&sessions, page(2)).0.0, Resume::Repeat(ids, ..) if ids == [8, 7, 6]));
    // one client has reached the end; the other one may not have
    let (_, pending) = resume(&sessions, page(5));
    sessions.record(pending, result(&[11], false));
    answer(&sessions, 1, &[12, 11, 10]);
    let third = after(answer(&sessions, 2, &[9]));
    assert_eq!((third.end, redeliver(&third)), ([10, 10], vec![10, 11, 12]));
}

#[test]
fn a_slow_session_misses_nothing_when_another_overtakes_it_and_begins_again() {
    let sessions = PageSessions::default();
    answer(&sessions, 1, &[5, 4]);
    answer(&sessions, 1, &[5, 4]);
    answer(&sessions, 2, &[3, 2]);
    let (_, pending) = resume(&sessions, page(3));
    sessions.record(pending, result(&[1], false));
    // the third order moved to the front
    answer(&sessions, 1, &[3, 5]);
    let slow = after(resume(&sessions, page(2)).0);
    assert_eq!(redeliver(&slow), [3]);
}

#[test]
fn two_sessions_with_the_same_cursor_miss_nothing_when_they_are_mistaken_for_each_other() {
    let sessions = PageSessions::default();
    answer(&sessions, 1, &[10, 9, 8]);
    answer(&sessions, 1, &[10, 9, 8]);
    answer_to(&sessions, behind(2, 8), &[7, 6, 5]);
    // the seventh order moved to the front: the other client still gets it, and continues the same session
    assert!(matches!(resume(&sessions, behind(2, 8)).0.0, Resume::Repeat(ids, ..) if ids == [7, 6, 5]));
    answer_to(&sessions, behind(3, 5), &[4, 3, 2]);
    assert!(matches!(resume(&sessions, behind(3, 5)).0.0, Resume::Repeat(ids, ..) if ids == [4, 3, 2]));
}

#[test]
fn abandoned_sessions_move_no_page_of_a_later_one() {
    let sessions = PageSessions::default();
    answer(&sessions, 1, &[20, 19, 18]);
    answer(&sessions, 1, &[17, 16, 15]);
    answer(&sessions, 2, &[14, 13, 12]);
    for _ in 0..16 {
        // the position is the same as without the abandoned sessions
        answer(&sessions, 1, &[17, 16, 15]);
        let second = after(answer(&sessions, 2, &[14, 13, 12]));
        assert_eq!(second.end, [15, 15]);
        assert_eq!(after(answer(&sessions, 3, &[11, 10, 9])).end, [12, 12]);
        let (_, pending) = resume(&sessions, page(4));
        sessions.record(pending, result(&[8], false));
    }
    // and they cause no redeliveries for ever
    answer(&sessions, 1, &[17, 16, 15]);
    assert_eq!(redeliver(&after(answer(&sessions, 2, &[14]))), [0; 0]);
}

#[test]
fn a_cursor_selects_the_session() {
    let sessions = PageSessions::default();
    answer(&sessions, 1, &[9, 8, 7]);
    answer(&sessions, 1, &[11, 10, 9]);
    let first = after(answer_to(&sessions, behind(2, 7), &[6, 5]));
    assert_eq!((shown(&first), redeliver(&first)), (vec![7, 8, 9], vec![]));
    let second = after(answer_to(&sessions, behind(2, 9), &[8, 7]));
    assert_eq!((shown(&second), redeliver(&second)), (vec![9, 10, 11], vec![]));
    // a repeated page; and an unknown cursor, for which nothing is recorded
    assert!(matches!(resume(&sessions, behind(2, 7)).0.0, Resume::Repeat(ids, ..) if ids == [6, 5]));
    let (unknown, pending) = sessions.resume_point(query(1), behind(2, 3), false);
    assert!(matches!(unknown.0, Resume::Counted) && pending.is_none());
    // a client with cursors requests no third page by number
    answer(&sessions, 1, &[12, 11, 10]);
    answer(&sessions, 2, &[9, 8, 7]);
    let third = after(answer(&sessions, 3, &[6]));
    assert_eq!((third.end, redeliver(&third)), ([7, 7], vec![]));
}

#[test]
fn a_session_that_begins_in_the_middle_ignores_changes_before_its_begin() {
    let sessions = PageSessions::default();
    answer(&sessions, 1, &[9]);
    let whole = after(answer(&sessions, 2, &[8]));
    assert!(whole.changed_after < whole.begun);
    answer(&sessions, 7, &[3]);
    let part = after(answer(&sessions, 8, &[2]));
    assert_eq!(part.changed_after, part.begun);
}

#[test]
fn concurrent_results_of_a_page_count_only_what_both_have() {
    let sessions = PageSessions::default();
    answer(&sessions, 1, &[9, 8]);
    let (_, a) = resume(&sessions, page(2));
    let (_, b) = resume(&sessions, page(2));
    sessions.record(a, result(&[7, 6], true));
    sessions.record(b, result(&[7, 5], true));
    let third = after(resume(&sessions, page(3)).0);
    assert_eq!((third.end, shown(&third)), ([6, 6], vec![7, 8, 9]));
}

#[test]
fn a_query_is_kept_for_a_quarter_of_an_hour() {
    let sessions = PageSessions::default();
    let now = Instant::now();
    let (_, pending) = sessions.resume_point_at(query(1), page(1), false, now);
    sessions.record_at(pending.unwrap(), result(&[9], true), now);
    let known = |minutes: u64| {
        let then = now + Duration::from_secs(60 * minutes);
        matches!(sessions.resume_point_at(query(1), page(2), false, then).0.0, Resume::After(_))
    };
    assert!(known(14));
    assert!(!known(16));
    assert_eq!(sessions.size(), (0, 0));
}

#[test]
fn memory_is_bounded_and_the_oldest_query_goes_first() {
    let sessions = PageSessions::with_bytes(100_000);
    let ids: Vec<i64> = (0..250).rev().collect();
    for n in 0..100 {
        let (_, pending) = sessions.resume_point(query(n), page(1), false);
        sessions.record(pending.unwrap(), result(&ids, true));
        assert!(sessions.size().1 <= 100_000);
    }
    let known = |n| !matches!(sessions.resume_point(query(n), page(2), false).0.0, Resume::Counted);
    assert!(known(99) && !known(0));
    let (state_before, _) = sessions.size();
    assert!((5..20).contains(&state_before), "{state_before}");
    // a query that grows beyond half of the bound is dropped, and the others stay
    let mut grown = 0;
    for number in 2..100 {
        let (resume, pending) = sessions.resume_point(query(99), page(number), false);
        if matches!(resume.0, Resume::Counted) {
            break;
        }
        let ids: Vec<i64> = (0..250).map(|id| id + 1000 * number as i64).collect();
        sessions.record(pending.unwrap(), result(&ids, true));
        grown = number;
    }
    assert!((3..12).contains(&grown), "{grown}");
    assert!(sessions.size().1 <= 100_000);
    // with a bound of 0 all pages are counted
    let none = PageSessions::with_bytes(0);
    let (_, pending) = resume(&none, page(1));
    none.record(pending, result(&[1], true));
    assert_eq!(none.size(), (0, 0));
}

#[test]
fn a_list_whose_keys_stay_is_read_from_where_the_page_before_it_ended() {
    let sessions = Arc::new(PageSessions::default());
    let start = |number| sessions.steady(query(1), page(number), true).0.start;
    let shows = |number, ids: &[i64], next: Option<i64>| {
        let next = next.map(|last| Cursor { chave: [last, 0], pagina: number + 1 });
        sessions.steady(query(1), page(number), true).1(ids.to_vec(), next);
    };
    let behind = |number, last: i64| {
        let key = if last == i64::MAX { [last, last] } else { [last, 0] };
        PageStart::After(Cursor { chave: key, pagina: number })
    };
    assert_eq!(start(1), PageStart::Page(1));
    shows(1, &[1, 2, 3], Some(3));
    assert_eq!(start(2), behind(2, 3));
    shows(2, &[4, 5, 6], Some(6));
    // asked for again; the next one; what is behind the last one
    assert_eq!(start(2), behind(2, 3));
    assert_eq!(start(3), behind(3, 6));
    shows(3, &[7], None);
    assert_eq!(start(4), behind(4, i64::MAX));
    // unknown, and by a cursor
    assert_eq!(start(9), PageStart::Page(9));
    let cursor = PageRequest { start: behind(2, 1), size: 3 };
    assert_eq!(sessions.steady(query(1), cursor, true).0, cursor);
}
