//! The forms on their way here.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use tokio::sync::oneshot::{self, Receiver, Sender};

/// Forms that may be on their way here at once.
const ARRIVING: usize = 32;

/// The forms on their way here. The one that has taken longest gives way to the next: a form needs no session to
/// arrive, and each that arrives holds a connection.
#[derive(Debug, Default)]
pub struct Arriving(Mutex<VecDeque<Sender<()>>>);

impl Arriving {
    /// A place, which is lost when the answer ends.
    pub(super) fn place(&self) -> Receiver<()> {
        let (place, lost) = oneshot::channel();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|one| !one.is_closed());
        if all.len() >= ARRIVING {
            all.pop_front();
        }
        all.push_back(place);
        lost
    }
}
