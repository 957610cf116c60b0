//! `server serve`: the configured database, served.

use anyhow::Result;

use crate::app::Application;
use crate::config::Config;
use crate::serve::{self, Session};
use crate::{database, listeners};

/// Serves until it is told to stop.
pub fn run(config: &Config, session: Session) -> Result<()> {
    let taken = listeners::take(config)?;
    let (store, _claim) = database::open_for_serving(config)?;
    let application = Application::on(config, store, taken)?;
    serve::announce(&application, config);
    session.run(application)
}
