//! Faults between a connector and a shop, chosen by a seed.

use std::fmt;

use connector::json;

use crate::shop::{Response, Simulated};

/// A small generator whose numbers follow from its seed (splitmix64).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`; 0 when that is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)).checked_rem(end).unwrap_or(0)
    }

    /// One of a list.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(usize::try_from(self.below(items.len() as u64)).unwrap_or(0))
    }
}

/// What goes wrong with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The shop never hears of it.
    RequestLost,
    /// The shop does it, and its answer is lost.
    AnswerLost,
    /// The shop does it, and answers too late.
    Slow,
    /// The shop hears it twice.
    Twice,
    /// A status with an HTML page, without effect.
    Status(u16),
    /// Limited, with the seconds of `Retry-After`.
    Limited(Option<u32>),
    /// A redirect to another host.
    Moved,
    /// The effect, and a page of HTML at 200.
    Html,
    /// The effect, and half of the answer.
    HalfJson,
    /// The effect, and nothing in the answer.
    Empty,
    /// Access ends just before.
    AccessEnds,
}

impl Fault {
    /// Those after which a repeated call succeeds, for a [`Plan`].
    pub const ALL: &[Self] = &[
        Self::RequestLost,
        Self::AnswerLost,
        Self::Slow,
        Self::Status(500),
        Self::Status(503),
        Self::Limited(Some(7)),
        Self::Limited(None),
        Self::Moved,
        Self::Html,
        Self::HalfJson,
        Self::Empty,
    ];

    /// Makes a call with this fault. `answer` asks the shop.
    pub fn apply(self, shop: &dyn Simulated, mut answer: impl FnMut() -> Response) -> Outcome {
        const PAGE: &str = "<!DOCTYPE html><html><body>Erro</body></html>";
        let html = |status| Response::text(status, "text/html", PAGE.to_owned());
        Outcome::Answer(match self {
            Self::RequestLost => return Outcome::Lost,
            Self::AnswerLost => {
                answer();
                return Outcome::Lost;
            }
            Self::Slow => return Outcome::Slow(answer()),
            Self::Twice => {
                answer();
                answer()
            }
            Self::Status(status) => html(status),
            Self::Limited(seconds) => {
                let mut limited = Response::json(429, &json!({ "message": "Too many requests" }));
                limited.headers.extend(seconds.map(|n| ("retry-after".to_owned(), n.to_string())));
                limited
            }
            Self::Moved => {
                let mut moved = html(302);
                moved.headers.push(("location".to_owned(), "https://outro.example/".to_owned()));
                moved
            }
            Self::Html => {
                answer();
                html(200)
            }
            Self::HalfJson => {
                let mut half = answer();
                half.body.truncate(half.body.len() / 2);
                half
            }
            Self::Empty => Response { body: Vec::new(), ..answer() },
            Self::AccessEnds => {
                shop.end_access();
                answer()
            }
        })
    }
}

/// The outcome of a call.
#[derive(Debug)]
pub enum Outcome {
    /// An answer.
    Answer(Response),
    /// An answer that comes after every deadline.
    Slow(Response),
    /// Nothing.
    Lost,
}

/// Which calls have faults: so many of a thousand, by a seed.
#[derive(Debug, Clone)]
pub struct Plan {
    seed: u64,
    per_mille: u64,
    kinds: &'static [Fault],
    random: Random,
}

impl Plan {
    /// Of a seed.
    pub const fn new(seed: u64, per_mille: u64, kinds: &'static [Fault]) -> Self {
        Self { seed, per_mille, kinds, random: Random::new(seed) }
    }

    /// The fault of the next call.
    pub fn next_fault(&mut self) -> Option<Fault> {
        let hit = self.random.below(1000) < self.per_mille;
        if hit { self.random.one_of(self.kinds).copied() } else { None }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "faults of seed {}, {} of 1,000 calls", self.seed, self.per_mille)
    }
}
