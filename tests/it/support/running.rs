//! A test's body over a database, with a running application.

use std::future::Future;

use domain::loja_config::Perfil;
use server::config::Config;

use super::app::TestApp;
use super::database::Database;

/// Runs a test's body over a fresh database; a backend that is not to be had here is left out.
pub fn run<F, R>(database: Database, body: F)
where
    F: FnOnce(TestApp) -> R,
    R: Future<Output = ()>,
{
    run_in(database, Perfil::Documento, body);
}

/// The same with other settings.
pub fn run_with<F, R>(database: Database, change: impl FnOnce(Config) -> Config, body: F)
where
    F: FnOnce(TestApp) -> R,
    R: Future<Output = ()>,
{
    let Some(app) = TestApp::changed(database, change) else { return };
    actix_web::rt::System::new().block_on(body(app));
}

/// The same with a profile for all stores.
pub fn run_in<F, R>(database: Database, perfil: Perfil, body: F)
where
    F: FnOnce(TestApp) -> R,
    R: Future<Output = ()>,
{
    run_with(database, |config| Config { store_profile: perfil, ..config }, body);
}
