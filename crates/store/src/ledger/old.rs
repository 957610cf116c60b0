//! Which ledgers are old, and how far they were looked for.

use super::row::Account;

/// A ledger that begins with entries that are old: a SKU's in one centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OldLedger {
    pub(super) aplicacao: i32,
    pub(super) loja: i32,
    pub(super) account: Account,
}

/// How far a look at all ledgers has come; what the numbers mean is the database's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached(pub(super) [i64; 4]);

impl Reached {
    /// Nowhere yet.
    pub const fn start() -> Self {
        Self([i64::MIN; 4])
    }
}
