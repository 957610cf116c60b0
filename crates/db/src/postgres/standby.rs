//! Reads at a standby, which are answered as the primary would, or not at all.

use std::sync::Arc;

use r2d2::Pool;

use super::engine::{Interruption, run};
use super::pool::{self, Manager};
use super::position::Proof;
use super::session::Mode;
use super::standing::Standing;
use super::watch::Watch;
use crate::backend::Backend;
use crate::config::Config;
use crate::error::DbError;

/// What a read at a standby failed with.
pub enum Answer<E> {
    /// The read itself.
    Own(E),
    /// The standby, or the way to it: the primary is to be asked.
    Elsewhere(DbError),
}

impl<E> From<DbError> for Answer<E> {
    fn from(error: DbError) -> Self {
        Self::Elsewhere(error)
    }
}

/// A standby, watched by a thread until this value goes.
pub struct Standby {
    pool: Pool<Manager>,
    pub standing: Arc<Standing>,
}

impl Standby {
    /// The one at `url`, the `number`th, of the primary that `config` names. It may be away.
    pub fn open(config: &Config, number: usize, url: String) -> Result<Self, DbError> {
        // nobody stands between: the sessions themselves are known
        let of_standby = Config { url, pooler: false, replica: None, ..config.clone() };
        let standing = Arc::new(Standing::new(number, config.replica_lag));
        let pool = pool::of_standby(&of_standby)?;
        Watch::start(config, Arc::clone(&standing), Manager::of_standby(&of_standby)?)?;
        Ok(Self { pool, standing })
    }

    /// Reads where the proof holds: in one transaction, or each statement as of its own moment.
    pub fn read<T, E: From<DbError>>(
        &self,
        proof: &Proof,
        one_moment: bool,
        f: impl FnOnce(Backend<'_>) -> Result<T, E>,
    ) -> Result<T, Answer<E>> {
        let elsewhere = |reason: &str| Answer::Elsewhere(DbError::Unavailable(reason.to_owned()));
        let mut connection = self.pool.get().map_err(|_| elsewhere("no connection to the replica"))?;
        if !connection.shows(proof) {
            return Err(elsewhere("the session began after the replica was seen"));
        }
        connection.begin();
        let session = Arc::clone(&connection.session);
        let result = if one_moment {
            let read = |pg: &mut _| f(Backend::Postgres(pg)).map_err(Interruption::Own);
            run(&mut connection.pg, session.begin(Mode::Read), read).map_err(Interruption::into_inner)
        } else {
            f(Backend::Postgres(&mut connection.pg))
        };
        result.map_err(|error| {
            if connection.is_lost() {
                self.standing.leave("a connection to it was lost");
                return elsewhere("the connection to the replica was lost");
            }
            if connection.has_failed() { elsewhere("the replica failed at it") } else { Answer::Own(error) }
        })
    }
}

impl Drop for Standby {
    fn drop(&mut self) {
        self.standing.close();
    }
}
