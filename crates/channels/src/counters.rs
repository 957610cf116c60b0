//! Counters of an engine, for the operator's metrics.

use std::sync::atomic::AtomicU64;

/// Counters of an engine since its start.
#[derive(Debug, Default)]
pub struct Counters {
    /// Calls to channels.
    pub calls: AtomicU64,
    /// Calls that failed.
    pub failed: AtomicU64,
    /// Calls that met a limit of the channel.
    pub limited: AtomicU64,
    /// Listings whose stock, price or state a channel has accepted.
    pub accepted: AtomicU64,
    /// Orders taken in.
    pub orders: AtomicU64,
    /// News that channels were told.
    pub told: AtomicU64,
    /// Turns under way.
    pub at_work: AtomicU64,
}
