//! `server serve`: the configured database, served.

use std::io::{self, IsTerminal};

use anyhow::Result;

use crate::app::Application;
use crate::commands::console;
use crate::config::Config;
use crate::serve::{self, Session};
use crate::{database, listeners, output};

/// Serves until it is told to stop.
pub fn run(config: &Config, session: Session) -> Result<()> {
    let taken = listeners::take(config)?;
    let (store, _claim) = database::open_for_serving(config)?;
    let application = Application::on(config, store, taken)?;
    serve::announce(&application, config);
    if config.console && io::stdout().is_terminal() && !serve::is_fresh(&application) {
        // for whoever sits in front of it: logs are kept and read by many
        if let Some(link) = console::own_link(application.store(), application.admin_address())? {
            output::line_for_anyone(&format!("console, for one hour and one browser: {link}"))?;
        }
    }
    session.run(application)
}
