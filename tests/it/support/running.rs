//! A test's body over a database, with a running application.

use std::future::Future;

use domain::loja_config::Perfil;
use server::config::Config;

use super::app::{self, TestApp};
use super::database::{Database, TestDatabase};

/// Runs a test's body over a fresh database; a backend that is not to be had here is left out.
pub fn run<F, R>(database: Database, body: F)
where
    F: FnOnce(TestApp) -> R,
    R: Future<Output = ()>,
{
    run_in(database, Perfil::Documento, body);
}

/// The same with a profile for all stores.
pub fn run_in<F, R>(database: Database, perfil: Perfil, body: F)
where
    F: FnOnce(TestApp) -> R,
    R: Future<Output = ()>,
{
    let Some(database) = TestDatabase::new(database) else { return };
    let config = Config { store_profile: perfil, ..app::config(&database.url) };
    actix_web::rt::System::new().block_on(async { body(TestApp::with_config(database, &config)).await });
}
