//! A queue in which owners take turns, and their parts do, whatever each has waiting.

use std::collections::{HashMap, VecDeque};

use super::share::Share;

/// What waits, by owner and part. What one part puts in comes out in its order.
#[derive(Debug)]
pub struct Queue<T> {
    /// Owners that have something waiting, the next one first.
    turns: VecDeque<i64>,
    owners: HashMap<i64, Owner<T>>,
    len: usize,
}

#[derive(Debug)]
struct Owner<T> {
    /// Parts that have something waiting, the next one first.
    turns: VecDeque<i64>,
    parts: HashMap<i64, VecDeque<T>>,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self { turns: VecDeque::new(), owners: HashMap::new(), len: 0 }
    }
}

impl<T> Default for Owner<T> {
    fn default() -> Self {
        Self { turns: VecDeque::new(), parts: HashMap::new() }
    }
}

impl<T> Queue<T> {
    /// How much waits.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Puts something at the end of its part.
    pub fn push(&mut self, share: Share, value: T) {
        let owner = self.owners.entry(share.owner).or_default();
        if owner.parts.is_empty() {
            self.turns.push_back(share.owner);
        }
        let part = owner.parts.entry(share.part).or_default();
        if part.is_empty() {
            owner.turns.push_back(share.part);
        }
        part.push_back(value);
        self.len += 1;
    }

    /// The next one of those that may have their turn. What is not wanted any more is left out, and has none.
    pub fn pop(
        &mut self,
        may: impl Fn(Share) -> bool,
        mut wanted: impl FnMut(Share, &T) -> bool,
    ) -> Option<(Share, T)> {
        let mut place = 0;
        while let Some(id) = self.turns.get(place).copied() {
            let owner = self.owners.get_mut(&id)?;
            let share = |part| Share::new(id, part);
            let (left_out, found) =
                owner.pop(|part| may(share(part)), |part, value| wanted(share(part), value));
            self.len -= left_out + usize::from(found.is_some());
            let empty = owner.parts.is_empty();
            if empty {
                self.owners.remove(&id);
            }
            if empty || found.is_some() {
                self.turns.remove(place);
            } else {
                place += 1;
            }
            if let Some((part, value)) = found {
                if !empty {
                    self.turns.push_back(id);
                }
                return Some((Share::new(id, part), value));
            }
        }
        None
    }
}

impl<T> Owner<T> {
    /// How much was left out, and the next one.
    fn pop(
        &mut self,
        may: impl Fn(i64) -> bool,
        mut wanted: impl FnMut(i64, &T) -> bool,
    ) -> (usize, Option<(i64, T)>) {
        let mut left_out = 0;
        let mut place = 0;
        while let Some(id) = self.turns.get(place).copied() {
            let Some(part) = self.parts.get_mut(&id) else { break };
            while part.front().is_some_and(|value| !wanted(id, value)) {
                part.pop_front();
                left_out += 1;
            }
            let value = if may(id) { part.pop_front() } else { None };
            let empty = part.is_empty();
            if empty {
                self.parts.remove(&id);
            }
            if empty || value.is_some() {
                self.turns.remove(place);
            } else {
                place += 1;
            }
            if let Some(value) = value {
                if !empty {
                    self.turns.push_back(id);
                }
                return (left_out, Some((id, value)));
            }
        }
        (left_out, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled() -> Queue<&'static str> {
        let mut queue = Queue::default();
        for (owner, part, value) in
            [(1, 0, "a"), (1, 0, "b"), (1, 0, "c"), (1, 5, "d"), (2, 0, "e"), (2, 0, "f")]
        {
            queue.push(Share::new(owner, part), value);
        }
        queue
    }

    #[test]
    fn owners_and_their_parts_take_turns() {
        let mut queue = filled();
        let order: Vec<_> =
            std::iter::from_fn(|| queue.pop(|_| true, |_, _| true).map(|(_, value)| value)).collect();
        assert_eq!(order, ["a", "e", "d", "f", "b", "c"]);
        assert_eq!(queue.len(), 0);
        assert!(queue.turns.is_empty() && queue.owners.is_empty());
    }

    #[test]
    fn what_is_not_wanted_is_left_out_and_has_no_turn() {
        let mut queue = filled();
        let mut next = |unwanted: &[&str]| queue.pop(|_| true, |_, value| !unwanted.contains(value));
        assert_eq!(next(&["a", "b"]), Some((Share::new(1, 0), "c")));
        assert_eq!(next(&["d"]), Some((Share::new(2, 0), "e")));
        assert_eq!(next(&["d", "f"]), None);
        assert_eq!(queue.len(), 0);
        assert!(queue.turns.is_empty() && queue.owners.is_empty());
    }

    #[test]
    fn who_may_not_is_passed_over_and_keeps_the_turn() {
        let mut queue = filled();
        assert_eq!(queue.pop(|share| share.owner == 2, |_, _| true), Some((Share::new(2, 0), "e")));
        assert_eq!(queue.pop(|share| share.part == 5, |_, _| true), Some((Share::new(1, 5), "d")));
        assert_eq!(queue.pop(|_| false, |_, _| true), None);
        assert_eq!(queue.pop(|_| true, |_, _| true), Some((Share::new(2, 0), "f")));
        assert_eq!(queue.len(), 3);
    }
}
