//! Where buckets begin and end: spans of time down to one instant, then spans of numbers within it.

/// A place in a list of orders: a date, then a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Position {
    pub data: i64,
    pub id: i64,
}

impl Position {
    /// The first place of a date.
    pub const fn of_date(data: i64) -> Self {
        Self { data, id: 0 }
    }
}

/// Microseconds: 32 days, a day, an hour, a quarter of a minute, a sixteenth of a second, an instant.
const WIDTHS: [i64; 6] = [2_764_800_000_000, 86_400_000_000, 3_600_000_000, 15_000_000, 62_500, 1];

/// Numbers: about a million, 1,024. Orders that are stored together have numbers close together.
const NUMBERS: [i64; 2] = [1 << 20, 1 << 10];

/// The level whose buckets hold one instant.
pub(super) const OF_INSTANT: i16 = 5;

/// The level whose buckets are not divided any more.
pub(super) const LAST: i16 = 7;

/// What a bucket of a level spans: time, or numbers within an instant.
enum Width {
    Time(i64),
    Numbers(i64),
}

fn width(level: i16) -> Width {
    let level = usize::try_from(level).unwrap_or(0);
    match WIDTHS.get(level) {
        Some(micros) => Width::Time(*micros),
        None => Width::Numbers(NUMBERS.get(level - WIDTHS.len()).copied().unwrap_or(1)),
    }
}

/// Where the bucket begins that a place is in.
pub(super) fn start(level: i16, position: Position) -> Position {
    match width(level) {
        Width::Time(w) => Position::of_date(position.data.div_euclid(w).saturating_mul(w)),
        Width::Numbers(w) => {
            Position { data: position.data, id: position.id.div_euclid(w).saturating_mul(w) }
        }
    }
}

/// Where the bucket ends that begins here, exclusive.
pub(super) fn end(level: i16, start: Position) -> Position {
    match width(level) {
        Width::Time(w) => Position::of_date(start.data.saturating_add(w)),
        Width::Numbers(w) => Position { data: start.data, id: start.id.saturating_add(w) },
    }
}

/// What sticks out of [de, ate) at its ends when whole buckets of a level are taken out of it: one stretch,
/// two, or none.
pub(super) fn ends(level: i16, de: Position, ate: Position) -> Vec<(Position, Position)> {
    let before = start(level, de);
    let first = if before == de || de.data == i64::MIN { de } else { end(level, before) };
    let last = if ate.data == i64::MAX { ate } else { start(level, ate) };
    if first >= last {
        return if de < ate { vec![(de, ate)] } else { Vec::new() };
    }
    [(de, first), (last, ate)].into_iter().filter(|(de, ate)| de < ate).collect()
}
