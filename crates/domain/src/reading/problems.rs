//! Problems found in an input: all of them, each with the JSON path it was found at.

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

/// The collected problems of one input; empty means the input is good.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

/// A hostile body could hold a problem per byte; past this many the rest is not worth the memory.
const MAX: usize = 100;

impl Problems {
    /// No problems yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a problem at `path`. Past 100 problems further ones are dropped.
    pub fn push(&mut self, path: impl fmt::Display, message: impl fmt::Display) {
        if self.0.len() < MAX {
            self.0.push(Problem { path: path.to_string(), mensagem: message.to_string() });
        }
    }

    /// Notes the problems of another part of the same input.
    pub fn extend(&mut self, others: Self) {
        let slots = MAX.saturating_sub(self.0.len());
        self.0.extend(others.0.into_iter().take(slots));
    }

    /// True when nothing was noted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many were noted.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The problems in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }

    /// `Ok(value)` when there is no problem, else the problems.
    pub fn or<T>(self, value: Option<T>) -> Result<T, Problems> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
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
