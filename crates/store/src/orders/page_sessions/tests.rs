//! What is remembered, for whom, and for how long.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::{Duration, Instant};

use crate::base::paging::{Cursor, PageRequest, PageStart};
use crate::orders::page_sessions::memory::{Question, Scans, Ticket};
use crate::orders::page_sessions::standing::{Seen, Standing, Start, Turn};

fn question(n: i64) -> Question {
    Question { key: n, asked: [7; 16] }
}

/// A page of a list whose orders have their number as date, the latest first.
fn seen(ids: &[i64], more: bool) -> Seen {
    let last = *ids.last().unwrap();
    Seen { ids: ids.to_vec(), end: [last, last], more }
}

fn page(number: u64) -> PageRequest {
    PageRequest { start: PageStart::Page(number), size: 3 }
}

/// The page that a cursor leads to.
fn behind(number: u64, last: i64) -> PageRequest {
    let cursor = Cursor { chave: [last, last], pagina: number };
    PageRequest { start: PageStart::After(cursor), size: 3 }
}

fn turn(scans: &Scans, page: PageRequest) -> (Turn, Ticket) {
    let (turn, ticket) = scans.turn(question(1), page, false);
    (turn, ticket.unwrap())
}

fn answer_to(scans: &Scans, page: PageRequest, ids: &[i64]) -> Turn {
    let (turn, ticket) = turn(scans, page);
    scans.keep(ticket, seen(ids, true));
    turn
}

fn answer(scans: &Scans, number: u64, ids: &[i64]) -> Turn {
    answer_to(scans, page(number), ids)
}

fn owed(standing: &Standing) -> Vec<i64> {
    standing.owed.iter().copied().collect()
}

fn after(turn: Turn) -> Standing {
    let Start::After(standing) = turn.0 else { panic!("{turn:?}") };
    standing
}

fn shown(standing: &Standing) -> Vec<i64> {
    let mut ids: Vec<i64> = standing.shown.iter().copied().collect();
    ids.sort_unstable();
    ids
}

#[test]
fn a_page_starts_where_the_one_before_it_ended() {
    let scans = Scans::default();
    assert!(matches!(answer(&scans, 1, &[9, 8, 7]).0, Start::Counted));
    let second = after(answer(&scans, 2, &[6, 5]));
    assert_eq!((second.end, shown(&second)), ([7, 7], vec![7, 8, 9]));
    let third = after(answer(&scans, 3, &[4]));
    assert_eq!((third.end, shown(&third)), ([5, 5], vec![5, 6, 7, 8, 9]));
    assert_eq!(third.begun, second.begun);
    // of another key, or far ahead, nothing is known
    assert!(matches!(scans.turn(question(2), page(2), false).0.0, Start::Counted));
    assert!(matches!(scans.turn(question(1), page(5), false).0.0, Start::Counted));
}

#[test]
fn a_page_that_is_asked_again_is_the_same() {
    let scans = Scans::default();
    answer(&scans, 1, &[9, 8]);
    answer(&scans, 2, &[7, 6]);
    answer(&scans, 3, &[5, 4]);
    for _ in 0..2 {
        let (turn, ticket) = turn(&scans, page(2));
        let Start::Again(ids, standing) = turn.0 else { panic!() };
        assert_eq!((ids, standing.end, shown(&standing)), (vec![7, 6], [6, 6], vec![6, 7, 8, 9]));
        scans.keep(ticket, seen(&[7, 6], true));
    }
    assert_eq!(after(answer(&scans, 4, &[3])).end, [4, 4]);
}

#[test]
fn page_one_begins_anew_and_what_another_scan_would_miss_is_owed() {
    let scans = Scans::default();
    answer(&scans, 1, &[9, 8, 7]);
    // two came to the front
    answer(&scans, 1, &[11, 10, 9]);
    // whose second page? The newer one's; should it be the other, two are missing
    let both = after(answer(&scans, 2, &[8, 7, 6]));
    assert_eq!((both.end, shown(&both), owed(&both)), ([9, 9], vec![9, 10, 11], vec![10, 11]));
    // what was owed and has come is owed no more
    let third = after(answer(&scans, 3, &[5, 10]));
    assert_eq!(owed(&third), [10, 11]);
    assert_eq!(owed(&after(answer(&scans, 4, &[4]))), [11]);
    // and whoever asks for it again gets the same
    assert!(matches!(turn(&scans, page(2)).0.0, Start::Again(ids, _) if ids == [8, 7, 6]));
    // one of the two has come to its end; the other may still be on its way
    let (_, ticket) = turn(&scans, page(5));
    scans.keep(ticket, seen(&[11], false));
    answer(&scans, 1, &[12, 11, 10]);
    let third = after(answer(&scans, 2, &[9]));
    assert_eq!((third.end, owed(&third)), ([10, 10], vec![10, 11, 12]));
}

#[test]
fn a_scan_that_another_one_overtook_and_began_anew_misses_nothing() {
    let scans = Scans::default();
    answer(&scans, 1, &[5, 4]);
    answer(&scans, 1, &[5, 4]);
    answer(&scans, 2, &[3, 2]);
    let (_, ticket) = turn(&scans, page(3));
    scans.keep(ticket, seen(&[1], false));
    // the third one moved to the front
    answer(&scans, 1, &[3, 5]);
    let slow = after(turn(&scans, page(2)).0);
    assert_eq!(owed(&slow), [3]);
}

#[test]
fn two_cursors_of_one_place_miss_nothing_when_they_are_taken_for_each_other() {
    let scans = Scans::default();
    answer(&scans, 1, &[10, 9, 8]);
    answer(&scans, 1, &[10, 9, 8]);
    answer_to(&scans, behind(2, 8), &[7, 6, 5]);
    // the seventh moved to the front: the other one gets it all the same, and goes on with the first
    assert!(matches!(turn(&scans, behind(2, 8)).0.0, Start::Again(ids, _) if ids == [7, 6, 5]));
    answer_to(&scans, behind(3, 5), &[4, 3, 2]);
    assert!(matches!(turn(&scans, behind(3, 5)).0.0, Start::Again(ids, _) if ids == [4, 3, 2]));
}

#[test]
fn scans_that_were_left_off_move_no_page_of_a_later_one() {
    let scans = Scans::default();
    answer(&scans, 1, &[20, 19, 18]);
    answer(&scans, 1, &[17, 16, 15]);
    answer(&scans, 2, &[14, 13, 12]);
    for _ in 0..16 {
        // the page is where it would be without them
        answer(&scans, 1, &[17, 16, 15]);
        let second = after(answer(&scans, 2, &[14, 13, 12]));
        assert_eq!(second.end, [15, 15]);
        assert_eq!(after(answer(&scans, 3, &[11, 10, 9])).end, [12, 12]);
        let (_, ticket) = turn(&scans, page(4));
        scans.keep(ticket, seen(&[8], false));
    }
    // nor is anything owed to them for ever
    answer(&scans, 1, &[17, 16, 15]);
    assert_eq!(owed(&after(answer(&scans, 2, &[14]))), [0; 0]);
}

#[test]
fn a_cursor_says_whose_page_it_is() {
    let scans = Scans::default();
    answer(&scans, 1, &[9, 8, 7]);
    answer(&scans, 1, &[11, 10, 9]);
    let first = after(answer_to(&scans, behind(2, 7), &[6, 5]));
    assert_eq!((shown(&first), owed(&first)), (vec![7, 8, 9], vec![]));
    let second = after(answer_to(&scans, behind(2, 9), &[8, 7]));
    assert_eq!((shown(&second), owed(&second)), (vec![9, 10, 11], vec![]));
    // asked for again; and one that nobody remembers, of which nothing is kept
    assert!(matches!(turn(&scans, behind(2, 7)).0.0, Start::Again(ids, _) if ids == [6, 5]));
    let (unknown, ticket) = scans.turn(question(1), behind(2, 3), false);
    assert!(matches!(unknown.0, Start::Counted) && ticket.is_none());
    // who goes by cursors asks for no third page by its number
    answer(&scans, 1, &[12, 11, 10]);
    answer(&scans, 2, &[9, 8, 7]);
    let third = after(answer(&scans, 3, &[6]));
    assert_eq!((third.end, owed(&third)), ([7, 7], vec![]));
}

#[test]
fn a_scan_that_begins_in_the_middle_takes_nothing_for_missed_that_is_older_than_itself() {
    let scans = Scans::default();
    answer(&scans, 1, &[9]);
    let whole = after(answer(&scans, 2, &[8]));
    assert!(whole.since < whole.begun);
    answer(&scans, 7, &[3]);
    let part = after(answer(&scans, 8, &[2]));
    assert_eq!(part.since, part.begun);
}

#[test]
fn two_answers_to_one_page_at_one_moment_count_as_what_both_held() {
    let scans = Scans::default();
    answer(&scans, 1, &[9, 8]);
    let (_, a) = turn(&scans, page(2));
    let (_, b) = turn(&scans, page(2));
    scans.keep(a, seen(&[7, 6], true));
    scans.keep(b, seen(&[7, 5], true));
    let third = after(turn(&scans, page(3)).0);
    assert_eq!((third.end, shown(&third)), ([6, 6], vec![7, 8, 9]));
}

#[test]
fn a_question_is_remembered_for_a_quarter_of_an_hour() {
    let scans = Scans::default();
    let now = Instant::now();
    let (_, ticket) = scans.turn_at(question(1), page(1), false, now);
    scans.keep_at(ticket.unwrap(), seen(&[9], true), now);
    let known = |minutes: u64| {
        let then = now + Duration::from_secs(60 * minutes);
        matches!(scans.turn_at(question(1), page(2), false, then).0.0, Start::After(_))
    };
    assert!(known(14));
    assert!(!known(16));
    assert_eq!(scans.size(), (0, 0));
}

#[test]
fn memory_is_bounded_and_the_oldest_question_goes_first() {
    let scans = Scans::with_bytes(100_000);
    let ids: Vec<i64> = (0..250).rev().collect();
    for n in 0..100 {
        let (_, ticket) = scans.turn(question(n), page(1), false);
        scans.keep(ticket.unwrap(), seen(&ids, true));
        assert!(scans.size().1 <= 100_000);
    }
    let known = |n| !matches!(scans.turn(question(n), page(2), false).0.0, Start::Counted);
    assert!(known(99) && !known(0));
    let (before, _) = scans.size();
    assert!((5..20).contains(&before), "{before}");
    // one that grows beyond half of it is forgotten, and the others stay
    let mut grown = 0;
    for number in 2..100 {
        let (turn, ticket) = scans.turn(question(99), page(number), false);
        if matches!(turn.0, Start::Counted) {
            break;
        }
        let ids: Vec<i64> = (0..250).map(|id| id + 1000 * number as i64).collect();
        scans.keep(ticket.unwrap(), seen(&ids, true));
        grown = number;
    }
    assert!((3..12).contains(&grown), "{grown}");
    assert!(scans.size().1 <= 100_000);
    // and where there is no room at all, everything is counted
    let none = Scans::with_bytes(0);
    let (_, ticket) = turn(&none, page(1));
    none.keep(ticket, seen(&[1], true));
    assert_eq!(none.size(), (0, 0));
}
