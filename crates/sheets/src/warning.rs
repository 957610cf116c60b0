//! What a reader noticed and could not know.

use std::fmt;

/// What a reader noticed and could not know: each kind is told once, with the first place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// Letters that were encoded in UTF-8 twice: `CamisÃ£o`.
    DoubleEncoded {
        /// Where.
        line: u64,
        /// The cell, cut.
        sample: String,
    },
    /// Letters of DOS or of old Macs that were read as those of Windows: `CamisÆo`, `Camis‹o`.
    OtherLetters {
        /// What they look like: `CP850` or `Mac Roman`.
        letters: &'static str,
        /// Where.
        line: u64,
        /// The cell, cut.
        sample: String,
    },
    /// A quote inside a text in quotes that is not written twice; it was kept.
    LooseQuote {
        /// Where.
        line: u64,
        /// The cell, cut.
        sample: String,
    },
    /// An element that the first items of a feed did not have, so that there is no column for it.
    UnknownColumn {
        /// Where.
        line: u64,
        /// The element's name.
        name: String,
    },
    /// Another sheet that has rows and was not read.
    OtherSheet {
        /// Its name.
        name: String,
        /// Whether the workbook hides it.
        hidden: bool,
    },
    /// The workbook has macros: they were not run.
    Macros,
    /// The workbook takes values from other files: what it kept of them was read.
    ExternalLinks,
}

impl Warning {
    /// Whether both are of one kind; each sheet and each column is a kind of its own.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::OtherSheet { .. }, Self::OtherSheet { .. }) => false,
            (Self::UnknownColumn { name, .. }, Self::UnknownColumn { name: other, .. }) => name == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// A cell as a sample.
    pub(crate) fn sample(text: &str) -> String {
        text.chars().take(60).collect()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DoubleEncoded { line, sample } => {
                write!(f, "line {line}: letters look as if encoded in UTF-8 twice: {sample}")
            }
            Self::OtherLetters { letters, line, sample } => {
                write!(f, "line {line}: letters look like {letters}: {sample}")
            }
            Self::LooseQuote { line, sample } => {
                write!(f, "line {line}: a quote (\") inside a text in quotes was kept: {sample}")
            }
            Self::UnknownColumn { line, name } => {
                write!(f, "line {line}: {name} was not read, since none of the first items has it")
            }
            Self::OtherSheet { name, hidden: false } => write!(f, "the sheet {name} was not read"),
            Self::OtherSheet { name, hidden: true } => write!(f, "the hidden sheet {name} was not read"),
            Self::Macros => f.write_str("its macros were not run"),
            Self::ExternalLinks => {
                f.write_str("it takes values from other files: those that it kept were read")
            }
        }
    }
}
