//! Why a cell is refused: a cause that many cells share, and what to write in this one.

/// A cause, and what helps; both in the words that a client of interface A reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub cause: &'static str,
    /// What to write instead.
    pub remedy: String,
}

impl Refusal {
    pub fn new(cause: &'static str, remedy: impl Into<String>) -> Self {
        Self { cause, remedy: remedy.into() }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.cause, self.remedy)
    }
}
