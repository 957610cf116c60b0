//! How many orders of a count have which status and payment method.

use crate::base::{StoreError, from_json, to_json};

/// Which statuses and payment methods are wanted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Selector {
    /// `None` = any.
    pub status: Option<Vec<i16>>,
    /// Empty = any.
    pub formas: Vec<i32>,
    /// Only these statuses (`true`), or all but these.
    pub only_or_without: Option<(bool, Vec<i16>)>,
}

impl Selector {
    /// True when all orders are wanted.
    pub fn accepts_all(&self) -> bool {
        self.status.is_none() && self.formas.is_empty() && self.only_or_without.is_none()
    }

    pub fn accepts(&self, status: i16, forma: i32) -> bool {
        self.status.as_ref().is_none_or(|s| s.contains(&status))
            && (self.formas.is_empty() || self.formas.contains(&forma))
            && self.only_or_without.as_ref().is_none_or(|(only, which)| which.contains(&status) == *only)
    }
}

/// Orders by status and payment method, ascending by both. One row holds them all: a row each would be dozens
/// to read and to write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Parts(Vec<(i16, i32, i64)>);

impl Parts {
    /// Out of `contagens.partes`: `[[status,forma_pagamento,orders],…]`.
    pub fn read(text: &str) -> Result<Self, StoreError> {
        from_json("contagens.partes", text).map(Self)
    }

    pub fn text(&self) -> Result<String, StoreError> {
        to_json(&self.0)
    }

    pub fn add(&mut self, status: i16, forma: i32, n: i64) {
        match self.0.binary_search_by_key(&(status, forma), |(s, f, _)| (*s, *f)) {
            Ok(i) => self.0.iter_mut().skip(i).take(1).for_each(|part| part.2 += n),
            Err(i) => self.0.insert(i, (status, forma, n)),
        }
        self.0.retain(|part| part.2 != 0);
    }

    pub fn add_all(&mut self, other: &Self) {
        for (status, forma, n) in &other.0 {
            self.add(*status, *forma, *n);
        }
    }

    /// Orders that a selector takes.
    pub fn count(&self, selector: &Selector) -> i64 {
        self.0.iter().filter(|(status, forma, _)| selector.accepts(*status, *forma)).map(|part| part.2).sum()
    }

    pub fn total(&self) -> i64 {
        self.0.iter().map(|part| part.2).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The payment methods that occur.
    pub fn formas(&self) -> impl Iterator<Item = i32> + '_ {
        self.0.iter().map(|part| part.1)
    }
}
