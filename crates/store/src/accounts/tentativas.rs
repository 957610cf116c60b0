//! Attempts to sign in, counted for all servers: after some the next ones have to wait, the longer the more
//! there were.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::console_tentativas::{self, dsl};
use crate::base::{StoreError, Tx, on};

/// One of them is forgotten in so many seconds, or in the longest wait: else waits would stop growing before that.
const FORGOTTEN_SECONDS: i64 = 180;

/// How long a count is kept that nobody adds to.
const KEPT_SECONDS: i64 = 86_400;

/// What is let through.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Attempts without a wait.
    pub free: i32,
    /// The longest wait.
    pub most_seconds: i64,
}

impl Pace {
    /// After which one attempt counts no more.
    fn forgotten_seconds(self) -> i64 {
        self.most_seconds.max(FORGOTTEN_SECONDS)
    }

    /// Between an attempt that was the `n`th and the next one.
    fn wait(self, n: i32) -> i64 {
        let over = u32::try_from(n - self.free).ok();
        over.map_or(0, |over| 1_i64.checked_shl(over.min(40)).unwrap_or(i64::MAX).min(self.most_seconds))
    }
}

/// Counts an attempt; one that has to wait does not count, and gets the seconds.
pub fn count(tx: &mut Tx<'_>, key: &[u8; 32], pace: Pace) -> Result<Option<i64>, StoreError> {
    let name: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    tx.exclusive("tentativa", LojaId { aplicacao: AplicacaoId(0), loja: 0 }, &name)?;
    let now = tx.now();
    let found: Option<(i32, i64)> = on!(tx, c => console_tentativas::table
        .find(key.as_slice())
        .select((dsl::falhas, dsl::ultima_em))
        .first(c)
        .optional())?;
    let (before, last) = found.map_or((0, now), |(n, at)| (n, Instante::from_micros(at)));
    let passed = (now.micros() - last.micros()) / 1_000_000;
    let left = pace.wait(before) - passed;
    if left > 0 {
        return Ok(Some(left));
    }
    let forgotten = i32::try_from(passed / pace.forgotten_seconds()).unwrap_or(i32::MAX);
    let n = before.saturating_sub(forgotten).max(0).saturating_add(1);
    let new = (dsl::falhas.eq(n), dsl::ultima_em.eq(now.micros()));
    on!(tx, c => match found {
        Some(_) => diesel::update(console_tentativas::table.find(key.as_slice())).set(new).execute(c)?,
        None => diesel::insert_into(console_tentativas::table)
            .values((dsl::chave.eq(key.as_slice()), new))
            .execute(c)?,
    });
    Ok(None)
}

/// Takes an attempt back that was no failure.
pub fn give_back(tx: &mut Tx<'_>, key: &[u8; 32]) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(console_tentativas::table
        .filter(dsl::chave.eq(key.as_slice()))
        .filter(dsl::falhas.gt(0)))
        .set(dsl::falhas.eq(dsl::falhas - 1))
        .execute(c))?;
    Ok(())
}

/// Forgets all attempts: whoever it was has shown who they are.
pub fn forget(tx: &mut Tx<'_>, key: &[u8; 32]) -> Result<(), StoreError> {
    on!(tx, c => diesel::delete(console_tentativas::table.find(key.as_slice())).execute(c))?;
    Ok(())
}

/// Deletes counts that nobody has added to for a day.
pub fn purge(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    let before = tx.now().plus_seconds(-KEPT_SECONDS).micros();
    Ok(on!(tx, c =>
        diesel::delete(console_tentativas::table.filter(dsl::ultima_em.lt(before))).execute(c))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_limit() {
        let pace = Pace { free: 5, most_seconds: 60 };
        assert_eq!([0, 4, 5, 6, 7, 11, 500].map(|n| pace.wait(n)), [0, 0, 1, 2, 4, 60, 60]);
        // somebody who waits as long as they must each time comes to the longest wait
        for pace in [pace, Pace { free: 5, most_seconds: 900 }] {
            let after = (0..50).fold(0, |n, _| n - (pace.wait(n) / pace.forgotten_seconds()) as i32 + 1);
            assert_eq!(pace.wait(after), pace.most_seconds);
        }
    }
}
