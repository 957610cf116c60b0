//! How many orders of each status and payment method: `1:20:17,2:3:1` is 17 of status 1 and method 20, and
//! one more. One row to read and write per bucket, where a row per pair would be dozens.

use crate::base::StoreError;

/// Which statuses and payment methods count.
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
    /// True when everything counts.
    pub fn everything(&self) -> bool {
        self.status.is_none() && self.formas.is_empty() && self.only_or_without.is_none()
    }

    pub fn accepts(&self, status: i16, forma: i32) -> bool {
        self.status.as_ref().is_none_or(|s| s.contains(&status))
            && (self.formas.is_empty() || self.formas.contains(&forma))
            && self.only_or_without.as_ref().is_none_or(|(only, which)| which.contains(&status) == *only)
    }

    /// The orders that count, of those that a stored text counts.
    pub fn count(&self, text: &str) -> Result<i64, StoreError> {
        let mut sum = 0;
        each(text, |status, forma, n| {
            if self.accepts(status, forma) {
                sum += n;
            }
        })?;
        Ok(sum)
    }
}

/// Calls `f` with each pair and its count.
fn each(text: &str, mut f: impl FnMut(i16, i32, i64)) -> Result<(), StoreError> {
    let wrong = || StoreError::Corrupt(format!("contagens.partes `{text}`"));
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let mut numbers = part.split(':');
        let (Some(status), Some(forma), Some(n), None) =
            (numbers.next(), numbers.next(), numbers.next(), numbers.next())
        else {
            return Err(wrong());
        };
        match (status.parse(), forma.parse(), n.parse()) {
            (Ok(status), Ok(forma), Ok(n)) => f(status, forma, n),
            _ => return Err(wrong()),
        }
    }
    Ok(())
}

/// The counts of a bucket, by pair, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Parts(Vec<(i16, i32, i64)>);

impl Parts {
    pub fn read(text: &str) -> Result<Self, StoreError> {
        let mut parts = Self::default();
        each(text, |status, forma, n| parts.add_up(status, forma, n))?;
        Ok(parts)
    }

    pub fn add_up(&mut self, status: i16, forma: i32, n: i64) {
        match self.0.binary_search_by_key(&(status, forma), |(s, f, _)| (*s, *f)) {
            Ok(i) => {
                if let Some(part) = self.0.get_mut(i) {
                    part.2 += n;
                    if part.2 == 0 {
                        self.0.remove(i);
                    }
                }
            }
            Err(i) if n != 0 => self.0.insert(i, (status, forma, n)),
            Err(_) => {}
        }
    }

    /// The payment methods that occur.
    pub fn formas(&self) -> impl Iterator<Item = i32> + '_ {
        self.0.iter().map(|(_, forma, _)| *forma)
    }

    pub fn total(&self) -> i64 {
        self.0.iter().map(|(_, _, n)| n).sum()
    }

    pub fn empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.0.len() * 10);
        let mut number = itoa::Buffer::new();
        for (status, forma, n) in &self.0 {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(number.format(*status));
            text.push(':');
            text.push_str(number.format(*forma));
            text.push(':');
            text.push_str(number.format(*n));
        }
        text
    }
}
