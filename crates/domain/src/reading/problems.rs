//! Problems found in an input: all of them, each with the JSON path it was found at; and what was taken otherwise
//! than it was said.

use std::fmt;

/// One problem of an input. Displayed as `produtos[2].quantidade: deve ser …`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// JSON path (`produtos[2].quantidade`); empty for the whole body.
    pub path: String,
    /// What is wrong, in Portuguese.
    pub mensagem: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.mensagem)
        } else {
            write!(f, "{}: {}", self.path, self.mensagem)
        }
    }
}

/// Something that was taken otherwise than it was said, at a place of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// JSON path.
    pub path: String,
    /// What was done with it.
    pub taken: Taken,
}

/// How something was taken that was said otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// A stock below zero counts as none: its owner has sold more than there was, and nothing more may be.
    NegativeStock,
    /// An empty text in the place of something else says nothing of it.
    Unsaid,
    /// A measure with a fraction counts as the next whole one.
    RoundedUp,
}

impl Notice {
    /// A stable name.
    pub const fn code(&self) -> &'static str {
        match self.taken {
            Taken::NegativeStock => "estoque-negativo",
            Taken::Unsaid => "valor-vazio",
            Taken::RoundedUp => "medida-arredondada",
        }
    }
}

impl fmt::Display for Notice {
    /// A sentence for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.taken {
            Taken::NegativeStock => write!(f, "O valor negativo de {} foi gravado como zero.", self.path),
            Taken::Unsaid => write!(f, "O valor vazio de {} não foi considerado.", self.path),
            Taken::RoundedUp => write!(f, "A medida {} foi arredondada para cima.", self.path),
        }
    }
}

/// The collected problems of one input; empty means the input is good, whatever is to be noticed of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems {
    found: Vec<Problem>,
    notices: Vec<Notice>,
}

/// A hostile body could hold a problem per byte; past this many the rest is not worth the memory.
const MAX: usize = 100;

impl Problems {
    /// No problems yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a problem at `path`. Past 100 problems further ones are dropped.
    pub fn push(&mut self, path: impl fmt::Display, message: impl fmt::Display) {
        if self.found.len() < MAX {
            self.found.push(Problem { path: path.to_string(), mensagem: message.to_string() });
        }
    }

    /// Notes that something was taken otherwise than it was said; of very many the first.
    pub fn notice(&mut self, path: impl fmt::Display, taken: Taken) {
        if self.notices.len() < MAX {
            self.notices.push(Notice { path: path.to_string(), taken });
        }
    }

    /// What was taken otherwise than it was said.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// Notes the problems of another part of the same input.
    pub fn extend(&mut self, others: Self) {
        let slots = MAX.saturating_sub(self.found.len());
        self.found.extend(others.found.into_iter().take(slots));
    }

    /// True when nothing was noted.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// How many were noted.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// The problems in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.found.iter()
    }

    /// `Ok(value)` when there is no problem, else the problems.
    pub fn or<T>(self, value: Option<T>) -> Result<T, Problems> {
        self.or_noting(value).map(|(value, _)| value)
    }

    /// The same, with what was taken otherwise than it was said.
    pub fn or_noting<T>(self, value: Option<T>) -> Result<(T, Vec<Notice>), Problems> {
        match value {
            Some(value) if self.is_empty() => Ok((value, self.notices)),
            _ => Err(self),
        }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.found.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// A place inside a JSON document, kept on the stack: it becomes text only when a problem is noted.
#[derive(Debug, Clone, Copy)]
pub enum JsonPath<'a> {
    /// The document itself.
    Root,
    /// A member of the object at the first place.
    Member(&'a JsonPath<'a>, &'a str),
    /// An item of the array at the first place.
    Item(&'a JsonPath<'a>, usize),
}

impl fmt::Display for JsonPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonPath::Root => Ok(()),
            JsonPath::Member(JsonPath::Root, name) => f.write_str(name),
            JsonPath::Member(parent, name) => write!(f, "{parent}.{name}"),
            JsonPath::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}
