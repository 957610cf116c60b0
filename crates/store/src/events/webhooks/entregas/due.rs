//! What is due: by the clock, and in spite of a clock that was wrong.

use domain::entrega::{Agenda, PAUSE_MAX};
use domain::values::dates::Instante;

use crate::base::latest;

/// How long a server has a delivery to itself. What it has not told of by then is due again.
pub const RESERVATION_SECONDS: i64 = 60;

/// The moment that decides what is due: whose time has come, or is later than any lawful wait ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The time.
    pub now: Instante,
    /// The last moment at which a delivery may lawfully be due.
    pub(super) attempt: i64,
    /// The last moment at which a pause may lawfully end.
    pub(super) pause: i64,
    /// The last moment at which a reservation, and so a test, may lawfully be due.
    pub(super) reservation: i64,
}

impl Due {
    /// Now, under this schedule.
    pub fn at(now: Instante, agenda: &Agenda) -> Self {
        let longest = i64::try_from(agenda.longest().as_secs()).unwrap_or(i64::MAX);
        let pause = i64::try_from(PAUSE_MAX.as_secs()).unwrap_or(i64::MAX);
        Self {
            now,
            attempt: latest(now, longest.max(RESERVATION_SECONDS)),
            pause: latest(now, pause),
            reservation: latest(now, RESERVATION_SECONDS),
        }
    }

    /// True when a pause until then is over.
    pub(super) fn pause_over(&self, until: Instante) -> bool {
        until <= self.now || until.micros() > self.pause
    }
}
