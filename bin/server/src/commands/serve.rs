//! `server serve`: the configured database, served.

use anyhow::Result;

use crate::app::Application;
use crate::config::Config;
use crate::serve;

/// Serves until it is told to stop.
pub fn run(config: &Config) -> Result<()> {
    let application = Application::build(config)?;
    serve::announce(&application, config);
    serve::run(application)
}
