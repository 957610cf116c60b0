//! What the tests stand on: databases, a running application, the program's command line, sample data.

use std::future::Future;

use domain::loja_config::Perfil;
use server::config::Config;

pub mod answer;
pub mod app;
pub mod client;
pub mod contract;
pub mod database;
pub mod example;
pub mod models;
pub mod postgres;
pub mod process;
pub mod program;
pub mod schema;

pub use answer::Answer;
pub use app::TestApp;
pub use client::TestClient;
pub use database::{Database, TestDatabase};

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

/// Writes a test twice: `name::sqlite` and `name::postgres`, each with a running application of its own.
macro_rules! on_both_databases {
    ($($(#[$meta:meta])* async fn $name:ident($app:ident: TestApp) $body:block)+) => {$(
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn test_body($app: $crate::support::TestApp) $body

            #[test]
            fn sqlite() {
                $crate::support::run($crate::support::Database::Sqlite, test_body);
            }

            #[test]
            fn postgres() {
                $crate::support::run($crate::support::Database::Postgres, test_body);
            }
        }
    )+};
}

/// The same for interface B, in both of its profiles: `name::sqlite`, `name::sqlite_compativel` and so on. What
/// the profiles differ in, a test asks `app.perfil`.
macro_rules! in_both_profiles {
    ($($(#[$meta:meta])* async fn $name:ident($app:ident: TestApp) $body:block)+) => {$(
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            use $crate::support::{Database, run_in};
            use domain::loja_config::Perfil;

            async fn test_body($app: $crate::support::TestApp) $body

            #[test]
            fn sqlite() {
                run_in(Database::Sqlite, Perfil::Documento, test_body);
            }

            #[test]
            fn postgres() {
                run_in(Database::Postgres, Perfil::Documento, test_body);
            }

            #[test]
            fn sqlite_compativel() {
                run_in(Database::Sqlite, Perfil::Compativel, test_body);
            }

            #[test]
            fn postgres_compativel() {
                run_in(Database::Postgres, Perfil::Compativel, test_body);
            }
        }
    )+};
}
