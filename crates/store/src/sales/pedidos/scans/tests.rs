//! What is remembered, for whom, and for how long.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::{Duration, Instant};

use super::memory::{Question, Scans};
use super::standing::{Seen, Standing, Start, Turn};

fn question(n: i64) -> Question {
    Question { key: n, asked: [7; 16] }
}

/// A page of a list whose orders have their number as date, the latest first.
fn seen(ids: &[i64], more: bool) -> Seen {
    let last = *ids.last().unwrap();
    Seen { ids: ids.to_vec(), end: [last, last], more }
}

fn answer(scans: &Scans, number: u64, ids: &[i64]) -> Turn {
    let (turn, ticket) = scans.turn(question(1), number, false);
    scans.keep(ticket, seen(ids, true));
    turn
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
    assert!(matches!(scans.turn(question(2), 2, false).0.0, Start::Counted));
    assert!(matches!(scans.turn(question(1), 5, false).0.0, Start::Counted));
}

#[test]
fn a_page_that_is_asked_again_is_the_same() {
    let scans = Scans::default();
    answer(&scans, 1, &[9, 8]);
    answer(&scans, 2, &[7, 6]);
    answer(&scans, 3, &[5, 4]);
    for _ in 0..2 {
        let (turn, ticket) = scans.turn(question(1), 2, false);
        let Start::Again(ids, standing) = turn.0 else { panic!() };
        assert_eq!((ids, standing.end, shown(&standing)), (vec![7, 6], [6, 6], vec![6, 7, 8, 9]));
        scans.keep(ticket, seen(&[7, 6], true));
    }
    assert_eq!(after(answer(&scans, 4, &[3])).end, [4, 4]);
}

#[test]
fn page_one_begins_anew_and_another_scan_in_between_loses_nothing() {
    let scans = Scans::default();
    answer(&scans, 1, &[9, 8, 7]);
    // two came to the front
    answer(&scans, 1, &[11, 10, 9]);
    // whose second page? Both go on where neither loses
    let both = after(answer(&scans, 2, &[8, 7, 6]));
    assert_eq!((both.end, shown(&both)), ([9, 9], vec![9]));
    // and the other gets the same page
    assert!(matches!(scans.turn(question(1), 2, false).0.0, Start::Again(ids, _) if ids == [8, 7, 6]));
    // a scan that has ended is nobody's any more
    let (_, ticket) = scans.turn(question(1), 3, false);
    scans.keep(ticket, seen(&[5], false));
    answer(&scans, 1, &[12, 11, 10]);
    assert_eq!(after(answer(&scans, 2, &[9])).end, [10, 10]);
}

#[test]
fn two_answers_to_one_page_at_one_moment_count_as_what_both_held() {
    let scans = Scans::default();
    answer(&scans, 1, &[9, 8]);
    let (_, a) = scans.turn(question(1), 2, false);
    let (_, b) = scans.turn(question(1), 2, false);
    scans.keep(a, seen(&[7, 6], true));
    scans.keep(b, seen(&[7, 5], true));
    let third = after(scans.turn(question(1), 3, false).0);
    assert_eq!((third.end, shown(&third)), ([6, 6], vec![7, 8, 9]));
}

#[test]
fn a_question_is_remembered_for_a_quarter_of_an_hour() {
    let scans = Scans::default();
    let now = Instant::now();
    let (_, ticket) = scans.turn_at(question(1), 1, false, now);
    scans.keep_at(ticket, seen(&[9], true), now);
    let known = |minutes: u64| {
        let then = now + Duration::from_secs(60 * minutes);
        matches!(scans.turn_at(question(1), 2, false, then).0.0, Start::After(_))
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
        let (_, ticket) = scans.turn(question(n), 1, false);
        scans.keep(ticket, seen(&ids, true));
        assert!(scans.size().1 <= 100_000);
    }
    let known = |n| !matches!(scans.turn(question(n), 2, false).0.0, Start::Counted);
    assert!(known(99) && !known(0));
    let (before, _) = scans.size();
    assert!((5..20).contains(&before), "{before}");
    // one that grows beyond half of it is forgotten, and the others stay
    let mut grown = 0;
    for number in 2..100 {
        let (turn, ticket) = scans.turn(question(99), number, false);
        if matches!(turn.0, Start::Counted) {
            break;
        }
        let ids: Vec<i64> = (0..250).map(|id| id + 1000 * number as i64).collect();
        scans.keep(ticket, seen(&ids, true));
        grown = number;
    }
    assert!((3..12).contains(&grown), "{grown}");
    assert!(scans.size().1 <= 100_000);
    // and where there is no room at all, everything is counted
    let none = Scans::with_bytes(0);
    let (_, ticket) = none.turn(question(1), 1, false);
    none.keep(ticket, seen(&[1], true));
    assert_eq!(none.size(), (0, 0));
}
