//! Who asks, how much of something each has, and whether anybody else wants any.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// How long somebody who asked is still reckoned with.
const RECENTLY: Duration = Duration::from_secs(10);

/// On whose behalf the database works: an owner (an application), and a part of it (a store). What one owner
/// asks for costs the others at most half, and so it is with the parts of an owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Share {
    /// The owner; 0 = the program itself.
    pub owner: i64,
    /// The part; 0 = the owner as a whole.
    pub part: i64,
}

impl Share {
    /// Of a part of an owner; 0 = the owner as a whole.
    pub fn new(owner: i64, part: i64) -> Self {
        Self { owner, part }
    }
}

/// How many each owner and each part has.
#[derive(Debug, Default)]
pub struct Held {
    owners: HashMap<i64, usize>,
    parts: HashMap<Share, usize>,
}

impl Held {
    /// One more.
    pub fn add(&mut self, share: Share) {
        *self.owners.entry(share.owner).or_default() += 1;
        *self.parts.entry(share).or_default() += 1;
    }

    /// One less.
    pub fn remove(&mut self, share: Share) {
        take(&mut self.owners, share.owner);
        take(&mut self.parts, share);
    }

    /// True while the owner and the part both have fewer than they may.
    pub fn may_have_more(&self, share: Share, allowed: Allowed) -> bool {
        let owner = self.owners.get(&share.owner).copied().unwrap_or(0);
        let part = self.parts.get(&share).copied().unwrap_or(0);
        owner < allowed.owner && part < allowed.part
    }
}

fn take<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, key: K) {
    if let Some(count) = counts.get_mut(&key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

/// How much somebody may have at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowed {
    owner: usize,
    part: usize,
}

impl Allowed {
    /// No part may have all that its owner may: another part of it finds one, unless there is one alone.
    pub fn leaving_one(self) -> Self {
        Self { part: self.part.min(self.owner.saturating_sub(1).max(1)), ..self }
    }
}

/// The last one that asked, and the last one before that was another.
#[derive(Debug)]
struct Last<K> {
    one: Option<(K, Instant)>,
    other: Option<Instant>,
}

impl<K> Default for Last<K> {
    fn default() -> Self {
        Self { one: None, other: None }
    }
}

impl<K: PartialEq + Copy> Last<K> {
    fn saw(&mut self, key: K, now: Instant) {
        if let Some((known, at)) = self.one
            && known != key
        {
            self.other = Some(at);
        }
        self.one = Some((key, now));
    }

    fn others_than(&self, key: K, now: Instant) -> bool {
        let at = match self.one {
            Some((known, at)) if known != key => Some(at),
            _ => self.other,
        };
        at.is_some_and(|at| now.duration_since(at) < RECENTLY)
    }
}

/// Who has asked lately: whoever is alone may have all.
#[derive(Debug, Default)]
pub struct Activity {
    owners: Last<i64>,
    parts: Last<Share>,
}

impl Activity {
    /// Somebody asks. What the program does for itself is not reckoned with.
    pub fn saw(&mut self, share: Share, now: Instant) {
        if share.owner != 0 {
            self.owners.saw(share.owner, now);
            self.parts.saw(share, now);
        }
    }

    /// True while more than one owner asks.
    pub fn is_shared(&self, now: Instant) -> bool {
        self.owners.one.is_some_and(|(last, _)| self.owners.others_than(last, now))
    }

    /// What somebody may have now: all, or no more than what is `shared` once others are about. An owner may
    /// have one more than a part, so that another part of it finds one.
    pub fn allowed(&self, share: Share, all: usize, shared: usize, now: Instant) -> Allowed {
        let owner = if self.owners.others_than(share.owner, now) { shared } else { all + 1 };
        let part = if self.parts.others_than(share, now) { shared } else { all };
        Allowed { owner, part }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_alone_may_have_all_and_half_once_another_has_asked() {
        let (a, b, a_part) = (Share::new(1, 0), Share::new(2, 0), Share::new(1, 7));
        let mut activity = Activity::default();
        let now = Instant::now();
        activity.saw(a, now);
        assert_eq!(activity.allowed(a, 9, 5, now), Allowed { owner: 10, part: 9 });
        assert_eq!(activity.allowed(b, 9, 5, now), Allowed { owner: 5, part: 5 });
        activity.saw(a_part, now);
        assert_eq!(activity.allowed(a, 9, 5, now), Allowed { owner: 10, part: 5 });
        assert!(!activity.is_shared(now));
        activity.saw(b, now);
        activity.saw(a, now);
        assert!(activity.is_shared(now) && !activity.is_shared(now + RECENTLY));
        assert_eq!(activity.allowed(a, 9, 5, now), Allowed { owner: 5, part: 5 });
        assert_eq!(activity.allowed(a, 9, 5, now + RECENTLY), Allowed { owner: 10, part: 9 });
        activity.saw(Share::default(), now + RECENTLY);
        assert_eq!(activity.allowed(a, 9, 5, now + RECENTLY), Allowed { owner: 10, part: 9 });
    }

    #[test]
    fn what_is_held_is_counted_by_owner_and_by_part() {
        let (one, other) = (Share::new(1, 1), Share::new(1, 2));
        let mut held = Held::default();
        held.add(one);
        held.add(one);
        assert!(!held.may_have_more(one, Allowed { owner: 9, part: 2 }));
        assert!(held.may_have_more(other, Allowed { owner: 9, part: 2 }));
        assert!(!held.may_have_more(other, Allowed { owner: 2, part: 2 }));
        held.remove(one);
        held.remove(one);
        assert!(held.owners.is_empty() && held.parts.is_empty());
    }
}
